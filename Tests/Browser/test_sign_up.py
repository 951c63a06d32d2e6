"""Making an account in three steps, and giving it another e-mail address."""

import time

import pytest
from playwright.sync_api import expect

from support.browsing import Look
from support.deployment import MAILS
from support.person import PASSWORD, MailFolder
from test_devices import sign_in
from test_factors import Authenticator
from test_main_job import OWN_NAME, fill_sign_up

EMAILS = "larder.auth.v1.EmailAddresses"


@pytest.fixture
def name():
    """A user name that nobody has."""
    return f"clara{time.time_ns()}"


def confirm(browsing, address, password=None):
    """Opens the link that was mailed to an address, and confirms it; with the password where the browser has nothing else."""
    browsing.open(MailFolder(MAILS).link(address))
    browsing.button("verify.button").click()
    if password:
        expect(browsing.page.get_by_text(browsing.text("verify.passwordLead"))).to_be_visible()
        browsing.forget_failed_resources()
        browsing.button("verify.button").click()
        expect(browsing.page.locator(".error")).to_have_text(browsing.text("password.enterCurrent"))
        browsing.field("password").fill(password)
        browsing.button("verify.button").click()


@pytest.mark.parametrize("language", ["en", "fr"])
def test_an_account_is_made_in_three_steps_within_a_minute(visit, name, language):
    begin = time.monotonic()
    browsing = visit(Look("phone", "light", language))
    page = browsing.open("/sign-up")
    expect(page.locator(".lead")).to_contain_text(browsing.text("signUp.step", number=1))
    fill_sign_up(browsing, name)
    expect(page.locator(".lead")).to_contain_text(browsing.text("signUp.step", number=3))
    # In another tab, as a mail program opens it; this one goes on to signing in.
    other = visit(Look("phone", "light", language))
    confirm(other, f"{name}@example.org", PASSWORD)
    expect(other.page.get_by_role("heading", level=1)).to_have_text(browsing.text("signIn.title"))
    # It asks for that after 20 s at the latest, where the steps before have taken their time.
    expect(page.get_by_role("heading", level=1)).to_have_text(browsing.text("signIn.title"))
    sign_in(browsing, name, PASSWORD)
    expect(page.get_by_role("heading", level=1)).to_have_text(browsing.text("home.title", name=OWN_NAME))
    assert time.monotonic() - begin < 60


def test_wrong_entries_are_named_and_good_ones_are_kept(visit, person):
    browsing = visit(Look("desktop"))
    page = browsing.open("/sign-up")
    browsing.field("signUp.username").fill(person.name)
    browsing.field("signUp.email").fill("nonsense")
    browsing.field("password").fill(PASSWORD)
    browsing.field("signUp.repeat").fill(PASSWORD + "x")
    browsing.button("signUp.next").click()
    expect(page.locator(".error")).to_have_count(2)
    expect(browsing.field("signUp.email")).to_be_focused()
    browsing.field("signUp.email").fill(f"other-{person.email}")
    browsing.field("signUp.repeat").fill(PASSWORD)
    browsing.button("signUp.next").click()
    browsing.field("signUp.name").fill("Clara 7")
    browsing.button("signUp.button").click()
    expect(browsing.field("signUp.name")).to_be_focused()
    expect(page.get_by_role("alert").filter(has_text=browsing.text("signUp.acceptFirst"))).to_be_visible()
    browsing.field("signUp.name").fill("Clara")
    page.get_by_role("checkbox").check()
    browsing.button("signUp.button").click()
    # The name is taken, which is said where it is typed.
    expect(browsing.field("signUp.username")).to_be_focused()
    expect(browsing.field("signUp.username")).to_have_value(person.name)
    expect(browsing.field("signUp.email")).to_have_value(f"other-{person.email}")
    browsing.forget_failed_resources()


def test_a_common_password_is_refused(visit, name):
    browsing = visit(Look("desktop"))
    page = browsing.open("/sign-up")
    browsing.field("signUp.email").fill(f"{name}@example.org")
    browsing.field("signUp.username").fill(name)
    browsing.field("password").fill("Password123!")
    browsing.field("signUp.repeat").fill("Password123!")
    browsing.button("signUp.next").click()
    browsing.field("signUp.name").fill("Clara")
    page.get_by_role("checkbox").check()
    browsing.button("signUp.button").click()
    expect(browsing.field("password")).to_be_focused()
    expect(page.locator(".error")).to_contain_text("tried first")
    browsing.forget_failed_resources()


def test_an_address_is_confirmed_before_somebody_signs_in(visit, name):
    browsing = visit(Look("desktop"))
    page = browsing.open("/sign-up")
    fill_sign_up(browsing, name)
    browsing.open("/sign-in")
    browsing.field("signIn.name").fill(name)
    browsing.field("password").fill(PASSWORD)
    browsing.button("signIn.button").click()
    browsing.link("verify.again").click()
    browsing.forget_failed_resources()
    expect(browsing.field("signIn.name")).to_have_value(name)
    browsing.button("verify.again").click()
    expect(page.get_by_role("status").filter(has_text=browsing.text("verify.requested"))).to_be_visible()
    confirm(browsing, f"{name}@example.org")
    expect(page.get_by_role("heading", level=1)).to_have_text(browsing.text("signIn.title"))
    # Once.
    browsing.open(MailFolder(MAILS).link(f"{name}@example.org"))
    browsing.button("verify.button").click()
    expect(page.get_by_role("alert")).to_be_visible()
    browsing.forget_failed_resources()
    expect(browsing.link("verify.register")).to_be_visible()


def test_a_registration_that_expired_leads_back_to_another_one(visit, name):
    browsing = visit(Look("phone"))
    page = browsing.open("/sign-up")
    fill_sign_up(browsing, name)
    gone = {"status": 404, "json": {"code": "not_found", "message": "There is no such account."}}
    page.route(f"**/{EMAILS}/GetVerification", lambda route: route.fulfill(**gone))
    expect(page.get_by_text(browsing.text("verification.expired", hours=48))).to_be_visible(timeout=40_000)
    browsing.forget_failed_resources()
    browsing.button("verification.restart").click()
    expect(browsing.field("signUp.username")).to_be_visible()


@pytest.mark.parametrize("language", ["en", "fr"])
def test_another_address_takes_the_place_of_the_present_one_by_a_mailed_link(visit, person, language):
    browsing = visit(Look("phone", "light", language)).sign_in(person)
    page = browsing.open("/settings")
    browsing.link("email.title").click()
    expect(page.get_by_text(browsing.text("email.present", email=person.email))).to_be_visible()
    new = f"new-{person.email}"
    browsing.field("email.new").fill(new)
    browsing.field("password.current").fill("Wrong-shelf-7")
    browsing.button("email.button").click()
    expect(page.locator(".error")).to_have_count(1)
    browsing.forget_failed_resources()
    browsing.field("password.current").fill(PASSWORD)
    browsing.button("email.button").click()
    expect(page.get_by_role("status").filter(has_text=new)).to_be_visible()
    confirm(browsing, new)
    expect(page.get_by_text(browsing.text("email.present", email=new))).to_be_visible()
    # The former one was told when this was asked for, and can be brought back.
    browsing.open(MailFolder(MAILS).link(person.email, "/secure"))
    browsing.button("secure.button").click()
    expect(page.get_by_role("heading", level=1)).to_have_text(browsing.text("recover.title"))
    browsing.open("/settings")
    expect(browsing.link("signIn.title")).to_be_visible()


@pytest.mark.parametrize("language", ["en", "fr"])
def test_another_address_is_stopped_from_the_present_one(visit, person, language):
    browsing = visit(Look("phone", "light", language)).sign_in(person)
    page = browsing.open("/email")
    browsing.field("email.new").fill(f"thief-{person.email}")
    browsing.field("password.current").fill(PASSWORD)
    browsing.button("email.button").click()
    expect(page.get_by_role("status").filter(has_text="thief")).to_be_visible()
    owner = visit(Look("phone", "light", language))
    owner.open(MailFolder(MAILS).link(person.email, "/secure"))
    expect(owner.page.get_by_text(owner.text("secure.lead"))).to_be_visible()
    owner.button("secure.button").click()
    expect(owner.page.get_by_role("heading", level=1)).to_have_text(owner.text("recover.title"))
    # The link to the other address does nothing any more, and the password neither.
    owner.open(MailFolder(MAILS).link(f"thief-{person.email}"))
    owner.button("verify.button").click()
    expect(owner.page.get_by_role("alert")).to_be_visible()
    owner.open("/sign-in")
    sign_in(owner, person.name, PASSWORD)
    expect(owner.page.get_by_role("alert")).to_have_text(owner.text("failure.WRONG_CREDENTIALS"))
    owner.forget_failed_resources()


def test_a_link_that_secures_nothing_says_so(visit):
    browsing = visit(Look("phone"))
    browsing.open("/secure#nonsense")
    browsing.button("secure.button").click()
    expect(browsing.page.get_by_role("alert")).to_be_visible()
    browsing.forget_failed_resources()


def test_the_registering_browser_confirms_without_a_password(visit, name):
    browsing = visit(Look("phone"))
    page = browsing.open("/sign-up")
    fill_sign_up(browsing, name)
    expect(page.locator(".lead")).to_contain_text(browsing.text("signUp.step", number=3))
    confirm(browsing, f"{name}@example.org")
    expect(page.get_by_role("heading", level=1)).to_have_text(browsing.text("signIn.title"))


@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_passkey_completes_a_registration(visit, name, language):
    browsing = visit(Look("phone", "light", language))
    page = browsing.open("/sign-up")
    authenticator = Authenticator(browsing)
    fill_sign_up(browsing, name)
    began = time.monotonic()
    browsing.button("verification.passkey").click()
    codes = page.locator(".recovery-codes code")
    expect(codes).to_have_count(10)
    assert time.monotonic() - began < 15
    assert len(authenticator.credentials()) == 1
    page.get_by_role("dialog").locator(".sheet-foot").get_by_role("button", name=browsing.text("close"), exact=True).click()
    expect(page.get_by_role("heading", level=1)).to_have_text(browsing.text("signIn.title"))
    browsing.button("signIn.passkey").click()
    expect(page.get_by_role("heading", level=1)).to_have_text(browsing.text("home.title", name=OWN_NAME))
    # The address is not confirmed, and is by its link, as whoever is signed in.
    browsing.open("/email")
    expect(page.get_by_text(browsing.text("email.unconfirmed"))).to_be_visible()
    confirm(browsing, f"{name}@example.org")
    expect(page.get_by_text(browsing.text("email.present", email=f"{name}@example.org"))).to_be_visible()
    expect(page.get_by_text(browsing.text("email.unconfirmed"))).to_have_count(0)


def test_a_passkey_that_is_not_made_leaves_the_registration_as_it_is(visit, name):
    browsing = visit(Look("phone"))
    page = browsing.open("/sign-up")
    fill_sign_up(browsing, name)
    refuse = "Promise.reject(new DOMException('', 'NotAllowedError'))"
    page.evaluate(f"() => {{ navigator.credentials.create = () => {refuse}; }}")
    browsing.button("verification.passkey").click()
    expect(page.get_by_text(browsing.text("failure.PASSKEY_FAILED"))).to_be_visible()
    confirm(browsing, f"{name}@example.org")
    expect(page.get_by_role("heading", level=1)).to_have_text(browsing.text("signIn.title"))

"""Second factors: an authenticator app, recovery codes, passkeys, codes by e-mail, and the proof before sensitive changes."""

import base64
import hashlib
import hmac
import re
import time

import pytest
from playwright.sync_api import expect

from support.browsing import Look
from support.deployment import eventually
from support.person import PASSWORD
from test_devices import rows, sign_in
from test_recovery import news_for

APP = "factors.kind.FACTOR_KIND_AUTHENTICATOR_APP"
PASSKEY = "factors.kind.FACTOR_KIND_PASSKEY"
EMAIL = "factors.kind.FACTOR_KIND_EMAIL_CODE"


def code_of(secret, step):
    """The code of an authenticator app (RFC 6238)."""
    key = base64.b32decode(secret + "=" * (-len(secret) % 8))
    digest = hmac.new(key, step.to_bytes(8, "big"), hashlib.sha1).digest()
    offset = digest[-1] & 15
    return f"{(int.from_bytes(digest[offset : offset + 4], 'big') & 0x7FFFFFFF) % 1_000_000:06}"


class App:
    """An authenticator app. Each code works once, so each is of a later step: at most one ahead of the clock."""

    def __init__(self, secret):
        self.secret = secret
        self.step = 0

    def code(self):
        """A code that has not been used, as soon as there is one, and that is valid for 15 seconds more."""
        self.step = max(self.step + 1, int((time.time() + 15) / 30) - 1)
        eventually(lambda: self.step <= int(time.time() / 30) + 1, 60, "the next code")
        return code_of(self.secret, self.step)


def add_app(browsing):
    """Adds an authenticator app by the page; returns it and the recovery codes."""
    browsing.open("/factors")
    browsing.button(APP).click()
    sheet = browsing.page.get_by_role("dialog")
    expect(sheet.get_by_role("img", name=browsing.text("factors.qrCode"))).to_be_visible()
    app = App(sheet.locator(".secret").inner_text().replace(" ", ""))
    browsing.field("factor.code").fill("000000")
    browsing.button("save").click()
    expect(browsing.field("factor.code")).to_have_attribute("aria-invalid", "true")
    browsing.field("factor.code").fill(app.code())
    browsing.button("save").click()
    codes = browsing.page.locator(".recovery-codes code")
    expect(codes).to_have_count(10)
    found = codes.all_inner_texts()
    browsing.page.get_by_role("dialog").locator(".sheet-foot").get_by_role(
        "button", name=browsing.text("close"), exact=True
    ).click()
    expect(rows(browsing)).to_have_count(1)
    return app, found


def expect_home(browsing, person):
    """The first page of somebody who has signed in."""
    heading = browsing.page.get_by_role("heading", level=1)
    expect(heading).to_have_text(browsing.text("home.title", name=person.name))


@pytest.mark.parametrize("language", ["en", "fr"])
def test_an_app_and_recovery_codes_are_the_second_step(visit, person, language):
    browsing = visit(Look("phone", "light", language)).sign_in(person)
    app, codes = add_app(browsing)
    other = visit(Look("phone", "light", language))
    page = other.open("/sign-in")
    sign_in(other, person.name, PASSWORD)
    expect(page.get_by_role("heading", level=1)).to_have_text(other.text("factor.title"))
    other.field("factor.code").fill("000000")
    other.button("signIn.button").click()
    expect(page.get_by_role("alert")).to_have_text(other.text("failure.WRONG_FACTOR"))
    other.field("factor.code").fill(app.code())
    other.button("signIn.button").click()
    expect_home(other, person)
    third = visit(Look("desktop", "light", language))
    third.open("/sign-in")
    sign_in(third, person.name, PASSWORD)
    third.field("factor.code").fill(codes[0].lower().replace("-", " "))
    third.button("signIn.button").click()
    expect_home(third, person)
    browsing.open("/factors")
    expect(browsing.page.get_by_text(browsing.text("factors.codesLeft", count=9))).to_be_visible()


def test_a_factor_is_renamed_and_removed(visit, person):
    browsing = visit(Look("phone")).sign_in(person)
    add_app(browsing)
    name = browsing.text(APP)
    browsing.page.get_by_role("button", name=browsing.text("factors.renameNamed", name=name), exact=True).click()
    browsing.field("factors.name").fill("Phone")
    browsing.button("save").click()
    expect(rows(browsing).first).to_contain_text("Phone")
    browsing.button("undo").click()
    expect(rows(browsing).first.locator(".main")).to_have_text(name)
    browsing.page.get_by_role("button", name=browsing.text("factors.removeNamed", name=name), exact=True).click()
    question = browsing.page.get_by_role("dialog")
    expect(question).to_contain_text(browsing.text("factors.removeLast"))
    question.get_by_role("button", name=browsing.text("remove"), exact=True).click()
    expect(rows(browsing)).to_have_count(0)
    expect(browsing.page.get_by_text(browsing.text("factors.none"))).to_be_visible()
    other = visit(Look("phone"))
    other.open("/sign-in")
    sign_in(other, person.name, PASSWORD)
    expect_home(other, person)


class Authenticator:
    """An authenticator of Chromium's, in the device or plugged in."""

    def __init__(self, browsing):
        self.session = browsing.context.new_cdp_session(browsing.page)
        self.session.send("WebAuthn.enable")
        options = {
            "protocol": "ctap2",
            "transport": "internal",
            "hasResidentKey": True,
            "hasUserVerification": True,
            "isUserVerified": True,
            "automaticPresenceSimulation": True,
        }
        added = self.session.send("WebAuthn.addVirtualAuthenticator", {"options": options})
        self.id = added["authenticatorId"]

    def credentials(self):
        """What it has stored."""
        answer = self.session.send("WebAuthn.getCredentials", {"authenticatorId": self.id})
        return answer["credentials"]

    def replace(self, credential):
        """Puts a former state of a credential back, as a copy of the key would have it."""
        self.session.send("WebAuthn.clearCredentials", {"authenticatorId": self.id})
        self.session.send("WebAuthn.addCredential", {"authenticatorId": self.id, "credential": credential})


def add_passkey(browsing):
    """Adds a passkey by the page, without a long wait; returns its authenticator."""
    browsing.open("/factors")
    authenticator = Authenticator(browsing)
    browsing.button(PASSKEY).click()
    browsing.field("factors.name").fill("Laptop")
    began = time.monotonic()
    browsing.button("save").click()
    expect(browsing.page.locator(".recovery-codes code")).to_have_count(10)
    assert time.monotonic() - began < 15
    # Nothing closes while the page is still at work.
    eventually(lambda: browsing.page.keyboard.press("Escape") or not browsing.page.locator("dialog[open]").count())
    expect(rows(browsing).first).to_contain_text("Laptop")
    return authenticator


@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_passkey_signs_in_without_a_password_and_as_second_step(visit, person, language):
    browsing = visit(Look("phone", "light", language)).sign_in(person)
    authenticator = add_passkey(browsing)
    assert len(authenticator.credentials()) == 1
    browsing.open("/settings")
    browsing.button("menu.signOut").click()
    expect(browsing.page).to_have_url(re.compile("/sign-in"))
    browsing.button("signIn.passkey").click()
    expect_home(browsing, person)
    browsing.open("/settings")
    browsing.button("menu.signOut").click()
    expect(browsing.page).to_have_url(re.compile("/sign-in"))
    sign_in(browsing, person.name, PASSWORD)
    former = authenticator.credentials()[0]
    browsing.button("factor.usePasskey").click()
    expect_home(browsing, person)
    # A copy of the key, whose counter is behind.
    browsing.open("/settings")
    browsing.button("menu.signOut").click()
    expect(browsing.page).to_have_url(re.compile("/sign-in"))
    authenticator.replace(former | {"signCount": 1})
    browsing.button("signIn.passkey").click()
    expect(browsing.page.get_by_role("alert")).to_have_text(browsing.text("failure.WRONG_FACTOR"))


# What the service answers when the last proof is older than five minutes, for which no test waits.
STEP_UP = {
    "code": "failed_precondition",
    "message": "Please confirm.",
    "details": [{"type": "larder.rpc.v1.ErrorDetails", "value": "", "debug": {"reason": "STEP_UP_REQUIRED"}}],
}


@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_copy_takes_the_password_where_there_is_no_factor(visit, person, language):
    browsing = visit(Look("phone", "light", language)).sign_in(person)
    page = browsing.open("/my-data")
    page.route("**/files/my-data", lambda route: route.fulfill(status=400, json=STEP_UP), times=1)
    browsing.button("myData.download").click()
    sheet = page.get_by_role("dialog")
    expect(sheet.get_by_text(browsing.text("proof.lead"))).to_be_visible()
    browsing.forget_failed_resources()
    sheet.get_by_label(browsing.text("password.current")).fill("Wrong-shelf-7")
    browsing.button("proof.button").click()
    expect(sheet.locator(".error")).to_be_visible()
    browsing.forget_failed_resources()
    sheet.get_by_label(browsing.text("password.current")).fill(PASSWORD)
    with page.expect_download():
        browsing.button("proof.button").click()


def test_sensitive_changes_take_the_factor_of_the_account(visit, person):
    browsing = visit(Look("phone")).sign_in(person)
    app, codes = add_app(visit(Look("phone")).sign_in(person))
    # This session has never proven it.
    page = browsing.open("/my-data")
    browsing.button("myData.download").click()
    sheet = page.get_by_role("dialog")
    expect(sheet.get_by_text(browsing.text("proof.factorLead"))).to_be_visible()
    browsing.forget_failed_resources()
    page.keyboard.press("Escape")
    browsing.open("/email")
    browsing.field("email.new").fill(f"new-{person.email}")
    browsing.field("password.current").fill(PASSWORD)
    browsing.button("email.button").click()
    expect(sheet.get_by_text(browsing.text("proof.factorLead"))).to_be_visible()
    browsing.forget_failed_resources()
    browsing.field("factor.code").fill("000000")
    browsing.button("proof.button").click()
    expect(sheet.get_by_role("alert")).to_be_visible()
    browsing.forget_failed_resources()
    browsing.field("factor.code").fill(codes[0])
    browsing.button("proof.button").click()
    expect(page.get_by_role("status").filter(has_text=f"new-{person.email}")).to_be_visible()
    browsing.open("/my-data")
    with page.expect_download():
        browsing.button("myData.download").click()


def test_a_closed_account_is_reopened_with_its_factor(visit, person):
    browsing = visit(Look("phone")).sign_in(person)
    app, codes = add_app(browsing)
    page = browsing.open("/my-data")
    page.get_by_label(browsing.text("myData.username", name=person.name)).fill(person.name)
    browsing.field("password.current").fill(PASSWORD)
    browsing.button("myData.closeButton").click()
    expect(page).to_have_url(re.compile("/sign-in"))
    browsing.open("/reopen")
    browsing.field("signIn.name").fill(person.name)
    browsing.field("password").fill(PASSWORD)
    browsing.button("reopen.button").click()
    expect(page.get_by_text(browsing.text("factor.lead"))).to_be_visible()
    browsing.field("factor.code").fill("000000")
    browsing.button("reopen.button").click()
    expect(page.get_by_role("alert")).to_have_text(browsing.text("failure.WRONG_FACTOR"))
    browsing.forget_failed_resources()
    browsing.field("factor.code").fill(codes[0])
    browsing.button("reopen.button").click()
    expect(page.get_by_role("heading", level=1)).to_have_text(browsing.text("signIn.title"))
    sign_in(browsing, person.name, PASSWORD)
    browsing.field("factor.code").fill(app.code())
    browsing.button("signIn.button").click()
    expect_home(browsing, person)


def test_a_device_that_is_a_factor_is_not_added_again_and_cancelling_is_said(visit, person):
    browsing = visit(Look("phone")).sign_in(person)
    authenticator = add_passkey(browsing)
    browsing.button(PASSKEY).click()
    expect(browsing.page.get_by_text(browsing.text("failure.PASSKEY_KNOWN"))).to_be_visible()
    authenticator.session.send("WebAuthn.removeVirtualAuthenticator", {"authenticatorId": authenticator.id})
    expect(rows(browsing)).to_have_count(1)


def test_a_mailed_code_is_a_second_step(visit, person, deployment):
    if not deployment.is_own:
        pytest.skip("where the Larder at LARDER_WEB puts its mails is not known")
    browsing = visit(Look("phone")).sign_in(person)
    browsing.open("/factors")
    browsing.button(EMAIL).click()
    browsing.field("factor.code").fill(mailed_code(deployment, person, 1))
    browsing.button("save").click()
    expect(browsing.page.locator(".recovery-codes code")).to_have_count(10)
    other = visit(Look("phone"))
    other.open("/sign-in")
    sign_in(other, person.name, PASSWORD)
    mail = other.button("factor.mail")
    # Two codes of an account are half a minute apart, however long it has taken until here.
    move_codes(deployment, person, "now()")
    with other.page.expect_response("**/SendSignInCode") as refused:
        mail.click()
    assert refused.value.status == 429
    expect(other.page.get_by_role("alert")).to_be_visible()
    move_codes(deployment, person, "requested_at - interval '1 minute'")
    mail.click()
    expect(other.page.get_by_text(other.text("factor.mailed"))).to_be_visible()
    other.field("factor.code").fill(mailed_code(deployment, person, 2))
    other.button("signIn.button").click()
    expect_home(other, person)


def move_codes(deployment, person, time):
    """Has the codes of somebody been asked for at another time, in SQL."""
    deployment.execute(
        f"UPDATE auth.account_mails SET requested_at = {time} WHERE kind = 'sign_in_code' "
        f"AND account_id = (SELECT id FROM auth.accounts WHERE username = '{person.name}')"
    )


def mailed_code(deployment, person, number):
    """The code of the mail of this number."""

    def find():
        bodies = [mail.get_body(("plain",)).get_content() for mail in news_for(person.email)]
        codes = [found[1] for body in bodies if (found := re.search(r"\b([0-9]{6})\b", body))]
        return len(codes) >= number and codes[0]

    return eventually(find, 30, "a code")

"""Getting back into an account whose password or user name is forgotten, by a mailed link."""

import email
import email.policy
import re

import pytest
from playwright.sync_api import expect

from support.browsing import Look
from support.deployment import eventually
from test_devices import sign_in

NEW_PASSWORD = "Larder-shelf-8"


def mails_to(deployment, address):
    """The mails to an address, the newest first."""
    files = sorted((deployment.data / "mail/new").glob("*.larder"), key=lambda file: file.stat().st_mtime, reverse=True)
    mails = [email.message_from_bytes(file.read_bytes(), policy=email.policy.default) for file in files]
    return [mail for mail in mails if mail["to"] == address]


def link_in(mail, deployment):
    """The link in a mail, at the address at which this run serves the app."""
    found = re.search(r"https?://\S+/reset(#\S+)", mail.get_body(("plain",)).get_content())
    return "/reset" + found[1]


@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_mailed_link_leads_back_into_the_account(visit, person, deployment, language):
    if not deployment.is_own:
        pytest.skip("where the Larder at LARDER_WEB puts its mails is not known")
    browsing = visit(Look("phone", "light", language))
    page = browsing.open("/sign-in")
    browsing.link("recover.title").click()
    browsing.button("recover.button").click()
    expect(page.locator(".error")).to_have_text(browsing.text("recover.missing"))
    browsing.field("signIn.name").fill(person.name)
    browsing.button("recover.button").click()
    expect(page.get_by_role("status").filter(has_text=browsing.text("recover.sent"))).to_be_visible()
    mail = eventually(lambda: mails_to(deployment, person.email), 30, "a mail")[0]
    assert person.name in mail.get_body(("plain",)).get_content()
    assert mail["content-language"] == language

    browsing.open(link_in(mail, deployment))
    browsing.field("password.new").fill("short")
    browsing.button("reset.button").click()
    expect(page.locator(".error")).to_have_text(browsing.text("signUp.passwordRule"))
    browsing.field("password.new").fill(NEW_PASSWORD)
    browsing.button("reset.button").click()
    expect(page.get_by_role("heading", level=1)).to_have_text(browsing.text("signIn.title"))
    sign_in(browsing, person.name, NEW_PASSWORD)
    expect(page.get_by_role("heading", level=1)).to_have_text(browsing.text("home.title", name=person.name))
    told = eventually(lambda: len(mails_to(deployment, person.email)) > 1 and mails_to(deployment, person.email), 30, "news")
    assert len(told) == 2


def test_a_link_works_once(visit, person, deployment):
    if not deployment.is_own:
        pytest.skip("where the Larder at LARDER_WEB puts its mails is not known")
    browsing = visit(Look("desktop"))
    page = browsing.open("/reset#" + "A" * 64)
    browsing.field("password.new").fill(NEW_PASSWORD)
    browsing.button("reset.button").click()
    expect(page.get_by_role("alert")).to_contain_text("Please ask for a new one.")
    browsing.forget_failed_resources()
    browsing.link("recover.again").click()
    expect(page.get_by_role("heading", level=1)).to_have_text(browsing.text("recover.title"))

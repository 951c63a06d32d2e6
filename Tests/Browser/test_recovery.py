"""Getting back into an account whose password or user name is forgotten, by a mailed link."""

import pytest
from playwright.sync_api import expect

from support.browsing import Look
from support.deployment import MAILS, eventually
from support.person import MailFolder
from test_devices import sign_in

NEW_PASSWORD = "Larder-shelf-8"


def news_for(address):
    """The mails to an address but the one that confirmed it, the newest first."""
    return [mail for mail in MailFolder(MAILS).mails_to(address) if "/verify#" not in mail.get_body(("plain",)).get_content()]


@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_mailed_link_leads_back_into_the_account(visit, person, language):
    browsing = visit(Look("phone", "light", language))
    page = browsing.open("/sign-in")
    browsing.link("recover.title").click()
    browsing.button("recover.button").click()
    expect(page.locator(".error")).to_have_text(browsing.text("recover.missing"))
    browsing.field("signIn.name").fill(person.name)
    browsing.button("recover.button").click()
    expect(page.get_by_role("status").filter(has_text=browsing.text("recover.sent"))).to_be_visible()
    mail = eventually(lambda: news_for(person.email), 30, "a mail")[0]
    assert person.name in mail.get_body(("plain",)).get_content()
    assert mail["content-language"] == language

    browsing.open(MailFolder(MAILS).link(person.email, "/reset"))
    browsing.field("password.new").fill("short")
    browsing.button("reset.button").click()
    expect(page.locator(".error")).to_have_text(browsing.text("signUp.passwordRule"))
    browsing.field("password.new").fill(NEW_PASSWORD)
    browsing.button("reset.button").click()
    expect(page.get_by_role("heading", level=1)).to_have_text(browsing.text("signIn.title"))
    sign_in(browsing, person.name, NEW_PASSWORD)
    expect(page.get_by_role("heading", level=1)).to_have_text(browsing.text("home.title", name=person.name))
    told = eventually(lambda: len(news_for(person.email)) > 1 and news_for(person.email), 30, "news")
    assert len(told) == 2


def test_a_link_works_once(visit, person):
    browsing = visit(Look("desktop"))
    page = browsing.open("/reset#" + "A" * 64)
    browsing.field("password.new").fill(NEW_PASSWORD)
    browsing.button("reset.button").click()
    expect(page.get_by_role("alert")).to_contain_text("Please ask for a new one.")
    browsing.forget_failed_resources()
    browsing.link("recover.again").click()
    expect(page.get_by_role("heading", level=1)).to_have_text(browsing.text("recover.title"))

"""Help: a guide for each part of the app, in both languages, also without a network."""

import pytest
from playwright.sync_api import expect

from support.browsing import Look
from support.deployment import CONTACT
from support.texts import LANGUAGES, Texts

PARTS = ("guide.", "question.", "trouble.", "news.")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_part_of_help_opens(visit, language):
    browsing = visit(Look("phone", "light", language))
    page = browsing.open("/help")
    titles = [key for key in Texts(language).entries if key.startswith(PARTS) and not key.endswith(".text")]
    assert page.locator("details").count() == len(titles)
    for key in titles:
        part = page.locator("details").filter(has=page.get_by_text(browsing.text(key), exact=True))
        part.locator("summary").click()
        expect(part.get_by_text(browsing.text(f"{key}.text", hours=48, months=6))).to_be_visible()
    expect(page.get_by_role("heading", name=browsing.text("help.report"))).to_be_visible()


def test_help_and_its_contact_are_there_without_a_network(visit, deployment):
    browsing = visit(Look("phone"))
    page = browsing.open("/help")
    page.wait_for_function("() => navigator.serviceWorker.ready.then(() => true)")
    page.reload()
    page.wait_for_function("() => navigator.serviceWorker.controller !== null")
    if deployment.is_own:
        expect(page.get_by_role("link", name=CONTACT)).to_be_visible()
    browsing.context.set_offline(True)
    browsing.open("/help")
    expect(page.get_by_text(browsing.text("guide.photo"), exact=True)).to_be_visible()
    if deployment.is_own:
        expect(page.get_by_role("link", name=CONTACT)).to_be_visible()

"""The page with the mails that a Larder of developers writes in place of sending them."""

import re

import pytest
from playwright.sync_api import expect

from support import accessibility, screenshots
from support.browsing import Look


@pytest.fixture(autouse=True)
def own(deployment):
    """Skips where mails go elsewhere."""
    if not deployment.is_own:
        pytest.skip("where the Larder at LARDER_WEB puts its mails is not known")


@pytest.mark.parametrize("look", [Look("phone", "dark", "fr"), Look("desktop", "light", "en")], ids=str)
def test_mails_are_shown_with_links_that_work(visit, person, look):
    browsing = visit(look)
    page = browsing.open("/dev/mail")
    page.get_by_role("link").filter(has_text=person.email).first.click()
    article = page.get_by_role("article")
    expect(article).to_contain_text(person.email)
    screenshots.take(browsing, "dev-mail", is_whole=True)
    assert accessibility.violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    link = re.compile(r"/verify#")
    # In the frame, from where it opens a page of its own.
    framed = article.frame_locator("iframe").locator("a").first
    expect(framed).to_have_attribute("href", link)
    with page.expect_popup() as opened:
        framed.click()
    expect(opened.value).to_have_url(link)
    expect(opened.value.get_by_role("button", name=browsing.text("verify.button"), exact=True)).to_be_visible()
    article.locator("pre a").first.click()
    expect(page).to_have_url(link)
    expect(browsing.button("verify.button")).to_be_visible()


def test_mails_to_one_address_are_shown_alone(visit, person):
    browsing = visit(Look("desktop"))
    page = browsing.open("/dev/mail")
    page.get_by_role("link").filter(has_text=person.email).first.click()
    page.get_by_role("article").get_by_role("link", name=person.email).click()
    rows = page.get_by_role("listitem")
    expect(rows).to_have_count(1)
    expect(rows).to_contain_text(person.email)
    page.get_by_role("link", name=re.compile("everybody")).click()
    expect(rows.filter(has_text=person.email)).to_have_count(1)

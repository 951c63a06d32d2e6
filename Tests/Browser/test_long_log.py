"""A log of more purchases than are in the page at once."""

import re

import pytest
from playwright.sync_api import expect

from support import accessibility
from support.browsing import LIVE_MILLISECONDS, Look
from support.deployment import eventually
from support.long_log import fill_log
from support.person import Person

# More than a page of the service.
NUMBER = 260
# Rows in the page: those in view and some screens around.
MOST_ROWS = 120
ROWS = "document.querySelectorAll('.month a').length"
HEADINGS = "document.querySelectorAll('.month h2').length"


@pytest.fixture(scope="module")
def reader(deployment):
    """Somebody with a long log."""
    person = Person(deployment.address)
    fill_log(person, NUMBER)
    return person


def scroll_to_end(browsing):
    """Scrolls until nothing more comes; returns how far that is."""
    page = browsing.page
    page.locator(".month a").first.wait_for()
    page.wait_for_function(
        """(more) => {
          const before = scrollY;
          scrollTo(0, document.documentElement.scrollHeight);
          const isMore = [...document.querySelectorAll("button")].some((each) => each.textContent === more);
          window.still = scrollY === before && !isMore ? (window.still ?? 0) + 1 : 0;
          return window.still > 30;
        }""",
        arg=browsing.text("more"),
    )
    return page.evaluate("scrollY")


def names_in_view(page):
    """The texts of the rows that can be seen."""
    return page.evaluate(
        """() => [...document.querySelectorAll(".month a")].filter((link) => {
          const { top, bottom } = link.getBoundingClientRect();
          return bottom > 0 && top < innerHeight;
        }).map((link) => link.textContent)"""
    )


def test_going_back_finds_the_end_of_a_long_log(visit, reader):
    browsing = visit(Look("phone")).sign_in(reader)
    page = browsing.open("/log")
    position = scroll_to_end(browsing)
    before = names_in_view(page)
    assert page.evaluate(ROWS) < MOST_ROWS < NUMBER
    assert page.evaluate(HEADINGS) == 60, "the headings of all months are there"
    assert accessibility.violations(page) == []
    page.locator(".month a").last.click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Shop 0")
    page.go_back()
    page.wait_for_function("(position) => Math.abs(scrollY - position) < 2", arg=position)
    # Rows come into the page with the frame after it is scrolled.
    eventually(lambda: names_in_view(page) == before, what="showing the same rows")
    # And forward and back once more, from somewhere else.
    page.evaluate(
        """() => new Promise((resolve) => {
          addEventListener("scroll", resolve, { once: true });
          scrollBy(0, -3000);
        }).then(() => new Promise(requestAnimationFrame))"""
    )
    assert page.evaluate("scrollY") == position - 3000
    page.go_forward()
    expect(page.get_by_role("heading", level=1)).to_have_text("Shop 0")
    page.go_back()
    page.wait_for_function("(position) => Math.abs(scrollY - position) < 2", arg=position - 3000)


def test_search_and_period_reach_through_a_long_log(visit, reader):
    browsing = visit(Look("phone")).sign_in(reader)
    page = browsing.open("/log?search=SHOP+39")
    rows = page.get_by_role("link", name=re.compile(r"Shop \d+"))
    expect(browsing.field("log.search")).to_have_value("SHOP 39")
    # Of every fortieth purchase, also of those that come with the second page.
    expect(rows).to_have_count(NUMBER // 40)
    browsing.field("log.search").fill("no such shop")
    expect(page.get_by_text(browsing.text("log.nothing"))).to_be_visible()
    browsing.button("log.showAll").click()
    expect(rows.first).to_be_visible()
    scroll_to_end(browsing)
    browsing.button("log.discarded").click()
    expect(page.get_by_text(browsing.text("log.nothing"))).to_be_visible()
    browsing.button("log.all").click()
    expect(rows.first).to_be_in_viewport()


def test_a_long_log_follows_what_happens_elsewhere_where_it_is(visit, reader):
    browsing = visit(Look("desktop")).sign_in(reader)
    page = browsing.open("/log")
    scroll_to_end(browsing)
    oldest = page.locator(".month a").last
    oldest.focus()
    purchase = oldest.get_attribute("href").rsplit("/", 1)[1]
    change = {"purchaseId": purchase, "edits": [{"storeName": {"value": "Station kiosk"}}]}
    reader.call("larder.budget.v1.Purchases/EditPurchase", change)
    expect(page.get_by_role("link", name=re.compile("Station kiosk"))).to_be_focused(timeout=LIVE_MILLISECONDS)
    reader.record("Market hall", day="2022-01-01")
    expect(page.get_by_role("link", name=re.compile("Market hall"))).to_be_visible(timeout=LIVE_MILLISECONDS)
    expect(page.get_by_role("link", name=re.compile("Station kiosk"))).to_be_focused()
    # The row with the focus stays in the page, wherever that is scrolled to.
    page.evaluate("scrollTo(0, 0)")
    expect(page.locator(".month a").first).to_be_in_viewport()
    expect(page.get_by_role("link", name=re.compile("Station kiosk"))).to_be_focused()

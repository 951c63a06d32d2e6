"""One purchase open in two browsers: each shows what the other does."""

import re

from playwright.sync_api import expect

from support.browsing import LIVE_MILLISECONDS, Look
from support.deployment import eventually

# How long nothing comes until lists are polled, and what that takes.
POLLED_MILLISECONDS = 30_000


def rename_item(browsing, before, after):
    """Changes an item's name in its form."""
    page = browsing.page
    page.locator(".items button.row", has_text=before).click()
    sheet = page.get_by_role("dialog")
    sheet.get_by_label(browsing.text("item.name"), exact=True).fill(after)
    sheet.get_by_role("button", name=browsing.text("save")).click()
    expect(sheet).to_have_count(0)


def test_a_change_appears_in_the_other_browser(visit, person):
    purchase = person.record("Corner shop", items=["Milk", "Bread"])
    first, second = visit(Look("phone")).sign_in(person), visit(Look("desktop", "dark", "fr")).sign_in(person)
    for browsing in (first, second):
        browsing.open(f"/purchases/{purchase}")
        expect(browsing.page.locator(".items button.row")).to_have_count(2)
    rename_item(first, "Milk", "Oat milk")
    expect(second.page.locator(".items button.row", has_text="Oat milk")).to_be_visible(timeout=LIVE_MILLISECONDS)
    expect(second.page.get_by_text(second.text("purchase.changedElsewhere"))).to_be_visible()
    rename_item(second, "Bread", "Rye bread")
    expect(first.page.locator(".items button.row", has_text="Rye bread")).to_be_visible(timeout=LIVE_MILLISECONDS)
    names = {item["productName"] for item in person.purchase(purchase)["items"]}
    assert names == {"Oat milk", "Rye bread"}


def test_two_tabs_share_one_stream(visit, person):
    purchase = person.record("Corner shop", items=["Milk"])
    browsing = visit(Look("desktop")).sign_in(person)
    browsing.open(f"/purchases/{purchase}")
    streams = []
    tab = browsing.context.new_page()
    tab.on("request", lambda request: request.url.endswith("/live") and streams.append(request.url))
    tab.goto(f"/purchases/{purchase}")
    expect(tab.locator(".items button.row", has_text="Milk")).to_be_visible()
    rename_item(browsing, "Milk", "Oat milk")
    expect(tab.locator(".items button.row", has_text="Oat milk")).to_be_visible(timeout=LIVE_MILLISECONDS)
    assert streams == [], "the second tab opens no stream of its own"


def test_lists_are_polled_while_a_proxy_keeps_the_stream_back(visit, person):
    browsing = visit(Look("phone")).sign_in(person)
    page = browsing.page
    held = []
    page.route("**/live", lambda route: held.append(route))
    browsing.open("/log")
    eventually(lambda: page.evaluate("1") and held, what="opening the stream")
    person.record("Corner shop")
    expect(page.get_by_role("link", name=re.compile("Corner shop"))).to_be_visible(timeout=POLLED_MILLISECONDS)
    # The stream works again, long before the next poll.
    page.unroute("**/live")
    person.record("Kiosk")
    expect(page.get_by_role("link", name=re.compile("Kiosk"))).to_be_visible(timeout=POLLED_MILLISECONDS / 2)

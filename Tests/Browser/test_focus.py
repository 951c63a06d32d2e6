"""The focus of the keyboard: it goes on from where it was, whatever opens, closes or goes away."""

import re

from playwright.sync_api import expect

from support import accessibility
from support.browsing import Look


def press(browsing, target, key="Enter"):
    """Operates something by the keyboard."""
    target.focus()
    browsing.page.keyboard.press(key)


def test_menu_and_sheets_give_the_focus_back(visit, household):
    browsing = visit(Look("desktop")).sign_in(household)
    page = browsing.open(f"/purchases/{household.purchase_id}")
    menu = browsing.button("bar.menu")
    press(browsing, menu)
    expect(page.locator(".menu")).to_be_visible()
    assert accessibility.violations(page) == []
    page.keyboard.press("Escape")
    expect(menu).to_be_focused()
    row = page.locator(".items:not(.doubts) button.row").nth(1)
    press(browsing, row)
    expect(page.get_by_role("dialog")).to_be_visible()
    assert accessibility.violations(page) == []
    page.keyboard.press("Escape")
    expect(row).to_be_focused()


def test_focus_goes_on_after_changes(visit, person):
    _, purchase = person.read_receipt()
    browsing = visit(Look("desktop")).sign_in(person)
    page = browsing.open(f"/purchases/{purchase}")
    row = page.locator(".items:not(.doubts) button.row").nth(1)
    press(browsing, row)
    sheet = page.get_by_role("dialog")
    sheet.get_by_label(browsing.text("item.name"), exact=True).fill("Eggs of the farm")
    page.keyboard.press("Enter")
    expect(sheet).to_have_count(0)
    eggs = page.locator("button.row").filter(has_text="Eggs of the farm")
    expect(eggs).to_be_focused()
    # What was pressed goes away with the doubt; the next thing to do has the focus.
    rights = page.locator(".doubts .right")
    count = rights.count()
    assert count > 0
    press(browsing, rights.first)
    expect(rights).to_have_count(count - 1)
    next_one = rights.first if count > 1 else browsing.button("purchase.confirm")
    expect(next_one).to_be_focused()
    press(browsing, browsing.button("purchase.confirm"))
    expect(browsing.button("purchase.confirm")).to_have_count(0)
    expect(page.get_by_role("heading", level=1)).to_be_focused()
    # An item that is removed leaves the focus to the page.
    press(browsing, eggs)
    press(browsing, sheet.get_by_role("button", name=browsing.text("remove")))
    expect(sheet).to_have_count(0)
    expect(page.get_by_role("heading", level=1)).to_be_focused()


def test_discarded_purchases_are_seen_and_restored(visit, person):
    purchase = person.record("Corner shop")
    browsing = visit(Look("phone", "light", "fr")).sign_in(person)
    page = browsing.open(f"/purchases/{purchase}")
    press(browsing, browsing.button("purchase.discard"))
    expect(page.get_by_role("heading", level=1)).to_have_text(browsing.text("log.title"))
    shop = page.get_by_role("link", name=re.compile("Corner shop"))
    expect(shop).to_have_count(0)
    press(browsing, browsing.button("log.discarded"))
    press(browsing, shop)
    expect(page.get_by_text(browsing.text("purchase.isDiscarded"))).to_be_visible()
    press(browsing, browsing.button("purchase.restore"))
    expect(page.get_by_text(browsing.text("purchase.isDiscarded"))).to_have_count(0)
    expect(page.get_by_role("heading", level=1)).to_be_focused()
    browsing.open("/log")
    expect(shop).to_be_visible()

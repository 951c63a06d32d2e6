"""Changes without a network: shown at once, kept, sent on return, and merged with what other devices have changed."""

import re

import pytest
from playwright.sync_api import expect

from support import stored
from support.browsing import LIVE_MILLISECONDS, Look
from support.deployment import eventually
from test_check_page import open_item, rows, save, undo
from test_lists import edit
from test_offline import sync, wait_for_copy, wait_for_worker

EDIT = "**/larder.budget.v1.Purchases/EditPurchase"
PHONE, DESKTOP = Look("phone"), Look("desktop", "dark", "fr")


def open_offline(browsing, purchase):
    """Opens a purchase of which there is a copy, and takes the network away; returns the page."""
    page = browsing.open("/log")
    wait_for_worker(browsing)
    wait_for_copy(page)
    browsing.open(f"/purchases/{purchase}")
    browsing.context.set_offline(True)
    return page


def change_field(browsing, name, value):
    """Changes a field of the purchase that is open."""
    browsing.page.locator(f"#row-{name} button.row").click()
    browsing.page.get_by_role("dialog").get_by_label(browsing.text(f"purchase.{name}")).fill(value)
    save(browsing)


def change_amount(browsing, item, amount):
    """Changes the amount of an item of the purchase that is open."""
    open_item(browsing, item).get_by_label(browsing.text("item.amount"), exact=True).fill(amount)
    save(browsing)


def waits(browsing, count):
    """The note that so many changes wait."""
    return browsing.page.get_by_text(browsing.text("edits.waiting", count=count))


def expect_all_sent(browsing):
    """Waits until no changes wait, neither of the page that is open nor in what is stored."""
    for count in (2, 1):
        expect(waits(browsing, count)).to_have_count(0)
    eventually(lambda: not stored.values(browsing.page, "queue"), what="sending what waits")


def log_row(browsing, name):
    """A row of the log."""
    return browsing.page.get_by_role("link", name=re.compile(name))


def heading(browsing):
    """The heading of the page."""
    return browsing.page.get_by_role("heading", level=1)


def own_steps(person, purchase):
    """How many steps of a purchase are its owner's."""
    steps = person.call("larder.budget.v1.Purchases/ListSteps", {"purchaseId": purchase, "page": {"size": 50}}).get("steps", [])
    return len([step for step in steps if not step.get("matched")])


def euros(minor_units):
    """The edit of a total."""
    return {"total": {"value": {"minorUnits": str(minor_units), "currency": "EUR"}}}


def test_changes_are_shown_at_once_kept_and_sent(visit, person):
    purchase = person.record("Corner shop", items=["Milk", "Bread"])
    browsing, other = visit(PHONE).sign_in(person), visit(DESKTOP).sign_in(person)
    other.open(f"/purchases/{purchase}")
    page = open_offline(browsing, purchase)
    change_field(browsing, "storeName", "Kiosk")
    expect(page.get_by_text(browsing.text("edits.kept"))).to_be_visible()
    change_amount(browsing, "Milk", "4.20")
    page.reload()
    browsing.settle()
    expect(heading(browsing)).to_have_text("Kiosk")
    expect(rows(page, "Milk")).to_contain_text("4.20")
    expect(waits(browsing, 2)).to_be_visible()
    # The items come to 6.70 then, and the total is 5.00.
    expect(page.locator(".sum.differs")).to_contain_text("6.70")
    browsing.open("/log")
    expect(log_row(browsing, "Kiosk")).to_contain_text(browsing.text("edits.mark"))
    browsing.open(f"/purchases/{purchase}")
    assert person.purchase(purchase)["storeName"] == "Corner shop"

    browsing.context.set_offline(False)
    expect(heading(other)).to_have_text("Kiosk", timeout=LIVE_MILLISECONDS)
    expect(rows(other.page, "Milk")).to_contain_text("4,20")
    expect_all_sent(browsing)
    expect(rows(page, "Milk")).to_contain_text("4.20")
    assert own_steps(person, purchase) == 2


def test_an_item_that_was_added_can_be_changed_once_it_is_sent(visit, person):
    purchase = person.record("Corner shop", items=["Milk"])
    browsing = visit(PHONE).sign_in(person)
    page = open_offline(browsing, purchase)
    browsing.button("item.add").click()
    sheet = page.get_by_role("dialog")
    sheet.get_by_label(browsing.text("item.name"), exact=True).fill("Eggs")
    sheet.get_by_label(browsing.text("item.amount"), exact=True).fill("3.99")
    save(browsing)
    rows(page, "Eggs").click()
    expect(page.get_by_text(browsing.text("edits.notYet"))).to_be_visible()
    expect(sheet).to_have_count(0)
    browsing.context.set_offline(False)
    eventually(lambda: len(person.purchase(purchase)["items"]) == 2, what="sending the item")
    expect_all_sent(browsing)
    expect(rows(page, "Eggs")).to_have_count(1)
    change_amount(browsing, "Eggs", "4.20")
    expect(rows(page, "Eggs")).to_contain_text("4.20")


def test_what_waits_is_taken_back(visit, person):
    purchase = person.record("Corner shop")
    browsing = visit(DESKTOP).sign_in(person)
    page = open_offline(browsing, purchase)
    change_field(browsing, "note", "Pour Ada")
    change_field(browsing, "storeName", "Kiosque")
    undo(browsing)
    expect(heading(browsing)).to_have_text("Corner shop")
    expect(waits(browsing, 1)).to_be_visible()
    # What needs the network says so.
    browsing.button("history.title").click()
    expect(page.get_by_role("dialog").get_by_text(browsing.text("failure.offline"))).to_be_visible()
    page.keyboard.press("Escape")
    browsing.button("purchase.discard").click()
    expect(heading(browsing)).to_have_text(browsing.text("log.title"))
    expect(log_row(browsing, "Corner shop")).to_have_count(0)
    undo(browsing)
    expect(log_row(browsing, "Corner shop")).to_be_visible()
    browsing.context.set_offline(False)
    eventually(lambda: person.purchase(purchase).get("note") == "Pour Ada", what="sending the note")
    now = person.purchase(purchase)
    assert (now["storeName"], now["state"]) == ("Corner shop", "PURCHASE_STATE_CONFIRMED")
    assert own_steps(person, purchase) == 1


def test_an_expenditure_is_changed(visit, person):
    coffee = person.spend("Coffee", 1500, "2026-11-20")
    browsing = visit(PHONE).sign_in(person)
    page = open_offline(browsing, coffee)
    browsing.field("expenditure.amount").fill("16")
    browsing.button("expenditure.saveChanges").click()
    expect(waits(browsing, 1)).to_be_visible()
    page.reload()
    browsing.settle()
    expect(browsing.field("expenditure.amount")).to_have_value("16.00")
    browsing.context.set_offline(False)
    changed = lambda: person.purchase(coffee)["items"][0]["amount"]["minorUnits"] == "1600"  # noqa: E731
    eventually(changed, what="sending the amount")
    expect_all_sent(browsing)
    expect(browsing.field("expenditure.amount")).to_have_value("16.00")


def test_a_change_whose_answer_was_lost_is_made_once(visit, person):
    purchase = person.record("Corner shop", items=["Milk"])
    browsing = visit(PHONE, service_workers="block").sign_in(person)
    page = browsing.open(f"/purchases/{purchase}")

    def lose(route):
        route.fetch()
        route.abort()

    page.route(EDIT, lose, times=1)
    browsing.button("item.add").click()
    sheet = page.get_by_role("dialog")
    sheet.get_by_label(browsing.text("item.name"), exact=True).fill("Eggs")
    sheet.get_by_label(browsing.text("item.amount"), exact=True).fill("3.99")
    # The second time it is answered.
    with page.expect_response(EDIT):
        save(browsing)
    expect_all_sent(browsing)
    expect(rows(page, "Eggs")).to_have_count(1)
    assert len(person.purchase(purchase)["items"]) == 2
    browsing.complaints[:] = [each for each in browsing.complaints if "net::ERR_" not in each]


def test_the_worker_sends_changes_that_no_page_does(visit, person, deployment):
    purchase = person.record("Corner shop")
    browsing = visit(PHONE).sign_in(person)
    page = open_offline(browsing, purchase)
    change_field(browsing, "note", "For Ada")
    session = browsing.context.new_cdp_session(page)
    page.goto("about:blank")
    sync(browsing, deployment, session)
    eventually(lambda: person.purchase(purchase).get("note") == "For Ada", what="sending the note")


def test_what_two_devices_change_apart_is_kept(visit, person):
    purchase = person.record("Corner shop", items=["Milk", "Bread"])
    milk, bread = [item["id"] for item in person.purchase(purchase)["items"]]
    browsing = visit(PHONE).sign_in(person)
    page = open_offline(browsing, purchase)
    change_field(browsing, "note", "For Ada")
    change_amount(browsing, "Milk", "4.20")
    edit(person, purchase, {"storeName": {"value": "Kiosk"}}, {"item": {"itemId": bread, "name": {"value": "Rye bread"}}})
    browsing.context.set_offline(False)
    expect(heading(browsing)).to_have_text("Kiosk", timeout=LIVE_MILLISECONDS)
    expect(rows(page, "Rye bread")).to_be_visible()
    expect(rows(page, "Milk")).to_contain_text("4.20")
    expect_all_sent(browsing)
    expect(page.locator(".conflicts")).to_have_count(0)
    merged = person.purchase(purchase)
    assert (merged["storeName"], merged["note"], merged.get("conflicts", [])) == ("Kiosk", "For Ada", [])
    assert {item["id"]: item["amount"]["minorUnits"] for item in merged["items"]} == {milk: "420", bread: "250"}


@pytest.mark.parametrize("choice", ["take", "keep"])
def test_of_two_versions_the_newest_is_shown_and_the_other_offered(visit, person, choice):
    purchase = person.record("Corner shop")
    browsing = visit(PHONE).sign_in(person)
    page = open_offline(browsing, purchase)
    change_field(browsing, "total", "4.00")
    edit(person, purchase, euros(300))
    browsing.context.set_offline(False)
    total, conflicts = page.locator("#row-total"), page.locator(".conflicts")
    expect(conflicts).to_contain_text("4.00", timeout=LIVE_MILLISECONDS)
    expect(total).to_contain_text("3.00")
    # The live stream may tell of it before the answer comes.
    expect_all_sent(browsing)
    browsing.open("/log")
    expect(log_row(browsing, "Corner shop")).to_contain_text(browsing.text("conflict.mark"))
    browsing.open(f"/purchases/{purchase}")
    browsing.button(f"conflict.{choice}").click()
    expect(conflicts).to_have_count(0)
    expect(total).to_contain_text("4.00" if choice == "take" else "3.00")
    assert person.purchase(purchase).get("conflicts", []) == []
    undo(browsing)
    expect(conflicts).to_be_visible()
    expect(total).to_contain_text("3.00")


def test_an_expenditure_has_two_versions(visit, person):
    coffee = person.spend("Coffee", 1500, "2026-11-20")
    browsing = visit(PHONE).sign_in(person)
    page = open_offline(browsing, coffee)
    browsing.field("expenditure.place").fill("Corner Café")
    browsing.button("expenditure.saveChanges").click()
    expect(waits(browsing, 1)).to_be_visible()
    edit(person, coffee, {"storeName": {"value": "Station Café"}})
    browsing.context.set_offline(False)
    expect(page.locator(".conflicts")).to_contain_text("Corner Café", timeout=LIVE_MILLISECONDS)
    expect(browsing.field("expenditure.place")).to_have_value("Station Café")
    browsing.button("conflict.take").click()
    expect(page.locator(".conflicts")).to_have_count(0)
    expect(browsing.field("expenditure.place")).to_have_value("Corner Café")


def test_a_change_of_what_was_discarded_meanwhile_is_corrected(visit, person):
    purchase = person.record("Corner shop")
    browsing = visit(PHONE).sign_in(person)
    page = open_offline(browsing, purchase)
    change_field(browsing, "note", "For Ada")
    edit(person, purchase, {"duplicate": "DUPLICATE_DECISION_DISCARD"})
    browsing.context.set_offline(False)
    rejected = page.locator(".rejected")
    expect(rejected).to_contain_text("For Ada")
    browsing.open("/log")
    row = page.get_by_role("listitem").filter(has_text=browsing.text("edits.of", name="Corner shop"))
    row.get_by_role("link", name=browsing.text("receipts.correct")).click()
    # It is dropped, and taken back.
    browsing.button("edits.drop").click()
    expect(rejected).to_have_count(0)
    undo(browsing)
    expect(rejected).to_be_visible()
    browsing.button("purchase.restore").click()
    expect(page.get_by_text(browsing.text("purchase.isDiscarded"))).to_have_count(0)
    browsing.button("edits.sendAgain").click()
    expect(rejected).to_have_count(0)
    expect(page.locator("#row-note")).to_contain_text("For Ada")
    eventually(lambda: person.purchase(purchase).get("note") == "For Ada", what="sending it again")
    expect_all_sent(browsing)

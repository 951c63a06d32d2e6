"""Expenditures: added in a few taps, with and without a network, changed, taken back."""

import re

import pytest
from playwright.sync_api import expect

from conftest import IS_SHORT
from support import stored
from support.browsing import Look
from support.deployment import eventually
from support.texts import LANGUAGES
from test_offline import reject, wait_for_worker

CREATE = "**/larder.budget.v1.Purchases/CreateExpenditure"


def expenditures(person):
    """All expenditures of a person."""
    request = {"page": {"size": 100}, "kind": "PURCHASE_KIND_EXPENDITURE"}
    return person.call("larder.budget.v1.Purchases/ListPurchases", request).get("purchases", [])


def category(browsing, slug):
    """The button of a category."""
    return browsing.page.locator(".category-choice").get_by_role("button", name=browsing.text(f"category.{slug}"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_coffee_takes_one_tap_to_get_there_and_four_to_enter(visit, person, language):
    browsing = visit(Look("phone", "light", language)).sign_in(person)
    page = browsing.open("/")
    # One tap to the form, where the amount is typed first.
    browsing.link("expenditure.new").click()
    expect(browsing.field("expenditure.amount")).to_be_focused()
    # Two digits, the category, and saving: of three and eight taps that requirement BUD-02 allows.
    page.keyboard.type("15")
    category(browsing, "coffee-tea").click()
    browsing.button("expenditure.save").click()
    expect(page.get_by_role("heading", level=1)).to_have_text(browsing.text("byHand.added"))
    [coffee] = expenditures(person)
    [item] = coffee["items"]
    assert item["amount"]["minorUnits"] == "1500"
    assert (item["productName"], item["category"]) == (browsing.text("category.coffee-tea"), "coffee-tea")
    assert coffee["purchasedAt"]["date"] == page.evaluate("new Date().toLocaleDateString('sv')")
    browsing.button("undo").click()
    expect(browsing.field("expenditure.amount")).to_have_value("15")
    assert expenditures(person) == []


def test_what_is_wrong_is_said_at_its_field_and_nothing_is_sent(visit, person):
    browsing = visit(Look("phone", "light", "fr")).sign_in(person)
    page = browsing.open("/expenditures/new")
    browsing.button("expenditure.save").click()
    expect(browsing.field("expenditure.amount")).to_be_focused()
    errors = page.locator(".by-hand .error")
    expect(errors).to_have_text([browsing.text("expenditure.amountRule"), browsing.text("expenditure.nameRule")])
    for amount in ("0", "-5", "beaucoup"):
        browsing.field("expenditure.amount").fill(amount)
        expect(errors.first).to_have_text(browsing.text("expenditure.amountRule"))
    browsing.field("expenditure.amount").fill("2,40")
    browsing.field("expenditure.name").fill("Bus")
    browsing.field("purchase.currency").fill("euro")
    browsing.button("expenditure.save").click()
    expect(errors).to_have_text([browsing.text("byHand.currencyRule")])
    assert expenditures(person) == []
    # What was typed outlives the page.
    page.reload()
    browsing.settle()
    expect(browsing.field("expenditure.name")).to_have_value("Bus")


def test_without_a_network_it_waits(visit, person):
    browsing = visit(Look("phone")).sign_in(person)
    page = browsing.open("/expenditures/new")
    wait_for_worker(browsing)
    expect(category(browsing, "transport")).to_be_visible()
    eventually(lambda: "categories" in stored.values(page, "copies"), what="the copy of the categories")
    browsing.context.set_offline(True)
    page.reload()
    browsing.settle()
    browsing.field("expenditure.amount").fill("2.40")
    # Categories are those that were known last.
    category(browsing, "transport").click()
    browsing.button("expenditure.save").click()
    expect(page.get_by_text(browsing.text("byHand.queued"))).to_be_visible()
    browsing.context.set_offline(False)
    [bus] = eventually(lambda: expenditures(person), what="sending what was queued")
    assert bus["items"][0]["category"] == "transport"


def test_one_that_is_rejected_later_is_corrected(visit, person):
    # The worker, too, sends what waits, past what the test answers in the service's place.
    browsing = visit(Look("phone"), service_workers="block").sign_in(person)
    page = browsing.open("/expenditures/new")
    page.route(CREATE, lambda route: route.abort())
    browsing.field("expenditure.amount").fill("2.40")
    browsing.field("expenditure.name").fill("Bus")
    browsing.button("expenditure.save").click()
    expect(page.get_by_text(browsing.text("byHand.queued"))).to_be_visible()
    # It takes the place of the former one, without a moment between in which the service would be asked.
    page.route(CREATE, reject("invalid_argument", 400, "name must not be empty"))
    browsing.open("/receipts")
    browsing.link("receipts.correct").click()
    expect(browsing.field("expenditure.amount")).to_have_value("2.40")
    page.unroute(CREATE)
    browsing.field("expenditure.name").fill("Bus ticket")
    browsing.button("expenditure.save").click()
    expect(page.get_by_role("heading", level=1)).to_have_text(browsing.text("byHand.added"))
    assert [each["items"][0]["productName"] for each in expenditures(person)] == ["Bus ticket"]
    browsing.forget_failed_resources()


def test_it_is_changed_undone_and_discarded(visit, person):
    coffee = person.spend("Coffee", 1500, "2026-11-20", place="Corner Café")
    browsing = visit(Look("phone")).sign_in(person)
    page = browsing.open("/log")
    page.get_by_role("link", name=re.compile("Coffee")).click()
    expect(browsing.field("expenditure.place")).to_have_value("Corner Café")
    browsing.field("expenditure.amount").fill("16")
    category(browsing, "eating-out").click()
    browsing.field("purchase.date").fill("2026-11-19")
    browsing.button("expenditure.saveChanges").click()
    expect(page.get_by_text(browsing.text("purchase.saved"))).to_be_visible()
    changed = person.purchase(coffee)
    assert changed["items"][0]["amount"]["minorUnits"] == "1600"
    assert (changed["items"][0]["category"], changed["purchasedAt"]["date"]) == ("eating-out", "2026-11-19")
    browsing.button("undo").click()
    expect(browsing.field("expenditure.amount")).to_have_value("15.00")
    # Its message would take the place of the next one.
    expect(page.get_by_text(browsing.text("purchase.undone"))).to_be_visible()
    browsing.button("purchase.discard").click()
    expect(page).to_have_url(re.compile("/log$"))
    expect(page.get_by_role("link", name=re.compile("Coffee"))).to_have_count(0)
    assert expenditures(person) == []
    browsing.button("undo").click()
    expect(page.get_by_role("link", name=re.compile("Coffee"))).to_be_visible()


def test_another_device_s_change_appears_and_keeps_what_is_typed(visit, person):
    coffee = person.spend("Coffee", 1500, "2026-11-20")
    browsing = visit(Look("desktop")).sign_in(person)
    page = browsing.open(f"/purchases/{coffee}")
    browsing.field("expenditure.place").fill("Corner Café")
    edits = [{"note": {"value": "With Ada"}}]
    person.call("larder.budget.v1.Purchases/EditPurchase", {"purchaseId": coffee, "edits": edits})
    expect(page.get_by_text(browsing.text("purchase.changedElsewhere"))).to_be_visible()
    expect(browsing.field("expenditure.place")).to_have_value("Corner Café")
    browsing.button("expenditure.saveChanges").click()
    expect(page.get_by_text(browsing.text("purchase.saved"))).to_be_visible()
    saved = person.purchase(coffee)
    assert (saved["storeName"], saved["note"]) == ("Corner Café", "With Ada")


@pytest.mark.skipif(IS_SHORT, reason="the form of a purchase has the same sheet in each look")
def test_a_note_is_kept_with_a_purchase(visit, person):
    purchase = person.record("Corner shop")
    browsing = visit(Look("phone")).sign_in(person)
    page = browsing.open(f"/purchases/{purchase}")
    page.locator("#row-note button").click()
    page.get_by_role("dialog").get_by_label(browsing.text("purchase.note")).fill("For the party.\nAsk Ada.")
    browsing.button("save").click()
    expect(page.locator("#row-note .value")).to_have_text(re.compile("For the party"))
    assert person.purchase(purchase)["note"] == "For the party.\nAsk Ada."

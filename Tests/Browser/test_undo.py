"""Each message that reports a change offers to undo it, or says why that is not possible; what cannot be undone asks first."""

import re

import pytest
from playwright.sync_api import expect

from conftest import IS_SHORT
from support.browsing import Look
from test_offline import wait_for_worker

PHONE = Look("phone", "light", "fr")


def message(browsing):
    """The message that is shown."""
    return browsing.page.locator(".message")


def undo(browsing):
    """Takes a change back by the message that reports it."""
    message(browsing).get_by_role("button", name=browsing.text("undo"), exact=True).click()


def states(person):
    """The purchases of a person, discarded ones, too: store and state."""
    method = "larder.budget.v1.Purchases/ListPurchases"
    found = [person.call(method, {"discarded": each}).get("purchases", []) for each in (False, True)]
    return [(each["storeName"], each["state"].rpartition("_")[2]) for each in found[0] + found[1]]


def mappings(person):
    """The lines of a person's receipts with the products that they mean."""
    found = person.call("larder.catalog.v1.Mappings/ListMappings", {"page": {"size": 100}}).get("mappings", [])
    return {each["printedText"]: each["product"]["name"] for each in found}


@pytest.mark.parametrize("is_offline", [False, True], ids=["added", "queued"])
def test_a_purchase_that_was_typed_in_is_taken_back(visit, person, is_offline):
    browsing = visit(PHONE).sign_in(person)
    page = browsing.open("/purchases/new")
    wait_for_worker(browsing)
    browsing.context.set_offline(is_offline)
    browsing.field("purchase.storeName").fill("Boulangerie")
    browsing.field("purchase.total").fill("3,20")
    browsing.button("byHand.save").click()
    heading = page.get_by_role("heading", level=1)
    expect(heading).to_have_text(browsing.text("byHand.kept" if is_offline else "byHand.added"))
    browsing.button("undo").click()
    # It can be corrected and added again.
    expect(browsing.field("purchase.storeName")).to_have_value("Boulangerie")
    browsing.context.set_offline(False)
    assert states(person) == ([] if is_offline else [("Boulangerie", "DISCARDED")])
    browsing.button("byHand.save").click()
    expect(heading).to_have_text(browsing.text("byHand.added"))
    assert ("Boulangerie", "CONFIRMED") in states(person)


def test_what_is_removed_from_the_form_returns(visit, person):
    browsing = visit(PHONE).sign_in(person)
    browsing.open("/purchases/new")
    names = browsing.field("item.name")
    names.first.fill("Pain")
    browsing.field("item.amount").first.fill("3,20")
    browsing.button("byHand.removeLine", number=1).click()
    expect(names.first).to_have_value("")
    undo(browsing)
    expect(names.first).to_have_value("Pain")
    browsing.field("purchase.storeName").fill("Boulangerie")
    browsing.button("byHand.clear").click()
    expect(names.first).to_have_value("")
    expect(browsing.field("purchase.storeName")).to_have_value("")
    expect(browsing.button("byHand.clear")).to_have_count(0)
    undo(browsing)
    expect(names.first).to_have_value("Pain")
    expect(browsing.field("purchase.storeName")).to_have_value("Boulangerie")


def test_a_discarded_purchase_returns_from_the_log(visit, person):
    purchase = person.record("Corner shop")
    browsing = visit(PHONE).sign_in(person)
    page = browsing.open(f"/purchases/{purchase}")
    browsing.button("purchase.discard").click()
    shop = page.get_by_role("link", name=re.compile("Corner shop"))
    expect(page.get_by_role("heading", level=1)).to_have_text(browsing.text("log.title"))
    expect(shop).to_have_count(0)
    undo(browsing)
    expect(shop).to_be_visible()
    assert states(person) == [("Corner shop", "CONFIRMED")]


def test_the_meaning_of_a_line_returns(visit, person):
    person.read_receipt()
    browsing = visit(PHONE).sign_in(person)
    page = browsing.open("/mappings")
    row = page.locator(".after-pills button.row").filter(has_text="GREEN APPLES BAG")
    sheet = page.get_by_role("dialog")
    row.click()
    sheet.get_by_role("button", name=re.compile("^Pommes Granny Smith")).click()
    expect(row).to_contain_text("Pommes Granny Smith")
    undo(browsing)
    expect(row.locator(".main")).to_have_text("Pommes")
    assert mappings(person)["GREEN APPLES BAG"] == "Apples"
    row.click()
    sheet.get_by_role("button", name=browsing.text("mappings.forget")).click()
    expect(row).to_have_count(0)
    undo(browsing)
    expect(row.locator(".main")).to_have_text("Pommes")


@pytest.mark.skipif(IS_SHORT, reason="it is about a seldom function")
def test_forgetting_all_lines_asks_first(visit, person):
    person.read_receipt()
    browsing = visit(PHONE).sign_in(person)
    page = browsing.open("/mappings")
    sheet = page.get_by_role("dialog")
    browsing.button("mappings.forgetAll").click()
    sheet.get_by_role("button", name=browsing.text("cancel")).click()
    expect(sheet).to_have_count(0)
    assert mappings(person)
    browsing.button("mappings.forgetAll").click()
    sheet.get_by_role("button", name=browsing.text("mappings.forget"), exact=True).click()
    expect(page.get_by_text(browsing.text("mappings.empty"))).to_be_visible()
    assert mappings(person) == {}


def test_a_product_that_cannot_be_removed_says_so(visit, person):
    browsing = visit(PHONE).sign_in(person)
    page = browsing.open("/products")
    browsing.button("products.add").first.click()
    page.get_by_role("dialog").get_by_label(browsing.text("products.name")).fill("Confiture de tante Rose")
    page.get_by_role("dialog").locator("button[type=submit]").click()
    expect(message(browsing)).to_contain_text(browsing.text("products.added"))

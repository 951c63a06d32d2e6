"""What things may cost: said, changed, removed and taken back, and that offers keep to it."""

import re

import pytest
from playwright.sync_api import expect

from support import accessibility
from support.browsing import Look
from support.nearby import EACH, answer_with_offers
from support.texts import LANGUAGES
from test_prices import days_ago, known_butter

SERVICE = "larder.budget.v1.Preferences"


def preferences(person):
    """What somebody has said that things may cost: the target, the currency, the least and the highest amount."""
    found = person.call(f"{SERVICE}/ListPreferences").get("preferences", [])
    return [
        (each.get("category") or each.get("productId", ""), each["currency"], int(each.get("lowestMinor", 0)), int(each.get("highestMinor", 0)))
        for each in found
    ]


def rows(browsing):
    """The preferences."""
    return browsing.page.locator(".preferences button.row")


def fill(browsing, lowest, highest, currency="eur"):
    """Types amounts into the sheet that is open."""
    browsing.field("preferences.lowest").fill(lowest)
    browsing.field("preferences.highest").fill(highest)
    browsing.field("purchase.currency").fill(currency)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_category_may_cost_from_one_amount_to_another(visit, person, language):
    browsing = visit(Look("phone", "light", language)).sign_in(person)
    page = browsing.open("/preferences")
    expect(page.get_by_role("heading", level=1)).to_have_text(browsing.text("preferences.title"))
    expect(page.get_by_text(browsing.text("preferences.empty"))).to_be_visible()
    browsing.button("preferences.add").click()
    form = page.get_by_role("dialog")
    browsing.button("save").click()
    expect(form.locator(".error")).to_have_text(browsing.text("preferences.boundRule"))
    expect(browsing.field("preferences.highest")).to_be_focused()
    fill(browsing, "6.50", "2")
    browsing.button("save").click()
    expect(form.locator(".field", has=browsing.field("preferences.lowest")).locator(".error")).to_have_text(
        browsing.text("preferences.rangeRule")
    )
    expect(form.locator(".error")).to_have_count(1)
    assert accessibility.violations(page) == []
    fill(browsing, "2", "6.50")
    browsing.field("goals.target").select_option("dairy")
    browsing.button("save").click()
    expect(page.get_by_text(browsing.text("preferences.added"))).to_be_visible()
    expect(rows(browsing)).to_have_count(1)
    expect(rows(browsing)).to_contain_text(browsing.text("category.dairy"))
    expect(rows(browsing)).to_contain_text(re.compile(r"2[.,]00.*6[.,]50"))
    assert preferences(person) == [("dairy", "EUR", 200, 650)]
    assert accessibility.violations(page) == []


def test_what_the_service_rejects_is_said_at_its_field(visit, person):
    browsing = visit(Look("phone"), service_workers="block").sign_in(person)
    page = browsing.open("/preferences")
    field, rule = "preference.lowest_minor", "must be at most the highest"
    violations = [{"field": field, "description": f"{field} {rule}"}]
    details = [{"type": "google.rpc.BadRequest", "debug": {"fieldViolations": violations}}]
    answer = {"code": "invalid_argument", "message": "", "details": details}
    page.route(f"**/{SERVICE}/SetPreference", lambda route: route.fulfill(status=400, json=answer))
    browsing.button("preferences.add").click()
    fill(browsing, "2", "6.50")
    browsing.button("save").click()
    wrong = page.get_by_role("dialog").locator(".field.wrong")
    expect(wrong).to_have_count(1)
    expect(wrong).to_contain_text("Must be at most the highest")
    expect(browsing.field("preferences.lowest")).to_be_focused()


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_preference_is_changed_removed_and_taken_back(visit, person, language):
    person.accept_prices(0, 2000, category="dairy")
    browsing = visit(Look("desktop", "light", language)).sign_in(person)
    page = browsing.open("/preferences")
    row = rows(browsing)
    expect(row).to_contain_text(re.compile(r"20[.,]00"))
    row.click()
    browsing.field("preferences.highest").fill("31.50")
    browsing.button("save").click()
    expect(page.get_by_text(browsing.text("preferences.changed"))).to_be_visible()
    expect(row).to_contain_text(re.compile(r"31[.,]50"))
    browsing.button("undo").click()
    expect(row).to_contain_text(re.compile(r"20[.,]00"))
    row.click()
    browsing.button("remove").click()
    expect(page.get_by_text(browsing.text("preferences.removed"))).to_be_visible()
    expect(page.get_by_text(browsing.text("preferences.empty"))).to_be_visible()
    assert preferences(person) == []
    browsing.button("undo").click()
    expect(row).to_contain_text(re.compile(r"20[.,]00"))
    assert preferences(person) == [("dairy", "EUR", 0, 2000)]


def test_another_target_takes_the_place_of_the_former(visit, person):
    person.accept_prices(0, 2000, category="dairy")
    person.accept_prices(100, 0)
    browsing = visit(Look("phone")).sign_in(person)
    page = browsing.open("/preferences")
    # What is about everything is first.
    rows(browsing).nth(1).click()
    browsing.field("goals.target").select_option("")
    browsing.button("save").click()
    expect(page.get_by_text(browsing.text("preferences.changed"))).to_be_visible()
    expect(rows(browsing)).to_have_count(1)
    expect(rows(browsing)).to_contain_text("€20.00")
    assert preferences(person) == [("", "EUR", 0, 2000)]
    browsing.button("undo").click()
    expect(rows(browsing)).to_have_count(2)
    assert preferences(person) == [("", "EUR", 100, 0), ("dairy", "EUR", 0, 2000)]


def test_a_product_s_prices_lead_to_what_it_may_cost(visit, person):
    butter = known_butter(person)
    person.record(minor_units=633, day=days_ago(20), items=(butter,), currency="CAD")
    browsing = visit(Look("phone")).sign_in(person)
    product = butter["product"]["productId"]
    page = browsing.open(f"/prices/item?item=product%3A{product}")
    browsing.link("preferences.ofProduct").click()
    form = page.get_by_role("dialog")
    expect(form).to_be_visible()
    expect(browsing.field("goals.target")).to_have_value(product)
    fill(browsing, "", "5")
    browsing.button("save").click()
    expect(rows(browsing)).to_contain_text(re.compile(rf"{butter['product']['name']}.*At most €5\.00", re.S))
    assert preferences(person) == [(product, "EUR", 0, 500)]
    # What the address asked for was done.
    browsing.wait_for_layers_to_leave()
    expect(page).to_have_url(re.compile("/preferences$"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_offers_say_that_they_keep_to_it(visit, person, language):
    browsing = visit(Look("phone", "light", language), service_workers="block").sign_in(person)
    answer_with_offers(browsing.page, EACH)
    page = browsing.open("/offers")
    expect(page.get_by_text(browsing.text("offers.lead", count=len(EACH), compared=9))).to_be_visible()
    expect(page.get_by_text(browsing.text("offers.ranged", count=2))).to_have_count(0)
    answer_with_offers(page, EACH, ranged=2)
    page.reload()
    expect(page.get_by_text(browsing.text("offers.ranged", count=2))).to_be_visible()
    browsing.link("preferences.title").click()
    expect(page.get_by_role("heading", level=1)).to_have_text(browsing.text("preferences.title"))

"""What costs less at a store nearby than was paid."""

import re

import pytest
from playwright.sync_api import expect

from support import accessibility
from support.browsing import LIVE_MILLISECONDS, Look
from support.nearby import EACH, OFFERS, answer_with_offers, settle_in_fernhollow
from support.texts import LANGUAGES
from test_prices import days_ago, known_butter


def rows(browsing):
    """The offers."""
    return browsing.page.locator(".offers > li")


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_offer_says_where_what_is_bought_costs_less(visit, person, language):
    browsing = visit(Look("phone", "light", language), service_workers="block").sign_in(person)
    page = browsing.page
    answer_with_offers(page, EACH)
    browsing.open("/")
    browsing.button("bar.menu").click()
    with page.expect_request(OFFERS) as request:
        browsing.link("offers.title").click()
    assert request.value.post_data_json == {"timeZone": "Europe/Paris"}
    expect(page.get_by_role("heading", level=1)).to_have_text(browsing.text("offers.title"))
    expect(page.get_by_text(browsing.text("offers.lead", count=len(EACH), compared=9))).to_be_visible()
    expect(rows(browsing)).to_have_count(len(EACH))
    first, second, observed = (rows(browsing).nth(place) for place in range(3))
    expect(first.locator(".side")).to_have_text(re.compile(r"^20\s?%"))
    expect(first).to_contain_text(re.compile(r"2[.,]40.*Fernhollow Co-op Foods.*Meadow Farm Organic.*4[.,]80.*2 l.*850.m.*2099", re.S))
    expect(first).to_contain_text(re.compile(r"3[.,]00.*Corner shop.*1[.,]20", re.S))
    expect(first.locator(".state")).to_have_text(browsing.text("profile.stores.preferred"))
    expect(second).to_contain_text(browsing.text("spending.unknownStore"))
    expect(second.locator(".state")).to_have_count(0)
    expect(second).not_to_contain_text(browsing.text("storePrices.until", day=""))
    paid = browsing.text("storePrices.observed", day="")
    expect(second).not_to_contain_text(paid)
    expect(observed).to_contain_text(re.compile(rf"4[.,]80.*454.g.*850.m · {paid}.*16", re.S))
    expect(observed).not_to_contain_text(browsing.text("storePrices.until", day=""))
    assert accessibility.violations(page) == []
    link = first.get_by_role("link", name=browsing.text("offers.purchaseOf", name=EACH[0]["item"]["name"]), exact=True)
    expect(link).to_have_attribute("href", f"/purchases/{EACH[0]['purchaseId']}")
    first.get_by_role("link").first.click()
    expect(page).to_have_url(re.compile(r"/prices/item\?item=words%3AOrganic"))
    # What a test answers was never bought.
    expect(page.get_by_role("alert")).to_be_visible()


@pytest.mark.parametrize("language", LANGUAGES)
def test_without_a_home_nothing_is_near(visit, person, language):
    browsing = visit(Look("phone", "light", language)).sign_in(person)
    page = browsing.open("/prices")
    browsing.link("prices.toOffers").click()
    expect(page.get_by_text(browsing.text("offers.noHome"))).to_be_visible()
    assert accessibility.violations(page) == []
    browsing.link("stores.setHome").click()
    expect(page.get_by_role("heading", level=1)).to_have_text(browsing.text("profile.title"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_unknown_prices_are_said_of_what_was_bought(visit, person, language):
    settle_in_fernhollow(person)
    browsing = visit(Look("phone", "light", language)).sign_in(person)
    page = browsing.open("/offers")
    expect(page.get_by_text(browsing.text("offers.few"))).to_be_visible()
    expect(browsing.link("prices.photograph")).to_have_attribute("href", "/camera")
    person.record(minor_units=633, day=days_ago(20), items=(known_butter(person),), currency="CAD")
    # The page follows what is bought.
    expect(page.get_by_text(browsing.text("offers.unknown"))).to_be_visible(timeout=LIVE_MILLISECONDS)
    expect(rows(browsing)).to_have_count(0)
    assert accessibility.violations(page) == []


def test_offers_that_cannot_be_read_are_tried_again(visit, person):
    browsing = visit(Look("phone"), service_workers="block").sign_in(person)
    restore = browsing.fail_calls("larder.budget.v1.Offers")
    page = browsing.open("/offers")
    expect(page.get_by_role("alert")).to_contain_text(browsing.text("failure.unavailable"))
    # First, as the app may try again by itself at any time.
    answer_with_offers(page, EACH)
    restore()
    browsing.try_again(rows(browsing).first)
    expect(rows(browsing)).to_have_count(len(EACH))
    browsing.forget_failed_resources()


def test_prices_are_before_the_taxes_of_the_chosen_province(visit, person):
    browsing = visit(Look("phone"), service_workers="block").sign_in(person)
    answer_with_offers(browsing.page, EACH)
    page = browsing.open("/offers")
    note = page.locator(".tax-note")
    expect(note).to_have_text(browsing.text("taxes.before"))
    province = browsing.field("taxes.region")
    expect(province).to_have_value("CA")
    province.select_option("CA-QC")
    expect(note).to_contain_text(re.compile(r"\(Quebec: GST 5\s?% and QST 9\.975\s?%\)"))
    expect(note).to_contain_text(browsing.text("taxes.groceries"))
    assert accessibility.violations(page) == []
    province.select_option("CA-NU")
    expect(note).to_contain_text(re.compile(r"\(Nunavut: GST 5\s?%\)"))
    # It is remembered, and what is not known is not said.
    restore = browsing.fail_calls("larder.catalog.v1.TaxRates")
    page.reload()
    browsing.settle()
    expect(province).to_have_value("CA-NU")
    expect(note).to_have_text(browsing.text("taxes.before"))
    restore()
    browsing.forget_failed_resources()


def test_outside_canada_no_province_is_asked_for(visit, person):
    browsing = visit(Look("phone", "light", "fr"), service_workers="block").sign_in(person)
    answer_with_offers(browsing.page, EACH)
    page = browsing.open("/offers")
    expect(page.locator(".tax-note")).to_have_text(browsing.text("taxes.before"))
    expect(browsing.field("taxes.region")).to_have_count(0)
    answer_with_offers(page, [])
    page.reload()
    expect(page.get_by_text(browsing.text("offers.none", count=9))).to_be_visible()
    expect(page.locator(".tax-note")).to_have_count(0)

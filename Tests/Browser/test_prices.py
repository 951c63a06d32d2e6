"""Prices of what one buys: what has become dearer or cheaper, packs that have shrunk, and the history of each."""

import datetime
import re

import pytest
from playwright.sync_api import expect

from support import accessibility
from support.browsing import Look
from support.nearby import CURRENT, FORMER, answer_with_store_prices, settle_in_fernhollow, stores_near
from support.prices import COMPARED_SERIES, COMPARISONS, CREDIT, EACH, answer_with_averages, answer_with_changes
from support.prices import answer_with_history
from support.texts import LANGUAGES


def rows(browsing):
    """The changes."""
    return browsing.page.locator(".prices li")


def days_ago(count):
    """A day of the past, since what is compared was bought within a year."""
    return str(datetime.date.today() - datetime.timedelta(days=count))


def buy(person, days, minor_units, name="Zabala butter 500g"):
    """Buys one pack at the corner shop, so many days ago."""
    return person.record(minor_units=minor_units, day=days_ago(days), items=(name,))


def known_butter(person):
    """An item of a product that the catalog knows."""
    butter = person.call("larder.catalog.v1.Products/SearchProducts", {"text": "butter", "limit": 1})["products"][0]
    return {"name": "Butter 454g", "product": {"productId": butter["id"], "name": butter["name"]}}


def nearby(browsing):
    """The section of prices at stores nearby."""
    return browsing.page.locator(".nearby-prices")


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_price_that_has_risen_leads_to_its_history(visit, person, language):
    buy(person, 90, 400)
    latest = buy(person, 60, 440)
    browsing = visit(Look("phone", "light", language)).sign_in(person)
    page = browsing.open("/prices")
    expect(page.get_by_role("heading", level=2)).to_have_text(browsing.text("prices.rises"))
    expect(rows(browsing)).to_have_count(1)
    expect(rows(browsing)).to_contain_text(re.compile(r"Zabala butter 500g.*\+10.?%", re.S))
    expect(rows(browsing)).to_contain_text(re.compile(r"8[.,]00.*8[.,]80", re.S))
    # A kilogram was bought within a year, of which each costs 0.80 more.
    expect(rows(browsing)).to_contain_text(re.compile(r"0[.,]80"))
    rows(browsing).get_by_role("link").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Zabala butter 500g")
    table = page.get_by_role("table")
    expect(table.get_by_role("row")).to_have_count(3)
    expect(table.get_by_role("row").nth(1)).to_contain_text(re.compile(r"4[.,]40.*8[.,]80", re.S))
    expect(page.get_by_role("img").first).to_have_attribute("aria-label", re.compile(r"8[.,]00.*8[.,]80"))
    table.get_by_role("link").first.click()
    expect(page).to_have_url(re.compile(f"/purchases/{latest}$"))


def test_a_smaller_pack_is_shown_as_it_is_bought(visit, person):
    buy(person, 90, 400)
    browsing = visit(Look("desktop")).sign_in(person)
    page = browsing.open("/prices")
    expect(page.get_by_text(browsing.text("prices.few"))).to_be_visible()
    expect(browsing.link("prices.photograph")).to_have_attribute("href", "/camera")
    buy(person, 60, 400)
    expect(page.get_by_text(browsing.text("prices.same", count=1))).to_be_visible()
    buy(person, 59, 400, "Zabala tea 100g")
    buy(person, 28, 480, "Zabala tea 100g")
    expect(rows(browsing)).to_have_count(1)


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_kind_of_change_says_what_it_is(visit, person, language):
    browsing = visit(Look("phone", "light", language), service_workers="block").sign_in(person)
    answer_with_changes(browsing.page, EACH)
    page = browsing.open("/prices")
    expect(rows(browsing)).to_have_count(len(EACH))
    expect(rows(browsing).first).to_contain_text(browsing.text("prices.shrunk", former="500 g", now="454 g"))
    expect(rows(browsing).nth(1)).to_contain_text(browsing.text("spending.unknownStore"))
    expect(page.get_by_role("heading", level=2)).to_have_text([browsing.text("prices.rises"), browsing.text("prices.falls")])
    expect(rows(browsing).nth(2)).to_contain_text(re.compile(r"[-−]1[23].?%"))


def test_what_was_not_bought_has_no_prices(visit, person):
    browsing = visit(Look("phone")).sign_in(person)
    page = browsing.open("/prices/item?item=words:none")
    expect(page.get_by_role("alert")).to_be_visible()
    expect(page.get_by_role("table")).to_have_count(0)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_chart_is_shared_with_what_it_says_and_printed_without_buttons(visit, person, language):
    browsing = visit(Look("phone", "light", language), service_workers="block").sign_in(person)
    answer_with_history(browsing.page)
    page = browsing.open("/prices/item?item=any")
    page.evaluate(
        """() => {
          navigator.canShare = () => true;
          navigator.share = async (shared) => { window.shared = { ...shared, files: shared.files.map(({ type, size }) => ({ type, size })) }; };
          window.print = () => { window.printed = true; };
        }"""
    )
    # What is shared is what is drawn.
    page.wait_for_function("() => window.Chart?.getChart(document.querySelector('.chart canvas'))")
    browsing.button("chart.share").click()
    reading = page.get_by_role("img").first.get_attribute("aria-label")
    page.wait_for_function("() => window.shared")
    shared = page.evaluate("() => window.shared")
    assert shared["text"] == reading and re.search("11[.,]50.*14[.,]32", reading)
    [picture] = shared["files"]
    assert picture["type"] == "image/png" and picture["size"] > 1_000
    browsing.button("chart.print").click()
    assert page.evaluate("() => window.printed")
    page.emulate_media(media="print")
    expect(browsing.button("chart.print")).to_be_hidden()
    expect(page.get_by_role("navigation", name=browsing.text("bar.name"), exact=True)).to_be_hidden()
    expect(page.get_by_role("table")).to_be_visible()
    # Where nothing can be shared, what the chart says is copied.
    page.emulate_media(media="screen")
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.evaluate("() => { navigator.canShare = () => false; }")
    browsing.button("chart.share").click()
    expect(page.get_by_text(browsing.text("chart.copied"))).to_be_visible()
    assert page.evaluate("() => navigator.clipboard.readText()") == reading


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_paid_is_compared_with_the_average_of_a_region(visit, person, language):
    browsing = visit(Look("phone", "light", language), service_workers="block").sign_in(person)
    answer_with_averages(browsing.page)
    page = browsing.open("/prices")
    section = page.get_by_role("heading", name=browsing.text("averages.title")).locator("..")
    expect(section.locator("li")).to_have_count(len(COMPARISONS))
    expect(section).to_contain_text(browsing.text("averages.in.CA"))
    expect(section).to_contain_text(re.compile(r"41[.,]24.*40[.,]00", re.S))
    expect(section.locator("li").first).to_contain_text(re.compile(r"\+12.?%.*13[.,]94.*12[.,]44.*454.g.*2[.,]04", re.S))
    expect(section.locator("li").nth(1)).to_contain_text(re.compile(r"[-−][56].?%.*4.l", re.S))
    expect(section).to_contain_text(CREDIT)
    # The choice goes with the request, and is there again on another page.
    with page.expect_request(lambda request: "CompareWithAverages" in request.url and "CA-QC" in (request.post_data or "")):
        page.get_by_label(browsing.text("averages.region")).select_option("CA-QC")
    expect(section).to_contain_text(browsing.text("averages.in.CA-QC"))
    answer_with_history(page, COMPARED_SERIES)
    section.get_by_role("link").first.click()
    said = re.compile(r"13[.,]94.*12[.,]44", re.S)
    expect(page.get_by_text(said).first).to_contain_text(browsing.text("averages.in.CA-QC"))
    expect(page.get_by_role("img").first).to_have_attribute("aria-label", said)
    expect(page.get_by_role("row").last.get_by_role("cell").last).not_to_contain_text(browsing.text("averages.line"))
    expect(page.get_by_role("row").nth(1).get_by_role("cell").last).to_contain_text(re.compile(r"12[.,]44"))


def test_averages_are_of_what_was_bought(visit, person):
    browsing = visit(Look("phone")).sign_in(person)
    page = browsing.open("/prices")
    expect(page.get_by_text(browsing.text("prices.few"))).to_be_visible()
    expect(page.get_by_role("heading", name=browsing.text("averages.title"))).to_have_count(0)
    person.record(minor_units=633, day=days_ago(20), items=(known_butter(person),), currency="CAD")
    expect(page.get_by_role("heading", name=browsing.text("averages.title"))).to_be_visible()
    expect(page.locator(".averages li")).to_contain_text(re.compile(r"Butter.*13\.94", re.S))
    page.get_by_label(browsing.text("averages.region")).select_option("CA-ON")
    expect(page.locator(".averages .lead")).to_contain_text("in Ontario")
    expect(page.locator(".averages li")).to_have_count(1)


@pytest.mark.parametrize("language", LANGUAGES)
def test_prices_nearby_are_beside_the_own_ones(visit, person, language):
    browsing = visit(Look("phone", "light", language), service_workers="block").sign_in(person)
    page = browsing.page
    answer_with_history(page, product="00000000-0000-4000-8000-000000000002")
    answer_with_store_prices(page, CURRENT + FORMER)
    browsing.open("/prices/item?item=any")
    expect(nearby(browsing).get_by_role("heading", level=2)).to_have_text(browsing.text("storePrices.title"))
    shown = nearby(browsing).locator("li:visible")
    expect(shown).to_have_count(len(CURRENT))
    first = re.compile(r"Fernhollow Co-op Foods.*2[.,]40.*Meadow Farm Organic.*4[.,]80.*2 l.*850.m.*2099", re.S)
    expect(shown.first).to_contain_text(first)
    expect(shown.first.locator(".state")).to_have_text(browsing.text("profile.stores.preferred"))
    expect(shown.nth(1).locator(".state")).to_have_count(0)
    expect(shown.nth(1)).not_to_contain_text(browsing.text("storePrices.until", day=""))
    paid = browsing.text("storePrices.observed", day="")
    expect(shown.nth(1)).not_to_contain_text(paid)
    expect(shown.nth(2)).to_contain_text(re.compile(rf"Pennywise Food Depot.*2[.,]60.*1[.,]2.km · {paid}.*16", re.S))
    expect(shown.nth(2)).not_to_contain_text(browsing.text("storePrices.until", day=""))
    nearby(browsing).get_by_text(browsing.text("storePrices.former")).click()
    expect(shown).to_have_count(len(CURRENT) + len(FORMER))
    expect(shown.nth(3)).to_contain_text(re.compile(r"Bramble & Barrow Grocers.*20.*3", re.S))
    expect(shown.nth(4)).to_contain_text(re.compile(rf"Lakeview Fish House.*{paid}.*12", re.S))
    expect(shown.nth(5)).to_contain_text("2025")
    expect(page.get_by_role("table")).to_be_visible()
    assert accessibility.violations(page) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_former_prices_nearby_say_how_old_they_are(visit, person, language):
    browsing = visit(Look("desktop", "light", language), service_workers="block").sign_in(person)
    answer_with_history(browsing.page, product="00000000-0000-4000-8000-000000000002")
    answer_with_store_prices(browsing.page, FORMER)
    browsing.open("/prices/item?item=any")
    written = {"en": "March 3, 2026", "fr": "3 mars 2026"}[language]
    expect(nearby(browsing)).to_contain_text(browsing.text("storePrices.latest", day=written))
    expect(nearby(browsing).locator("li:visible")).to_have_count(0)
    answer_with_store_prices(browsing.page, FORMER[1:])
    browsing.open("/prices/item?item=any")
    written = {"en": "January 12, 2026", "fr": "12 janvier 2026"}[language]
    expect(nearby(browsing)).to_contain_text(browsing.text("storePrices.latestObserved", day=written))


def test_only_what_the_catalog_knows_has_prices_nearby(visit, person):
    browsing = visit(Look("phone"), service_workers="block").sign_in(person)
    answer_with_history(browsing.page)
    answer_with_store_prices(browsing.page, CURRENT)
    page = browsing.open("/prices/item?item=any")
    expect(page.get_by_role("table")).to_be_visible()
    expect(nearby(browsing)).to_have_count(0)


@pytest.mark.parametrize("language", LANGUAGES)
def test_without_a_home_a_hint_leads_to_it(visit, person, language):
    butter = known_butter(person)
    person.record(minor_units=633, day=days_ago(20), items=(butter,), currency="CAD")
    browsing = visit(Look("phone", "light", language)).sign_in(person)
    address = f"/prices/item?item=product:{butter['product']['productId']}"
    page = browsing.open(address)
    expect(nearby(browsing)).to_contain_text(browsing.text("storePrices.noHome"))
    expect(browsing.link("stores.setHome")).to_have_attribute("href", "/profile")
    expect(page.get_by_role("table")).to_be_visible()
    settle_in_fernhollow(person)
    browsing.open(address)
    expect(nearby(browsing)).to_contain_text(browsing.text("storePrices.none", count=len(stores_near(person))))
    expect(page.get_by_role("table")).to_be_visible()
    assert accessibility.violations(page) == []


def test_the_own_prices_are_there_when_those_nearby_fail(visit, person):
    browsing = visit(Look("phone"), service_workers="block").sign_in(person)
    page = browsing.page
    answer_with_history(page, product="00000000-0000-4000-8000-000000000002")
    restore = browsing.fail_calls("larder.catalog.v1.StorePrices")
    browsing.open("/prices/item?item=any")
    expect(nearby(browsing).get_by_role("status")).to_contain_text(browsing.text("failure.unavailable"))
    expect(page.get_by_role("table")).to_be_visible()
    answer_with_store_prices(page, CURRENT)
    restore()
    nearby(browsing).get_by_role("button", name=browsing.text("tryAgain")).click()
    expect(nearby(browsing).locator("li")).to_have_count(len(CURRENT))
    browsing.forget_failed_resources()


@pytest.mark.parametrize("language", LANGUAGES)
def test_prices_nearby_are_before_tax(visit, person, language):
    browsing = visit(Look("phone", "light", language), service_workers="block").sign_in(person)
    page = browsing.page
    answer_with_history(page, COMPARED_SERIES, product="00000000-0000-4000-8000-000000000002")
    answer_with_store_prices(page, CURRENT)
    browsing.open("/prices/item?item=any")
    note = nearby(browsing).locator(".tax-note")
    expect(note).to_have_text(browsing.text("taxes.before"))
    with page.expect_request("**/larder.catalog.v1.TaxRates/ListTaxRates") as request:
        page.get_by_label(browsing.text("averages.region")).select_option("CA-QC")
    asked = request.value.post_data_json
    assert asked["region"] == "CA-QC" and re.fullmatch(r"\d{4}-\d\d-\d\d", asked["day"])
    said = {"en": r"\(Quebec: GST 5% and QST 9\.975%\)", "fr": r"\(Québec\s: TPS 5\s% et TVQ 9,975\s%\)"}[language]
    expect(note).to_contain_text(re.compile(said))
    expect(note).to_contain_text(browsing.text("taxes.groceries"))
    assert accessibility.violations(page) == []

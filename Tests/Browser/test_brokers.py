"""Brokers outside of Larder, by country: the device's country first, links that lead out, and that Larder takes no orders."""

import re

import pytest
from playwright.sync_api import expect

from support import accessibility
from support.brokers import answer_with_brokers, shipped
from support.browsing import Look
from support.texts import LANGUAGES

# The country of the browser by its language, and the countries with brokers as they are listed.
OWN = {"en": "CA", "fr": "FR"}
COUNTRIES = {
    "en": ["Canada", "France", "United Kingdom", "United States"],
    "fr": ["Canada", "États-Unis", "France", "Royaume-Uni"],
}


def links(browsing):
    """The links to brokers."""
    return browsing.page.locator(".brokers a")


def check_links(browsing, region):
    """The brokers of a region are listed, and no others, with links that tell them nothing of Larder."""
    brokers = shipped(region)
    for broker in brokers:
        link = browsing.page.locator(f".brokers a[href='{broker['address']}']")
        expect(link.locator(".main")).to_have_text(broker["name"])
        expect(link).to_have_attribute("target", "_blank")
        expect(link).to_have_attribute("rel", "noopener noreferrer")
        expect(link).to_contain_text(browsing.text("brokers.outside"))
    expect(links(browsing)).to_have_count(len(brokers))


@pytest.mark.parametrize("language", LANGUAGES)
def test_brokers_are_listed_by_country(visit, person, language):
    browsing = visit(Look("phone", "light", language)).sign_in(person)
    page = browsing.open("/securities")
    browsing.link("brokers.link").click()
    expect(page.get_by_role("heading", level=1)).to_have_text(browsing.text("brokers.title"))
    expect(page.get_by_text(browsing.text("brokers.note"))).to_be_visible()
    country = browsing.field("brokers.region")
    expect(country).to_have_value(OWN[language])
    expect(country.locator("option")).to_have_text(COUNTRIES[language])
    check_links(browsing, OWN[language])
    assert accessibility.violations(page) == []
    country.select_option("GB")
    check_links(browsing, "GB")
    expect(page).to_have_url(re.compile(r"/brokers\?region=GB$"))
    page.reload()
    browsing.settle()
    expect(country).to_have_value("GB")
    check_links(browsing, "GB")
    # Choosing is no page of its own to go back to.
    page.go_back()
    expect(page.get_by_role("heading", level=1)).to_have_text(browsing.text("securities.title"))


@pytest.mark.parametrize("path", ["/securities/UST10", "/invested"])
def test_pages_about_securities_lead_to_brokers(visit, person, path):
    browsing = visit(Look("desktop")).sign_in(person)
    page = browsing.open(path)
    browsing.link("brokers.link").click()
    expect(page).to_have_url(re.compile("/brokers$"))
    check_links(browsing, "CA")


def test_a_broker_opens_beside_larder(visit, person):
    browsing = visit(Look("desktop"), service_workers="block").sign_in(person)
    referrers = []

    def answer(route):
        referrers.append(route.request.headers.get("referer"))
        route.fulfill(content_type="text/html", body="<title>A broker</title>")

    address = shipped("CA")[0]["address"]
    browsing.context.route(f"{address}**", answer)
    page = browsing.open("/brokers")
    with browsing.context.expect_page() as opened:
        links(browsing).and_(page.locator(f"[href='{address}']")).click()
    expect(opened.value).to_have_title("A broker")
    assert opened.value.url == address
    assert opened.value.evaluate("window.opener") is None
    assert referrers[0] is None
    expect(page.get_by_role("heading", level=1)).to_have_text(browsing.text("brokers.title"))


def test_without_brokers_in_the_own_country_the_first_is_shown(visit, person):
    browsing = visit(Look("phone"), service_workers="block").sign_in(person)
    answer_with_brokers(browsing.page, shipped("US") + shipped("GB"))
    browsing.open("/brokers?region=CA")
    expect(browsing.field("brokers.region")).to_have_value("GB")
    check_links(browsing, "GB")


@pytest.mark.parametrize("language", LANGUAGES)
def test_where_no_country_has_brokers_it_is_said(visit, person, language):
    browsing = visit(Look("phone", "light", language), service_workers="block").sign_in(person)
    answer_with_brokers(browsing.page, [])
    page = browsing.open("/brokers")
    expect(page.locator(".empty")).to_have_text(browsing.text("brokers.none"))
    expect(browsing.field("brokers.region")).to_have_count(0)
    assert accessibility.violations(page) == []


def test_brokers_that_cannot_be_read_are_tried_again(visit, person):
    browsing = visit(Look("phone"), service_workers="block").sign_in(person)
    restore = browsing.fail_calls("larder.catalog.v1.Brokers")
    page = browsing.open("/brokers")
    expect(page.get_by_role("alert")).to_contain_text(browsing.text("failure.unavailable"))
    restore()
    browsing.try_again(links(browsing).first)
    check_links(browsing, "CA")
    browsing.forget_failed_resources()

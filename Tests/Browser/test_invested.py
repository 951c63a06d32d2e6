"""What spending would have become: reached without typing, gains and losses alike, and securities that are saved."""

import re

import pytest
from playwright.sync_api import expect

from support.browsing import Look
from support.texts import LANGUAGES

# Prices of the security that ships: 2021-01-31 2016-01-31 and the like are ends of months.
PERIOD = "from=2020-01-01&to=2020-12-31"


def spend(person, minor_units, day, currency="USD"):
    """Records an expenditure."""
    amount = {"minorUnits": str(minor_units), "currency": currency}
    expenditure = {"name": "Rent", "amount": amount, "category": "housing", "purchasedAt": {"date": day}}
    person.call("larder.budget.v1.Purchases/CreateExpenditure", expenditure)


def estimate(person, symbol="UST10"):
    """What the spending of 2020 would have become."""
    request = {"firstDay": "2020-01-01", "lastDay": "2020-12-31", "symbol": symbol}
    return person.call("larder.budget.v1.Investing/EstimateEarnings", request)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_comparison_is_three_taps_from_home(visit, person, language):
    spend(person, 120000, "2026-02-10", "EUR")
    browsing = visit(Look("phone", "light", language)).sign_in(person)
    page = browsing.open("/")
    # Requirement BUD-18: three taps and no typing.
    browsing.button("bar.menu").click()
    page.get_by_role("link", name=browsing.text("invested.title")).click()
    page.get_by_role("button", name="EXAMPLE-EUR").click()
    expect(page.locator(".earnings .verdict")).to_contain_text("1")
    expect(page.locator(".earnings table")).to_be_visible()
    expect(page.locator(".comparison canvas")).to_be_visible()
    expect(page.get_by_text(browsing.text("invested.note"))).to_be_visible()


def test_a_loss_is_said_as_plainly_as_a_gain(visit, person):
    # Bonds that were bought in summer 2020 had lost much three years later.
    spend(person, 100000, "2020-07-15")
    spend(person, 5000, "2020-08-01", "CAD")
    browsing = visit(Look("desktop")).sign_in(person)
    page = browsing.open(f"/invested?security=UST10&{PERIOD}&since=1990-01-31")
    loss = page.locator(".earnings .verdict")
    expect(loss).to_contain_text("a loss of")
    figures = estimate(person)
    assert int(figures["outcome"]["gain"]["minorUnits"]) < 0
    expect(loss).to_contain_text(f"{abs(int(figures['outcome']['gain']['minorUnits'])) / 100:,.2f}")
    expect(page.locator(".comparison .verdict")).to_contain_text("a gain of")
    # Other currencies are never taken for the security's.
    expect(page.locator(".earnings")).to_contain_text(re.compile(r"other currencies.*\$50\.00"))
    for title in ["invested.worst", "invested.best"]:
        expect(page.get_by_role("heading", name=browsing.text(title)).first).to_be_visible()
    expect(page.locator(".earnings tfoot")).to_contain_text("1,000.00")


def test_a_security_is_found_saved_and_applied_again(visit, person):
    browsing = visit(Look("phone")).sign_in(person)
    page = browsing.open("/securities")
    page.get_by_label(browsing.text("securities.search")).fill("treasur")
    row = page.get_by_role("link", name=re.compile("UST10"))
    row.click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Treasury")
    expect(page.get_by_text(re.compile("end on"))).to_be_visible()
    browsing.button("securities.save").click()
    browsing.button("securities.remove").click()
    browsing.button("undo").click()
    expect(browsing.button("securities.remove")).to_be_visible()
    # Requirement BUD-20: in another session, too.
    other = visit(Look("desktop")).sign_in(person)
    other.open("/invested")
    expect(other.page.get_by_role("button", name="UST10")).to_have_attribute("aria-pressed", "true")
    page.get_by_role("button", name=browsing.text("securities.compare")).click()
    expect(page).to_have_url(re.compile("security=UST10"))
    expect(page.get_by_text(browsing.text("invested.nothing", currency="USD")).first).to_be_visible()

"""Goals: set, changed, removed, taken back, and how far they are as money is spent."""

import re

import pytest
from playwright.sync_api import expect

from support.browsing import Look
from support.rates import set_rate
from support.texts import LANGUAGES


def today(browsing):
    """Today where the browser is."""
    return browsing.page.evaluate("new Date().toLocaleDateString('sv')")


def goals(person):
    """The goals of a person."""
    return person.call("larder.budget.v1.Goals/ListGoals", {"timeZone": "UTC"}).get("goals", [])


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_goal_is_set_and_followed_while_money_is_spent(visit, person, language):
    browsing = visit(Look("phone", "light", language)).sign_in(person)
    page = browsing.open("/goals")
    expect(page.get_by_text(browsing.text("goals.empty"))).to_be_visible()
    browsing.button("goals.add").click()
    form = page.get_by_role("dialog")
    browsing.button("save").click()
    expect(form.locator(".error")).to_have_text(browsing.text("expenditure.amountRule"))
    form.get_by_label(browsing.text("goals.limit")).fill("20")
    form.get_by_label(browsing.text("purchase.currency")).fill("eur")
    form.get_by_role("button", name=browsing.text("goals.period.day"), exact=True).click()
    form.get_by_label(browsing.text("goals.target"), exact=True).select_option("coffee-tea")
    browsing.button("save").click()
    expect(page.get_by_text(browsing.text("goals.added"))).to_be_visible()
    row = page.locator(".goals li")
    expect(row).to_contain_text(browsing.text("category.coffee-tea"))
    person.spend("Coffee", 1500, today(browsing))
    person.spend("Bus", 9900, today(browsing), "transport")
    # Requirement BUD-08: it follows by itself.
    expect(row).to_contain_text(re.compile(r"75\s?%"))
    person.spend("Cake and coffee", 700, today(browsing))
    expect(row).to_have_class(re.compile("passed"))
    expect(row).to_contain_text(re.compile(r"110\s?%"))


@pytest.mark.parametrize("look", [Look("phone"), Look("desktop", "dark", "fr")])
def test_a_goal_counts_other_currencies_by_rates_that_are_named(visit, person, deployment, look):
    """Requirements BUD-05 and BUD-08."""
    browsing = visit(look).sign_in(person)
    page = browsing.open("/goals")
    expect(page.get_by_text(browsing.text("goals.empty"))).to_be_visible()
    day = today(browsing)
    set_rate(deployment, "SEK", "EUR", day, "0.0912")
    person.set_goal(2000, "DAY")
    person.spend("Coffee", 1500, day)
    row = page.locator(".goals li")
    expect(row).to_contain_text("15,00" if look.language == "fr" else "€15.00")
    expect(row).not_to_contain_text("SEK")
    person.spend("Cake", 10000, day, currency="SEK")
    # 15.00 + 100 × 0.0912: passed by what was converted alone.
    expect(row.locator(".side")).to_contain_text("24,12" if look.language == "fr" else "€24.12")
    expect(row).to_have_class(re.compile("passed"))
    expect(row).to_contain_text("1 SEK = 0,0912 EUR" if look.language == "fr" else "1 SEK = 0.0912 EUR")
    expect(row).to_contain_text("9,12" if look.language == "fr" else "€9.12")
    expect(row).to_contain_text("Bank of Canada")
    # What there is no rate for stays apart.
    person.spend("Tea", 700, day, currency="GBP")
    expect(row).to_contain_text("7,00" if look.language == "fr" else "£7.00")
    expect(row.locator(".side")).to_contain_text("24,12" if look.language == "fr" else "€24.12")


def test_a_goal_is_changed_removed_and_taken_back(visit, person):
    goal = person.set_goal(2000, "DAY", category="coffee-tea")
    browsing = visit(Look("desktop")).sign_in(person)
    page = browsing.open("/goals")
    row = page.locator(".goals button.row")
    row.click()
    form = page.get_by_role("dialog")
    form.get_by_label(browsing.text("goals.limit")).fill("31.50")
    form.get_by_role("button", name=browsing.text("goals.period.week"), exact=True).click()
    form.get_by_label(browsing.text("goals.beginsOn")).select_option("7")
    browsing.button("save").click()
    expect(row).to_contain_text("€31.50")
    [changed] = goals(person)
    assert (changed["terms"]["period"], changed["terms"]["beginsOn"]) == ("GOAL_PERIOD_WEEK", 7)
    browsing.button("undo").click()
    expect(row).to_contain_text("€20.00")
    row.click()
    form.get_by_role("button", name=browsing.text("remove")).click()
    expect(page.get_by_text(browsing.text("goals.empty"))).to_be_visible()
    assert goals(person) == []
    browsing.button("undo").click()
    expect(row).to_contain_text("€20.00")
    assert [each["id"] for each in goals(person)] == [goal]


def test_another_device_s_goals_appear(visit, person):
    browsing = visit(Look("phone")).sign_in(person)
    page = browsing.open("/goals")
    expect(page.get_by_text(browsing.text("goals.empty"))).to_be_visible()
    goal = person.set_goal(2000)
    row = page.locator(".goals button.row")
    expect(row).to_contain_text("€20.00")
    person.call("larder.budget.v1.Goals/RemoveGoal", {"goalId": goal})
    expect(page.get_by_text(browsing.text("goals.empty"))).to_be_visible()

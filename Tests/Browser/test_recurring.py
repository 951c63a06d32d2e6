"""Recurring expenditures: added, recorded by themselves, changed, ended and taken back."""

import re

import pytest
from playwright.sync_api import expect

from support.browsing import Look
from support.texts import LANGUAGES


def recurring(person):
    """The recurring expenditures of a person."""
    return person.call("larder.budget.v1.Recurring/ListRecurring", {}).get("recurring", [])


def day(browsing, distance=0):
    """A day so many days from today, where the browser is."""
    # By the calendar: a day on which clocks change has not 24 hours.
    return browsing.page.evaluate(
        """(distance) => {
          const day = new Date();
          day.setDate(day.getDate() + distance);
          return day.toLocaleDateString("sv");
        }""",
        distance,
    )


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_comes_again_is_recorded_by_itself(visit, person, language):
    browsing = visit(Look("phone", "light", language)).sign_in(person)
    page = browsing.open("/recurring")
    expect(page.get_by_text(browsing.text("recurring.empty"))).to_be_visible()
    browsing.link("recurring.add").click()
    expect(browsing.field("recurring.repeats")).to_have_value("1 month")
    browsing.button("expenditure.save").click()
    expect(page.get_by_text(browsing.text("expenditure.amountRule"))).to_be_visible()
    browsing.field("expenditure.amount").fill("42")
    browsing.field("purchase.currency").fill("eur")
    browsing.field("expenditure.name").fill("Bus pass")
    browsing.field("purchase.date").fill(day(browsing, -8))
    browsing.field("recurring.repeats").select_option("1 week")
    browsing.button("expenditure.save").click()
    row = page.locator(".recurring li")
    expect(row).to_contain_text("Bus pass")
    expect(row).to_contain_text(browsing.text("recurring.every.week", count=1))
    [found] = recurring(person)
    assert (found["recordedDay"], found["nextDay"]) == (day(browsing, -1), day(browsing, 6))
    # Both weeks are in the log, and lead back.
    page = browsing.open("/log")
    entries = page.locator("#page li", has_text="Bus pass")
    expect(entries).to_have_count(2)
    entries.first.get_by_role("link").click()
    page.get_by_role("link", name=browsing.text("recurring.isOne")).click()
    expect(page).to_have_url(re.compile(f"/recurring/{found['id']}$"))


def test_it_is_changed_and_ended_and_both_are_taken_back(visit, person):
    browsing = visit(Look("desktop")).sign_in(person)
    rent = person.repeat("Rent", 100000, day(browsing, 2))
    page = browsing.open("/recurring")
    row = page.locator(".recurring a.row")
    row.click()
    browsing.field("expenditure.amount").fill("1050")
    browsing.field("recurring.lastDay").fill(day(browsing, -30))
    browsing.button("expenditure.saveChanges").click()
    # What the service rejects is said in the form, and what was typed stays.
    expect(page.get_by_role("alert")).to_be_visible()
    expect(browsing.field("expenditure.amount")).to_have_value("1050")
    browsing.field("recurring.lastDay").fill(day(browsing, 300))
    browsing.button("expenditure.saveChanges").click()
    expect(row).to_contain_text("€1,050.00")
    assert recurring(person)[0]["terms"]["lastDay"] == day(browsing, 300)
    browsing.button("undo").click()
    expect(row).to_contain_text("€1,000.00")
    row.click()
    browsing.button("recurring.remove").click()
    expect(page.get_by_text(browsing.text("recurring.empty"))).to_be_visible()
    assert recurring(person) == []
    browsing.button("undo").click()
    expect(row).to_contain_text("€1,000.00")
    assert [each["id"] for each in recurring(person)] == [rent]


def test_another_device_s_appear_and_one_that_is_gone_says_so(visit, person):
    browsing = visit(Look("phone")).sign_in(person)
    page = browsing.open("/recurring")
    expect(page.get_by_text(browsing.text("recurring.empty"))).to_be_visible()
    rent = person.repeat("Rent", 100000, day(browsing, 2))
    page.locator(".recurring a.row").click()
    expect(browsing.field("expenditure.amount")).to_have_value("1000.00")
    person.call("larder.budget.v1.Recurring/RemoveRecurring", {"recurringId": rent})
    expect(page.get_by_text(browsing.text("recurring.gone"))).to_be_visible()

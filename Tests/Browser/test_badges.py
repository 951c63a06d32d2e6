"""Badges: those that are awarded, how far the others are, and the notice of a new one."""

import re

import pytest
from playwright.sync_api import expect

from support import accessibility
from support.browsing import LIVE_MILLISECONDS, Look
from support.person import Person
from support.texts import LANGUAGES
from test_goals import today
from test_inbox import arrival, rows, wait_until_followed

BADGES = "larder.budget.v1.Badges"
# From the event to the inbox: an event is sent at once, and again after a while where a service was busy.
NOTICE_MILLISECONDS = 30_000
# What some badges of every Larder are called, by the services.
WELCOME = {"en": "Welcome", "fr": "Bienvenue"}
FIRST_ENTRY = {"en": "First entry", "fr": "Première entrée"}
SEVEN_DAYS = {"en": "A week of purchases", "fr": "Une semaine d’achats"}


def awarded(browsing):
    """The badges that the person has got."""
    return browsing.page.locator(".badges:not(.missing) li")


def missing(browsing):
    """The badges that are still to get."""
    return browsing.page.locator(".badges.missing li")


def short_day(browsing):
    """Today as pages write it, without the weekday."""
    return browsing.page.evaluate("new Date().toLocaleDateString(navigator.language, { day: 'numeric', month: 'short' })")


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_badge_is_awarded_for_the_first_entry(visit, person, language):
    browsing = visit(Look("phone", "light", language)).sign_in(person)
    browsing.open("/")
    browsing.button("bar.menu").click()
    browsing.link("badges.title").click()
    page = browsing.page
    expect(page.get_by_role("heading", level=1)).to_have_text(browsing.text("badges.title"))
    expect(page.get_by_role("heading", level=2)).to_have_text([browsing.text("badges.awarded"), browsing.text("badges.missing")])
    expect(awarded(browsing)).to_have_count(1)
    expect(awarded(browsing)).to_contain_text(WELCOME[language])
    expect(awarded(browsing)).to_contain_text(short_day(browsing))
    first = missing(browsing).first
    expect(first).to_contain_text(FIRST_ENTRY[language])
    # What is done once has no progress.
    expect(first.get_by_role("progressbar")).to_have_count(0)
    week = missing(browsing).filter(has_text=SEVEN_DAYS[language])
    expect(week).to_contain_text(browsing.text("badges.progress", reached=0, needed=7))
    person.spend("Coffee", 450, today(browsing))
    # The page follows what is entered.
    expect(awarded(browsing)).to_have_count(2, timeout=LIVE_MILLISECONDS)
    expect(awarded(browsing).nth(1)).to_contain_text(FIRST_ENTRY[language])
    expect(missing(browsing).filter(has_text=FIRST_ENTRY[language])).to_have_count(0)
    progress = browsing.text("badges.progress", reached=1, needed=7)
    expect(week).to_contain_text(progress)
    expect(week.get_by_role("progressbar", name=SEVEN_DAYS[language], exact=True)).to_have_attribute("aria-valuetext", progress)
    assert week.get_by_role("progressbar").evaluate("(bar) => [bar.value, bar.max]") == [1, 7]
    browsing.button("back").click()
    expect(page.get_by_role("heading", level=1)).to_have_text(browsing.text("home.title", name=person.name))


def test_badges_are_read_anew_when_their_page_is_opened_again(visit, person):
    browsing = visit(Look("desktop")).sign_in(person)
    page = browsing.open("/badges")
    expect(awarded(browsing)).to_have_count(1)
    page.get_by_role("navigation", name=browsing.text("bar.name"), exact=True).get_by_role("link", name=browsing.text("bar.log")).click()
    expect(page.get_by_role("heading", level=1)).to_have_text(browsing.text("log.title"))
    # The page does not follow goals.
    person.set_goal()
    page.go_back()
    expect(awarded(browsing)).to_have_count(2)


def test_badges_fit_a_phone_with_the_largest_text(visit, person):
    person.spend()
    browsing = visit(Look("phone", "dark", "fr", "larger"))
    browsing.choose_look()
    page = browsing.sign_in(person).open("/badges")
    expect(awarded(browsing)).to_have_count(2)
    expect(missing(browsing).filter(has_text=SEVEN_DAYS["fr"])).to_contain_text(browsing.text("badges.progress", reached=1, needed=7))
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    assert accessibility.violations(page) == []


def test_a_notice_of_a_new_badge_leads_to_all_of_them(visit, deployment):
    person = Person(deployment.address, gets_badge_notices=True)
    browsing = visit(Look("phone", "light", "fr")).sign_in(person)
    page = browsing.open("/settings")
    wait_until_followed(browsing)
    person.spend("Coffee", 450, today(browsing))
    expect(arrival(browsing)).to_contain_text(browsing.text("notice.badge_awarded"), timeout=NOTICE_MILLISECONDS)
    expect(arrival(browsing)).to_contain_text(FIRST_ENTRY["fr"])
    arrival(browsing).get_by_role("link", name=browsing.text("inbox.show"), exact=True).click()
    expect(page).to_have_url(re.compile("/badges$"))
    expect(awarded(browsing)).to_have_count(2)
    browsing.open("/inbox")
    rows(browsing).get_by_role("link").click()
    expect(page).to_have_url(re.compile("/badges$"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_badges_that_cannot_be_read_are_tried_again(visit, person, language):
    browsing = visit(Look("phone", "light", language), service_workers="block").sign_in(person)
    restore = browsing.fail_calls(BADGES)
    page = browsing.open("/badges")
    expect(page.get_by_role("alert")).to_contain_text(browsing.text("failure.unavailable"))
    expect(awarded(browsing)).to_have_count(0)
    restore()
    browsing.try_again(awarded(browsing).first)
    expect(awarded(browsing)).to_contain_text(WELCOME[language])
    browsing.forget_failed_resources()

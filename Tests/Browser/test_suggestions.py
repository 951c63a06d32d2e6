"""What one could spend less on: advice on goals that are passed and on habits, votes on it, and what leads there."""

import datetime
import re

import pytest
from playwright.sync_api import expect

from support import accessibility
from support.browsing import Look
from support.suggestions import EACH, USEFUL, VOTE, allow, answer_with, item, passed_goal
from support.texts import LANGUAGES
from test_goals import today
from test_inbox import arrival, listed, rows, wait_until_followed

# From the event to the inbox: an event is told at once, and again after a while where a service was busy.
TOLD_MILLISECONDS = 30_000


def cards(browsing):
    """The suggestions."""
    return browsing.page.locator("article.suggestion")


def button(card, browsing, key):
    """A button of a suggestion."""
    return card.get_by_role("button", name=browsing.text(key), exact=True)


def title(card, browsing, key):
    """The heading of a suggestion; its picture is no part of its name."""
    return card.get_by_role("heading", name=browsing.text(key), exact=True)


def buy_bread(person, last):
    """Records enough purchases before a day that something can be said of that day."""
    for number in range(1, 7):
        day = datetime.date.fromisoformat(last) - datetime.timedelta(days=number)
        person.spend("Bread", 300, str(day), "bakery")


def pass_goal(person, day):
    """Sets a goal of 5 a day for everything and spends 21, of which 18 could be left out."""
    goal = person.set_goal(500, "DAY")
    person.spend("Nougat Zabala", 450, day, "sweets")
    person.spend("Bistro Zabala", 1350, day, "eating-out")
    person.spend("Bread", 300, day, "bakery")
    return goal


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_passed_goal_gets_advice_on_which_one_votes(visit, person, language):
    allow(person)
    browsing = visit(Look("phone", "light", language)).sign_in(person)
    day = today(browsing)
    buy_bread(person, day)
    pass_goal(person, day)
    page = browsing.open("/suggestions")
    card = cards(browsing).filter(has_text=browsing.text("goals.everything"))
    expect(card).to_contain_text(re.compile("16[.,]00"))
    expect(card.get_by_role("listitem")).to_have_text([re.compile("Bistro Zabala.*13[.,]50"), re.compile("Nougat Zabala.*4[.,]50")])
    expect(card.get_by_role("listitem").first).to_contain_text(browsing.text("suggestions.days", count=1))
    expect(card.locator(".saving")).to_contain_text(re.compile("18[.,]00"))
    useful, useless = button(card, browsing, "suggestions.useful"), button(card, browsing, "suggestions.notUseful")
    for pressed, other in ((useful, useless), (useless, useful)):
        pressed.click()
        expect(pressed).to_have_attribute("aria-pressed", "true")
        expect(other).to_have_attribute("aria-pressed", "false")
        page.reload()
        browsing.settle()
        expect(pressed).to_have_attribute("aria-pressed", "true")
        expect(other).to_have_attribute("aria-pressed", "false")
    useless.click()
    expect(useless).to_have_attribute("aria-pressed", "false")
    page.reload()
    browsing.settle()
    expect(useless).to_have_attribute("aria-pressed", "false")
    expect(useful).to_have_attribute("aria-pressed", "false")


@pytest.mark.parametrize("language", LANGUAGES)
def test_purchases_are_looked_through_only_with_consent(visit, person, language):
    browsing = visit(Look("phone", "light", language)).sign_in(person)
    day = today(browsing)
    buy_bread(person, day)
    pass_goal(person, day)
    page = browsing.open("/suggestions")
    expect(page.get_by_text(browsing.text("suggestions.consent"))).to_be_visible()
    expect(cards(browsing)).to_have_count(0)
    browsing.button("suggestions.allow").click()
    undo = browsing.held_undo()
    button(cards(browsing), browsing, "suggestions.useful").click()
    expect(button(cards(browsing), browsing, "suggestions.useful")).to_have_attribute("aria-pressed", "true")
    undo.click()
    expect(page.get_by_text(browsing.text("suggestions.consent"))).to_be_visible()
    expect(cards(browsing)).to_have_count(0)


@pytest.mark.parametrize("language", LANGUAGES)
def test_without_goals_the_first_step_is_to_set_one(visit, person, language):
    allow(person)
    browsing = visit(Look("phone", "light", language)).sign_in(person)
    page = browsing.open("/suggestions")
    expect(page.get_by_text(browsing.text("suggestions.empty"))).to_be_visible()
    browsing.link("suggestions.setGoal").click()
    expect(page.get_by_role("heading", level=1)).to_have_text(browsing.text("goals.title"))


def test_advice_comes_and_goes_while_the_page_is_open(visit, person):
    allow(person)
    browsing = visit(Look("desktop")).sign_in(person)
    page = browsing.open("/suggestions")
    expect(page.get_by_text(browsing.text("suggestions.empty"))).to_be_visible()
    day = today(browsing)
    goal = pass_goal(person, day)
    expect(cards(browsing)).to_contain_text(browsing.text("suggestions.few"))
    buy_bread(person, day)
    expect(cards(browsing)).to_contain_text("Bistro Zabala")
    person.call("larder.budget.v1.Goals/RemoveGoal", {"goalId": goal})
    expect(page.get_by_text(browsing.text("suggestions.empty"))).to_be_visible()


@pytest.mark.parametrize("look", [Look("desktop"), Look("phone", "dark", "fr", "larger")])
def test_a_passed_goal_leads_to_advice_by_the_keyboard(visit, person, look):
    allow(person)
    browsing = visit(look)
    browsing.choose_look()
    browsing.sign_in(person)
    person.set_goal(500_000, "YEAR", category="transport")
    pass_goal(person, today(browsing))
    page = browsing.open("/goals")
    passed = page.locator(".goals .passed")
    advice = browsing.link("goals.advice")
    # That of the other goal has none.
    expect(advice).to_have_count(1)
    assert accessibility.violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    passed.get_by_role("button").focus()
    page.keyboard.press("Tab")
    expect(advice).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text(browsing.text("suggestions.title"))


def test_a_notice_of_a_passed_goal_leads_to_advice(visit, person):
    allow(person)
    browsing = visit(Look("phone", "light", "fr")).sign_in(person)
    page = browsing.open("/settings")
    wait_until_followed(browsing)
    day = today(browsing)
    goal = pass_goal(person, day)
    expect(arrival(browsing)).to_contain_text(browsing.text("notice.goal_passed"), timeout=TOLD_MILLISECONDS)
    [entry] = listed(person)
    assert (entry["kind"], entry["subject"]) == ("goal_passed", f"goal:{goal}:{day}")
    arrival(browsing).get_by_role("link", name=browsing.text("inbox.show"), exact=True).click()
    expect(page).to_have_url(re.compile("/suggestions$"))
    expect(cards(browsing)).to_contain_text(browsing.text("goals.everything"))
    browsing.open("/inbox")
    rows(browsing).get_by_role("link").click()
    expect(page).to_have_url(re.compile("/suggestions$"))


@pytest.mark.parametrize("look", [Look("phone"), Look("desktop", "dark", "fr")])
def test_each_kind_of_advice_says_what_it_is_about(visit, person, look):
    allow(person)
    browsing = visit(look, service_workers="block").sign_in(person)
    answer_with(browsing.page, EACH)
    page = browsing.open("/suggestions")
    items, nothing, new, product, unnamed = (cards(browsing).nth(index) for index in range(len(EACH)))
    expect(title(items, browsing, "goals.everything")).to_be_visible()
    # What has no name is called by its category, and leads nowhere as it is no product.
    expect(items.get_by_role("listitem").last).to_contain_text(browsing.text("category.sweets"))
    expect(items.get_by_role("link")).to_have_count(1)
    expect(items.locator(".saving")).to_contain_text(re.compile("59[.,]70"))
    expect(title(nothing, browsing, "category.transport")).to_be_visible()
    expect(nothing).to_contain_text(browsing.text("suggestions.none"))
    expect(new).to_contain_text(browsing.text("suggestions.few"))
    expect(product).to_contain_text(re.compile("81[.,]00"))
    expect(product.locator(".saving")).to_contain_text(re.compile("328[.,]50"))
    expect(button(product, browsing, "suggestions.useful")).to_have_attribute("aria-pressed", "true")
    expect(title(unnamed, browsing, "category.sweets")).to_be_visible()
    expect(unnamed.get_by_role("link")).to_have_count(0)
    product.get_by_role("link").click()
    expect(page).to_have_url(re.compile("/log.*from=2025-08-29&to=2025-11-26&product=00000000-0000-4000-8000-000000000002"))
    page.go_back()
    nothing.get_by_role("link").click()
    expect(page).to_have_url(re.compile("/spending.*from=2025-11-01&to=2025-11-30"))


def test_a_vote_that_fails_is_said_and_changes_nothing(visit, person):
    allow(person)
    browsing = visit(Look("phone"), service_workers="block").sign_in(person)
    given = passed_goal("goal", [item("Nougat", 1_120, 4)], 1_120)
    answer_with(browsing.page, [given])
    page = browsing.open("/suggestions")
    restore = browsing.fail_calls("larder.budget.v1.Suggestions", "VoteOnSuggestion")
    useful = button(cards(browsing), browsing, "suggestions.useful")
    useful.click()
    expect(page.locator(".message.problem")).to_contain_text(browsing.text("failure.unavailable"))
    expect(useful).to_have_attribute("aria-pressed", "false")
    expect(cards(browsing)).to_contain_text("Nougat")
    page.route(VOTE, lambda route: route.fulfill(json={**given, "vote": USEFUL}))
    restore()
    with page.expect_request(VOTE) as sent:
        useful.click()
    assert sent.value.post_data_json == {"suggestionId": "goal", "vote": USEFUL, "timeZone": "Europe/Paris"}
    expect(useful).to_have_attribute("aria-pressed", "true")
    browsing.forget_failed_resources()


def test_advice_that_is_not_given_any_more_goes_with_the_vote(visit, person):
    allow(person)
    browsing = visit(Look("phone"), service_workers="block").sign_in(person)
    given = [passed_goal("goal", [item("Nougat", 1_120, 4)], 1_120)]
    answer_with(browsing.page, given)

    def refuse(route):
        # From then on: the page may read the list anew at any time.
        given.clear()
        route.fulfill(status=404, json={"code": "not_found", "message": ""})

    browsing.page.route(VOTE, refuse)
    page = browsing.open("/suggestions")
    button(cards(browsing), browsing, "suggestions.useful").click()
    expect(page.get_by_text(browsing.text("suggestions.empty"))).to_be_visible()

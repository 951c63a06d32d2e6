"""The introduction at the beginning, the tours of pages and tips: next, back, skip, go on elsewhere, and again."""

import pytest
from playwright.sync_api import expect

from support import accessibility
from support.browsing import Look
from support.deployment import eventually
from support.person import Person

SETTINGS = "larder.auth.v1.Settings/"
TOURS = [
    *("receipts", "byHand", "expenditure", "log", "spending", "goals", "suggestions", "prices", "offers", "invested"),
    *("securities", "inbox", "eateries", "settings"),
]
# But the one of what is doubtful, which takes a receipt that is.
TIPS = {"longReceipts": "/camera", "sums": "/log", "diets": "/eateries", "keeping": "/settings", "digest": "/notices"}


@pytest.fixture
def newcomer(deployment):
    """Somebody who has never used Larder."""
    return Person(deployment.address, is_introduced=False)


def dialog(browsing):
    """What is open over the page."""
    return browsing.page.get_by_role("dialog")


def expect_slide(browsing, number):
    """The slide of a number is shown, and read out."""
    expect(dialog(browsing).get_by_role("heading")).to_have_text(browsing.text(f"introduction.{number}"))
    expect(dialog(browsing).get_by_role("heading")).to_be_focused()
    expect(dialog(browsing).get_by_text(browsing.text("tutorials.step", number=number, count=3))).to_be_visible()


def progress(person):
    """What the account has."""
    return person.call(SETTINGS + "GetSettings").get("finishedTutorials", [])


@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_introduction_comes_on_first_use_and_goes_on_where_it_was(visit, newcomer, language):
    browsing = visit(Look("phone", "light", language)).sign_in(newcomer)
    page = browsing.open("/")
    expect_slide(browsing, 1)
    assert accessibility.violations(page) == []
    browsing.button("tutorials.next").click()
    expect_slide(browsing, 2)
    eventually(lambda: "introduction.1" in progress(newcomer), what="keeping the slide")
    # On another device, by the keyboard alone.
    other = visit(Look("desktop", "dark", language)).sign_in(newcomer)
    other.open("/")
    expect_slide(other, 2)
    assert accessibility.violations(other.page) == []
    for key, number in (("ArrowLeft", 1), ("ArrowRight", 2), ("ArrowRight", 3), ("ArrowRight", 3)):
        other.page.keyboard.press(key)
        expect_slide(other, number)
    other.button("tutorials.start").click()
    expect(dialog(other)).to_have_count(0)
    eventually(lambda: progress(newcomer) == ["introduction"], what="keeping the end")
    page.reload()
    browsing.settle()
    expect(page.get_by_role("link", name=browsing.text("home.photo"))).to_be_visible()
    expect(dialog(browsing)).to_have_count(0)


def test_the_introduction_is_swiped_and_once_skipped_never_comes_by_itself(visit, newcomer):
    browsing = visit(Look("phone")).sign_in(newcomer)
    page = browsing.open("/")
    expect_slide(browsing, 1)
    # Several times: a browser takes some of these for going back, unless the page says that they are its own.
    for _ in range(5):
        draw(browsing, -120)
        expect_slide(browsing, 2)
        draw(browsing, 120)
        expect_slide(browsing, 1)
    browsing.go_back_from_layer()
    expect(dialog(browsing)).to_have_count(0)
    eventually(lambda: progress(newcomer) == ["introduction"], what="keeping that it was skipped")
    for _ in range(2):
        page = browsing.open("/")
        expect(page.get_by_role("heading", level=1)).to_be_focused()
        expect(dialog(browsing)).to_have_count(0)
    # It is found again from the menu.
    browsing.button("bar.menu").click()
    browsing.link("menu.tutorials").click()
    again = page.get_by_role("button", name=f"{browsing.text('tutorials.again')}: {browsing.text('tutorials.introduction')}")
    again.click()
    expect_slide(browsing, 1)
    page.keyboard.press("Escape")
    expect(dialog(browsing)).to_have_count(0)
    expect(again).to_be_focused()


@pytest.mark.parametrize("address", ["settings/shared.js", f"{SETTINGS}GetSettings", "tutorials/introduction.js"])
def test_the_introduction_comes_although_what_it_needs_cannot_be_fetched_at_first(visit, newcomer, address):
    browsing = visit(Look("phone")).sign_in(newcomer)
    failed = []

    def fail_first(route):
        if failed:
            route.continue_()
        else:
            failed.append(route)
            route.abort()

    browsing.page.route(f"**/{address}", fail_first)
    browsing.open("/")
    dialog(browsing).wait_for()
    expect_slide(browsing, 1)
    assert failed
    browsing.forget_failed_resources()


def draw(browsing, distance):
    """Draws a finger across the slide."""
    box = browsing.page.locator(".slide").bounding_box()
    session = browsing.context.new_cdp_session(browsing.page)
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    for kind, points in (
        ("touchStart", [{"x": x, "y": y}]),
        ("touchMove", [{"x": x + distance, "y": y}]),
        ("touchEnd", []),
    ):
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})


def start(browsing, name, act="tutorials.show"):
    """Starts a tour from the page that lists them."""
    browsing.open("/tutorials")
    title = browsing.text(f"tour.{name}")
    browsing.page.get_by_role("button", name=f"{browsing.text(act)}: {title}", exact=True).click()
    expect(browsing.page.get_by_role("dialog", name=title)).to_be_visible()


def steps(browsing):
    """How many steps the tour has that is shown, by what it says."""
    return int(dialog(browsing).locator(".tour-head span").inner_text().split()[-1])


@pytest.mark.parametrize("name", TOURS)
@pytest.mark.parametrize("language", ["en", "fr"])
def test_each_tour_opens_is_left_goes_on_and_opens_again(visit, person, language, name):
    person.record()
    browsing = visit(Look("phone", "light", language)).sign_in(person)
    start(browsing, name)
    heading = dialog(browsing).get_by_role("heading")
    expect(heading).to_be_focused()
    first, count = heading.inner_text(), steps(browsing)
    assert accessibility.violations(browsing.page) == []
    browsing.button("tutorials.next").click()
    expect(heading).not_to_have_text(first)
    second = heading.inner_text()
    browsing.page.keyboard.press("Escape")
    expect(dialog(browsing)).to_have_count(0)
    eventually(lambda: f"{name}.1" in progress(person), what="keeping the step")
    other = visit(Look("desktop", "light", language)).sign_in(person)
    start(other, name, "tutorials.goOn")
    expect(dialog(other).get_by_role("heading")).to_have_text(second)
    for _ in range(count - 2):
        other.button("tutorials.next").click()
    other.button("tutorials.done").click()
    expect(dialog(other)).to_have_count(0)
    eventually(lambda: name in progress(person), what="keeping the end")
    start(other, name, "tutorials.again")
    expect(dialog(other).get_by_role("heading")).to_have_text(first)


def test_tours_of_two_devices_do_not_undo_each_other(visit, person):
    browsing = visit(Look("phone")).sign_in(person)
    browsing.open("/tutorials")
    seen = {"settings": {"finishedTutorials": ["introduction", "log"]}, "fields": ["finished_tutorials"]}
    person.call(SETTINGS + "UpdateSettings", seen)
    start(browsing, "inbox")
    browsing.button("tutorials.next").click()
    eventually(lambda: set(progress(person)) == {"introduction", "log", "inbox.1"}, what="keeping both")


def test_help_leads_to_the_tours_and_a_step_frames_what_it_is_about(visit, person):
    browsing = visit(Look("desktop")).sign_in(person)
    page = browsing.open("/help")
    browsing.link("tutorials.title").click()
    expect(page.get_by_role("heading", level=1)).to_have_text(browsing.text("tutorials.title"))
    start(browsing, "settings")
    expect(page.locator(".tour-frame")).to_be_visible()
    frame, account = page.locator(".tour-frame").bounding_box, page.locator(".account-card").bounding_box
    eventually(lambda: abs(frame()["y"] + 6 - account()["y"]) < 2 and frame()["width"] >= account()["width"], what="the frame")


def mark(browsing, name):
    """What a tip is opened by."""
    return browsing.button("tips.about", title=browsing.text(f"tip.{name}"))


def card(browsing, name):
    """What a tip says, where it is open."""
    return browsing.page.locator(".tip-card:visible").filter(has_text=browsing.text(f"tip.{name}.text"))


@pytest.mark.parametrize("name", TIPS)
@pytest.mark.parametrize("language", ["en", "fr"])
def test_each_tip_opens_and_closes_by_a_tap_and_is_read_out_with_its_mark(visit, person, language, name):
    person.record()
    browsing = visit(Look("phone", "light", language)).sign_in(person)
    page = browsing.open(TIPS[name])
    expect(mark(browsing, name)).to_have_accessible_description(browsing.text(f"tip.{name}.text"))
    expect(mark(browsing, name)).to_have_attribute("aria-expanded", "false")
    expect(card(browsing, name)).to_have_count(0)
    mark(browsing, name).tap()
    expect(card(browsing, name)).to_be_visible()
    expect(mark(browsing, name)).to_have_attribute("aria-expanded", "true")
    box = card(browsing, name).bounding_box()
    assert box["x"] >= 0 and box["x"] + box["width"] <= 390 and box["y"] >= 0 and box["y"] + box["height"] <= 844, box
    assert accessibility.violations(page) == []
    mark(browsing, name).tap()
    expect(card(browsing, name)).to_have_count(0)
    mark(browsing, name).tap()
    page.get_by_role("heading", level=1).tap()
    expect(card(browsing, name)).to_have_count(0)


def test_a_tip_opens_by_pointing_at_it_and_by_the_keyboard(visit, person):
    person.record()
    browsing = visit(Look("desktop")).sign_in(person)
    page = browsing.open("/log")
    mark(browsing, "sums").hover()
    expect(card(browsing, "sums")).to_be_visible()
    # The pointer reaches what it says.
    card(browsing, "sums").get_by_role("tooltip").hover()
    expect(card(browsing, "sums")).to_be_visible()
    page.keyboard.press("Escape")
    expect(card(browsing, "sums")).to_have_count(0)
    page.mouse.move(5, 500)
    mark(browsing, "sums").hover()
    expect(card(browsing, "sums")).to_be_visible()
    page.mouse.move(5, 500)
    expect(card(browsing, "sums")).to_have_count(0)
    page.keyboard.press("Tab")
    expect(mark(browsing, "sums")).to_be_focused()
    expect(card(browsing, "sums")).to_be_visible()
    page.keyboard.press("Tab")
    expect(browsing.button("tips.dismiss")).to_be_focused()
    page.keyboard.press("Escape")
    expect(card(browsing, "sums")).to_have_count(0)
    expect(mark(browsing, "sums")).to_be_focused()
    page.keyboard.press("Enter")
    expect(card(browsing, "sums")).to_be_visible()
    page.keyboard.press("Shift+Tab")
    expect(card(browsing, "sums")).to_have_count(0)


@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_tip_that_was_taken_away_is_found_among_the_tours_alone(visit, person, language):
    person.record()
    browsing = visit(Look("phone", "light", language)).sign_in(person)
    page = browsing.open("/log")
    mark(browsing, "sums").tap()
    browsing.button("tips.dismiss").tap()
    expect(mark(browsing, "sums")).to_have_count(0)
    expect(page.get_by_role("heading", level=1)).to_be_focused()
    eventually(lambda: "tip-sums" in progress(person), what="keeping that it was taken away")
    other = visit(Look("desktop", "dark", language)).sign_in(person)
    page = other.open("/settings")
    expect(mark(other, "keeping")).to_be_visible()
    page.goto("/log")
    other.settle()
    expect(page.locator(".month")).to_have_count(1)
    expect(mark(other, "sums")).to_have_count(0)
    other.open("/tutorials")
    expect(page.get_by_text(other.text("tip.sums.text"))).to_be_visible()
    assert accessibility.violations(page) == []

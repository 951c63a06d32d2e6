"""What is open nearby: by the device's location or by a place that is typed, as a list and on a map."""

import re

import pytest
from playwright.sync_api import expect

from support import accessibility
from support.browsing import Look
from support.texts import LANGUAGES

# Within the operating area, beside a diner that never closes.
DINER = "Night Owl Diner"
PLACE = {"latitude": 49.607, "longitude": -119.67, "accuracy": 150}
TYPED = "49.607, -119.67"


@pytest.fixture
def tiles(deployment):
    """The tiles of the map."""
    if not deployment.is_own:
        pytest.skip("the tiles of the Larder at LARDER_WEB are not the tests'")
    yield deployment.tiles
    deployment.tiles.is_failing = False


def locating(visit, person, look=Look("phone")):
    """A browser that shares its location, at the page of eateries."""
    browsing = visit(look, geolocation=PLACE, permissions=["geolocation"]).sign_in(person)
    browsing.open("/eateries")
    return browsing


def row(browsing, name=DINER):
    """The row of an eatery in the list."""
    return browsing.page.locator(".eateries li").filter(has_text=name)


def pin(browsing, name=DINER):
    """The mark of an eatery on the map."""
    return browsing.page.locator(".map").get_by_role("button", name=name)


def search_by_typing(browsing, place=TYPED):
    """Types a place and searches there."""
    browsing.field("eateries.spot").fill(place)
    browsing.button("eateries.show").click()


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_device_is_on_a_map_among_the_eateries(visit, household, tiles, language):
    browsing = locating(visit, household, Look("phone", "light", language))
    page = browsing.page
    browsing.button("eateries.here").click()
    expect(row(browsing)).to_be_visible()
    expect(page.locator(".map .leaflet-tile-loaded").first).to_be_visible()
    expect(page.locator(".map .accuracy")).to_have_count(1)
    expect(page.get_by_role("img", name=browsing.text("eateries.own"))).to_be_visible()
    expect(page.locator(".leaflet-control-attribution")).to_have_text("© Tests of Larder")
    for key in ("photo.in", "photo.out"):
        box = page.locator(".map").get_by_role("button", name=browsing.text(key)).bounding_box()
        assert min(box["width"], box["height"]) >= 44
    assert accessibility.violations(page) == []


def add_another(route):
    """Answers with another eatery beside the diner, which is the only one that is open at each hour."""
    answer = route.fetch()
    eateries = answer.json()["eateries"]
    diner = next(eatery for eatery in eateries if eatery["name"] == DINER)
    location = {**diner["location"], "latitudeMicrodegrees": int(diner["location"]["latitudeMicrodegrees"]) + 4_000}
    other = {**diner, "id": "11111111-2222-4333-8444-555555555555", "name": "The Other Diner", "location": location}
    route.fulfill(response=answer, json={"eateries": [*eateries, other]})


def test_a_choice_in_the_list_is_marked_on_the_map_and_the_other_way_round(visit, household, tiles):
    browsing = locating(visit, household)
    page = browsing.page
    page.route("**/ListOpenEateries", add_another)
    browsing.button("eateries.here").click()
    row(browsing).get_by_role("button").click()
    expect(pin(browsing)).to_have_attribute("aria-pressed", "true")
    expect(pin(browsing)).to_have_class(re.compile(r"\bchosen\b"))
    expect(page.locator(".leaflet-popup")).to_have_text(DINER)
    other = page.locator(".map").get_by_role("button").and_(page.locator(".pin:not(.chosen)")).last
    name = other.get_attribute("aria-label")
    other.focus()
    page.keyboard.press("Enter")
    expect(row(browsing, name).get_by_role("button")).to_have_attribute("aria-pressed", "true")
    expect(row(browsing).get_by_role("button")).to_have_attribute("aria-pressed", "false")


def test_the_own_place_can_be_dragged_elsewhere(visit, household, tiles):
    browsing = locating(visit, household, Look("desktop"))
    page = browsing.page
    browsing.button("eateries.here").click()
    own = page.get_by_role("img", name=browsing.text("eateries.own"))
    # Once it stands still.
    own.hover()
    box = own.bounding_box()
    middle = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(*middle)
    page.mouse.down()
    page.mouse.move(middle[0] - 40, middle[1] - 60, steps=5)
    with page.expect_request("**/ListOpenEateries") as request:
        page.mouse.up()
    moved = request.value.post_data_json["near"]
    assert int(moved["latitudeMicrodegrees"]) > PLACE["latitude"] * 1e6
    assert int(moved["longitudeMicrodegrees"]) < PLACE["longitude"] * 1e6
    # How far the device may be off says nothing of a place that was chosen.
    expect(page.locator(".map .accuracy")).to_have_count(0)


def test_a_typed_place_is_remembered_and_the_location_of_the_device_is_not(visit, household):
    browsing = locating(visit, household)
    browsing.button("eateries.here").click()
    expect(row(browsing)).to_be_visible()
    browsing.open("/eateries")
    expect(browsing.field("eateries.spot")).to_have_value("")
    search_by_typing(browsing, "Paris")
    expect(browsing.page.get_by_text(browsing.text("eateries.spotRule"))).to_be_visible()
    search_by_typing(browsing)
    expect(row(browsing)).to_be_visible()
    browsing.open("/eateries")
    expect(browsing.field("eateries.spot")).to_have_value(TYPED)


def test_a_place_where_nothing_is_served_says_so(visit, household):
    browsing = visit(Look("phone", "light", "fr")).sign_in(household)
    page = browsing.open("/eateries")
    search_by_typing(browsing, "0, 0")
    expect(page.get_by_role("alert")).to_be_visible()
    expect(page.locator(".eateries li")).to_have_count(0)


def test_the_list_is_there_when_tiles_fail(visit, household, tiles):
    tiles.is_failing = True
    browsing = visit(Look("phone")).sign_in(household)
    page = browsing.open("/eateries")
    search_by_typing(browsing)
    expect(page.get_by_text(browsing.text("eateries.noMap"))).to_be_visible()
    expect(page.locator(".map")).to_have_count(0)
    expect(row(browsing)).to_be_visible()
    tiles.is_failing = False
    browsing.button("tryAgain").click()
    expect(page.locator(".map .leaflet-tile-loaded").first).to_be_visible()
    browsing.forget_failed_resources()


@pytest.mark.parametrize("part", ["leaflet.js", "leaflet.css"])
def test_the_list_is_there_when_the_map_cannot_be_loaded(visit, household, tiles, part):
    browsing = visit(Look("phone"), service_workers="block").sign_in(household)
    page = browsing.open("/eateries")
    page.route(f"**/{part}", lambda route: route.abort())
    search_by_typing(browsing)
    expect(page.get_by_text(browsing.text("eateries.noMap"))).to_be_visible()
    expect(row(browsing)).to_be_visible()
    page.unroute(f"**/{part}")
    browsing.button("tryAgain").click()
    expect(page.locator(".map .leaflet-tile-loaded").first).to_be_visible()
    browsing.forget_failed_resources()

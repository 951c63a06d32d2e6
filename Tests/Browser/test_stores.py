"""Stores nearby: around the home place or another place for once, with those that are preferred and ignored; and the stores of
somebody's receipts, which are nearby once it is said where they are."""

import re

import pytest
from playwright.sync_api import expect

from support import accessibility
from support.browsing import Look
from support.deployment import eventually
from support.nearby import FAR, LATITUDE, LONGITUDE, NEARBY, NEAREST, PROFILES, settle_in_fernhollow, stores_near
from support.texts import LANGUAGES
from test_profile import profile

PLACE = {"latitude": LATITUDE, "longitude": LONGITUDE, "accuracy": 150}
# What somebody does who does not share the location.
REFUSE = """() => {
  navigator.geolocation.getCurrentPosition = (found, failed) => failed({ code: GeolocationPositionError.PERMISSION_DENIED });
}"""


@pytest.fixture
def resident(person):
    """Somebody who lives among the stores."""
    settle_in_fernhollow(person)
    return person


# A store that the catalog doesn't know.
SHOP = "Zabala Corner"
STORES = "larder.catalog.v1.Stores/"


def own_stores(person):
    """The stores of somebody's receipts that the catalog doesn't know."""
    return person.call(STORES + "ListOwnStores").get("stores", [])


@pytest.fixture
def shopper(resident):
    """Somebody who lives among the stores, and has bought at one that the catalog doesn't know."""
    resident.record(SHOP)
    eventually(lambda: own_stores(resident), what="naming a store by a purchase")
    return resident


def place_shop(shopper, latitude=49_601_000):
    """Says where the store is."""
    location = {"latitudeMicrodegrees": str(latitude), "longitudeMicrodegrees": "-119680000"}
    shopper.call(STORES + "SetOwnStoreLocation", {"storeId": own_stores(shopper)[0]["id"], "location": location})


def own_row(browsing):
    """The row of the store of receipts, which is in the page once it is near the view, below a long list of other stores."""
    browsing.page.locator(".own-stores").scroll_into_view_if_needed()
    return browsing.page.locator(".own-stores li")


def rows(browsing):
    """The stores that are listed."""
    return browsing.page.locator(".stores > li")


def row(browsing, name=NEARBY):
    """The row of a store."""
    return rows(browsing).filter(has=browsing.page.locator(".main", has_text=name))


def choices(person):
    """The stores that somebody prefers, and those that they ignore."""
    stores = profile(person).get("stores", {})
    return set(stores.get("preferred", [])), set(stores.get("ignored", []))


@pytest.mark.parametrize("language", LANGUAGES)
def test_stores_are_listed_around_the_home(visit, resident, language):
    browsing = visit(Look("phone", "light", language)).sign_in(resident)
    page = browsing.open("/offers")
    browsing.link("stores.title").click()
    expect(page.get_by_role("heading", level=1)).to_have_text(browsing.text("stores.title"))
    expect(browsing.field("eateries.radius")).to_have_value("5000")
    expect(page.get_by_text(browsing.text("stores.count", count=len(stores_near(resident)), distance="5 km"))).to_be_visible()
    expect(rows(browsing).first).to_contain_text(NEAREST)
    expect(row(browsing)).to_contain_text(browsing.text("storeKind.grocery"))
    expect(row(browsing)).to_contain_text("14 Juniper Street")
    expect(row(browsing).locator(".side")).to_have_text(re.compile(r"^\d{3}\sm$"))
    until, closed = browsing.text("eateries.until", time=""), browsing.text("stores.closed")
    expect(row(browsing)).to_contain_text(re.compile(f"{re.escape(until)}|{re.escape(closed)}"))
    browsing.field("eateries.radius").select_option("1000")
    expect(row(browsing, FAR)).to_have_count(0)
    expect(row(browsing)).to_be_visible()
    assert accessibility.violations(page) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_store_is_preferred_comes_first_and_is_taken_back(visit, resident, language):
    browsing = visit(Look("phone", "light", language)).sign_in(resident)
    page = browsing.open("/stores")
    prefer = browsing.button("stores.preferNamed", name=FAR)
    expect(prefer).to_have_attribute("aria-pressed", "false")
    box = prefer.bounding_box()
    assert min(box["width"], box["height"]) >= 44
    prefer.click()
    expect(page.get_by_text(browsing.text("stores.now.preferred", name=FAR))).to_be_visible()
    expect(prefer).to_have_attribute("aria-pressed", "true")
    expect(rows(browsing).first).to_contain_text(FAR)
    expect(rows(browsing).first.locator(".state")).to_have_text(browsing.text("profile.stores.preferred"))
    # It has moved with its row.
    expect(prefer).to_be_focused()
    undo = browsing.held_undo()
    assert choices(resident) == ({stores_near(resident)[FAR]}, set())
    assert accessibility.violations(page) == []
    undo.click()
    # It is there for some seconds.
    expect(page.get_by_text(browsing.text("profile.restored"))).to_be_visible()
    expect(prefer).to_have_attribute("aria-pressed", "false")
    expect(rows(browsing).first).to_contain_text(NEAREST)
    assert choices(resident) == (set(), set())


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_ignored_store_is_last_and_grey(visit, resident, language):
    stores = stores_near(resident)
    resident.call(PROFILES + "SetStoreChoices", {"stores": {"preferred": [stores[NEARBY]]}})
    browsing = visit(Look("phone", "light", language)).sign_in(resident)
    page = browsing.open("/stores")
    expect(rows(browsing).first).to_contain_text(NEARBY)
    ignore = browsing.button("stores.ignoreNamed", name=NEAREST)
    ignore.click()
    expect(rows(browsing).last).to_contain_text(NEAREST)
    expect(rows(browsing).last.locator(".state")).to_have_text(browsing.text("profile.stores.ignored"))
    expect(rows(browsing).last).to_have_class(re.compile(r"\bignored\b"))
    # What was chosen for others stays.
    assert choices(resident) == ({stores[NEARBY]}, {stores[NEAREST]})
    assert accessibility.violations(page) == []
    page.reload()
    browsing.settle()
    expect(rows(browsing).first).to_contain_text(NEARBY)
    expect(rows(browsing).last).to_contain_text(NEAREST)
    # A store is preferred or ignored, and pressing again makes it neither.
    prefer = browsing.button("stores.preferNamed", name=NEAREST)
    prefer.click()
    expect(ignore).to_have_attribute("aria-pressed", "false")
    expect(prefer).to_have_attribute("aria-pressed", "true")
    prefer.click()
    expect(page.get_by_text(browsing.text("stores.now.neutral", name=NEAREST))).to_be_visible()
    assert choices(resident) == ({stores[NEARBY]}, set())


def test_a_choice_that_fails_is_said_and_changes_nothing(visit, resident):
    browsing = visit(Look("phone"), service_workers="block").sign_in(resident)
    page = browsing.open("/stores")
    restore = browsing.fail_calls("larder.auth.v1.Profiles", "SetStoreChoices")
    prefer = browsing.button("stores.preferNamed", name=FAR)
    prefer.click()
    expect(page.locator(".message.problem")).to_contain_text(browsing.text("failure.unavailable"))
    expect(prefer).to_have_attribute("aria-pressed", "false")
    restore()
    prefer.click()
    expect(prefer).to_have_attribute("aria-pressed", "true")
    browsing.forget_failed_resources()


@pytest.mark.parametrize("language", LANGUAGES)
def test_without_a_home_a_place_is_used_once(visit, person, language):
    browsing = visit(Look("phone", "light", language), geolocation=PLACE, permissions=["geolocation"]).sign_in(person)
    page = browsing.open("/stores")
    expect(page.get_by_text(browsing.text("stores.noHome"))).to_be_visible()
    expect(browsing.link("stores.setHome")).to_have_attribute("href", "/profile")
    expect(rows(browsing)).to_have_count(0)
    assert accessibility.violations(page) == []
    with page.expect_request("**/FindStores") as request:
        browsing.button("stores.hereOnce").click()
    near = request.value.post_data_json["near"]
    assert near == {"latitudeMicrodegrees": "49600000", "longitudeMicrodegrees": "-119680000"}
    expect(rows(browsing).first).to_contain_text(NEAREST)
    expect(page.get_by_text(browsing.text("stores.once"))).to_be_visible()
    expect(browsing.button("stores.backHome")).to_have_count(0)
    assert accessibility.violations(page) == []
    # It is not stored, here or there.
    assert "home" not in profile(person)
    browsing.open("/stores")
    expect(page.get_by_text(browsing.text("stores.noHome"))).to_be_visible()


def test_a_refused_location_leaves_the_home(visit, person):
    browsing = visit(Look("phone")).sign_in(person)
    page = browsing.open("/stores")
    page.evaluate(REFUSE)
    browsing.button("stores.hereOnce").click()
    expect(page.get_by_role("alert")).to_have_text(browsing.text("stores.refused"))
    expect(browsing.link("stores.setHome")).to_be_visible()


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_distance_without_stores_says_how_to_find_some(visit, person, language):
    settle_in_fernhollow(person, radius=100)
    browsing = visit(Look("phone", "light", language)).sign_in(person)
    page = browsing.open("/stores")
    expect(page.locator(".empty")).to_have_text(browsing.text("stores.none", distance="100 m"))
    expect(browsing.field("eateries.radius")).to_have_value("100")
    browsing.field("eateries.radius").select_option("1000")
    expect(row(browsing)).to_be_visible()
    # What is chosen here is for this time; the profile keeps its own.
    assert profile(person)["home"]["radiusMetres"] == 100


def test_an_address_leads_to_the_map(visit, resident, deployment):
    if not deployment.is_own:
        pytest.skip("the tiles of the Larder at LARDER_WEB are not the tests'")
    browsing = visit(Look("phone")).sign_in(resident)
    page = browsing.open("/stores")
    expect(page.locator(".map")).to_have_count(0)
    row(browsing).locator(".address").click()
    pin = page.locator(".map").get_by_role("button", name=NEARBY)
    expect(pin).to_have_attribute("aria-pressed", "true")
    expect(page.locator(".leaflet-popup")).to_have_text(NEARBY)
    other = page.locator(".map").get_by_role("button", name=FAR)
    other.focus()
    page.keyboard.press("Enter")
    expect(other).to_have_attribute("aria-pressed", "true")
    expect(row(browsing, FAR)).to_be_in_viewport()
    assert accessibility.violations(page) == []


def test_stores_that_cannot_be_read_are_tried_again(visit, resident):
    browsing = visit(Look("phone"), service_workers="block").sign_in(resident)
    restore = browsing.fail_calls("larder.catalog.v1.Stores")
    page = browsing.open("/stores")
    expect(page.get_by_role("alert")).to_contain_text(browsing.text("failure.unavailable"))
    restore()
    browsing.try_again(row(browsing))
    expect(row(browsing)).to_be_visible()
    browsing.forget_failed_resources()


def test_the_profile_leads_to_the_stores(visit, resident):
    browsing = visit(Look("desktop")).sign_in(resident)
    page = browsing.open("/profile")
    page.get_by_role("main").get_by_role("link", name=browsing.text("stores.title"), exact=True).click()
    expect(page).to_have_url(re.compile("/stores$"))
    expect(row(browsing)).to_be_visible()


def test_the_profile_names_stores_that_were_chosen_nearby(visit, resident):
    stores = stores_near(resident)
    resident.call(PROFILES + "SetStoreChoices", {"stores": {"preferred": [stores[NEARBY]], "ignored": [stores[FAR]]}})
    browsing = visit(Look("phone"), service_workers="block").sign_in(resident)
    page = browsing.open("/profile")
    expect(page.get_by_label(NEARBY, exact=True)).to_have_value("preferred")
    expect(page.get_by_label(FAR, exact=True)).to_have_value("ignored")
    # Stores that were not chosen are listed on their own page.
    expect(page.get_by_label(NEAREST, exact=True)).to_have_count(0)
    browsing.fail_calls("larder.catalog.v1.Stores")
    browsing.open("/profile")
    expect(browsing.field("profile.stores.unnamed")).to_have_count(2)
    browsing.forget_failed_resources()


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_store_of_a_receipt_is_nearby_once_it_is_placed(visit, shopper, language):
    browsing = visit(Look("phone", "light", language)).sign_in(shopper)
    page = browsing.open("/stores")
    expect(page.get_by_role("heading", level=2)).to_have_text(browsing.text("stores.own"))
    expect(own_row(browsing)).to_contain_text(SHOP)
    expect(own_row(browsing)).to_contain_text(browsing.text("stores.own.set"))
    expect(row(browsing, SHOP)).to_have_count(0)
    own_row(browsing).get_by_role("button").click()
    sheet = page.get_by_role("dialog")
    expect(sheet).to_contain_text(browsing.text("stores.own.why"))
    browsing.button("save").click()
    expect(sheet.locator(".error")).to_have_text(browsing.text("eateries.spotRule"))
    assert accessibility.violations(page) == []
    browsing.field("eateries.spot").fill("49.601, -119.68")
    browsing.button("save").click()
    expect(page.get_by_text(browsing.text("stores.own.placed", name=SHOP))).to_be_visible()
    expect(own_row(browsing)).to_contain_text("49.60100, -119.68000")
    expect(row(browsing, SHOP)).to_contain_text(browsing.text("stores.own.mark"))
    assert own_stores(shopper)[0]["location"] == {"latitudeMicrodegrees": "49601000", "longitudeMicrodegrees": "-119680000"}
    assert accessibility.violations(page) == []
    # It is preferred like the others.
    browsing.button("stores.preferNamed", name=SHOP).click()
    expect(rows(browsing).first).to_contain_text(SHOP)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_place_of_a_store_is_changed_removed_and_taken_back(visit, shopper, language):
    place_shop(shopper)
    browsing = visit(Look("desktop", "light", language)).sign_in(shopper)
    page = browsing.open("/stores")
    expect(row(browsing, SHOP)).to_be_visible()
    own_row(browsing).get_by_role("button").click()
    expect(browsing.field("eateries.spot")).to_have_value("49.60100, -119.68000")
    browsing.field("eateries.spot").fill("49.602, -119.68")
    browsing.button("save").click()
    expect(own_row(browsing)).to_contain_text("49.60200, -119.68000")
    browsing.button("undo").click()
    expect(page.get_by_text(browsing.text("profile.restored"))).to_be_visible()
    expect(own_row(browsing)).to_contain_text("49.60100, -119.68000")
    own_row(browsing).get_by_role("button").click()
    browsing.button("remove").click()
    expect(page.get_by_text(browsing.text("stores.own.removed", name=SHOP))).to_be_visible()
    expect(own_row(browsing)).to_contain_text(browsing.text("stores.own.set"))
    expect(row(browsing, SHOP)).to_have_count(0)
    assert "location" not in own_stores(shopper)[0]
    browsing.button("undo").click()
    expect(own_row(browsing)).to_contain_text("49.60100, -119.68000")
    expect(row(browsing, SHOP)).to_be_visible()


def test_a_store_is_placed_where_the_device_is(visit, shopper):
    browsing = visit(Look("phone"), geolocation=PLACE, permissions=["geolocation"]).sign_in(shopper)
    page = browsing.open("/stores")
    own_row(browsing).get_by_role("button").click()
    browsing.button("stores.own.here").click()
    expect(browsing.field("eateries.spot")).to_have_value("49.60000, -119.68000")
    # Nothing is sent before it is saved.
    assert "location" not in own_stores(shopper)[0]
    browsing.button("save").click()
    expect(row(browsing, SHOP)).to_be_visible()
    own_row(browsing).get_by_role("button").click()
    page.evaluate(REFUSE)
    browsing.button("stores.own.here").click()
    expect(page.get_by_role("dialog").locator(".error")).to_have_text(browsing.text("eateries.refused"))


def test_a_place_that_cannot_be_saved_is_kept_in_the_sheet(visit, shopper):
    browsing = visit(Look("phone"), service_workers="block").sign_in(shopper)
    page = browsing.open("/stores")
    restore = browsing.fail_calls("larder.catalog.v1.Stores", "SetOwnStoreLocation")
    own_row(browsing).get_by_role("button").click()
    browsing.field("eateries.spot").fill("49.601, -119.68")
    browsing.button("save").click()
    expect(page.get_by_role("dialog").get_by_role("alert")).to_contain_text(browsing.text("failure.unavailable"))
    restore()
    browsing.button("save").click()
    expect(row(browsing, SHOP)).to_be_visible()
    browsing.forget_failed_resources()


def test_without_stores_of_receipts_none_are_listed(visit, resident):
    browsing = visit(Look("phone")).sign_in(resident)
    page = browsing.open("/stores")
    expect(row(browsing)).to_be_visible()
    expect(page.locator(".own-stores")).to_have_count(0)

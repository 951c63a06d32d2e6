"""Places that tempt: who comes to one is reminded once, while the app is open on a device that is to notice it."""

import re

import pytest
from playwright.sync_api import expect

from support import accessibility, stored
from support.browsing import Look
from support.deployment import eventually
from support.nearby import LATITUDE, LONGITUDE
from support.texts import LANGUAGES
from test_inbox import arrival, wait_until_followed
from test_profile import ask

SERVICE = "larder.notifications.v1.TemptingPlaces"
CONSENT = "larder.auth.v1.Consents/SetConsent"
PREFERENCE = "larder.notifications.v1.NoticePreferences/SetNoticePreference"
BAKERY = "00000000-0000-4000-8000-00000000bacc"
METRES_OF_A_DEGREE = 111_195
# A browser whose owner answers that it is not to say where it is.
REFUSING = """
let state = "prompt";
window.asked = 0;
navigator.permissions.query = async () => Object.assign(new EventTarget(), { state });
navigator.geolocation.getCurrentPosition = (found, failed) => {
  window.asked += 1;
  state = "denied";
  failed({ code: GeolocationPositionError.PERMISSION_DENIED });
};
"""


def stays(page):
    """At which places the browser keeps that its owner is; None where it notices none."""
    noticed = stored.values(page, "settings").get("tempting")
    return list(noticed["stays"]) if noticed else None



def at(metres):
    """So many metres north of the bakery."""
    return {"latitude": LATITUDE + metres / METRES_OF_A_DEGREE, "longitude": LONGITUDE, "accuracy": 10}


@pytest.fixture
def tempted(person):
    """Somebody who has consented to storing where they are."""
    person.call(CONSENT, {"kind": "CONSENT_KIND_LOCATION", "given": True})
    # The token of before does not have the consent.
    person.sign_in()
    return person


def places(person):
    """Somebody's places: the name, and how near they are when they have come."""
    return [(each["name"], each["radiusMetres"]) for each in ask(person, f"{SERVICE}/ListPlaces").get("places", [])]


def reminders(person):
    """The reminders in somebody's inbox."""
    found = ask(person, "larder.notifications.v1.Inbox/ListNotifications").get("notifications", [])
    return [each for each in found if each["kind"] == "place_reminder"]


def noticing(browsing):
    """The switch of this device."""
    return browsing.page.get_by_role("switch", name=browsing.text("places.device"))


def rows(browsing):
    """The places that are listed."""
    return browsing.page.locator(".places button.row")


def locating(visit, person, look, metres):
    """A browser that says where it is, at the page of places."""
    browsing = visit(look, geolocation=at(metres), permissions=["geolocation"]).sign_in(person)
    browsing.open("/places")
    return browsing


def switch_on(browsing):
    """Has this device notice places."""
    noticing(browsing).click()
    expect(noticing(browsing)).to_be_checked()


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_walk_in_and_out_reminds_once(visit, tempted, language):
    tempted.tempt("Corner Bakery", place=BAKERY)
    browsing = locating(visit, tempted, Look("phone", "light", language), 500)
    page = browsing.page
    sent = []
    page.on("request", lambda request: sent.append(request.post_data or ""))
    expect(noticing(browsing)).not_to_be_checked()
    switch_on(browsing)
    expect(page.get_by_text(browsing.text("places.deviceOn"))).to_be_visible()
    assert accessibility.violations(page) == []

    # Whatever page is open.
    wait_until_followed(browsing)
    browsing.open("/log")
    browsing.context.set_geolocation(at(300))
    with page.expect_request(f"**/{SERVICE}/ReportVisit") as report:
        browsing.context.set_geolocation(at(80))
    assert report.value.post_data_json == {"placeId": BAKERY}
    expect(arrival(browsing)).to_contain_text(browsing.text("notice.place_reminder"))
    expect(arrival(browsing)).to_contain_text("Corner Bakery")
    arrival(browsing).get_by_role("link", name=browsing.text("inbox.show"), exact=True).click()
    expect(page).to_have_url(re.compile("/expenditures/new$"))
    eventually(lambda: stays(page) == [BAKERY], what="being there")
    # At the edge nobody leaves, nor comes.
    for metres in (120, 90, 140, 300):
        browsing.context.set_geolocation(at(metres))
    eventually(lambda: stays(page) == [], what="leaving")
    # Who comes back is reported, and had a reminder a short while ago.
    with page.expect_response(f"**/{SERVICE}/ReportVisit") as answer:
        browsing.context.set_geolocation(at(0))
    assert answer.value.json() == {"outcome": "VISIT_OUTCOME_TOO_SOON"}
    assert [each["subject"] for each in reminders(tempted)] == [f"place:{BAKERY}"]
    # Where the device is, is in nothing that was sent.
    assert [each for each in sent if re.search(r"49\.60|4960\d{4}", each)] == []


def test_what_is_noticed_survives_another_page_and_ends_when_it_is_switched_off(visit, tempted):
    tempted.tempt("Corner Bakery", place=BAKERY)
    browsing = locating(visit, tempted, Look("desktop"), 0)
    page = browsing.page
    reports = []
    page.on("request", lambda request: reports.append(request.url) if request.url.endswith("/ReportVisit") else None)
    with page.expect_request(f"**/{SERVICE}/ReportVisit"):
        switch_on(browsing)
    eventually(lambda: stays(page) == [BAKERY], what="being there")
    page.reload()
    browsing.settle()
    expect(noticing(browsing)).to_be_checked()
    browsing.context.set_geolocation(at(20))
    browsing.context.set_geolocation(at(400))
    eventually(lambda: stays(page) == [], what="leaving")
    assert len(reports) == 1
    noticing(browsing).click()
    expect(noticing(browsing)).not_to_be_checked()
    eventually(lambda: stays(page) is None, what="forgetting")
    assert len(reminders(tempted)) == 1


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_refused_location_leaves_it_off_and_says_why(visit, tempted, language):
    tempted.tempt("Corner Bakery", place=BAKERY)
    browsing = visit(Look("phone", "light", language)).sign_in(tempted)
    browsing.context.add_init_script(REFUSING)
    page = browsing.open("/places")
    refused = page.get_by_text(browsing.text("places.device.refused"))
    expect(noticing(browsing)).to_be_enabled()
    expect(refused).to_have_count(0)
    assert page.evaluate("window.asked") == 0
    noticing(browsing).click()
    expect(refused).to_be_visible()
    expect(noticing(browsing)).not_to_be_checked()
    assert page.evaluate("window.asked") == 1
    assert stays(page) is None
    assert accessibility.violations(page) == []
    # The places stay, for other devices.
    expect(rows(browsing)).to_have_count(1)


def test_a_browser_that_cannot_say_where_it_is_says_so(visit, tempted):
    browsing = visit(Look("phone")).sign_in(tempted)
    browsing.context.add_init_script("Object.defineProperty(navigator, 'geolocation', { value: undefined });")
    page = browsing.open("/places")
    expect(page.get_by_text(browsing.text("places.device.missing"))).to_be_visible()
    expect(noticing(browsing)).to_be_disabled()


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_place_is_added_changed_removed_and_taken_back(visit, tempted, language):
    browsing = locating(visit, tempted, Look("phone", "light", language), 0)
    page = browsing.page
    expect(page.get_by_text(browsing.text("places.empty"))).to_be_visible()
    browsing.button("places.add").click()
    form = page.get_by_role("dialog")
    browsing.button("save").click()
    expect(form.locator(".error")).to_have_text([browsing.text("places.nameRule", count=60), browsing.text("eateries.spotRule")])
    expect(browsing.field("places.name")).to_be_focused()
    assert accessibility.violations(page) == []
    browsing.field("places.name").fill("Corner Bakery")
    browsing.button("eateries.here").click()
    expect(browsing.field("eateries.spot")).to_have_value("49.60000, -119.68000")
    browsing.field("places.radius").select_option("200")
    browsing.button("save").click()
    expect(page.get_by_text(browsing.text("places.added"))).to_be_visible()
    expect(rows(browsing)).to_contain_text("Corner Bakery")
    expect(rows(browsing)).to_contain_text(re.compile(r"200\sm"))
    assert places(tempted) == [("Corner Bakery", 200)]

    rows(browsing).click()
    browsing.field("places.name").fill("Bakery")
    browsing.field("places.radius").select_option("50")
    browsing.button("save").click()
    expect(page.get_by_text(browsing.text("places.changed"))).to_be_visible()
    assert places(tempted) == [("Bakery", 50)]
    browsing.button("undo").click()
    expect(rows(browsing)).to_contain_text("Corner Bakery")
    assert places(tempted) == [("Corner Bakery", 200)]

    rows(browsing).click()
    browsing.button("remove").click()
    expect(page.get_by_text(browsing.text("places.removed"))).to_be_visible()
    expect(page.get_by_text(browsing.text("places.empty"))).to_be_visible()
    assert places(tempted) == []
    browsing.button("undo").click()
    expect(rows(browsing)).to_contain_text("Corner Bakery")
    assert places(tempted) == [("Corner Bakery", 200)]


def test_places_need_a_consent_and_go_with_it(visit, person):
    browsing = visit(Look("phone")).sign_in(person)
    page = browsing.open("/places")
    expect(page.get_by_text(browsing.text("places.consent"))).to_be_visible()
    expect(noticing(browsing)).to_have_count(0)
    browsing.link("profile.toConsents").click()
    consent = page.get_by_role("switch", name=browsing.text("consent.CONSENT_KIND_LOCATION"))
    consent.click()
    expect(consent).to_be_checked()
    person.sign_in()
    person.tempt("Corner Bakery", place=BAKERY)
    browsing.open("/places")
    expect(rows(browsing)).to_have_count(1)
    browsing.open("/consents")
    consent.click()
    expect(consent).not_to_be_checked()
    eventually(lambda: places(person) == [], what="forgetting the places")


def test_nobody_is_reminded_who_has_switched_reminders_off(visit, tempted):
    tempted.tempt("Corner Bakery", place=BAKERY)
    browsing = locating(visit, tempted, Look("phone"), 0)
    page = browsing.page
    expect(page.get_by_text(browsing.text("places.kindOff"))).to_have_count(0)
    for channel in ("INBOX", "WEB_PUSH"):
        tempted.call(PREFERENCE, {"kind": "place_reminder", "channel": f"NOTICE_CHANNEL_{channel}", "isOn": False})
    page.reload()
    browsing.settle()
    expect(page.get_by_text(browsing.text("places.kindOff"))).to_be_visible()
    switch_on(browsing)
    page.get_by_role("main").get_by_role("link", name=browsing.text("notices.title"), exact=True).click()
    group = page.get_by_role("group", name=browsing.text("notice.place_reminder"), exact=True)
    inbox = group.get_by_role("switch", name=browsing.text("notices.NOTICE_CHANNEL_INBOX"))
    expect(inbox).not_to_be_checked()
    assert reminders(tempted) == []
    # From now on they come, also without another page.
    inbox.click()
    eventually(lambda: len(reminders(tempted)) == 1, what="a reminder")
    group.get_by_role("link", name=browsing.text("places.manage")).click()
    expect(page.get_by_role("heading", level=1)).to_have_text(browsing.text("places.title"))

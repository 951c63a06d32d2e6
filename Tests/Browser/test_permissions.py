"""Camera and location: nothing is asked for before it is used, and a refusal leaves another way."""

import pytest
from playwright.sync_api import expect

from support import accessibility
from support.browsing import CHROMIUM, Look, Visit
from support.texts import LANGUAGES

# Counts what the browser would ask the person for.
COUNT_REQUESTS = """
window.requests = [];
const count = (target, name) => {
  const original = target[name];
  target[name] = function (...rest) { window.requests.push(name); return original.apply(this, rest); };
};
count(MediaDevices.prototype, "getUserMedia");
count(Geolocation.prototype, "getCurrentPosition");
count(Geolocation.prototype, "watchPosition");
count(Notification, "requestPermission");
"""
# A camera with a light, which ignores what it is told while `isStuck`.
LIGHT = """
window.isStuck = false;
let isLit = false;
const track = MediaStreamTrack.prototype;
const capabilities = track.getCapabilities, settings = track.getSettings;
track.getCapabilities = function () { return { ...capabilities.call(this), torch: true }; };
track.getSettings = function () { return { ...settings.call(this), torch: isLit }; };
track.applyConstraints = async (wanted) => { if (!window.isStuck) isLit = wanted.advanced[0].torch; };
"""
END_OF_CAMERA = """() => document.querySelector("video").srcObject.getVideoTracks()[0].dispatchEvent(new Event("ended"))"""


@pytest.fixture(scope="module")
def refusing_browser(browser):
    """Chromium without anybody who permits the use of a camera."""
    running = browser.browser_type.launch(executable_path=CHROMIUM, args=["--use-fake-device-for-media-stream"])
    yield running
    running.close()


@pytest.fixture
def refusing(refusing_browser, deployment, household):
    """Makes pages of the household in that browser."""
    visits = []

    def make(look):
        visits.append(Visit(refusing_browser, deployment.address, look).sign_in(household))
        return visits[-1]

    yield make
    complaints = [complaint for each in visits for complaint in each.complaints]
    for each in visits:
        each.close()
    assert not complaints


def test_nothing_is_asked_for_before_it_is_used(refusing):
    browsing = refusing(Look("phone"))
    browsing.page.add_init_script(COUNT_REQUESTS)
    for path in ("/", "/log", "/receipts", "/inbox", "/products", "/settings", "/help", "/camera", "/stores", "/places", "/eateries"):
        page = browsing.open(path)
        assert page.evaluate("requests") == [], path
    browsing.button("eateries.here").click()
    assert page.evaluate("requests") == ["getCurrentPosition"]
    page = browsing.open("/camera")
    browsing.button("camera.allow").click()
    assert page.evaluate("requests") == ["getUserMedia"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_refused_camera_leaves_the_gallery_and_the_keyboard(refusing, language):
    browsing = refusing(Look("phone", "light", language))
    page = browsing.open("/camera")
    expect(page.get_by_text(browsing.text("camera.why"))).to_be_visible()
    browsing.button("camera.allow").click()
    expect(page.get_by_role("alert")).to_have_text(browsing.text("camera.refused"))
    expect(page.get_by_label(browsing.text("camera.choose"))).to_be_enabled()
    assert accessibility.violations(page) == []
    browsing.link("byHand.title").click()
    expect(page.get_by_role("heading", level=1)).to_have_text(browsing.text("byHand.title"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_refused_location_leaves_a_typed_place(refusing, language):
    browsing = refusing(Look("phone", "light", language))
    page = browsing.open("/eateries")
    expect(page.get_by_text(browsing.text("eateries.why"))).to_be_visible()
    browsing.button("eateries.here").click()
    expect(page.get_by_role("alert")).to_have_text(browsing.text("eateries.refused"))
    browsing.field("eateries.spot").fill("49.607, -119.67")
    browsing.button("eateries.show").click()
    expect(page.locator(".eateries li").first).to_be_visible()


def test_a_camera_that_stops_says_so_and_starts_again(visit, household):
    browsing = visit(Look("phone")).sign_in(household)
    page = browsing.open("/camera")
    shutter = browsing.start_camera()
    page.evaluate(END_OF_CAMERA)
    expect(page.get_by_role("alert")).to_have_text(browsing.text("camera.lost"))
    expect(shutter).to_be_disabled()
    expect(browsing.link("byHand.title")).to_be_visible()
    browsing.button("tryAgain").click()
    expect(shutter).to_be_enabled()
    expect(page.locator("video")).to_be_visible()


def test_the_light_says_where_there_is_none(visit, household):
    browsing = visit(Look("phone", "light", "fr")).sign_in(household)
    page = browsing.open("/camera")
    browsing.start_camera()
    light = browsing.button("camera.light")
    expect(light).not_to_have_attribute("aria-pressed", "true")
    light.click()
    expect(page.get_by_text(browsing.text("camera.noLight"))).to_be_visible()


def test_the_light_is_shown_as_it_is(visit, household):
    browsing = visit(Look("phone")).sign_in(household)
    browsing.page.add_init_script(LIGHT)
    page = browsing.open("/camera")
    browsing.start_camera()
    light = browsing.button("camera.light")
    expect(light).to_have_attribute("aria-pressed", "false")
    light.click()
    expect(light).to_have_attribute("aria-pressed", "true")
    page.evaluate("() => { window.isStuck = true; }")
    light.click()
    expect(light).to_have_attribute("aria-pressed", "true")
    page.evaluate("() => { window.isStuck = false; }")
    light.click()
    expect(light).to_have_attribute("aria-pressed", "false")

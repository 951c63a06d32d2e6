"""Settings that are the same on every device, and what people say about themselves."""

import re

import pytest
from playwright.sync_api import expect

from support import accessibility, screenshots
from support.browsing import Look
from support.deployment import eventually
from support.tiles import grey_tile
from test_offline import wait_for_worker

SETTINGS = "larder.auth.v1.Settings/"
PROFILES = "larder.auth.v1.Profiles/"


def ask(person, method):
    """Calls a method, with a new session where the former token is outdated."""
    def answer():
        try:
            return {"value": person.call(method)}
        except AssertionError as failure:
            # Each change of settings makes the tokens of before outdated.
            if "TOKEN_EXPIRED" not in str(failure):
                raise
            person.sign_in()
            return None

    return eventually(answer, what=f"an answer of {method}")["value"]


def account_settings(person):
    """What the account has."""
    return ask(person, SETTINGS + "GetSettings")


def profile(person):
    """What the account has of its owner."""
    return ask(person, PROFILES + "GetProfile")


def given_consents(person):
    """The kinds of the consents that the owner has given."""
    consents = ask(person, "larder.auth.v1.Consents/ListConsents")["consents"]
    return {each["kind"] for each in consents if each.get("given")}


def test_a_setting_that_is_changed_in_one_browser_shows_in_the_other(visit, person):
    first, second = visit(Look("phone")).sign_in(person), visit(Look("desktop")).sign_in(person)
    shown = second.open("/settings")
    page = first.open("/settings")
    first.field("settings.palette.dark").check()
    first.field("settings.size.large").check()
    first.field("settings.units.canadian").check()
    first.field("settings.currency").select_option("EUR")
    first.field("settings.timeZone").select_option("America/Vancouver")
    page.get_by_label("Français").check()
    wanted = {"theme": "THEME_DARK", "textSize": "TEXT_SIZE_LARGE", "units": "UNIT_SYSTEM_CANADIAN", "currency": "EUR"}
    wanted |= {"timeZone": "America/Vancouver", "language": "fr", "palette": "PALETTE_STANDARD"}
    eventually(lambda: wanted.items() <= account_settings(person).items(), what="storing the settings")
    shown.reload()
    expect(shown.locator("html")).to_have_attribute("lang", "fr")
    expect(shown.locator("html")).to_have_attribute("data-palette", "dark")
    expect(shown.locator("html")).to_have_attribute("data-size", "large")
    expect(shown.get_by_label("Fuseau horaire")).to_have_value("America/Vancouver")


def test_settings_made_without_a_network_are_sent_when_it_is_back(visit, person):
    browsing = visit(Look("phone")).sign_in(person)
    page = browsing.open("/settings")
    wait_for_worker(browsing)
    eventually(lambda: page.evaluate("navigator.onLine"), what="being online")
    browsing.context.set_offline(True)
    browsing.field("settings.palette.contrast").check()
    expect(page.locator("html")).to_have_attribute("data-palette", "contrast")
    # Meanwhile another device changes something else.
    person.call(SETTINGS + "UpdateSettings", {"settings": {"currency": "USD"}, "fields": ["currency"]})
    browsing.context.set_offline(False)
    eventually(lambda: account_settings(person).get("palette") == "PALETTE_CONTRAST", what="sending the setting")
    assert account_settings(person)["currency"] == "USD"
    expect(browsing.field("settings.currency")).to_have_value("USD")
    expect(page.locator("html")).to_have_attribute("data-palette", "contrast")


@pytest.mark.parametrize("language", ["en", "fr"])
def test_details_are_saved_rejected_at_their_fields_and_taken_back(visit, person, language):
    browsing = visit(Look("phone", "light", language)).sign_in(person)
    page = browsing.open("/profile")
    browsing.field("profile.phone").fill("604 555 0123")
    browsing.field("profile.birthdate").fill("2999-01-01")
    browsing.button("profile.details.save").click()
    for key in ("profile.phone", "profile.birthdate"):
        expect(browsing.field(key)).to_have_attribute("aria-invalid", "true")
    assert accessibility.violations(page) == []
    assert "details" not in profile(person)
    browsing.field("profile.phone").fill("+1 604 555 0123")
    browsing.field("profile.birthdate").fill("1990-02-28")
    browsing.field("profile.gender").select_option("GENDER_OTHER")
    browsing.button("profile.details.save").click()
    expect(browsing.field("profile.phone")).to_have_value("+16045550123")
    undo = browsing.held_undo()
    assert profile(person)["details"]["gender"] == "GENDER_OTHER"
    undo.click()
    expect(browsing.field("profile.phone")).to_have_value("")
    browsing.field("profile.DIETARY_TAG_VEGAN").click()
    eventually(lambda: profile(person).get("diet") == {"tags": ["DIETARY_TAG_VEGAN"]}, what="storing the diet")


def test_home_and_body_need_consents_and_go_with_them(visit, person):
    browsing = visit(Look("phone")).sign_in(person)
    page = browsing.open("/profile")
    expect(page.get_by_text(browsing.text("profile.home.consent"))).to_be_visible()
    page.get_by_role("link", name=browsing.text("profile.toConsents")).first.click()
    expect(page).to_have_url(re.compile("/consents"))
    for kind in ("CONSENT_KIND_LOCATION", "CONSENT_KIND_HEALTH_DATA"):
        page.get_by_role("switch", name=browsing.text(f"consent.{kind}")).click()
    eventually(lambda: {"CONSENT_KIND_LOCATION", "CONSENT_KIND_HEALTH_DATA"} <= given_consents(person), what="giving the consents")
    page = browsing.open("/profile")
    browsing.field("profile.height").fill("tall")
    browsing.button("profile.body.save").click()
    expect(page.get_by_text(browsing.text("profile.wholeNumber"))).to_be_visible()
    browsing.field("profile.height").fill("172")
    browsing.button("profile.body.save").click()
    eventually(lambda: profile(person).get("body") == {"heightCentimetres": 172}, what="storing the height")
    browsing.field("eateries.spot").fill("nowhere")
    browsing.button("profile.home.save").click()
    expect(page.get_by_text(browsing.text("eateries.spotRule"))).to_be_visible()
    browsing.field("eateries.spot").fill("49.2827, -123.1207")
    browsing.button("profile.home.save").click()
    eventually(lambda: "home" in profile(person), what="storing the home")
    browsing.open("/consents")
    for kind in ("CONSENT_KIND_LOCATION", "CONSENT_KIND_HEALTH_DATA"):
        browsing.page.get_by_role("switch", name=browsing.text(f"consent.{kind}")).click()
    eventually(lambda: {"home", "body"}.isdisjoint(profile(person)), what="forgetting what consents were for")


def test_the_saved_diet_is_chosen_where_eateries_are_filtered(visit, person):
    person.call(PROFILES + "SetDietaryPreferences", {"diet": {"tags": ["DIETARY_TAG_VEGAN", "DIETARY_TAG_EGG_FREE"]}})
    browsing = visit(Look("phone")).sign_in(person)
    page = browsing.open("/eateries")
    filters = page.get_by_role("group", name=browsing.text("profile.diet"))
    pressed = filters.locator("[aria-pressed=true]")
    expect(pressed).to_have_text([browsing.text("profile.DIETARY_TAG_VEGAN")])
    filters.get_by_role("button", name=browsing.text("profile.DIETARY_TAG_VEGAN"), exact=True).click()
    expect(pressed).to_have_count(0)
    assert accessibility.violations(page) == []


@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_name_is_changed_and_the_app_calls_its_owner_by_it(visit, person, language):
    browsing = visit(Look("phone", "light", language)).sign_in(person)
    page = browsing.open("/profile")
    browsing.field("signUp.name").fill("Zoë 7")
    browsing.button("profile.details.save").click()
    expect(browsing.field("signUp.name")).to_have_attribute("aria-invalid", "true")
    browsing.forget_failed_resources()
    browsing.field("signUp.name").fill("Zoë O’Neill")
    browsing.button("profile.details.save").click()
    expect(browsing.button("undo")).to_be_visible()
    browsing.button("bar.menu").click()
    menu = page.get_by_role("navigation", name=browsing.text("bar.menu"), exact=True)
    expect(menu.locator(".who")).to_contain_text("Zoë O’Neill")
    expect(menu.locator(".who")).to_contain_text(person.name)
    page.keyboard.press("Escape")
    other = visit(Look("desktop", "light", language)).sign_in(person)
    other.open("/")
    expect(other.page.get_by_role("heading", level=1)).to_have_text(other.text("home.title", name="Zoë O’Neill"))
    other.open("/settings")
    expect(other.page.locator(".account-card")).to_contain_text("Zoë O’Neill")
    browsing.open("/profile")
    browsing.field("signUp.name").fill("")
    browsing.button("profile.details.save").click()
    expect(browsing.button("undo")).to_be_visible()
    browsing.button("undo").click()
    expect(browsing.field("signUp.name")).to_have_value("Zoë O’Neill")
    assert profile(person)["details"]["displayName"] == "Zoë O’Neill"


@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_photo_is_chosen_shown_and_removed_and_bad_ones_are_said(visit, person, language):
    browsing = visit(Look("phone", "light", language)).sign_in(person)
    page = browsing.open("/profile")
    chosen = page.locator("input[type=file]")
    chosen.set_input_files({"name": "notes.txt", "mimeType": "text/plain", "buffer": b"no photo"})
    expect(page.get_by_role("alert")).to_have_text(browsing.text("profile.photo.unreadable"))
    chosen.set_input_files({"name": "me.png", "mimeType": "image/png", "buffer": grey_tile()})
    shown = page.locator(".profile-photo img")
    expect(shown).to_be_visible()
    expect(page.get_by_role("alert")).to_have_count(0)
    assert shown.evaluate("(image) => image.decode().then(() => [image.naturalWidth, image.naturalHeight])") == [256, 256]
    # It is made anew as JPEG, of which nothing but the picture is left.
    assert ask(person, PROFILES + "GetPhoto")["mediaType"] == "image/jpeg"
    assert accessibility.violations(page) == []
    screenshots.take(browsing, "profile-photo")
    other = visit(Look("desktop", "light", language)).sign_in(person)
    other.open("/settings")
    expect(other.page.locator(".account-card img")).to_be_visible()
    browsing.button("profile.photo.remove").click()
    expect(shown).to_have_count(0)
    # Until it is answered, the message may be that of the former change.
    expect(browsing.button("profile.photo.choose")).to_have_attribute("aria-busy", "false")
    undo = browsing.held_undo()
    assert "photoChangedAt" not in profile(person)
    undo.click()
    expect(shown).to_be_visible()
    assert "photoChangedAt" in profile(person)

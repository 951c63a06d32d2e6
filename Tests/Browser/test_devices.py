"""The devices on which somebody is signed in, and the password with which they sign in."""

import json
import re

import pytest
from playwright.sync_api import expect

from support.browsing import Look
from support.person import PASSWORD
from support.texts import CATALOGUES
from test_sessions import ENDED_MILLISECONDS

NEW_PASSWORD = "Larder-shelf-8"


def rows(browsing):
    """The devices that are listed."""
    return browsing.page.locator("main .list li")


def expect_signed_out(page):
    """The page leads to the sign-in page by itself."""
    expect(page).to_have_url(re.compile("/sign-in"), timeout=ENDED_MILLISECONDS)


def sign_in(browsing, name, password):
    """Signs in by the form, as a person does."""
    browsing.field("signIn.name").fill(name)
    browsing.field("password").fill(password)
    browsing.button("signIn.button").click()


@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_device_is_signed_out_from_another_one(visit, person, language):
    lost = visit(Look("tablet"))
    page = lost.open("/sign-in")
    sign_in(lost, person.name, PASSWORD)
    expect(page.get_by_role("heading", level=1)).to_have_text(lost.text("home.title", name=person.name))
    browsing = visit(Look("phone", "light", language)).sign_in(person)
    browsing.open("/settings")
    browsing.link("devices.title").click()
    # This browser, the lost one, and the session of the person's calls, which has no name.
    expect(rows(browsing)).to_have_count(3)
    expect(rows(browsing).first).to_contain_text(browsing.text("devices.this"))
    expect(rows(browsing).first.get_by_role("button")).to_have_count(0)
    # A browser gives itself a name.
    named = rows(browsing).filter(has_text="Chrome Linux")
    end = named.get_by_role("button", name=browsing.text("devices.endNamed", name="Chrome Linux"), exact=True)
    end.click()
    question = browsing.page.get_by_role("dialog")
    expect(question).to_contain_text(browsing.text("devices.endWhy"))
    question.get_by_role("button", name=browsing.text("cancel"), exact=True).click()
    expect(end).to_be_focused()
    end.click()
    question.get_by_role("button", name=browsing.text("devices.end"), exact=True).click()
    expect(named).to_have_count(0)
    expect(browsing.page.get_by_text(browsing.text("devices.ended", name="Chrome Linux"))).to_be_visible()
    expect(browsing.page.get_by_role("heading", level=1)).to_be_focused()
    expect_signed_out(page)
    browsing.open("/devices")
    expect(rows(browsing)).to_have_count(2)


def test_all_other_devices_are_signed_out_at_once(visit, person):
    other = visit(Look("desktop")).sign_in(person)
    page = other.open("/log")
    browsing = visit(Look("phone")).sign_in(person)
    browsing.open("/devices")
    expect(rows(browsing)).to_have_count(3)
    browsing.button("devices.endOthers").click()
    browsing.page.get_by_role("dialog").get_by_role("button", name=browsing.text("devices.end"), exact=True).click()
    expect(rows(browsing)).to_have_count(1)
    expect(browsing.button("devices.endOthers")).to_have_count(0)
    expect_signed_out(page)
    browsing.open("/devices")
    expect(rows(browsing)).to_have_count(1)


def test_a_changed_password_signs_out_other_devices_and_is_needed_from_then_on(visit, person):
    other = visit(Look("desktop")).sign_in(person)
    page = other.open("/log")
    browsing = visit(Look("phone")).sign_in(person)
    browsing.open("/settings")
    browsing.link("password.change").click()
    browsing.field("password.current").fill(PASSWORD)
    browsing.field("password.new").fill(NEW_PASSWORD)
    browsing.button("password.change").click()
    expect(browsing.page.get_by_text(browsing.text("password.changed"))).to_be_visible()
    expect(browsing.page).to_have_url(re.compile("/settings"))
    expect_signed_out(page)
    sign_in(other, person.name, PASSWORD)
    expect(page.get_by_role("alert")).to_have_text(other.text("failure.WRONG_CREDENTIALS"))
    sign_in(other, person.name, NEW_PASSWORD)
    expect(page).to_have_url(re.compile("/log"))
    # The browser that has changed it goes on.
    browsing.open("/devices")
    expect(rows(browsing)).to_have_count(2)


@pytest.mark.parametrize("language", ["en", "fr"])
def test_what_is_wrong_with_a_password_is_said_at_its_field(visit, person, language):
    browsing = visit(Look("phone", "light", language)).sign_in(person)
    browsing.open("/password")
    browsing.button("password.change").click()
    current, new = browsing.field("password.current"), browsing.field("password.new")
    expect(current).to_have_accessible_description(browsing.text("password.enterCurrent"))
    new.fill("short")
    browsing.button("password.change").click()
    expect(new).to_have_accessible_description(browsing.text("signUp.passwordRule"))
    current.fill("Not-this-1")
    new.fill(NEW_PASSWORD)
    browsing.button("password.change").click()
    sentences = json.loads((CATALOGUES / language / "auth.json").read_text())
    expect(current).to_have_accessible_description(sentences["wrongPassword"])
    expect(new).to_have_value(NEW_PASSWORD)
    current.fill(PASSWORD)
    browsing.button("password.change").click()
    expect(browsing.page.get_by_text(browsing.text("password.changed"))).to_be_visible()


def test_seven_wrong_passwords_lock_the_account_and_the_session_goes_on(visit, person):
    browsing = visit(Look("phone")).sign_in(person)
    page = browsing.open("/password")
    browsing.field("password.new").fill(NEW_PASSWORD)
    current, button = browsing.field("password.current"), browsing.button("password.change")
    for number in range(7):
        current.fill(f"Not-this-{number}")
        with page.expect_response("**/ChangePassword"):
            button.click()
        expect(button).to_have_attribute("aria-busy", "false")
    expect(page.get_by_role("alert")).to_contain_text(browsing.text("failure.ACCOUNT_LOCKED", count=15))
    browsing.open("/devices")
    expect(rows(browsing)).to_have_count(2)

"""Sessions that end elsewhere, and programs that restart, under an open page."""

import re

import pytest
from playwright.sync_api import expect

from support.browsing import Look
from support.person import PASSWORD

# A revocation reaches every program within four seconds.
ENDED_MILLISECONDS = 10_000


def end_session(browsing, person):
    """Ends the browser's session with its own token, as another device does that has been given it."""
    cookies = {cookie["name"]: cookie["value"] for cookie in browsing.context.cookies()}
    token = cookies["larder-session"].split(".", 1)[1]
    person.call("larder.auth.v1.Sessions/SignOut", {"refreshToken": token})


def test_a_session_that_ended_elsewhere_leads_to_sign_in_and_back(visit, person):
    browsing = visit(Look("phone")).sign_in(person)
    page = browsing.open("/purchases/new")
    browsing.field("purchase.storeName").fill("Kiosk")
    browsing.field("purchase.total").fill("1.50")
    end_session(browsing, person)
    # The live stream ends with the session, whether the page calls anything or not.
    expect(page).to_have_url(re.compile("/sign-in"), timeout=ENDED_MILLISECONDS)
    browsing.field("signIn.name").fill(person.name)
    browsing.field("password").fill(PASSWORD)
    browsing.button("signIn.button").click()
    expect(page).to_have_url(re.compile("/purchases/new"))
    expect(browsing.field("purchase.storeName")).to_have_value("Kiosk")
    expect(browsing.field("purchase.total")).to_have_value("1.50")


def test_a_wrong_password_is_said_at_the_form(visit, person):
    browsing = visit(Look("phone", "light", "fr"))
    page = browsing.open("/sign-in")
    browsing.field("signIn.name").fill(person.name)
    browsing.field("password").fill("Not-this-1")
    browsing.button("signIn.button").click()
    expect(page.get_by_role("alert")).to_have_text(browsing.text("failure.WRONG_CREDENTIALS"))
    expect(browsing.field("signIn.name")).to_have_value(person.name)


def test_signing_out_leaves_nothing_of_the_person(visit, person):
    person.record("Corner shop")
    browsing = visit(Look("phone")).sign_in(person)
    page = browsing.open("/log")
    expect(page.get_by_role("link", name=re.compile("Corner shop"))).to_be_visible()
    browsing.button("bar.menu").click()
    browsing.button("menu.signOut").click()
    expect(page).to_have_url(re.compile("/sign-in"))
    browsing.context.set_offline(True)
    page.goto("/log")
    expect(page.get_by_text("Corner shop")).to_have_count(0)


def test_a_page_outlives_a_restart_of_the_gateway(visit, person, deployment):
    if not deployment.is_own:
        pytest.skip("the programs at LARDER_WEB are not the tests' to kill")
    purchase = person.record("Corner shop", items=["Milk"])
    browsing = visit(Look("desktop")).sign_in(person)
    page = browsing.open(f"/purchases/{purchase}")
    expect(page.locator(".items button.row", has_text="Milk")).to_be_visible()
    deployment.kill_gateway()
    item = person.purchase(purchase)["items"][0]["id"]
    edit = {"purchaseId": purchase, "edits": [{"item": {"itemId": item, "name": {"value": "Oat milk"}}}]}
    person.call("larder.budget.v1.Purchases/EditPurchase", edit | {"expectedVersion": person.purchase(purchase)["version"]})
    expect(page.locator(".items button.row", has_text="Oat milk")).to_be_visible(timeout=45_000)
    browsing.complaints[:] = [each for each in browsing.complaints if "net::ERR_" not in each]

"""Sessions that end elsewhere, and programs that restart, under an open page."""

import re

import pytest
from playwright.sync_api import expect

from support import stored
from support.browsing import Look
from support.deployment import eventually
from support.person import PASSWORD, Person
from test_offline import CREATE, add_purchase, queue_purchase, reject, stores, wait_for_worker, waiting_row

# A revocation reaches every program within four seconds, and a page asks two seconds later; a busy machine takes longer for both.
ENDED_MILLISECONDS = 30_000


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
    wait_for_worker(browsing)
    browsing.button("bar.menu").click()
    browsing.button("menu.signOut").click()
    expect(page).to_have_url(re.compile("/sign-in"))
    eventually(lambda: stores_nothing_of_a_person(page), what="forgetting")
    browsing.context.set_offline(True)
    page.goto("/log")
    expect(page.get_by_text("Corner shop")).to_have_count(0)


def stores_nothing_of_a_person(page):
    """Whether what the browser stores has nothing of a person."""
    kept = {"language", "appearance", "preferences", "installation", "isSignedOut"}
    found = {key for store in ("drafts", "copies", "queue", "settings") for key in stored.values(page, store)}
    return found <= kept


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


def test_a_queue_stays_with_its_owner(visit, person, deployment):
    other = Person(deployment.address)
    browsing = visit(Look("phone")).sign_in(person)
    page = browsing.open("/purchases/new")
    wait_for_worker(browsing)
    browsing.context.set_offline(True)
    add_purchase(browsing, "Kiosk")
    # In another tab, of which this one has not heard.
    browsing.sign_in(other)
    browsing.context.set_offline(False)
    expect(page.get_by_role("heading", level=1)).to_have_text(browsing.text("home.title", name=other.name))
    expect(page.get_by_text(browsing.text("home.waiting", count=1))).to_have_count(0)
    assert stores(other) == []
    assert stores(person) == []
    browsing.sign_in(person)
    browsing.open("/")
    eventually(lambda: stores(person) == ["Kiosk"], what="sending it for its owner")
    assert stores(other) == []


def test_all_tabs_show_who_has_signed_in(visit, person, deployment):
    other = Person(deployment.address)
    person.record("Corner shop")
    other.record("Boulangerie")
    browsing = visit(Look("phone")).sign_in(person)
    page = browsing.open("/log")
    expect(page.get_by_role("link", name=re.compile("Corner shop"))).to_be_visible()
    tab = browsing.context.new_page()
    tab.goto("/sign-in")
    tab.get_by_label(browsing.text("signIn.name"), exact=True).fill(other.name)
    tab.get_by_label(browsing.text("password"), exact=True).fill(PASSWORD)
    tab.get_by_role("button", name=browsing.text("signIn.button"), exact=True).click()
    expect(page.get_by_role("heading", level=1)).to_have_text(browsing.text("home.title", name=other.name))
    expect(page.get_by_text(browsing.text("session.replaced", name=other.name))).to_be_visible()
    expect(page.get_by_role("link", name=re.compile("Boulangerie"))).to_be_visible()
    expect(page.get_by_text("Corner shop")).to_have_count(0)
    # Both go on live.
    other.record("Kiosk")
    for each in (page, tab):
        expect(each.get_by_role("link", name=re.compile("Kiosk"))).to_be_visible()


def test_signing_out_needs_the_network(visit, person):
    browsing = visit(Look("phone")).sign_in(person)
    page = browsing.open("/settings")
    wait_for_worker(browsing)
    browsing.context.set_offline(True)
    browsing.button("menu.signOut").click()
    expect(page.get_by_text(browsing.text("failure.SIGN_OUT_OFFLINE"))).to_be_visible()


def test_signing_out_asks_before_something_is_lost(visit, person):
    browsing = visit(Look("phone"), service_workers="block").sign_in(person)
    page = browsing.page
    queue_purchase(browsing, "Kiosk", reject("invalid_argument", 400, "The store is closed."))
    browsing.open("/receipts")
    expect(waiting_row(browsing, "Kiosk")).to_contain_text("The store is closed.")
    browsing.button("bar.menu").click()
    browsing.button("menu.signOut").click()
    question = page.get_by_role("dialog")
    expect(question).to_contain_text(browsing.text("signOut.unsent", count=1, names="Kiosk"))
    question.get_by_role("button", name=browsing.text("cancel")).click()
    expect(question).to_have_count(0)
    browsing.open("/settings")
    browsing.button("menu.signOut").click()
    question.get_by_role("button", name=browsing.text("signOut.anyway")).click()
    expect(page).to_have_url(re.compile("/sign-in"))
    # What waited is removed after the page has changed.
    eventually(lambda: not stored.values(page, "queue"), what="removing what waited")
    browsing.sign_in(person)
    browsing.open("/receipts")
    expect(waiting_row(browsing, "Kiosk")).to_have_count(0)
    browsing.forget_failed_resources()

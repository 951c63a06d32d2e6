"""Lists that are open follow what happens elsewhere, without being reloaded."""

import re

import pytest
from playwright.sync_api import expect

from support.browsing import LIVE_MILLISECONDS, Look

# A token that is outdated ends within four seconds; then the page waits up to three. A busy machine takes longer.
RENEWED_MILLISECONDS = 30_000
READING_MILLISECONDS = 120_000


def edit(person, purchase, *edits):
    """Changes a purchase as another device does."""
    person.call("larder.budget.v1.Purchases/EditPurchase", {"purchaseId": purchase, "edits": list(edits)})


def row(page, name):
    """A row of a list with this text."""
    return page.locator(".list").get_by_role("link", name=re.compile(name))


def test_purchases_of_another_device_appear_in_the_log_and_on_the_first_page(visit, person):
    person.record("Corner shop")
    log, home = visit(Look("desktop")).sign_in(person), visit(Look("phone", "dark", "fr")).sign_in(person)
    pages = (log.open("/log"), home.open("/"))
    for page in pages:
        expect(row(page, "Corner shop")).to_be_visible()
    purchase = person.record("Kiosk", 125)
    for page in pages:
        expect(row(page, "Kiosk")).to_be_visible(timeout=LIVE_MILLISECONDS)
    edit(person, purchase, {"storeName": {"value": "Station kiosk"}})
    for page in pages:
        expect(row(page, "Station kiosk")).to_be_visible(timeout=LIVE_MILLISECONDS)
    edit(person, purchase, {"duplicate": "DUPLICATE_DECISION_DISCARD"})
    for page in pages:
        expect(row(page, "Station kiosk")).to_have_count(0, timeout=LIVE_MILLISECONDS)
        expect(row(page, "Corner shop")).to_be_visible()


def test_the_first_page_counts_the_purchases_that_it_sums(visit, person):
    browsing = visit(Look("phone")).sign_in(person)
    # Where the browser is, whose month the page sums.
    today = browsing.page.evaluate("new Date().toLocaleDateString('sv')")
    purchases = [person.record("Corner shop", day=today) for _ in range(2)]
    assert [bool(person.purchase(each).get("duplicateOf")) for each in purchases] == [False, True]
    page = browsing.open("/")
    spent = page.locator(".spent")
    expect(spent).to_contain_text("2.50")
    expect(spent).to_contain_text(browsing.text("home.purchases", count=1))
    edit(person, purchases[1], {"duplicate": "DUPLICATE_DECISION_KEEP"})
    expect(spent).to_contain_text("5.00", timeout=LIVE_MILLISECONDS)
    expect(spent).to_contain_text(browsing.text("home.purchases", count=2))


def test_the_log_has_what_came_while_the_gateway_was_away(visit, person, deployment):
    if not deployment.is_own:
        pytest.skip("the programs at LARDER_WEB are not the tests' to kill")
    person.record("Corner shop")
    browsing = visit(Look("phone")).sign_in(person)
    page = browsing.open("/log")
    first = person.record("Kiosk")
    expect(row(page, "Kiosk")).to_be_visible(timeout=LIVE_MILLISECONDS)
    deployment.kill_gateway()
    person.record("Market hall")
    edit(person, first, {"storeName": {"value": "Station kiosk"}})
    expect(row(page, "Market hall")).to_be_visible(timeout=45_000)
    expect(row(page, "Station kiosk")).to_be_visible()
    expect(row(page, "Corner shop")).to_have_count(1)
    browsing.complaints[:] = [each for each in browsing.complaints if "net::ERR_" not in each]


def test_the_log_is_followed_with_another_token_when_a_consent_is_withdrawn(visit, person):
    browsing = visit(Look("phone")).sign_in(person)
    page = browsing.open("/log")
    person.record("Corner shop")
    expect(row(page, "Corner shop")).to_be_visible(timeout=LIVE_MILLISECONDS)
    consent = {"kind": "CONSENT_KIND_LOCATION"}
    person.call("larder.auth.v1.Consents/SetConsent", consent | {"given": True})
    person.sign_in()
    with page.expect_request(re.compile("/live$"), timeout=RENEWED_MILLISECONDS):
        person.call("larder.auth.v1.Consents/SetConsent", consent | {"given": False})
    person.sign_in()
    person.record("Kiosk")
    expect(row(page, "Kiosk")).to_be_visible(timeout=LIVE_MILLISECONDS)


def test_receipts_and_the_number_of_unread_entries_follow(visit, person):
    browsing = visit(Look("desktop")).sign_in(person)
    page = browsing.open("/receipts")
    expect(page.get_by_text(browsing.text("receipts.empty"))).to_be_visible()
    person.upload()
    expect(page.locator(".list li")).to_have_count(1, timeout=LIVE_MILLISECONDS)
    expect(page.get_by_text(browsing.text("receipts.done"))).to_be_visible(timeout=READING_MILLISECONDS)
    expect(page.get_by_text(browsing.text("inbox.unread", count=1)).first).to_be_attached(timeout=READING_MILLISECONDS)
    entries = person.call("larder.notifications.v1.Inbox/ListNotifications")["notifications"]
    ids = [entry["id"] for entry in entries]
    person.call("larder.notifications.v1.Inbox/MarkNotificationsRead", {"notificationIds": ids})
    expect(page.get_by_text(browsing.text("inbox.unread", count=1))).to_have_count(0, timeout=LIVE_MILLISECONDS)


def test_the_inbox_shows_entries_as_they_come_and_are_read(visit, person):
    browsing = visit(Look("phone")).sign_in(person)
    page = browsing.open("/inbox")
    expect(page.get_by_text(browsing.text("inbox.emptyTitle"))).to_be_visible()
    person.read_receipt()
    expect(page.locator(".list li.fresh")).to_have_count(1, timeout=READING_MILLISECONDS)
    entries = person.call("larder.notifications.v1.Inbox/ListNotifications")["notifications"]
    person.call("larder.notifications.v1.Inbox/MarkNotificationsRead", {"notificationIds": [entries[0]["id"]]})
    expect(page.locator(".list li.fresh")).to_have_count(0, timeout=LIVE_MILLISECONDS)
    expect(page.locator(".list li")).to_have_count(1)

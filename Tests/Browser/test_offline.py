"""Without a network: what was there can be read, what is added waits and is sent on return."""

import re

from playwright.sync_api import expect

from support.browsing import Look
from support.deployment import eventually


def wait_for_worker(browsing):
    """Waits until the service worker has stored the app and answers for its pages."""
    browsing.page.wait_for_function("() => navigator.serviceWorker.ready.then(() => true)")
    browsing.page.reload()
    browsing.settle()
    browsing.page.wait_for_function("() => navigator.serviceWorker.controller !== null")


def test_the_log_is_read_and_a_purchase_queued(visit, person):
    person.record("Corner shop")
    browsing = visit(Look("phone")).sign_in(person)
    page = browsing.open("/log")
    wait_for_worker(browsing)
    browsing.context.set_offline(True)
    page.reload()
    browsing.settle()
    expect(page.get_by_role("link", name=re.compile("Corner shop"))).to_be_visible()
    expect(page.get_by_text(browsing.text("log.copy"))).to_be_visible()
    expect(page.get_by_text(browsing.text("offline"))).to_be_visible()

    browsing.open("/purchases/new")
    browsing.field("purchase.storeName").fill("Kiosk")
    browsing.field("purchase.currency").fill("EUR")
    browsing.field("purchase.total").fill("1.50")
    browsing.button("byHand.save").click()
    expect(page.get_by_text(browsing.text("byHand.queued"))).to_be_visible()
    # It outlives the page.
    page.reload()
    browsing.settle()
    expect(page.get_by_text(browsing.text("home.waiting", count=1))).to_be_visible()
    assert stores(person) == ["Corner shop"]

    browsing.context.set_offline(False)
    eventually(lambda: sorted(stores(person)) == ["Corner shop", "Kiosk"], what="sending what was queued")
    expect(page.get_by_text(browsing.text("home.waiting", count=1))).to_have_count(0)


def test_the_copy_of_the_log_has_what_came_while_another_page_was_shown(visit, person):
    person.record("Corner shop")
    browsing = visit(Look("phone")).sign_in(person)
    page = browsing.open("/log")
    wait_for_worker(browsing)
    browsing.open("/settings")
    person.record("Kiosk")
    page.wait_for_function(COPY_HAS, arg="Kiosk")
    browsing.context.set_offline(True)
    browsing.open("/log")
    for store in ("Corner shop", "Kiosk"):
        expect(page.get_by_role("link", name=re.compile(store))).to_be_visible()


# Whether the browser's copy of the log has a purchase at a store.
COPY_HAS = """(store) => new Promise((resolve, reject) => {
    const opening = indexedDB.open("larder");
    opening.onerror = () => reject(opening.error);
    opening.onsuccess = () => {
        const asked = opening.result.transaction("copies").objectStore("copies").get("log");
        asked.onsuccess = () => {
            opening.result.close();
            resolve((asked.result ?? []).some((purchase) => purchase.storeName === store));
        };
    };
})"""


def stores(person):
    """The stores of all purchases that have arrived."""
    answer = person.call("larder.budget.v1.Purchases/ListPurchases", {"page": {"size": 100}})
    return [purchase["storeName"] for purchase in answer.get("purchases", [])]


def test_a_photo_waits_for_the_network(visit, person):
    browsing = visit(Look("phone")).sign_in(person)
    page = browsing.open("/camera")
    wait_for_worker(browsing)
    shutter = browsing.start_camera()
    browsing.context.set_offline(True)
    shutter.click()
    expect(page.get_by_text(browsing.text("camera.queued"))).to_be_visible()
    browsing.context.set_offline(False)
    receipts = lambda: person.call("larder.ocr.v1.Receipts/ListReceipts").get("receipts", [])  # noqa: E731
    assert len(eventually(receipts, what="sending the photo")) == 1

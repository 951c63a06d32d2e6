"""Without a network: what was there can be read, what is added waits and is sent on return."""

import json
import re

import pytest
from playwright.sync_api import expect

from support import stored
from support.browsing import Look
from support.deployment import eventually

CREATE = "**/larder.budget.v1.Purchases/CreatePurchase"


def wait_for_worker(browsing):
    """Waits until the service worker has stored the app and answers for its pages."""
    browsing.page.wait_for_function("() => navigator.serviceWorker.ready.then(() => true)")
    browsing.page.reload()
    browsing.settle()
    browsing.page.wait_for_function("() => navigator.serviceWorker.controller !== null")


def add_purchase(browsing, store):
    """Types a purchase in that cannot be sent, and waits until it is queued."""
    type_purchase(browsing, store)
    expect(browsing.page.get_by_text(browsing.text("byHand.queued"))).to_be_visible()


def queue_purchase(browsing, store, answer):
    """Types a purchase in that cannot be sent, waits until it is queued, and has it answered by a route's handler from then on.

    The browser has no service worker: that sends what waits where a page is busy, past what the test answers in the service's place.
    """
    browsing.page.route(CREATE, lambda route: route.abort())
    add_purchase(browsing, store)
    # It takes the place of the former one, without a moment between in which the service would be asked.
    browsing.page.route(CREATE, answer)


def wait_for_copy(page):
    """Waits until the copy of the log is stored."""
    eventually(lambda: "log" in stored.values(page, "copies"), what="the copy of the log")


def type_purchase(browsing, store):
    """Types a purchase in and adds it."""
    browsing.open("/purchases/new")
    browsing.field("purchase.storeName").fill(store)
    browsing.field("purchase.currency").fill("EUR")
    browsing.field("purchase.total").fill("1.50")
    browsing.button("byHand.save").click()


def waiting_row(browsing, store):
    """The row of what waits to be sent."""
    return browsing.page.get_by_role("listitem").filter(has_text=store)


def reject(code, status, message=""):
    """A route's handler that answers with a failure."""
    body = json.dumps({"code": code, "message": message})
    return lambda route: route.fulfill(status=status, content_type="application/json", body=body)


def test_the_log_is_read_and_a_purchase_queued(visit, person):
    person.record("Corner shop")
    browsing = visit(Look("phone")).sign_in(person)
    page = browsing.open("/log")
    wait_for_worker(browsing)
    wait_for_copy(page)
    browsing.context.set_offline(True)
    page.reload()
    browsing.settle()
    expect(page.get_by_role("link", name=re.compile("Corner shop"))).to_be_visible()
    expect(page.get_by_text(browsing.text("log.copy"))).to_be_visible()
    expect(page.get_by_text(browsing.text("offline"))).to_be_visible()

    add_purchase(browsing, "Kiosk")
    # It outlives the page.
    browsing.open("/")
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
    wait_for_copy(page)
    browsing.open("/settings")
    person.record("Kiosk")
    eventually(lambda: "Kiosk" in stored.copied_stores(page), what="the copy")
    browsing.context.set_offline(True)
    browsing.open("/log")
    for store in ("Corner shop", "Kiosk"):
        expect(page.get_by_role("link", name=re.compile(store))).to_be_visible()


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


def test_what_waits_can_be_removed_and_put_back(visit, person):
    browsing = visit(Look("phone", "dark", "fr")).sign_in(person)
    page = browsing.open("/receipts")
    wait_for_worker(browsing)
    browsing.context.set_offline(True)
    add_purchase(browsing, "Kiosk")
    browsing.open("/receipts")
    row = waiting_row(browsing, "Kiosk")
    row.get_by_role("button", name=browsing.text("remove")).click()
    expect(page.get_by_text(browsing.text("receipts.removed"))).to_be_visible()
    expect(row).to_have_count(0)
    browsing.button("undo").click()
    expect(row).to_be_visible()
    row.get_by_role("button", name=browsing.text("remove")).click()
    expect(row).to_have_count(0)
    browsing.context.set_offline(False)
    # What is added afterwards arrives; what was removed does not.
    type_purchase(browsing, "Market")
    eventually(lambda: stores(person), what="sending the other one")
    assert stores(person) == ["Market"]


def test_a_purchase_whose_answer_was_lost_is_added_once(visit, person):
    browsing = visit(Look("phone")).sign_in(person)
    page = browsing.open("/purchases/new")

    def lose(route):
        route.fetch()
        route.abort()

    page.route(CREATE, lose, times=1)
    type_purchase(browsing, "Kiosk")
    expect(page.get_by_text(browsing.text("byHand.queued")).or_(page.get_by_text(browsing.text("byHand.added")))).to_be_visible()
    browsing.open("/receipts")
    expect(waiting_row(browsing, "Kiosk")).to_have_count(0)
    assert stores(person) == ["Kiosk"]
    browsing.complaints[:] = [each for each in browsing.complaints if "net::ERR_" not in each]


def test_a_mishap_of_larder_is_tried_again(visit, person):
    browsing = visit(Look("phone"), service_workers="block").sign_in(person)
    page = browsing.page
    queue_purchase(browsing, "Kiosk", reject("internal", 500))
    browsing.open("/receipts")
    expect(waiting_row(browsing, "Kiosk")).to_contain_text(browsing.text("receipts.triedAgain"))
    page.unroute(CREATE)
    eventually(lambda: stores(person) == ["Kiosk"], what="sending it again")
    browsing.forget_failed_resources()


def test_a_rejected_purchase_says_why_and_is_corrected(visit, person):
    browsing = visit(Look("phone"), service_workers="block").sign_in(person)
    page = browsing.page
    queue_purchase(browsing, "Kiosk", reject("invalid_argument", 400, "The store is closed."))
    browsing.open("/receipts")
    row = waiting_row(browsing, "Kiosk")
    expect(row).to_contain_text("The store is closed.")
    page.unroute(CREATE)
    row.get_by_role("link", name=browsing.text("receipts.correct")).click()
    expect(browsing.field("purchase.storeName")).to_have_value("Kiosk")
    expect(browsing.field("purchase.total")).to_have_value("1.50")
    browsing.field("purchase.storeName").fill("Market")
    browsing.button("byHand.save").click()
    eventually(lambda: stores(person) == ["Market"], what="sending what was corrected")
    # The answer, which takes it out of the queue, has come.
    expect(page.get_by_text(browsing.text("byHand.added"))).to_be_visible()
    browsing.open("/receipts")
    expect(waiting_row(browsing, "Kiosk")).to_have_count(0)
    browsing.forget_failed_resources()


# A browser whose storage is full when it comes to the queue.
FULL = """() => {
    const put = IDBObjectStore.prototype.put;
    IDBObjectStore.prototype.put = function (...values) {
        if (this.name === "queue") throw new DOMException("full", "QuotaExceededError");
        return put.apply(this, values);
    };
}"""


def test_without_room_the_form_stays_as_it_is(visit, person):
    browsing = visit(Look("phone")).sign_in(person)
    browsing.context.add_init_script(f"({FULL})()")
    page = browsing.open("/purchases/new")
    wait_for_worker(browsing)
    browsing.context.set_offline(True)
    type_purchase(browsing, "Kiosk")
    expect(page.get_by_text(browsing.text("failure.not_stored"))).to_be_visible()
    expect(browsing.field("purchase.storeName")).to_have_value("Kiosk")
    browsing.context.set_offline(False)
    browsing.button("byHand.save").click()
    eventually(lambda: stores(person) == ["Kiosk"], what="adding it")


def test_without_room_a_photo_is_sent_while_the_page_is_open(visit, person):
    browsing = visit(Look("phone")).sign_in(person)
    browsing.context.add_init_script(f"({FULL})()")
    page = browsing.open("/camera")
    wait_for_worker(browsing)
    shutter = browsing.start_camera()
    browsing.context.set_offline(True)
    shutter.click()
    expect(page.get_by_text(browsing.text("camera.unstored"))).to_be_visible()
    browsing.context.set_offline(False)
    receipts = lambda: person.call("larder.ocr.v1.Receipts/ListReceipts").get("receipts", [])  # noqa: E731
    assert len(eventually(receipts, what="sending the photo")) == 1


def sync(browsing, deployment, session):
    """Has the browser tell the service worker that there is a network again."""
    registrations = []
    session.on("ServiceWorker.workerRegistrationUpdated", lambda event: registrations.extend(event["registrations"]))
    session.send("ServiceWorker.enable")
    # Asking the browser for anything lets what it has reported arrive.
    eventually(lambda: browsing.context.cookies() and registrations, what="finding the service worker")
    event = {"origin": deployment.address, "registrationId": registrations[-1]["registrationId"], "tag": "send"}
    browsing.context.set_offline(False)
    session.send("ServiceWorker.dispatchSyncEvent", event | {"lastChance": False})


@pytest.mark.parametrize("is_frozen", [False, True], ids=["no page", "a frozen page"])
def test_the_worker_sends_what_no_page_does(visit, person, deployment, is_frozen):
    browsing = visit(Look("phone")).sign_in(person)
    page = browsing.open("/purchases/new")
    wait_for_worker(browsing)
    browsing.context.set_offline(True)
    add_purchase(browsing, "Kiosk")
    session = browsing.context.new_cdp_session(page)
    if is_frozen:
        session.send("Page.setWebLifecycleState", {"state": "frozen"})
    else:
        page.goto("about:blank")
    sync(browsing, deployment, session)
    eventually(lambda: stores(person) == ["Kiosk"], what="sending what was queued")


# Spoils the purchase in the queue, so that it is rejected.
SPOIL = """() => new Promise((resolve, reject) => {
    const opening = indexedDB.open("larder");
    opening.onerror = () => reject(opening.error);
    opening.onsuccess = () => {
        const transaction = opening.result.transaction("queue", "readwrite");
        transaction.oncomplete = () => resolve(opening.result.close());
        const asked = transaction.objectStore("queue").openCursor();
        asked.onsuccess = () => {
            const { value } = asked.result;
            asked.result.update({ ...value, purchase: { ...value.purchase, currency: "euros" } });
        };
    };
})"""


def is_rejected(worker):
    """Whether something in the queue was rejected."""
    return any(entry.get("rejection") for entry in stored.values(worker, "queue").values())


def test_another_photo_is_offered_for_one_that_is_no_picture(visit, person):
    browsing = visit(Look("phone")).sign_in(person)
    page = browsing.open("/camera")
    notes = {"name": "notes.jpg", "mimeType": "image/jpeg", "buffer": b"Milk, bread, eggs"}
    page.locator("input[type=file]").set_input_files(notes)
    expect(page).to_have_url(re.compile("/receipts"))
    row = waiting_row(browsing, browsing.text("failure.NOT_AN_IMAGE"))
    expect(row).to_be_visible()
    expect(row.get_by_role("button", name=browsing.text("tryAgain"))).to_have_count(0)
    row.get_by_role("link", name=browsing.text("receipts.otherPhoto")).click()
    expect(page).to_have_url(re.compile("/camera"))


def test_a_rejection_of_what_the_worker_sent_is_shown_by_the_page(visit, person, deployment):
    browsing = visit(Look("phone")).sign_in(person)
    page = browsing.open("/purchases/new")
    wait_for_worker(browsing)
    browsing.context.set_offline(True)
    add_purchase(browsing, "Kiosk")
    page.evaluate(SPOIL)
    worker = browsing.context.service_workers[-1]
    session = browsing.context.new_cdp_session(page)
    page.goto("about:blank")
    sync(browsing, deployment, session)
    eventually(lambda: is_rejected(worker), what="the rejection")
    browsing.open("/receipts")
    row = waiting_row(browsing, "Kiosk")
    expect(row.get_by_role("button", name=browsing.text("tryAgain"))).to_be_visible()
    assert stores(person) == []

"""A receipt that is too long for one photo: taken piece by piece, sent as one, and looked at photo by photo."""

import re

from playwright.sync_api import expect

from support import accessibility, stored
from support.browsing import Look
from support.deployment import eventually
from test_offline import wait_for_worker


def test_pieces_are_sent_as_one_receipt(visit, person):
    browsing = visit(Look("phone", "light", "en")).sign_in(person)
    page = browsing.open("/camera")
    shutter = browsing.start_camera()
    browsing.button("camera.long").click()
    expect(page.get_by_text(browsing.text("camera.longWhy"))).to_be_visible()
    pieces = page.locator(".pieces img")
    for number in range(1, 4):
        shutter.click()
        expect(pieces).to_have_count(number)
    assert accessibility.violations(page) == []
    browsing.button("camera.removePiece", number=2).click()
    expect(pieces).to_have_count(2)
    expect(shutter).to_be_focused()
    eventually(lambda: len(stored.values(page, "drafts").get("pieces", [])) == 2, what="storing the pieces")
    # They are there again on return.
    browsing.open("/")
    browsing.open("/camera")
    expect(pieces).to_have_count(2)
    expect(page.get_by_text(browsing.text("camera.pieces", count=2))).to_be_visible()
    browsing.button("camera.send", count=2).click()
    expect(page.get_by_text(browsing.text("camera.takenPieces", count=2))).to_be_visible()
    expect(pieces).to_have_count(0)
    look_at_both(browsing, person)


def look_at_both(browsing, person):
    """Waits until the one receipt of the person is read, and switches between its two photos."""
    page = browsing.page
    page.goto("/receipts")
    receipt = page.get_by_role("link", name=re.compile("Juniper|" + browsing.text("receipts.number", number=1)))
    expect(receipt).to_have_count(1)
    state = lambda: person.call("larder.ocr.v1.Receipts/ListReceipts")["receipts"]  # noqa: E731
    eventually(lambda: state()[0]["state"] == "RECEIPT_STATE_DONE", 120, "reading the receipt")
    assert [each["photos"] for each in state()] == [2]
    page.goto(f"/purchases/{state()[0]['purchaseId']}")
    browsing.settle()
    photo = page.get_by_role("img", name=browsing.text("photo.alt"))
    expect(photo).to_have_attribute("src", re.compile("/photos/0$"))
    browsing.button("photo.number", number=2).click()
    expect(photo).to_have_attribute("src", re.compile("/photos/1$"))
    page.wait_for_function("() => document.querySelector('.photo-sheet img').naturalWidth > 0")
    expect(browsing.button("photo.number", number=2)).to_have_attribute("aria-pressed", "true")
    browsing.button("photo.number", number=1).click()
    expect(photo).to_have_attribute("src", re.compile("/photos/0$"))


def test_pieces_wait_for_the_network_together(visit, person):
    browsing = visit(Look("phone", "dark", "fr")).sign_in(person)
    page = browsing.open("/camera")
    wait_for_worker(browsing)
    shutter = browsing.start_camera()
    browsing.button("camera.long").click()
    browsing.context.set_offline(True)
    for number in range(1, 3):
        shutter.click()
        expect(page.locator(".pieces img")).to_have_count(number)
    browsing.button("camera.send", count=2).click()
    expect(page.get_by_text(browsing.text("camera.queuedPieces", count=2))).to_be_visible()
    browsing.context.set_offline(False)
    receipts = lambda: person.call("larder.ocr.v1.Receipts/ListReceipts").get("receipts", [])  # noqa: E731
    assert [each["photos"] for each in eventually(receipts, what="sending the photos")] == [2]


def test_pieces_that_are_dropped_come_back(visit, person):
    browsing = visit(Look("phone", "light", "en")).sign_in(person)
    page = browsing.open("/camera")
    shutter = browsing.start_camera()
    browsing.button("camera.long").click()
    shutter.click()
    pieces = page.locator(".pieces img")
    expect(pieces).to_have_count(1)
    browsing.button("camera.long").click()
    expect(pieces).to_have_count(0)
    browsing.button("undo").click()
    expect(pieces).to_have_count(1)

"""The inbox: new entries are announced wherever one is, what is read is told, and what is deleted can be had back."""

import re

import pytest
from playwright.sync_api import expect

from conftest import IS_SHORT
from support import accessibility, stored
from support.browsing import LIVE_MILLISECONDS, Look
from support.deployment import eventually
from test_offline import wait_for_worker

INBOX = "larder.notifications.v1.Inbox"

# Resolves with the time at which an entry is announced, in milliseconds since 1970.
AWAIT_ARRIVAL = """() => {
  window.arrival = new Promise((resolve) => {
    const look = () => document.querySelector(".arrival") && resolve(Date.now());
    new MutationObserver(look).observe(document.body, { childList: true, subtree: true });
  });
}"""


def listed(person):
    """The entries of a person's inbox, newest first."""
    return person.call(f"{INBOX}/ListNotifications").get("notifications", [])


def created(entry):
    """When an entry was created, in milliseconds since 1970."""
    return int(entry["createdAt"]["seconds"]) * 1000 + entry["createdAt"].get("nanos", 0) / 1e6


def new_entry(person, shade=232):
    """Has an entry created; returns it."""
    known = {entry["id"] for entry in listed(person)}
    person.fail_receipt(shade)
    return wait_for(person, known)


def wait_for(person, known):
    """The first entry that is not among those that are known."""
    return eventually(lambda: next((each for each in listed(person) if each["id"] not in known), None), what="an entry")


def wait_until_followed(browsing):
    """Waits until the browser follows the inbox and keeps from where on: what was there before is no news."""
    eventually(lambda: "cursor of inbox" in stored.values(browsing.page, "copies"), what="following the inbox")


def arrival(browsing):
    """What is announced."""
    return browsing.page.locator(".arrival")


def counter(browsing, count):
    """The number of unread entries in the bar, as it is read aloud."""
    return browsing.page.locator(".bar").get_by_text(browsing.text("inbox.unread", count=count), exact=True)


def rows(browsing):
    """The entries of the page."""
    return browsing.page.locator("main .list li")


@pytest.mark.parametrize("path", ["/settings", "/inbox"] if IS_SHORT else ["/", "/log", "/camera", "/settings", "/help", "/inbox"])
def test_a_new_entry_is_announced_on_whatever_page_is_open(visit, person, path):
    looks = [Look("phone", "dark", "fr"), Look("desktop")]
    browsers = [visit(look).sign_in(person) for look in looks]
    for browsing in browsers:
        browsing.open(path).evaluate(AWAIT_ARRIVAL)
        wait_until_followed(browsing)
    entry = new_entry(person)
    for browsing in browsers:
        took = browsing.page.evaluate("() => window.arrival") - created(entry)
        print(f"{path} in {browsing.look}: announced after {took:.0f} ms")
        assert took <= LIVE_MILLISECONDS
        expect(arrival(browsing)).to_contain_text(browsing.text("notice.receipt_failed"))
    # What is announced goes by itself, so that this comes after it was seen in both.
    for browsing in browsers:
        expect(counter(browsing, 1)).to_be_attached()
        assert accessibility.violations(browsing.page) == []
        assert browsing.page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0


def test_what_came_without_a_network_is_announced_on_return(visit, person):
    browsing = visit(Look("phone")).sign_in(person)
    page = browsing.open("/settings")
    wait_for_worker(browsing)
    wait_until_followed(browsing)
    browsing.context.set_offline(True)
    # Chromium leaves a stream alone that is open already.
    page.reload()
    browsing.settle()
    expect(page.get_by_text(browsing.text("offline"))).to_be_visible()
    new_entry(person)
    new_entry(person, shade=200)
    expect(arrival(browsing)).to_have_count(0)
    browsing.context.set_offline(False)
    expect(arrival(browsing)).to_contain_text(browsing.text("inbox.unread", count=2), timeout=LIVE_MILLISECONDS)
    expect(counter(browsing, 2)).to_be_attached(timeout=LIVE_MILLISECONDS)
    arrival(browsing).get_by_role("link", name=browsing.text("inbox.show"), exact=True).click()
    expect(rows(browsing)).to_have_count(2)
    expect(arrival(browsing)).to_have_count(0)


def test_what_came_while_the_app_was_closed_is_announced_once(visit, person):
    browsing = visit(Look("phone")).sign_in(person)
    first = new_entry(person)
    browsing.open("/settings")
    expect(counter(browsing, 1)).to_be_attached()
    # It was there before this browser came.
    expect(arrival(browsing)).to_have_count(0)
    wait_until_followed(browsing)
    browsing.page.goto("about:blank")
    second = new_entry(person, shade=200)
    browsing.open("/settings")
    expect(arrival(browsing)).to_have_count(1)
    # Its alert goes by itself, and does not return.
    expect(arrival(browsing)).to_have_count(0)
    browsing.page.reload()
    browsing.settle()
    expect(counter(browsing, 2)).to_be_attached()
    expect(arrival(browsing)).to_have_count(0)
    assert {each["id"] for each in listed(person)} == {first["id"], second["id"]}


def test_an_alert_leads_to_its_subject_and_marks_it_as_read(visit, person):
    browsing = visit(Look("phone", "light", "fr")).sign_in(person)
    browsing.open("/settings")
    wait_until_followed(browsing)
    entry = new_entry(person)
    arrival(browsing).get_by_role("link", name=browsing.text("inbox.show"), exact=True).click()
    expect(browsing.page).to_have_url(re.compile(entry["subject"].replace("receipt:", "/receipts/")))
    expect(counter(browsing, 1)).to_have_count(0)
    assert "readAt" in listed(person)[0]


def test_unread_entries_are_told_by_text_and_read_by_opening_them(visit, person):
    entry = new_entry(person)
    browsing, other = visit(Look("phone", "light", "fr")).sign_in(person), visit(Look("desktop")).sign_in(person)
    for each in (browsing, other):
        each.open("/inbox")
        expect(rows(each)).to_contain_text(each.text("inbox.isUnread"))
        assert accessibility.violations(each.page) == []
    rows(browsing).get_by_role("link").click()
    expect(browsing.page.get_by_role("heading", level=1)).not_to_have_text(browsing.text("inbox.title"))
    expect(rows(other)).not_to_contain_text(other.text("inbox.isUnread"), timeout=LIVE_MILLISECONDS)
    expect(counter(other, 1)).to_have_count(0)
    read_at = listed(person)[0]["readAt"]
    # Opening it again has no effect.
    browsing.page.go_back()
    rows(browsing).get_by_role("link").click()
    browsing.settle()
    assert listed(person)[0]["readAt"] == read_at
    assert entry["id"] == listed(person)[0]["id"]


def test_opening_a_subject_by_another_way_marks_its_entry_as_read(visit, person):
    entry = new_entry(person)
    new_entry(person, shade=200)
    browsing = visit(Look("phone")).sign_in(person)
    browsing.open(entry["subject"].replace("receipt:", "/receipts/"))
    expect(counter(browsing, 1)).to_be_attached()
    assert [each["id"] for each in listed(person) if "readAt" in each] == [entry["id"]]


def test_an_entry_is_deleted_on_all_devices_and_restored_as_it_was(visit, person):
    read = new_entry(person)
    person.call(f"{INBOX}/MarkNotificationsRead", {"notificationIds": [read["id"]]})
    unread = new_entry(person, shade=200)
    browsing, other = visit(Look("phone", "light", "fr")).sign_in(person), visit(Look("desktop")).sign_in(person)
    for each in (browsing, other):
        each.open("/inbox")
        expect(rows(each)).to_have_count(2)
    former = listed(person)
    for entry, left in ((read, unread), (unread, read)):
        rows(browsing).locator(f"xpath=self::*[@id='notice-{entry['id']}']").locator(".remove").click()
        undo = browsing.held_undo()
        for each in (browsing, other):
            expect(rows(each)).to_have_count(1, timeout=LIVE_MILLISECONDS)
            expect(each.page.locator(f"#notice-{left['id']}")).to_be_visible()
        assert [each["id"] for each in listed(person)] == [left["id"]]
        undo.click()
        for each in (browsing, other):
            expect(rows(each)).to_have_count(2, timeout=LIVE_MILLISECONDS)
            expect(counter(each, 1)).to_be_attached()
            expect(each.page.locator("main .list li.fresh")).to_have_count(1)
            # What is restored is no news.
            expect(arrival(each)).to_have_count(0)
        assert listed(person) == former


def test_all_entries_are_deleted_on_all_devices_and_restored_as_they_were(visit, person):
    read = new_entry(person)
    person.call(f"{INBOX}/MarkNotificationsRead", {"notificationIds": [read["id"]]})
    new_entry(person, shade=200)
    former = listed(person)
    browsing, other = visit(Look("phone")).sign_in(person), visit(Look("desktop", "dark", "fr")).sign_in(person)
    for each in (browsing, other):
        each.open("/inbox")
        expect(rows(each)).to_have_count(2)
    browsing.button("inbox.removeAll").click()
    undo = browsing.held_undo()
    for each in (browsing, other):
        expect(each.page.get_by_text(each.text("inbox.emptyTitle"))).to_be_visible(timeout=LIVE_MILLISECONDS)
        expect(counter(each, 1)).to_have_count(0)
    assert listed(person) == []
    expect(browsing.page.locator(".message")).to_contain_text(browsing.text("inbox.removed", count=2))
    undo.click()
    for each in (browsing, other):
        expect(rows(each)).to_have_count(2, timeout=LIVE_MILLISECONDS)
        expect(each.page.locator("main .list li.fresh")).to_have_count(1)
        expect(arrival(each)).to_have_count(0)
    assert listed(person) == former


def test_deleting_without_a_network_leaves_the_entry(visit, person):
    new_entry(person)
    browsing = visit(Look("phone")).sign_in(person)
    browsing.open("/inbox")
    wait_for_worker(browsing)
    browsing.context.set_offline(True)
    rows(browsing).locator(".remove").click()
    expect(browsing.page.locator(".message.problem")).to_be_visible()
    expect(rows(browsing)).to_have_count(1)


def test_a_kind_that_is_switched_off_does_not_come(visit, person):
    browsing = visit(Look("phone", "light", "fr")).sign_in(person)
    page = browsing.open("/settings")
    browsing.link("notices.title").click()
    group = page.get_by_role("group", name=browsing.text("notice.receipt_failed"), exact=True)
    failed = group.get_by_role("switch", name=browsing.text("notices.NOTICE_CHANNEL_INBOX"), exact=True)
    expect(failed).to_be_checked()
    message = page.locator(".message")
    failed.click()
    expect(message).to_contain_text(browsing.text("notices.off"))
    expect(failed).not_to_be_checked()
    browsing.held_undo().click()
    expect(failed).to_be_checked()
    failed.click()
    expect(message).to_contain_text(browsing.text("notices.off"))
    expect(failed).not_to_be_checked()
    person.fail_receipt()
    # Reading and recording takes longer than telling of a failure, whose entry would have come by now.
    person.read_receipt()
    assert wait_for(person, set())["kind"] == "receipt_ready"
    # By the switch, since the message with its undo is gone after ten seconds.
    failed.click()
    expect(message).to_contain_text(browsing.text("notices.on"))
    expect(failed).to_be_checked()
    # What ocr tells of one person comes in order: the failure before would be here, too.
    new_entry(person, shade=200)
    assert [each["kind"] for each in listed(person)] == ["receipt_failed", "receipt_ready"]


def test_entries_are_deleted_by_the_keyboard(visit, person):
    new_entry(person)
    new_entry(person, shade=200)
    browsing = visit(Look("desktop")).sign_in(person)
    page = browsing.open("/inbox")
    buttons = page.locator("main .list .remove")
    buttons.first.focus()
    page.keyboard.press("Enter")
    expect(buttons).to_have_count(1)
    # The next entry's has the focus.
    expect(buttons).to_be_focused()
    page.keyboard.press("Enter")
    expect(buttons).to_have_count(0)
    expect(page.get_by_role("heading", level=1)).to_be_focused()

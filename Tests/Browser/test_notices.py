"""Which kinds of messages come, where and when; mails and how they are stopped; messages on a device while the app is closed."""

import json
import re
import time
import urllib.request

import pytest
from playwright.sync_api import expect

from support.browsing import Look
from support.deployment import eventually
from test_recovery import news_for

GET = "larder.notifications.v1.NoticePreferences/GetNoticePreferences"
SET = "larder.notifications.v1.NoticePreferences/SetNoticePreference"
# What only a person and a push service on the internet can answer: whether messages may be shown, and where a browser takes them.
BROWSER = """
window.asked = 0;
let permission = "default", subscription = null;
Object.defineProperty(Notification, "permission", { get: () => permission });
Notification.requestPermission = async () => { window.asked++; return (permission = "%s"); };
PushManager.prototype.getSubscription = async () => subscription;
PushManager.prototype.subscribe = async ({ applicationServerKey }) => {
  window.key = applicationServerKey.length;
  const pair = await crypto.subtle.generateKey({ name: "ECDH", namedCurve: "P-256" }, true, ["deriveBits"]);
  const point = await crypto.subtle.exportKey("raw", pair.publicKey);
  return (subscription = {
    endpoint: "https://fcm.googleapis.com/fcm/send/" + crypto.randomUUID(),
    getKey: (name) => (name === "auth" ? new Uint8Array(16).buffer : point),
    unsubscribe: async () => ((subscription = null), true),
  });
};
"""


def switch(browsing, kind, channel):
    """The switch of a channel of a kind."""
    group = browsing.page.get_by_role("group", name=browsing.text(f"notice.{kind}"), exact=True)
    return group.get_by_role("switch", name=browsing.text(f"notices.NOTICE_CHANNEL_{channel}"))


def preference(person, kind):
    """What is stored of a kind."""
    return next(each for each in person.call(GET)["preferences"] if each["kind"] == kind)


def channels(person, kind):
    """The channels of a kind that are on."""
    return [each["channel"].removeprefix("NOTICE_CHANNEL_") for each in preference(person, kind)["channels"] if each.get("isOn")]


@pytest.mark.parametrize("language", ["en", "fr"])
def test_everything_is_set_within_two_minutes(visit, person, language):
    browsing = visit(Look("phone", "light", language)).sign_in(person)
    page = browsing.page
    start = time.monotonic()
    browsing.open("/notices")
    for kind in ("receipt_ready", "receipt_failed"):
        for channel in ("INBOX", "EMAIL", "WEB_PUSH"):
            wanted = not switch(browsing, kind, channel).is_checked()
            switch(browsing, kind, channel).click()
            expect(switch(browsing, kind, channel)).to_be_checked(checked=wanted)
            expect(switch(browsing, kind, channel)).to_be_enabled()
    expect(switch(browsing, "account_secured", "INBOX")).to_be_disabled()
    group = page.get_by_role("group", name=browsing.text("notice.receipt_ready"), exact=True)
    group.get_by_role("combobox").select_option("NOTICE_FREQUENCY_DAILY")
    quiet = page.get_by_role("switch", name=browsing.text("notices.quiet"))
    expect(quiet).to_be_enabled()
    quiet.click()
    expect(quiet).to_be_checked()
    # One change is answered before the next one, so that the message is that of the last one in the end.
    expect(quiet).to_be_enabled()
    browsing.field("notices.from").fill("23:15")
    eventually(lambda: person.call(GET)["times"].get("quietHours", {}).get("fromMinute") == 1395, what="quiet hours")
    expect(quiet).to_be_enabled()
    browsing.field("notices.digest").fill("18:30")
    eventually(lambda: person.call(GET)["times"]["digestMinute"] == 1110, what="the time of daily messages")
    assert time.monotonic() - start < 120
    # The message of this change is there once it is answered.
    expect(quiet).to_be_enabled()
    undo = browsing.held_undo()
    stored = person.call(GET)["times"]
    assert stored["timeZone"] == "Europe/Paris"
    assert stored["quietHours"] == {"fromMinute": 1395, "untilMinute": 420}
    assert channels(person, "receipt_ready") == ["EMAIL"]
    assert preference(person, "receipt_ready")["frequency"] == "NOTICE_FREQUENCY_DAILY"
    assert channels(person, "account_secured") == ["INBOX", "WEB_PUSH"]
    # The last change is undone by the message that reports it.
    undo.click()
    eventually(lambda: person.call(GET)["times"]["digestMinute"] == 480, what="undo")


@pytest.mark.parametrize("language", ["en", "fr"])
def test_reminders_are_off_until_they_are_switched_on_and_come_at_a_time_that_is_set(visit, person, language):
    browsing = visit(Look("phone", "light", language)).sign_in(person)
    page = browsing.open("/notices")
    reminder = browsing.field("notices.reminder")
    expect(reminder).to_have_value("20:00")
    why = browsing.text("notices.reminder.why", kind=browsing.text("notice.entry_reminder"))
    expect(reminder).to_have_accessible_description(why)
    assert channels(person, "entry_reminder") == []
    switch(browsing, "entry_reminder", "INBOX").click()
    expect(switch(browsing, "entry_reminder", "INBOX")).to_be_checked()
    eventually(lambda: channels(person, "entry_reminder") == ["INBOX"], what="reminders")
    # An hour of the day where the browser is.
    assert person.call(GET)["times"]["timeZone"] == "Europe/Paris"
    reminder.fill("21:15")
    eventually(lambda: person.call(GET)["times"]["reminder"] == {"minute": 1275}, what="the time of reminders")
    page.reload()
    browsing.settle()
    expect(reminder).to_have_value("21:15")
    expect(switch(browsing, "entry_reminder", "INBOX")).to_be_checked()
    # Another time leaves it.
    browsing.field("notices.digest").fill("18:30")
    eventually(lambda: person.call(GET)["times"]["digestMinute"] == 1110, what="the time of daily messages")
    assert person.call(GET)["times"]["reminder"] == {"minute": 1275}


def test_the_time_of_reminders_is_taken_back(visit, person):
    browsing = visit(Look("desktop")).sign_in(person)
    page = browsing.open("/notices")
    reminder = browsing.field("notices.reminder")
    reminder.fill("00:00")
    eventually(lambda: not person.call(GET)["times"]["reminder"].get("minute"), what="the time of reminders")
    page.locator(".message button").first.click()
    eventually(lambda: person.call(GET)["times"]["reminder"].get("minute") == 1200, what="undo")
    expect(reminder).to_have_value("20:00")


def test_a_mail_comes_and_is_stopped_signed_out(visit, person, deployment):
    if not deployment.is_own:
        pytest.skip("where the Larder at LARDER_WEB puts its mails is not known")
    person.call(SET, {"kind": "receipt_failed", "channel": "NOTICE_CHANNEL_EMAIL", "isOn": True})
    person.fail_receipt()
    mail = eventually(lambda: news_for(person.email), 30, "a mail")[0]
    link = re.search(r"https?://[^/\s]+(/stop\?t=\S+)", mail.get_body(("plain",)).get_content())[1]
    assert mail["list-unsubscribe"].endswith(f"{link}>")

    browsing = visit(Look("phone", "light", "fr"))
    page = browsing.open(link)
    expect(page.get_by_role("heading", level=1)).to_have_text(browsing.text("stop.title"))
    assert channels(person, "receipt_failed") == ["INBOX", "EMAIL", "WEB_PUSH"]
    browsing.button("stop.button").click()
    expect(page.get_by_role("status").filter(has_text=browsing.text("stop.done"))).to_be_visible()
    assert channels(person, "receipt_failed") == ["INBOX", "WEB_PUSH"]
    # Whoever has the link can't have mails come again: that takes the account.
    expect(browsing.button("undo")).to_have_count(0)
    person.call(SET, {"kind": "receipt_failed", "channel": "NOTICE_CHANNEL_EMAIL", "isOn": True})
    assert channels(person, "receipt_failed") == ["INBOX", "EMAIL", "WEB_PUSH"]

    # A mail program does it by itself.
    request = urllib.request.Request(deployment.address + link, data=b"List-Unsubscribe=One-Click")
    with urllib.request.urlopen(request, timeout=30) as answer:
        assert answer.status == 204
    assert channels(person, "receipt_failed") == ["INBOX", "WEB_PUSH"]


def test_a_link_that_is_none_stops_nothing(visit):
    browsing = visit(Look("desktop"))
    page = browsing.open("/stop?t=nonsense")
    browsing.button("stop.button").click()
    expect(page.locator(".message.problem")).to_be_visible()
    expect(browsing.button("stop.button")).to_be_visible()
    browsing.forget_failed_resources()


def test_a_device_is_asked_only_when_its_owner_wants_it(visit, person):
    browsing = visit(Look("phone")).sign_in(person)
    browsing.context.add_init_script(BROWSER % "granted")
    page = browsing.open("/notices")
    expect(page.get_by_text(browsing.text("notices.device.off"))).to_be_visible()
    assert page.evaluate("window.asked") == 0
    browsing.button("notices.allow").click()
    expect(page.get_by_text(browsing.text("notices.device.on"))).to_be_visible()
    assert page.evaluate("[window.asked, window.key]") == [1, 65]
    devices = person.call("larder.notifications.v1.WebPush/ListPushDevices")["devices"]
    assert [each["service"] for each in devices] == ["fcm.googleapis.com"]
    browsing.button("notices.stop").click()
    expect(browsing.button("notices.allow")).to_be_visible()


def test_who_refuses_is_offered_mails(visit, person):
    browsing = visit(Look("phone", "light", "fr")).sign_in(person)
    browsing.context.add_init_script(BROWSER % "denied")
    page = browsing.open("/notices")
    browsing.button("notices.allow").click()
    expect(page.get_by_text(browsing.text("notices.device.refused"))).to_be_visible()
    browsing.button("notices.byMail").click()
    expect(switch(browsing, "receipt_failed", "EMAIL")).to_be_checked()
    expect(switch(browsing, "receipt_ready", "EMAIL")).to_be_checked()
    # Of what would not have come to the device nothing is mailed.
    assert channels(person, "entry_reminder") == []
    expect(switch(browsing, "entry_reminder", "EMAIL")).not_to_be_checked()


@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_message_is_shown_in_its_readers_language_and_leads_to_its_subject(visit, person, language):
    browsing = visit(Look("desktop", "light", language)).sign_in(person)
    browsing.context.grant_permissions(["notifications"])
    page = browsing.open("/settings")
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    session = browsing.context.new_cdp_session(page)
    registrations = []
    session.on("ServiceWorker.workerRegistrationUpdated", lambda event: registrations.extend(event["registrations"]))
    session.send("ServiceWorker.enable")
    eventually(lambda: page.evaluate("1") and registrations, what="the service worker")
    words = {"en": {"title": "Receipt ready", "body": "15 items."}, "fr": {"title": "Reçu prêt", "body": "15 articles."}}
    for _ in range(2):
        session.send(
            "ServiceWorker.deliverPushMessage",
            {
                "origin": page.evaluate("location.origin"),
                "registrationId": registrations[0]["registrationId"],
                "data": json.dumps({"tag": "one", "path": "/inbox", "words": words}),
            },
        )
    shown = eventually(
        lambda: page.evaluate(
            """navigator.serviceWorker.ready.then((ready) => ready.getNotifications())
               .then((all) => all.map(({ title, body, lang, tag, data }) => [title, body, lang, tag, data]))"""
        ),
        what="the message",
    )
    assert shown == [[words[language]["title"], words[language]["body"], language, "one", "/inbox"]]

"""Copies for times without a network, which are right whichever page is shown."""

import re

from playwright.sync_api import expect

from support import stored
from support.browsing import Look
from support.deployment import eventually

# Replaces a value of the browser's copies.
REPLACE = """([key, value]) => new Promise((resolve, reject) => {
  const opening = indexedDB.open("larder");
  opening.onerror = () => reject(opening.error);
  opening.onsuccess = () => {
    const asked = opening.result.transaction("copies", "readwrite").objectStore("copies").put(value, key);
    asked.onsuccess = () => { opening.result.close(); resolve(); };
  };
})"""


def test_the_copy_of_the_log_is_read_anew_after_a_reset_of_its_watch(visit, person):
    person.record("Corner shop")
    browsing = visit(Look("phone")).sign_in(person)
    page = browsing.open("/log")
    page.wait_for_function("() => navigator.serviceWorker.ready.then(() => true)")
    eventually(lambda: stored.copied_stores(page) == ["Corner shop"], what="the copy")
    # Away for longer than a cursor holds: what has changed is not sent any more.
    page.goto("/favicon.svg")
    page.evaluate(REPLACE, ["cursor of purchases", "outdated"])
    person.record("Kiosk")
    browsing.open("/settings")
    eventually(lambda: stored.copied_stores(page) == ["Kiosk", "Corner shop"], what="reading the copy anew")
    browsing.context.set_offline(True)
    browsing.open("/log")
    for store in ("Corner shop", "Kiosk"):
        expect(page.get_by_role("link", name=re.compile(store))).to_be_visible()

"""Copies for times without a network, which are right whichever page is shown."""

import re

from playwright.sync_api import expect

from support.browsing import Look
from support.deployment import eventually

# In the browser's copies: the stores of the log's, and what replaces a value.
STORES = """async () => ((await COPIES("readonly", (copies) => copies.get("log"))) ?? []).map((each) => each.storeName)"""
REPLACE = """([key, value]) => COPIES("readwrite", (copies) => copies.put(value, key))"""
COPIES = """(mode, body) => new Promise((resolve, reject) => {
  const opening = indexedDB.open("larder");
  opening.onerror = () => reject(opening.error);
  opening.onsuccess = () => {
    const asked = body(opening.result.transaction("copies", mode).objectStore("copies"));
    asked.onsuccess = () => { opening.result.close(); resolve(asked.result); };
  };
})"""


def in_copies(page, script, argument=None):
    """Runs a script with the browser's copies."""
    return page.evaluate(script.replace("COPIES", f"({COPIES})"), argument)


def test_the_copy_of_the_log_is_read_anew_after_a_reset_of_its_watch(visit, person):
    person.record("Corner shop")
    browsing = visit(Look("phone")).sign_in(person)
    page = browsing.open("/log")
    page.wait_for_function("() => navigator.serviceWorker.ready.then(() => true)")
    eventually(lambda: in_copies(page, STORES) == ["Corner shop"], what="the copy")
    # Away for longer than a cursor holds: what has changed is not sent any more.
    page.goto("/favicon.svg")
    in_copies(page, REPLACE, ["cursor of purchases", "outdated"])
    person.record("Kiosk")
    browsing.open("/settings")
    eventually(lambda: in_copies(page, STORES) == ["Kiosk", "Corner shop"], what="reading the copy anew")
    browsing.context.set_offline(True)
    browsing.open("/log")
    for store in ("Corner shop", "Kiosk"):
        expect(page.get_by_role("link", name=re.compile(store))).to_be_visible()

"""Random tapping, as a child or a pocket does it: nothing crashes, nothing complains."""

import os
import random
import time

from playwright.sync_api import Error

from conftest import IS_SHORT
from support.browsing import SIZES, Look

SECONDS = 15 if IS_SHORT else 120
# What signing out would end is not what this is about.
TARGETS = """(keep) => [...document.querySelectorAll("a[href], button, input, summary, select")]
  .filter((each) => each.checkVisibility() && !each.disabled && each.textContent.trim() !== keep)
  .map((each) => each.getBoundingClientRect())
  .filter((box) => box.width && box.bottom > 0 && box.top < innerHeight)
  .map((box) => [box.x + box.width / 2, box.y + box.height / 2])"""
# What Playwright and Chromium say of a page that another one took the place of.
OVERTAKEN = ["navigation", "interrupted", "net::ERR_ABORTED"]
WORDS = ["milk", "-1,5", "99999999999999999999", "'; --", "<b>x</b>", "éàü", "🥖", " ", "2026-02-30"]


def test_random_tapping(visit, person):
    # The same choices each time, so that a failure comes from a change; others find what nobody has chosen.
    chosen = os.environ.get("SEED", "1")
    seed = random.randrange(1_000_000) if chosen == "random" else int(chosen)
    print(f"SEED={seed}")
    chance = random.Random(seed)
    receipt, _ = person.read_receipt()
    person.record("Corner shop", items=["Milk", "Bread"])
    browsing = visit(Look("phone")).sign_in(person)
    page = browsing.open("/")
    # Questions of the browser itself, and other sites, are none of the app's pages.
    page.on("dialog", lambda dialog: dialog.dismiss())
    page.on("filechooser", lambda chooser: None)
    end = time.monotonic() + SECONDS
    steps = 0
    while time.monotonic() < end:
        try:
            step(chance, browsing, page)
        except Error as error:
            # What was pressed before leads to another page at this moment.
            if not any(word in str(error) for word in OVERTAKEN):
                raise
            page.wait_for_load_state()
        steps += 1
        assert not browsing.complaints, f"SEED={seed}, step {steps}, {page.url}: {browsing.complaints}"
        assert page.url.startswith(browsing.address), f"SEED={seed}: left for {page.url}"
    assert steps > SECONDS, "the page answers"
    browsing.open("/")


def step(chance, browsing, page):
    """One thing that somebody does."""
    kind = chance.random()
    if kind < 0.7:
        targets = page.evaluate(TARGETS, browsing.text("menu.signOut"))
        width, height = SIZES[browsing.look.size]
        x, y = chance.choice(targets) if targets else (chance.randrange(width), chance.randrange(height))
        page.mouse.click(x, y)
    elif kind < 0.8:
        page.keyboard.type(chance.choice(WORDS))
    elif kind < 0.87:
        page.keyboard.press(chance.choice(["Enter", "Tab", "Escape", "ArrowDown", "Backspace"]))
    elif kind < 0.93:
        page.mouse.wheel(0, chance.randrange(-800, 800))
    elif kind < 0.97:
        page.go_back(wait_until="commit")
    else:
        page.goto(chance.choice(["/", "/log", "/camera", "/inbox", "/settings", "/purchases/new", "/eateries"]))
    if page.url == "about:blank":
        page.goto("/")

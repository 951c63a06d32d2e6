"""Every page in every size, palette and language: accessible, within the screen, in the language, with one heading."""

import itertools

import pytest

from conftest import IS_SHORT
from support import accessibility, screenshots
from support.browsing import SIZES, Look, Visit
from support.texts import LANGUAGES

# Pages by name, and whether somebody is signed in. {purchase} and {receipt} are those of the household.
PAGES = {
    "sign-in": ("/sign-in", False),
    "sign-up": ("/sign-up", False),
    "terms": ("/terms", False),
    "home": ("/", True),
    "camera": ("/camera", True),
    "receipts": ("/receipts", True),
    "log": ("/log", True),
    "log-found": ("/log?search=milk", True),
    "by-hand": ("/purchases/new", True),
    "purchase": ("/purchases/{purchase}", True),
    "inbox": ("/inbox", True),
    "eateries": ("/eateries", True),
    "products": ("/products", True),
    "mappings": ("/mappings", True),
    "consents": ("/consents", True),
    "settings": ("/settings", True),
    "help": ("/help", True),
    "missing": ("/no-such-page", True),
}
PALETTES = ["light", "dark", "blue", "contrast"]
EVERY_LOOK = [Look(*each) for each in itertools.product(SIZES, PALETTES, LANGUAGES)]
# Each size, palette and language once.
SHORT_LOOKS = [Look("phone", "light", "en"), Look("tablet", "contrast", "en"), Look("desktop", "dark", "fr")]


@pytest.fixture(scope="module", params=SHORT_LOOKS if IS_SHORT else EVERY_LOOK, ids=str)
def shown(request, deployment, browser, household):
    """Two browsers of a look: one where nobody is signed in, and one of the household."""
    visits = {is_signed_in: Visit(browser, deployment.address, request.param) for is_signed_in in (False, True)}
    visits[True].sign_in(household)
    for visit in visits.values():
        choose_palette(visit)
    yield visits
    for visit in visits.values():
        visit.close()


def choose_palette(visit):
    """Sets what is no palette of the device in the settings, as a person does."""
    if visit.look.palette in ("blue", "contrast"):
        visit.open("/settings")
        visit.page.get_by_label(visit.text(f"settings.palette.{visit.look.palette}")).check()


@pytest.mark.parametrize("name", PAGES)
def test_page(shown, household, name):
    path, is_signed_in = PAGES[name]
    visit = shown[is_signed_in]
    visit.complaints.clear()
    page = visit.open(path.format(purchase=household.purchase_id, receipt=household.receipt_id))
    screenshots.take(visit, name)
    assert page.locator("h1:visible").count() == 1, "a page has one heading"
    assert page.evaluate("document.documentElement.lang") == visit.look.language
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0, "nothing sticks out of the screen"
    assert accessibility.violations(page) == []
    assert small_targets(page) == [], "buttons can be hit with a thumb"
    assert visit.complaints == []


# The least height and width of what is pressed, in CSS pixels; links within sentences are as high as their line, and frames on a
# photo as what they are around, which has a row of its own.
TARGET = 44
TARGETS = """(least) => [...document.querySelectorAll("button, input:not([type=checkbox], [type=radio], [type=file]), nav a, .list a")]
  .filter((each) => each.checkVisibility() && !each.closest(".messages") && !each.matches(".photo-frame"))
  .map((each) => [each.getBoundingClientRect(), each.outerHTML.slice(0, 100)])
  .filter(([box]) => box.width > 0 && (Math.ceil(box.width) < least || Math.ceil(box.height) < least))
  .map(([box, html]) => `${Math.round(box.width)} × ${Math.round(box.height)}: ${html}`)"""


def small_targets(page):
    """What is too small to be pressed by a finger."""
    return page.evaluate(TARGETS, TARGET)

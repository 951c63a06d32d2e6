"""The bar of all pages, also for those who are not signed in, and the menu."""

import pytest
from playwright.sync_api import expect

from support.browsing import Look

OWN = [
    *("/", "/camera", "/log", "/inbox", "/receipts", "/products", "/stores", "/places", "/eateries"),
    *("/expenditures/new", "/spending", "/spending/check", "/goals", "/suggestions", "/prices", "/prices/item", "/recurring", "/imports"),
    *("/offers", "/preferences", "/badges", "/invested", "/securities", "/securities/UST10", "/brokers"),
    *("/consents", "/notices", "/settings", "/profile", "/devices", "/factors", "/password", "/my-data", "/help"),
    *("/plan", "/tutorials", "/no-such-page"),
]
OPEN = [
    *("/sign-in", "/sign-up", "/recover", "/reset", "/reopen", "/verify", "/secure", "/stop", "/settings", "/help", "/terms"),
    "/no-such-page",
]
# The colour of text, by whether the link leads to the page that is shown.
COLOURS = """(bar) => [...bar.querySelectorAll("a, button")].map(
  (each) => [each.hasAttribute("aria-current"), getComputedStyle(each).color])"""


# Scrolls something back to its top, until it stays there.
SCROLL_BACK = """(each) => new Promise((resolve) => {
  let still = 0;
  const step = () => {
    still = each.scrollTop === 0 ? still + 1 : 0;
    each.scrollTo(0, 0);
    if (still > 20) resolve();
    else requestAnimationFrame(step);
  };
  step();
})"""


def bar(browsing):
    """The bar."""
    return browsing.page.get_by_role("navigation", name=browsing.text("bar.name"), exact=True)


def check_bar(browsing, path, targets):
    """The bar leads to these places, and greys the one that is shown."""
    browsing.open(path)
    links = bar(browsing).get_by_role("link")
    # It comes once it is known who is signed in, which a page that is for everybody does not wait for.
    expect(links).to_have_count(len(targets))
    assert links.evaluate_all("(links) => links.map((each) => each.getAttribute('href'))") == targets, path
    assert bar(browsing).locator("[aria-current=page]").count() == (path in targets), path
    colours = bar(browsing).evaluate(COLOURS)
    others = {colour for is_current, colour in colours if not is_current}
    assert len(others) == 1, path
    assert all(colour not in others for is_current, colour in colours if is_current), path


@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_every_page_has_the_bar(visit, household, size):
    browsing = visit(Look(size)).sign_in(household)
    for path in [*OWN, f"/purchases/{household.purchase_id}"]:
        check_bar(browsing, path, ["/", "/camera", "/log", "/inbox"])
        expect(browsing.button("bar.menu")).to_be_visible()


@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_those_who_are_not_signed_in_have_a_bar_with_what_works(visit, size):
    browsing = visit(Look(size, "light", "fr"))
    for path in OPEN:
        check_bar(browsing, path, ["/sign-in", "/sign-up", "/settings", "/help"])
        expect(browsing.button("bar.menu")).to_have_count(0)
    bar(browsing).get_by_role("link", name=browsing.text("menu.help")).click()
    expect(browsing.page.get_by_role("heading", level=1)).to_have_text(browsing.text("help.title"))


def swipe(browsing, target, distance):
    """Draws a finger down from the middle of something, or up for a negative distance."""
    box = target.bounding_box()
    session = browsing.context.new_cdp_session(browsing.page)
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    for kind, points in (
        ("touchStart", [{"x": x, "y": y}]),
        ("touchMove", [{"x": x, "y": y + distance}]),
        ("touchEnd", []),
    ):
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})


def test_a_swipe_down_or_back_closes_the_menu_and_stays_on_the_page(visit, household):
    browsing = visit(Look("phone")).sign_in(household)
    page = browsing.open("/settings")
    menu = page.get_by_role("navigation", name=browsing.text("bar.menu"), exact=True)
    browsing.button("bar.menu").click()
    swipe(browsing, menu, -100)
    expect(menu).to_be_visible()
    # Where it is longer than the screen, that has scrolled it, which takes some frames.
    menu.evaluate(SCROLL_BACK)
    swipe(browsing, menu, 150)
    expect(menu).to_have_count(0)
    browsing.wait_for_layers_to_leave()
    browsing.button("bar.menu").click()
    expect(menu).to_be_visible()
    browsing.go_back_from_layer()
    expect(menu).to_have_count(0)
    expect(page.get_by_role("heading", level=1)).to_have_text(browsing.text("settings.title"))

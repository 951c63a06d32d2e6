"""Finding one's way: the bar, the menu, the back button, addresses, the keyboard."""

import re

import pytest
from playwright.sync_api import expect

from conftest import IS_SHORT
from support.browsing import Look
from support.deployment import eventually
from support.person import PASSWORD
from test_profile import account_settings


def heading(browsing):
    """The page's heading."""
    return browsing.page.get_by_role("heading", level=1)


def test_back_leads_through_the_pages_that_were_open(visit, household):
    browsing = visit(Look("phone")).sign_in(household)
    page = browsing.open("/")
    bar = page.get_by_role("navigation")
    for key in ("bar.log", "bar.inbox", "bar.camera"):
        bar.get_by_role("link", name=re.compile(browsing.text(key))).first.click()
    expect(heading(browsing)).to_have_text(browsing.text("camera.title"))
    page.go_back()
    expect(heading(browsing)).to_have_text(browsing.text("inbox.title"))
    page.go_back()
    expect(heading(browsing)).to_have_text(browsing.text("log.title"))
    page.go_forward()
    expect(heading(browsing)).to_have_text(browsing.text("inbox.title"))


def test_back_finds_the_list_where_it_was(visit, person):
    for number in range(25):
        person.record(f"Shop {number}", day="2026-11-20")
    browsing = visit(Look("phone")).sign_in(person)
    page = browsing.open("/log")
    row = page.get_by_role("link", name=re.compile("Shop 3 "))
    row.scroll_into_view_if_needed()
    before = page.evaluate("scrollY")
    assert before > 100
    row.click()
    expect(heading(browsing)).to_have_text("Shop 3")
    page.go_back()
    expect(row).to_be_visible()
    page.wait_for_function("(before) => Math.abs(scrollY - before) < 60", arg=before)


def test_an_address_leads_to_its_page_through_sign_in(visit, person):
    purchase = person.record("Corner shop")
    browsing = visit(Look("phone"))
    page = browsing.page
    page.goto(f"/purchases/{purchase}")
    expect(page).to_have_url(re.compile("/sign-in"))
    browsing.sign_in(person)
    page.goto(f"/purchases/{purchase}")
    expect(heading(browsing)).to_have_text("Corner shop")


def test_an_address_after_sign_in_stays_on_this_site(visit, person):
    browsing = visit(Look("phone"))
    page = browsing.open("/sign-in?next=//example.org/")
    browsing.field("signIn.name").fill(person.name)
    browsing.field("password").fill(PASSWORD)
    browsing.button("signIn.button").click()
    expect(heading(browsing)).to_have_text(browsing.text("home.title", name=person.name))
    assert page.url.startswith(browsing.address)


def test_a_purchase_that_is_not_there_says_so(visit, household):
    browsing = visit(Look("phone")).sign_in(household)
    page = browsing.open("/purchases/00000000-0000-4000-8000-000000000000")
    expect(page.get_by_role("alert")).to_contain_text(browsing.text("failure.not_found"))


def test_the_menu_opens_and_closes_by_keyboard(visit, household):
    browsing = visit(Look("desktop")).sign_in(household)
    page = browsing.open("/")
    browsing.button("bar.menu").focus()
    page.keyboard.press("Enter")
    menu = page.get_by_role("navigation", name=browsing.text("bar.menu"))
    expect(menu).to_be_visible()
    expect(menu.get_by_role("link").first).to_be_focused()
    page.keyboard.press("Escape")
    expect(menu).to_have_count(0)


# Everything that can be operated and is visible, other than what is in a closed part of the page.
OPERABLE = """() => [...document.querySelectorAll("a[href], button, input, select, textarea, summary, [tabindex='0']")]
  .filter((each) => !each.disabled && each.tabIndex >= 0 && each.checkVisibility())"""
REACHED = "() => { window.reached ??= new Set(); window.reached.add(document.activeElement); return window.reached.size; }"
MISSED = f"""() => {OPERABLE[6:]}
  .filter((each) => !window.reached.has(each) && each.type !== "radio").map((each) => each.outerHTML.slice(0, 120))"""


# Pages that are passed over in the size of a phone, and in French.
SMALL = ["/", "/purchases/new", "/mappings", "/sign-in"]
# Pages by what they need: somebody who is signed in, or nobody. {purchase} and {failed} are those of the household.
OWN_PAGES = [
    *("/", "/log", "/camera", "/receipts", "/receipts/{failed}", "/purchases/new", "/purchases/{purchase}"),
    *("/expenditures/new", "/spending", "/spending/check", "/goals", "/suggestions", "/prices", "/recurring", "/imports"),
    *("/offers", "/preferences", "/badges", "/invested", "/securities", "/securities/UST10", "/brokers"),
    *("/inbox", "/stores", "/places", "/eateries", "/products", "/mappings", "/consents", "/notices", "/settings"),
    *("/profile", "/devices", "/factors", "/password", "/email", "/my-data", "/plan", "/tutorials", "/help"),
]
OPEN_PAGES = ["/sign-in", "/sign-up", "/recover", "/reset", "/reopen", "/verify", "/verify#nonsense", "/secure", "/secure#nonsense", "/stop", "/terms"]


def pass_through(page):
    """Passes over the page with the tabulator, and returns what it has not reached."""
    page.evaluate("() => { document.activeElement?.blur(); scrollTo(0, 0); }")
    # Twice around: what is reached may enable what was passed.
    for _ in range(2 * page.evaluate(f"({OPERABLE})().length") + 12):
        page.keyboard.press("Tab")
        page.evaluate(REACHED)
    return page.evaluate(MISSED)


@pytest.mark.parametrize("path", SMALL if IS_SHORT else OWN_PAGES + OPEN_PAGES)
def test_the_keyboard_reaches_everything(visit, household, path):
    browsing = visit(Look("phone", "light", "fr") if path in SMALL else Look("desktop"))
    if path in OWN_PAGES:
        browsing.sign_in(household)
    page = browsing.open(path.format(purchase=household.purchase_id, failed=household.failed_id))
    assert pass_through(page) == []


def test_a_photo_is_taken_by_the_keyboard_alone(visit, person):
    browsing = visit(Look("phone", "light", "fr"))
    page = browsing.open("/sign-in")
    press = page.keyboard.press

    def reach(target):
        """Goes on with the tabulator until something has the focus."""
        for _ in range(40):
            if target.evaluate("(each) => each === document.activeElement"):
                return
            press("Tab")
        raise AssertionError(f"the tabulator does not reach {target}")

    reach(browsing.field("signIn.name"))
    page.keyboard.type(person.name)
    press("Tab")
    page.keyboard.type(PASSWORD)
    press("Enter")
    expect(heading(browsing)).to_have_text(browsing.text("home.title", name=person.name))
    reach(page.get_by_role("navigation").get_by_role("link", name=browsing.text("bar.camera")))
    press("Enter")
    browsing.settle()
    shutter = browsing.button("camera.shoot")
    allow = browsing.button("camera.allow")
    allow.or_(page.locator("video:visible")).first.wait_for()
    if allow.is_visible():
        reach(allow)
        press("Enter")
    expect(shutter).to_be_enabled()
    reach(shutter)
    press("Enter")
    expect(page.get_by_text(browsing.text("camera.taken"))).to_be_visible()
    press("Enter")
    expect(shutter).to_be_focused()


def test_focus_can_be_seen(visit, household):
    browsing = visit(Look("desktop")).sign_in(household)
    page = browsing.open("/")
    # It begins there, which takes it from where the tabulator has led.
    expect(heading(browsing)).to_be_focused()
    for _ in range(6):
        page.keyboard.press("Tab")
        outline = page.evaluate(
            "() => { const style = getComputedStyle(document.activeElement);"
            " return style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 2 || style.boxShadow !== 'none'; }"
        )
        assert outline, page.evaluate("document.activeElement.outerHTML.slice(0, 120)")


def test_settings_hold(visit, person):
    browsing = visit(Look("phone")).sign_in(person)
    page = browsing.open("/settings")
    page.get_by_label("Français").check()
    expect(page.locator("html")).to_have_attribute("lang", "fr")
    page.get_by_label("Sombre").check()
    # A page that is left before it has stored or sent them has no settings.
    wanted = {"language": "fr", "theme": "THEME_DARK"}
    eventually(lambda: wanted.items() <= account_settings(person).items(), what="storing the settings")
    page.reload()
    browsing.settle()
    expect(page.locator("html")).to_have_attribute("lang", "fr")
    expect(page.get_by_label("Sombre")).to_be_checked()
    expect(page.locator("html")).to_have_attribute("data-palette", "dark")

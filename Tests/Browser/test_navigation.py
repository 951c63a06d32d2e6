"""Finding one's way: the bar, the menu, the back button, addresses, the keyboard."""

import re

from playwright.sync_api import expect

from support.browsing import Look
from support.person import PASSWORD


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


def test_the_keyboard_reaches_everything(visit, household):
    browsing = visit(Look("desktop")).sign_in(household)
    for path in ("/", "/log", "/purchases/new", f"/purchases/{household.purchase_id}", "/settings", "/consents", "/help"):
        page = browsing.open(path)
        page.evaluate("() => { document.activeElement?.blur(); scrollTo(0, 0); }")
        # Twice around: what is reached may enable what was passed.
        for _ in range(2 * page.evaluate(f"({OPERABLE})().length") + 12):
            page.keyboard.press("Tab")
            page.evaluate(REACHED)
        assert page.evaluate(MISSED) == [], path


def test_focus_can_be_seen(visit, household):
    browsing = visit(Look("desktop")).sign_in(household)
    page = browsing.open("/")
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
    page.reload()
    browsing.settle()
    expect(page.locator("html")).to_have_attribute("lang", "fr")
    expect(page.get_by_label("Sombre")).to_be_checked()
    expect(page.locator("html")).to_have_attribute("data-palette", "dark")

"""A service that cannot be reached: its part of a page says so, and the others go on."""

import re

import pytest
from playwright.sync_api import expect

from support import stored
from support.browsing import Look
from support.deployment import CONTACT, eventually
from support.texts import LANGUAGES

# One without which no page is shown.
MODULE = "**/app/frame/app.js"
RECEIPTS, PURCHASES, ACCOUNTS = "larder.ocr.v1.Receipts", "larder.budget.v1.Purchases", "larder.auth.v1.Accounts"


@pytest.fixture(params=LANGUAGES)
def browsing(request, visit):
    """A browser without a service worker, whose calls tests can have fail."""
    made = visit(Look("phone", "light", request.param), service_workers="block")
    yield made
    made.forget_failed_resources()


def test_home_without_receipts_shows_purchases(browsing, household):
    browsing.sign_in(household)
    restore = browsing.fail_calls(RECEIPTS)
    page = browsing.open("/")
    expect(page.get_by_text(browsing.text("home.noReceipts"))).to_be_visible()
    expect(page.get_by_role("link", name=re.compile("Corner shop"))).to_be_visible()
    restore()
    browsing.try_again(page.get_by_role("link", name=re.compile("Corner shop")))
    expect(page.get_by_text(browsing.text("home.noReceipts"))).to_have_count(0)


def test_home_without_purchases_says_so_and_takes_photos(browsing, household):
    browsing.sign_in(household)
    restore = browsing.fail_calls(PURCHASES)
    page = browsing.open("/")
    expect(page.get_by_role("alert")).to_contain_text(browsing.text("failure.unavailable"))
    expect(page.get_by_role("alert")).to_contain_text("0af7651916cd")
    expect(browsing.link("home.photo")).to_be_visible()
    restore()
    browsing.try_again(page.get_by_role("link", name=re.compile("Corner shop")))
    expect(page.get_by_role("link", name=re.compile("Corner shop"))).to_be_visible()


def test_home_shows_its_copy_while_purchases_cannot_be_reached(browsing, household):
    browsing.sign_in(household)
    page = browsing.open("/")
    expect(page.get_by_role("link", name=re.compile("Corner shop"))).to_be_visible()
    eventually(lambda: "home" in stored.values(page, "copies"), what="the copy")
    restore = browsing.fail_calls(PURCHASES)
    browsing.open("/")
    expect(page.get_by_text(browsing.text("home.copy"))).to_be_visible()
    expect(page.get_by_role("link", name=re.compile("Corner shop"))).to_be_visible()
    restore()
    browsing.try_again(page.get_by_role("link", name=re.compile("Corner shop")))
    expect(page.get_by_text(browsing.text("home.copy"))).to_have_count(0)


def test_a_module_that_fails_is_fetched_by_another_load_of_the_page(browsing, household):
    browsing.sign_in(household)
    loads = []
    browsing.page.on("request", lambda request: loads.append(request.url) if request.is_navigation_request() else None)
    browsing.page.route(MODULE, lambda route: route.abort() if len(loads) < 2 else route.continue_())
    page = browsing.open("/")
    expect(page.get_by_role("link", name=re.compile("Corner shop"))).to_be_visible()
    assert len(loads) == 2


def test_an_app_without_one_of_its_modules_says_so(browsing, household):
    browsing.sign_in(household)
    page = browsing.page
    page.route(MODULE, lambda route: route.abort())
    page.goto("/")
    expect(page.get_by_text("Larder cannot be loaded.")).to_be_visible()
    page.unroute(MODULE)
    page.get_by_role("link", name=re.compile("Try again|Réessayer")).first.click()
    expect(page.get_by_role("link", name=re.compile("Corner shop"))).to_be_visible()
    # The module, and that the app could not begin without it.
    browsing.complaints.clear()


def test_purchases_to_check_are_counted_only_when_all_are_known(browsing, household):
    browsing.sign_in(household)
    page = browsing.open("/")
    expect(page.get_by_role("heading", name=browsing.text("home.toCheck", count=1), exact=True)).to_be_visible()

    def with_more(route):
        answer = route.fetch()
        # Of the present month all are read.
        more = {} if "firstDay" in route.request.post_data_json else {"nextPageToken": "more"}
        route.fulfill(response=answer, json=answer.json() | more)

    page.route(f"**/{PURCHASES}/ListPurchases", with_more)
    browsing.open("/")
    heading = page.get_by_role("heading", name=browsing.text("home.someToCheck"), exact=True)
    expect(heading).to_be_visible()
    expect(page.locator("section").filter(has=heading).get_by_role("link", name=browsing.text("home.see"))).to_be_visible()


def test_signing_up_without_accounts_says_so_and_leads_back(browsing):
    restore = browsing.fail_calls(ACCOUNTS)
    page = browsing.open("/sign-up")
    expect(page.get_by_role("heading", level=1)).to_have_text(browsing.text("signUp.title"))
    expect(page.get_by_role("alert")).to_contain_text(browsing.text("failure.unavailable"))
    expect(page.get_by_role("main").get_by_role("link", name=browsing.text("signIn.title"))).to_be_visible()
    expect(browsing.button("back")).to_be_visible()
    restore()
    browsing.try_again(browsing.field("signUp.username"))
    expect(browsing.field("signUp.username")).to_be_visible()


def test_failures_and_help_say_whom_to_ask(browsing, household, deployment):
    if not deployment.is_own:
        pytest.skip("who runs the Larder at LARDER_WEB is not known")
    browsing.sign_in(household)
    browsing.fail_calls(RECEIPTS)
    page = browsing.open("/receipts")
    expect(page.get_by_role("alert").get_by_role("link", name=CONTACT)).to_have_attribute("href", f"mailto:{CONTACT}")
    browsing.open("/help")
    expect(page.get_by_role("heading", name=browsing.text("help.contact"))).to_be_visible()
    expect(page.get_by_role("link", name=CONTACT)).to_be_visible()

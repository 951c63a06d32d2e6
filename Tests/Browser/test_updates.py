"""Another version of the app, or of Larder, while a page is open."""

import pytest
from playwright.sync_api import expect

from support.browsing import Look
from support.deployment import eventually, release

# Until a service worker has stored all files of a version, which a busy machine serves from its gateway that has just begun.
INSTALLED_MILLISECONDS = 60_000


def test_an_update_keeps_what_is_being_typed(visit, person, deployment):
    if not deployment.is_own:
        pytest.skip("the programs at LARDER_WEB are not the tests' to restart")
    browsing = visit(Look("phone")).sign_in(person)
    page = browsing.open("/purchases/new")
    page.wait_for_function("() => navigator.serviceWorker.ready.then(() => true)")
    browsing.field("purchase.storeName").fill("Kiosk")
    version = release()
    deployment.kill_gateway()
    eventually(lambda: served_version(browsing) == version, 60, "serving the new version")

    # The page that is open goes on, with parts that it has not loaded yet.
    browsing.button("bar.menu").click()
    browsing.link("menu.help").click()
    expect(page.get_by_role("heading", level=1)).to_have_text(browsing.text("help.title"))
    page.go_back()
    expect(browsing.field("purchase.storeName")).to_have_value("Kiosk")

    # The next one that is opened is the new one.
    page.reload()
    browsing.settle()
    assert version in page.locator("script[type=module]").first.get_attribute("src")
    expect(browsing.field("purchase.storeName")).to_have_value("Kiosk")
    # It is the new version, and says nothing of one when the service worker is there, too.
    page.wait_for_function(WORKER_HAS, arg=version, timeout=INSTALLED_MILLISECONDS)
    expect(page.get_by_text(browsing.text("update.ready"))).to_have_count(0)
    browsing.complaints[:] = [each for each in browsing.complaints if "net::ERR_" not in each]


def test_an_app_that_stays_open_learns_of_an_update(visit, person, deployment):
    if not deployment.is_own:
        pytest.skip("the programs at LARDER_WEB are not the tests' to restart")
    browsing = visit(Look("phone", "light", "fr")).sign_in(person)
    page = browsing.open("/purchases/new")
    page.wait_for_function("() => navigator.serviceWorker.ready.then(() => true)")
    browsing.field("purchase.storeName").fill("Kiosk")
    version = release()
    deployment.kill_gateway()
    eventually(lambda: served_version(browsing) == version, 60, "serving the new version")
    # As when the app is looked at again.
    page.evaluate("() => document.dispatchEvent(new Event('visibilitychange'))")
    expect(page.get_by_text(browsing.text("update.ready"))).to_be_visible(timeout=INSTALLED_MILLISECONDS)
    browsing.button("update.use").click()
    page.wait_for_function("(version) => document.querySelector('script[type=module]').src.includes(version)", arg=version)
    expect(browsing.field("purchase.storeName")).to_have_value("Kiosk")
    browsing.complaints[:] = [each for each in browsing.complaints if "net::ERR_" not in each]


def test_a_page_that_is_older_than_larder_asks_to_be_reloaded(visit, person):
    browsing = visit(Look("phone")).sign_in(person)
    page = browsing.page
    body = {"code": "unimplemented", "message": "There is no such method."}
    loads = []
    page.on("request", lambda request: loads.append(request) if request.is_navigation_request() else None)

    def answer(route):
        # The list is asked for again when the live stream begins: it is the reload alone that helps.
        if len(loads) < 2:
            route.fulfill(status=404, json=body)
        else:
            route.continue_()

    page.route("**/larder.ocr.v1.Receipts/ListReceipts", answer)
    browsing.open("/receipts")
    expect(page.get_by_text(browsing.text("failure.unimplemented"))).to_be_visible()
    browsing.button("update.reload").click()
    expect(page.get_by_text(browsing.text("receipts.empty"))).to_be_visible()


def test_a_failure_leads_to_a_report_that_says_what_failed_where(visit, person):
    browsing = visit(Look("phone")).sign_in(person)
    page = browsing.page
    answer = {"status": 500, "headers": {"Larder-Reference": "0af7651916cd43dd"}, "json": {"code": "internal"}}
    page.route("**/larder.ocr.v1.Receipts/ListReceipts", lambda route: route.fulfill(**answer))
    browsing.open("/receipts")
    expect(page.get_by_role("alert")).to_contain_text(browsing.text("reference", reference="0af7651916cd43dd"))
    browsing.link("help.report").click()
    facts = page.locator("pre.report")
    expect(facts).to_contain_text("/receipts")
    expect(facts).to_contain_text("0af7651916cd43dd")
    expect(facts).to_be_in_viewport()
    browsing.complaints[:] = [each for each in browsing.complaints if "status of 500" not in each]


# Whether the service worker of a version is there. The app has asked it by then, too.
WORKER_HAS = """async (version) => {
    const { waiting, active } = await navigator.serviceWorker.ready;
    const { port1, port2 } = new MessageChannel();
    const answer = new Promise((resolve) => (port1.onmessage = ({ data }) => resolve(data)));
    (waiting ?? active).postMessage("version", [port2]);
    return (await answer) === version;
}"""


def served_version(browsing):
    """The version that the gateway serves; nothing while it is not there."""
    try:
        return browsing.context.request.get("/configuration.json").json()["web"]
    except Exception:  # noqa: BLE001 whatever Playwright says of a refused connection
        return None

"""Another version of the app while a page is open."""

import pytest
from playwright.sync_api import expect

from support.browsing import Look
from support.deployment import eventually, release


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
    browsing.complaints[:] = [each for each in browsing.complaints if "net::ERR_" not in each]


def served_version(browsing):
    """The version that the gateway serves; nothing while it is not there."""
    try:
        return browsing.context.request.get("/configuration.json").json()["web"]
    except Exception:  # noqa: BLE001 whatever Playwright says of a refused connection
        return None

"""Installing the app: what a browser needs for that is there, and Chromium agrees."""

import struct
import urllib.parse

from support.browsing import CHROMIUM, Look

LANGUAGES = ("en", "fr")


def png_size(picture):
    """The width and height of a PNG."""
    assert picture.startswith(b"\x89PNG")
    return struct.unpack(">II", picture[16:24])


def test_the_manifest_names_the_app_and_icons_of_the_sizes_they_claim(visit):
    browsing = visit(Look("phone"))
    page = browsing.open("/sign-in")
    address = page.locator("link[rel=manifest]").get_attribute("href")
    manifest = browsing.context.request.get(address).json()
    assert manifest["id"] == "/" and manifest["lang"] in LANGUAGES and manifest["display"] == "standalone"
    assert {"192x192", "512x512"} <= {icon["sizes"] for icon in manifest["icons"]}
    assert {"any", "maskable"} <= {icon.get("purpose", "any") for icon in manifest["icons"]}
    for icon in manifest["icons"]:
        answer = browsing.context.request.get(icon["src"])
        assert answer.ok and answer.headers["content-type"] == icon["type"], icon
        if icon["type"] == "image/png":
            assert "{}x{}".format(*png_size(answer.body())) == icon["sizes"], icon
    for shortcut in manifest["shortcuts"]:
        assert urllib.parse.urlparse(shortcut["url"]).path == "/camera"


def test_the_page_names_an_icon_for_the_home_screen_of_an_iphone(visit):
    browsing = visit(Look("phone"))
    page = browsing.open("/sign-in")
    address = page.locator("link[rel=apple-touch-icon]").get_attribute("href")
    assert png_size(browsing.context.request.get(address).body()) == (180, 180)


def test_chromium_finds_the_app_installable(deployment, browser, tmp_path):
    # Not in a context of its own, which is a private window, where nothing is installed.
    context = browser.browser_type.launch_persistent_context(tmp_path, executable_path=CHROMIUM)
    page = context.new_page()
    page.goto(deployment.address)
    page.wait_for_function("() => navigator.serviceWorker.ready.then(() => true)")
    session = context.new_cdp_session(page)
    manifest = session.send("Page.getAppManifest")
    errors = session.send("Page.getInstallabilityErrors")["installabilityErrors"]
    context.close()
    assert manifest["errors"] == [] and errors == []


# What the app and its data may take of a device, in bytes: a fiftieth of the gigabyte that is the most for all of a user's data.
# Photos are kept only until they are sent.
ROOM = 20_000_000


def test_app_and_data_stay_small_on_the_device(visit, household):
    browsing = visit(Look("phone")).sign_in(household)
    page = browsing.open("/")
    page.wait_for_function("() => navigator.serviceWorker.ready.then(() => true)")
    for path in ("/log", f"/purchases/{household.purchase_id}", "/receipts", "/inbox", "/products", "/eateries", "/help"):
        browsing.open(path)
        browsing.settle()
    used = page.evaluate("navigator.storage.estimate().then(({ usage }) => usage)")
    print(f"app and data: {used / 1e6:.1f} MB")
    assert 0 < used < ROOM

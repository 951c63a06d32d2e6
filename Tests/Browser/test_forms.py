"""Forms: what is wrong is said at its field, and nothing that was typed is lost, whatever happens."""

import json
import re

import pytest
from playwright.sync_api import Error, expect

from conftest import IS_SHORT
from support import stored
from support.browsing import CHROMIUM, Look, Visit
from support.deployment import eventually
from support.person import PASSWORD

PHONE, DESKTOP = Look("phone", "light", "fr"), Look("desktop")
CREATE = "**/larder.budget.v1.Purchases/CreatePurchase"


def wait_for_draft(page, beginning, text):
    """Waits until a draft with such a key and text is stored."""

    def is_stored():
        drafts = stored.values(page, "drafts").items()
        return any(key.startswith(beginning) and text in json.dumps(draft, ensure_ascii=False) for key, draft in drafts)

    eventually(is_stored, what="storing the draft")


def purchases(person):
    """All purchases of a person."""
    answer = person.call("larder.budget.v1.Purchases/ListPurchases", {"page": {"size": 100}})
    return answer.get("purchases", [])


def edit(person, purchase, *edits):
    """Changes a purchase as another device does."""
    person.call("larder.budget.v1.Purchases/EditPurchase", {"purchaseId": purchase, "edits": list(edits)})


def open_item(browsing, name):
    """Opens the form of an item; returns the form."""
    browsing.page.locator(".items button.row").filter(has_text=name).click()
    return browsing.page.get_by_role("dialog")


def name_field(browsing):
    """The name in the form of an item."""
    return browsing.page.get_by_role("dialog").get_by_label(browsing.text("item.name"), exact=True)


def tap_ground(browsing):
    """Closes a sheet by what is beside it."""
    browsing.page.mouse.click(5, 5)
    expect(browsing.page.get_by_role("dialog")).to_have_count(0)


def type_purchase(browsing, store):
    """Types a purchase at a store, in euros."""
    browsing.field("purchase.storeName").fill(store)
    browsing.field("purchase.currency").fill("EUR")
    browsing.field("item.name").first.fill("Pain")
    browsing.field("item.amount").first.fill("3,20")


def test_what_is_wrong_is_said_at_its_field_and_found(visit, person):
    browsing = visit(PHONE).sign_in(person)
    page = browsing.open("/purchases/new")
    errors = page.locator(".by-hand .error")
    browsing.button("byHand.save").click()
    total = browsing.field("purchase.total")
    expect(total).to_be_focused()
    expect(errors).to_have_text([browsing.text("byHand.something")])
    # A field is checked once it was left, and while it is typed from then on.
    type_purchase(browsing, "Boulangerie")
    expect(errors).to_have_count(0)
    amount = browsing.field("item.amount").first
    amount.fill("3,2x")
    expect(errors).to_have_count(1)
    amount.fill("3,20")
    expect(errors).to_have_count(0)
    browsing.field("item.quantity").first.fill("0")
    browsing.field("purchase.storeName").focus()
    expect(errors).to_have_text([browsing.text("item.quantityRule")])
    total.scroll_into_view_if_needed()
    browsing.button("byHand.save").click()
    expect(browsing.field("item.quantity").first).to_be_focused()
    expect(browsing.field("item.quantity").first).to_be_in_viewport()
    browsing.field("item.quantity").first.fill("1")
    # The service has rules of its own. It says them all, at their fields.
    browsing.field("purchase.storeName").fill("x" * 201)
    page.get_by_text(browsing.text("byHand.more")).click()
    browsing.field("purchase.storeAddress").fill("y" * 301)
    browsing.button("byHand.save").click()
    expect(browsing.field("purchase.storeName")).to_be_focused()
    expect(errors).to_contain_text(["200", "300"])
    assert not re.search("store_|address", " ".join(errors.all_inner_texts())), "fields have no technical names"
    browsing.field("purchase.storeName").fill("Boulangerie")
    browsing.field("purchase.storeAddress").fill("1 rue du Pont")
    browsing.button("byHand.save").click()
    expect(page.get_by_role("heading", level=1)).to_have_text(browsing.text("byHand.added"))
    assert [(each["storeName"], each["storeAddress"]) for each in purchases(person)] == [("Boulangerie", "1 rue du Pont")]


def test_all_that_a_receipt_has_can_be_typed_in(visit, person):
    browsing = visit(DESKTOP).sign_in(person)
    page = browsing.open("/purchases/new")
    browsing.field("purchase.storeName").fill("Corner shop")
    browsing.field("purchase.currency").fill("cad")
    lines = page.locator(".by-hand .line")
    for index, (name, quantity, amount) in enumerate([("Bananas", "1.25", "2.48"), ("Cans", "6", "0.60")]):
        line = lines.nth(index)
        line.get_by_label(browsing.text("item.name"), exact=True).fill(name)
        line.get_by_label(browsing.text("item.quantity"), exact=True).fill(quantity)
        line.get_by_label(browsing.text("item.amount"), exact=True).fill(amount)
        line.get_by_text(browsing.text("item.more")).click()
    lines.nth(0).get_by_label(browsing.text("item.unit"), exact=True).select_option("kg")
    lines.nth(0).get_by_label(browsing.text("item.unitPrice")).fill("1.98")
    lines.nth(0).get_by_label(browsing.text("item.discount")).fill("0.50")
    lines.nth(1).get_by_role("switch", name=browsing.text("item.returned")).check()
    page.get_by_text(browsing.text("byHand.more")).click()
    browsing.field("purchase.time").fill("17:42")
    page.locator(".tax input").first.fill("GST 5%")
    page.locator(".tax input").last.fill("0.44")
    browsing.field("purchase.total").fill("1.82")
    browsing.button("byHand.save").click()
    expect(page.get_by_role("heading", level=1)).to_have_text(browsing.text("byHand.added"))
    (purchase,) = purchases(person)
    units = lambda amount: int(amount.get("minorUnits", 0))  # noqa: E731
    assert [
        (each["productName"], int(each["quantityThousandths"]), each["unit"], units(each["amount"]), units(each["discount"]))
        for each in purchase["items"]
    ] == [("Bananas", 1250, "kg", 248, -50), ("Cans", 6000, "each", -60, 0)]
    assert purchase["items"][0]["unitPrice"]["minorUnits"] == "198"
    assert [(each["label"], units(each["amount"])) for each in purchase["taxes"]] == [("GST 5%", 44)]
    assert purchase["purchasedAt"]["time"] == "17:42"
    assert purchase["totalsAgree"]
    # The next one begins empty.
    browsing.button("byHand.another").click()
    expect(browsing.field("purchase.storeName")).to_have_value("")
    expect(browsing.field("purchase.currency")).to_have_value("CAD")


def test_a_purchase_whose_answer_is_lost_is_added_once(visit, person):
    browsing = visit(PHONE).sign_in(person)
    page = browsing.open("/purchases/new")

    def lose_answer(route):
        route.fetch()
        route.abort("internetdisconnected")

    page.route(CREATE, lose_answer, times=1)
    type_purchase(browsing, "Boulangerie")
    browsing.button("byHand.save").click()
    added = browsing.text("byHand.added")
    expect(page.get_by_role("heading", level=1)).to_have_text(re.compile(f"{added}|{browsing.text('byHand.kept')}"))
    # It is sent again from the queue, by itself, under the same key.
    expect(page.get_by_role("heading", level=1)).to_have_text(added)
    assert [each["storeName"] for each in purchases(person)] == ["Boulangerie"]


class Device:
    """A browser with a profile of its own, which outlives it."""

    def __init__(self, browser, folder):
        self.browser = browser
        self.folder = folder
        self.context = None

    def new_context(self, **options):
        """Starts the browser, in place of one that was killed."""
        kind = self.browser.browser_type
        self.context = kind.launch_persistent_context(self.folder, executable_path=CHROMIUM, **options)
        return self.context


@pytest.fixture
def device(browser, tmp_path):
    """Somebody's own device, whose browser is closed at the end."""
    own = Device(browser, tmp_path)
    yield own
    if own.context:
        own.context.close()


def kill(visit):
    """Ends a browser as a phone does that has no memory left."""
    session = visit.context.new_cdp_session(visit.page)
    try:
        session.send("Browser.crash")
    except Error:
        pass  # Nothing answers any more.


def test_a_killed_app_opens_where_it_was_left_with_what_was_typed(device, deployment, person):
    purchase = person.record("Corner shop", items=("Milk", "Bread"))
    first = Visit(device, deployment.address, PHONE).sign_in(person)
    first.open("/purchases/new")
    type_purchase(first, "Boulangerie")
    # The last that is typed.
    wait_for_draft(first.page, "purchase ", "3,20")
    first.open(f"/purchases/{purchase}")
    open_item(first, "Milk")
    name_field(first).fill("Lait d’avoine")
    wait_for_draft(first.page, f"item {purchase}", "Lait d’avoine")
    kill(first)

    # Chromium had no time to store its cookies.
    second = Visit(device, deployment.address, PHONE).sign_in(person)
    # Where the home screen leads to.
    page = second.open(second.context.request.get("/manifest.webmanifest").json()["start_url"])
    expect(page.get_by_role("heading", level=1)).to_have_text("Corner shop")
    assert page.url.endswith(f"/purchases/{purchase}")
    open_item(second, "Milk")
    expect(name_field(second)).to_have_value("Lait d’avoine")
    expect(page.get_by_text(second.text("draft.kept"))).to_be_visible()
    second.open("/purchases/new")
    expect(second.field("purchase.storeName")).to_have_value("Boulangerie")
    expect(second.field("item.amount").first).to_have_value("3,20")
    # Other addresses lead where they say.
    second.open("/settings")
    second.open("/")
    expect(page.get_by_role("heading", level=1)).to_have_text(second.text("home.title", name=person.name))


def test_sheets_keep_what_was_typed_however_they_are_closed(visit, person):
    purchase = person.record("Corner shop", items=("Milk", "Bread"))
    browsing = visit(PHONE).sign_in(person)
    # Nothing is guessed from what is typed: the sheet would grow with that, away from the mouse.
    browsing.page.route("**/larder.catalog.v1.Products/SearchProducts", lambda route: route.fulfill(json={}))
    page = browsing.open(f"/purchases/{purchase}")
    sheet = page.get_by_role("dialog")

    def draw_down():
        head = sheet.locator(".sheet-head h2")
        # Once it stands still: it may be coming up.
        head.hover()
        box = head.bounding_box()
        page.mouse.move(box["x"] + 20, box["y"] + 10)
        page.mouse.down()
        page.mouse.move(box["x"] + 20, box["y"] + 140, steps=4)
        page.mouse.up()

    ways = {
        "ground": lambda: tap_ground(browsing),
        "back": browsing.go_back_from_layer,
        "escape": lambda: page.keyboard.press("Escape"),
        "swipe": draw_down,
        "reload": lambda: (page.reload(), browsing.settle()),
    }
    for number, (way, close) in enumerate(ways.items()):
        open_item(browsing, "Milk")
        if number:
            expect(name_field(browsing)).to_have_value(f"Lait {number - 1}")
        name_field(browsing).fill(f"Lait {number}")
        close()
        expect(sheet, way).to_have_count(0)
    # The forms of fields, taxes and parts do the same.
    open_item(browsing, "Bread").get_by_role("button", name=browsing.text("item.split")).click()
    expect(sheet.get_by_role("heading", name=browsing.text("item.split"))).to_be_visible()
    name_field(browsing).fill("Brioche")
    tap_ground(browsing)
    page.locator("#row-storeName button.row").click()
    sheet.get_by_label(browsing.text("purchase.storeName")).fill("Kiosque")
    tap_ground(browsing)
    browsing.button("purchase.taxes").click()
    sheet.locator(".tax input").first.fill("TVA")
    tap_ground(browsing)
    wait_for_draft(page, "taxes ", "TVA")
    page.reload()
    browsing.settle()
    open_item(browsing, "Bread").get_by_role("button", name=browsing.text("item.split")).click()
    expect(name_field(browsing)).to_have_value("Brioche")
    tap_ground(browsing)
    browsing.button("purchase.taxes").click()
    expect(sheet.locator(".tax input").first).to_have_value("TVA")
    tap_ground(browsing)
    # Cancelling gives it up.
    page.locator("#row-storeName button.row").click()
    expect(sheet.get_by_label(browsing.text("purchase.storeName"))).to_have_value("Kiosque")
    sheet.get_by_role("button", name=browsing.text("cancel")).click()
    page.locator("#row-storeName button.row").click()
    expect(sheet.get_by_label(browsing.text("purchase.storeName"))).to_have_value("Corner shop")


def test_drafts_of_what_has_changed_or_is_gone_are_kept_with_a_note(visit, person):
    purchase = person.record("Corner shop", items=("Milk", "Bread"))
    milk, bread = [item["id"] for item in person.purchase(purchase)["items"]]
    browsing = visit(PHONE).sign_in(person)
    page = browsing.open(f"/purchases/{purchase}")
    for name in ("Milk", "Bread"):
        open_item(browsing, name)
        name_field(browsing).fill(f"{name} of the farm")
        tap_ground(browsing)
    edit(person, purchase, {"item": {"itemId": milk, "name": {"value": "Goat milk"}}})
    edit(person, purchase, {"itemRemoval": {"itemId": bread}})
    expect(page.locator(".items button.row")).to_have_count(1)
    open_item(browsing, "Goat milk")
    expect(name_field(browsing)).to_have_value("Milk of the farm")
    expect(page.get_by_text(browsing.text("draft.outdated"))).to_be_visible()
    browsing.button("draft.restart").click()
    expect(name_field(browsing)).to_have_value("Goat milk")
    expect(page.get_by_text(browsing.text("draft.outdated"))).to_have_count(0)
    tap_ground(browsing)
    gone = page.get_by_text(browsing.text("draft.gone", name="Bread of the farm"))
    expect(gone).to_be_visible()
    browsing.button("draft.add").click()
    expect(name_field(browsing)).to_have_value("Bread of the farm")
    page.get_by_role("dialog").locator("button[type=submit]").click()
    expect(page.locator(".items button.row").filter(has_text="Bread of the farm")).to_have_count(1)
    expect(gone).to_have_count(0)


@pytest.mark.skipif(IS_SHORT, reason="test_sessions has the end of a session")
def test_what_is_typed_outlives_the_session(visit, person):
    browsing = visit(DESKTOP).sign_in(person)
    page = browsing.open("/purchases/new")
    type_purchase(browsing, "Boulangerie")
    wait_for_draft(page, "purchase ", "Boulangerie")
    browsing.context.clear_cookies()
    page.reload()
    expect(page).to_have_url(re.compile("/sign-in"))
    browsing.field("signIn.name").fill(person.name)
    browsing.field("password").fill(PASSWORD)
    browsing.button("signIn.button").click()
    page.wait_for_url("**/purchases/new")
    browsing.settle()
    expect(browsing.field("purchase.storeName")).to_have_value("Boulangerie")


def test_a_rejected_purchase_is_corrected(visit, person):
    browsing = visit(PHONE).sign_in(person)
    page = browsing.open("/purchases/new")
    page.evaluate("() => navigator.serviceWorker.ready.then(() => true)")
    browsing.context.set_offline(True)
    type_purchase(browsing, "x" * 201)
    browsing.button("byHand.save").click()
    expect(page.get_by_role("heading", level=1)).to_have_text(browsing.text("byHand.kept"))
    browsing.context.set_offline(False)
    page.get_by_role("navigation").get_by_role("link", name=browsing.text("bar.home")).first.click()
    browsing.link("receipts.correct").click()
    store = browsing.field("purchase.storeName")
    expect(store).to_have_attribute("aria-invalid", "true")
    expect(browsing.field("item.name").first).to_have_value("Pain")
    store.fill("Boulangerie")
    browsing.button("byHand.save").click()
    expect(page.get_by_role("heading", level=1)).to_have_text(browsing.text("byHand.added"))
    assert [each["storeName"] for each in purchases(person)] == ["Boulangerie"]
    browsing.open("/")
    expect(browsing.link("receipts.correct")).to_have_count(0)
    eventually(lambda: len(purchases(person)) == 1, what="one purchase")

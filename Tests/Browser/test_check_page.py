"""The check page: what was read beside its photo, and everything that its owner changes there."""

import re

import pytest
from playwright.sync_api import expect

from conftest import IS_SHORT
from support.browsing import Look

PHONE, DESKTOP = Look("phone", "light", "fr"), Look("desktop")
# The middles of the frames that can be seen of the photo, by what they are around.
SEEN_FRAMES = """() => {
  const ground = document.querySelector(".photo-ground").getBoundingClientRect();
  return [...document.querySelectorAll(".photo-frame")].map((frame) => {
    const { x, y, width, height } = frame.getBoundingClientRect();
    return { label: frame.title, x: x + width / 2, y: y + height / 2 };
  }).filter(({ x, y }) => x > ground.left && x < ground.right - 60 && y > ground.top + 60 && y < ground.bottom - 10);
}"""
# Whether the frames have stood still for some time: the photo moves to what was read of it.
FRAMES_STAND = """() => {
  const { x, y, width } = document.querySelector(".photo-frame").getBoundingClientRect();
  const place = [x, y, width].join();
  window.still = place === window.place ? (window.still ?? 0) + 1 : 0;
  window.place = place;
  return window.still > 30;
}"""
# What of the photo is seen: its left and top edge in pixels of the screen, and how many times it is enlarged.
SIGHT = """() => {
  const { e, f, a } = new DOMMatrix(document.querySelector(".photo-sheet").style.transform);
  return { x: e, y: f, zoom: a };
}"""


def open_purchase(browsing, purchase):
    """Opens a purchase with its photo, once its frames are drawn; returns the page."""
    page = browsing.open(f"/purchases/{purchase}")
    page.locator(".photo-frame").first.wait_for(state="attached")
    return page


def rows(page, name=""):
    """Rows of items with this text."""
    return page.locator(".items button.row").filter(has_text=name)


def open_item(browsing, name):
    """Opens the form of an item; returns the form."""
    rows(browsing.page, name).first.click()
    return browsing.page.get_by_role("dialog")


def save(browsing):
    """Saves the form that is open."""
    browsing.page.get_by_role("dialog").locator("button[type=submit]").click()
    expect(browsing.page.get_by_role("dialog")).to_have_count(0)


def undo(browsing):
    """Takes a change back by the message that reports it."""
    browsing.page.get_by_role("status").get_by_role("button", name=browsing.text("undo"), exact=True).click()


def items(person, purchase):
    """The items of a purchase as it is stored: name, and amount in cents."""
    return [(item["productName"], int(item["amount"]["minorUnits"])) for item in person.purchase(purchase)["items"]]


def categories(person, purchase):
    """The items of a purchase as it is stored: name, and the slug of the category."""
    return [(item["productName"], item.get("category", "")) for item in person.purchase(purchase)["items"]]


@pytest.mark.parametrize("look", [PHONE] if IS_SHORT else [PHONE, DESKTOP], ids=str)
def test_frames_and_rows_lead_to_each_other(visit, household, look):
    browsing = visit(look).sign_in(household)
    page = open_purchase(browsing, household.purchase_id)
    names = [row.inner_text() for row in page.locator(".items .main").all()]
    page.wait_for_function(FRAMES_STAND)
    seen = [frame for frame in page.evaluate(SEEN_FRAMES) if frame["label"] in names]
    assert len(seen) >= 2, "items can be seen on the photo at once"
    tap = page.mouse.click if look.size == "desktop" else page.touchscreen.tap
    frame = seen[0]
    tap(frame["x"], frame["y"])
    selected = page.locator("li.selected")
    expect(selected.locator(".main")).to_have_text(frame["label"])
    expect(selected).to_be_in_viewport()
    expect(page.locator(f'.photo-frame[title="{frame["label"]}"]')).to_have_attribute("aria-pressed", "true")
    # The row of another one selects its frame, above the form that it opens.
    other = seen[-1]["label"]
    sheet = open_item(browsing, other)
    expect(sheet.get_by_role("img", name=browsing.text("photo.line"))).to_be_visible()
    browsing.go_back_from_layer()
    expect(sheet).to_have_count(0)
    pressed = page.locator('.photo-frame[aria-pressed="true"]')
    expect(pressed).to_have_count(1)
    expect(pressed).to_have_attribute("title", other)
    expect(selected.locator(".main")).to_have_text(other)


def test_the_photo_is_zoomed_and_moved(visit, household):
    browsing = visit(DESKTOP).sign_in(household)
    page = open_purchase(browsing, household.purchase_id)
    ground = page.locator(".photo-ground")
    sight = lambda: page.evaluate(SIGHT)  # noqa: E731
    wait = lambda rule, former: page.wait_for_function(f"(former) => {{ const now = ({SIGHT})(); return {rule}; }}", arg=former)  # noqa: E731
    ground.focus()
    page.keyboard.press("0")
    wait("now.zoom === 1", None)
    expect(browsing.button("photo.out")).to_be_disabled()
    for nearer in (browsing.button("photo.in").click, lambda: page.keyboard.press("+")):
        former = sight()
        ground.focus()
        nearer()
        wait("now.zoom > former.zoom * 1.2", former)
    former = sight()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowDown")
    wait("now.x < former.x && now.y < former.y && now.zoom === former.zoom", former)
    box = ground.bounding_box()
    middle = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    former = sight()
    page.mouse.move(*middle)
    page.mouse.down()
    page.mouse.move(middle[0] + 40, middle[1] + 30, steps=4)
    page.mouse.up()
    wait("now.x > former.x && now.y > former.y", former)
    former = sight()
    page.mouse.wheel(0, -200)
    wait("now.zoom > former.zoom * 1.2", former)
    former = sight()
    browsing.button("photo.out").click()
    wait("now.zoom < former.zoom", former)
    # Neither of this has chosen anything.
    expect(page.locator('.photo-frame[aria-pressed="true"]')).to_have_count(0)


def test_a_guess_chooses_the_product(visit, person):
    _, purchase = person.read_receipt()
    browsing = visit(PHONE).sign_in(person)
    page = open_purchase(browsing, purchase)
    product = lambda: next(i["productId"] for i in person.purchase(purchase)["items"] if "APPLES" in i["printedText"])  # noqa: E731
    former = product()
    sheet = open_item(browsing, "Pommes")
    guesses = sheet.get_by_role("group", name=browsing.text("item.guesses"))
    expect(guesses.get_by_role("button", name="Pommes", exact=True)).to_have_attribute("aria-pressed", "true")
    guess = guesses.get_by_role("button", name="Pommes Granny Smith")
    guess.click()
    expect(guess).to_have_attribute("aria-pressed", "true")
    expect(sheet.get_by_label(browsing.text("item.name"), exact=True)).to_have_value("Pommes Granny Smith")
    save(browsing)
    expect(rows(page, "Pommes Granny Smith")).to_have_count(1)
    assert product() != former
    undo(browsing)
    expect(rows(page, "Pommes Granny Smith")).to_have_count(0)
    assert product() == former


def test_items_are_added_split_and_removed(visit, person):
    _, purchase = person.read_receipt()
    browsing = visit(PHONE).sign_in(person)
    page = open_purchase(browsing, purchase)
    before = items(person, purchase)

    browsing.button("item.add").click()
    sheet = page.get_by_role("dialog")
    sheet.get_by_label(browsing.text("item.name"), exact=True).fill("Consigne")
    sheet.get_by_label(browsing.text("item.amount"), exact=True).fill("0,60")
    sheet.get_by_text(browsing.text("item.more")).click()
    sheet.get_by_role("switch", name=browsing.text("item.returned")).check()
    save(browsing)
    expect(rows(page, "Consigne")).to_contain_text("0,60")
    assert ("Consigne", -60) in items(person, purchase)
    undo(browsing)
    expect(rows(page, "Consigne")).to_have_count(0)
    assert items(person, purchase) == before

    open_item(browsing, "Tomato soup").get_by_role("button", name=browsing.text("item.split")).click()
    expect(sheet.get_by_label(browsing.text("item.amount"), exact=True)).to_have_value("1,89")
    sheet.get_by_label(browsing.text("item.name"), exact=True).fill("Soupe du jour")
    sheet.get_by_label(browsing.text("products.category"), exact=True).select_option("ready-meals")
    save(browsing)
    expect(rows(page, "Soupe du jour")).to_have_count(1)
    assert dict(categories(person, purchase))["Soupe du jour"] == "ready-meals"
    after = items(person, purchase)
    assert ("Tomato soup", 189) in after and ("Soupe du jour", 189) in after
    undo(browsing)
    expect(rows(page, "Soupe du jour")).to_have_count(0)
    assert items(person, purchase) == before

    open_item(browsing, "Dish soap").get_by_role("button", name=browsing.text("remove")).click()
    expect(rows(page, "Dish soap")).to_have_count(0)
    assert len(items(person, purchase)) == len(before) - 1
    undo(browsing)
    expect(rows(page, "Dish soap")).to_have_count(1)
    assert items(person, purchase) == before


def test_items_are_divided_among_categories_in_one_step(visit, person):
    purchase = person.record("Corner shop", 250, items=("Milk", "Bread", "Soap"))
    before = categories(person, purchase)
    browsing = visit(PHONE).sign_in(person)
    page = browsing.open(f"/purchases/{purchase}")
    sheet = page.get_by_role("dialog")
    assign = sheet.get_by_role("button", name=browsing.text("categories.assign"), exact=True)
    group = lambda key: sheet.get_by_role("group", name=browsing.text(key), exact=True)  # noqa: E731
    ticked = lambda count: sheet.get_by_text(browsing.text("categories.ticked", count=count), exact=True)  # noqa: E731
    choose = lambda slug: sheet.get_by_label(browsing.text("products.category"), exact=True).select_option(slug)  # noqa: E731
    without = group("spending.noCategory")

    browsing.button("categories.title").click()
    expect(without.locator("li")).to_have_count(3)
    assign.click()
    expect(sheet.get_by_role("alert")).to_have_text(browsing.text("categories.rule"))
    everything = sheet.get_by_role("checkbox", name=re.compile(re.escape(browsing.text("categories.all"))))
    everything.check()
    expect(ticked(3)).to_be_visible()
    everything.uncheck()
    expect(ticked(0)).to_be_visible()
    without.locator("li").filter(has_text="Milk").get_by_role("checkbox").check()
    choose("dairy")
    expect(sheet.get_by_role("alert")).to_have_count(0)
    assign.click()
    # What each comes to is shown at once.
    expect(group("category.dairy").locator(".check")).to_contain_text("2,50")
    expect(without.locator(".check")).to_contain_text("5,00")
    assert categories(person, purchase) == before

    # What was assigned is there again when the sheet was closed without saving.
    browsing.go_back_from_layer()
    expect(sheet).to_have_count(0)
    browsing.button("categories.title").click()
    expect(page.get_by_text(browsing.text("draft.kept"))).to_be_visible()
    expect(group("category.dairy").locator("li")).to_have_count(1)
    # The tick above those without a category is for all of them; what is ticked and chosen is saved, too.
    without.locator(".check").get_by_role("checkbox").check()
    expect(ticked(2)).to_be_visible()
    choose("household")
    save(browsing)
    expect(page.get_by_text(browsing.text("categories.saved"))).to_be_visible()
    assert categories(person, purchase) == [("Milk", "dairy"), ("Bread", "household"), ("Soap", "household")]
    steps = person.call("larder.budget.v1.Purchases/ListSteps", {"purchaseId": purchase})["steps"]
    # Catalog's answer about the store is a step of its own.
    assert [len(step["changes"]) for step in steps if not step.get("matched")] == [3]
    undo(browsing)
    expect(page.get_by_text(browsing.text("purchase.undone"))).to_be_visible()
    assert categories(person, purchase) == before


def test_fields_and_taxes_are_changed(visit, person):
    _, purchase = person.read_receipt()
    browsing = visit(DESKTOP).sign_in(person)
    page = open_purchase(browsing, purchase)
    sheet = page.get_by_role("dialog")
    total = page.locator("#row-total button.row")
    before = person.purchase(purchase)
    total.click()
    amount = sheet.get_by_label(browsing.text("purchase.total"))
    amount.fill("much")
    # What is wrong is said once the field is left, and goes away while it is corrected.
    expect(sheet.locator(".error")).to_have_count(0)
    page.keyboard.press("Tab")
    expect(sheet.locator(".error")).to_have_text(browsing.text("item.amountRule"))
    sheet.locator("button[type=submit]").click()
    expect(amount).to_be_focused()
    amount.fill("1.00")
    expect(sheet.locator(".error")).to_have_count(0)
    save(browsing)
    expect(total).to_contain_text("1.00")
    expect(page.locator(".sum.differs")).to_be_visible()
    undo(browsing)
    expect(page.locator(".sum.agrees")).to_be_visible()

    page.locator("#row-taxes button.row").click()
    expect(sheet.locator(".tax").first).to_be_visible()
    count = sheet.locator(".tax").count()
    sheet.get_by_role("button", name=browsing.text("purchase.addTax")).click()
    sheet.locator(".tax input").nth(-2).fill("Bottle levy")
    sheet.locator("button[type=submit]").click()
    expect(sheet.locator(".tax input").last).to_be_focused()
    sheet.locator(".tax input").last.fill("0.10")
    save(browsing)
    expect(page.locator("#row-taxes")).to_contain_text("Bottle levy")
    assert len(person.purchase(purchase)["taxes"]) == count + 1
    undo(browsing)
    expect(page.locator("#row-taxes")).not_to_contain_text("Bottle levy")
    after = person.purchase(purchase)
    assert [after["total"], after["taxes"]] == [before["total"], before["taxes"]]


def test_what_the_service_rejects_is_said_at_its_field(visit, person):
    purchase = person.record("Corner shop")
    browsing = visit(DESKTOP).sign_in(person)
    page = browsing.open(f"/purchases/{purchase}")
    page.locator("#row-storeName button.row").click()
    sheet = page.get_by_role("dialog")
    store = sheet.get_by_label(browsing.text("purchase.storeName"))
    store.fill("x" * 201)
    sheet.locator("button[type=submit]").click()
    expect(store).to_be_focused()
    error = sheet.locator(".field .error")
    expect(error).to_contain_text("200")
    expect(error).not_to_contain_text("store_name")
    store.fill("Corner shop 2")
    expect(error).to_have_count(0)
    save(browsing)
    expect(page.get_by_role("heading", level=1)).to_have_text("Corner shop 2")


def test_one_and_all_are_confirmed(visit, person):
    _, purchase = person.read_receipt()
    browsing = visit(PHONE).sign_in(person)
    page = open_purchase(browsing, purchase)
    rights = page.locator(".doubts .right")
    count = rights.count()
    assert count > 0
    rights.first.click()
    expect(rights).to_have_count(count - 1)
    undo(browsing)
    expect(rights).to_have_count(count)
    browsing.button("purchase.confirm").click()
    expect(page.get_by_text(browsing.text("purchase.PURCHASE_STATE_CONFIRMED"), exact=True)).to_be_visible()
    assert person.purchase(purchase)["state"] == "PURCHASE_STATE_CONFIRMED"
    undo(browsing)
    expect(rights).to_have_count(count)
    assert person.purchase(purchase)["state"] == "PURCHASE_STATE_TO_VERIFY"


def test_a_duplicate_is_kept_or_discarded(visit, person):
    person.read_receipt()
    _, purchase = person.read_receipt()
    browsing = visit(PHONE).sign_in(person)
    page = open_purchase(browsing, purchase)
    notice = page.get_by_text(browsing.text("purchase.duplicateWhy"))
    browsing.button("purchase.keep").click()
    expect(notice).to_have_count(0)
    assert not person.purchase(purchase).get("duplicateOf")
    undo(browsing)
    expect(notice).to_be_visible()
    browsing.button("purchase.discard").first.click()
    expect(page.get_by_text(browsing.text("purchase.isDiscarded"))).to_be_visible()
    expect(notice).to_have_count(0)
    undo(browsing)
    expect(notice).to_be_visible()
    assert person.purchase(purchase)["state"] == "PURCHASE_STATE_TO_VERIFY"


def test_the_history_undoes_step_by_step(visit, person):
    purchase = person.record("Corner shop", items=("Milk", "Bread"))
    for name in ("Kiosk", "Station kiosk"):
        edit = {"purchaseId": purchase, "edits": [{"storeName": {"value": name}}]}
        person.matched(person.call("larder.budget.v1.Purchases/EditPurchase", edit))
    browsing = visit(PHONE).sign_in(person)
    page = browsing.open(f"/purchases/{purchase}")
    heading = page.get_by_role("heading", level=1)
    browsing.button("history.title").click()
    sheet = page.get_by_role("dialog")
    expect(sheet.locator(".steps li").first).to_contain_text("Station kiosk")
    # It can be closed where a thumb is, too.
    closes = sheet.get_by_role("button", name=browsing.text("close"))
    expect(closes).to_have_count(2)
    assert closes.last.bounding_box()["y"] > page.viewport_size["height"] / 2
    for name in ("Kiosk", "Corner shop"):
        sheet.get_by_role("button", name=browsing.text("purchase.undo")).click()
        expect(heading).to_have_text(name)
    expect(sheet.get_by_role("button", name=browsing.text("purchase.undo"))).to_have_count(0)
    expect(sheet.locator(".steps .undone")).to_have_count(2)
    closes.last.click()
    expect(sheet).to_have_count(0)


def test_an_undo_that_comes_too_late_says_why(visit, person):
    purchase = person.record("Corner shop")
    browsing = visit(PHONE).sign_in(person)
    # Without the live stream, which would tell of the other change before.
    browsing.page.route("**/live", lambda route: None)
    page = browsing.open(f"/purchases/{purchase}")
    open_item(browsing, "Milk").get_by_label(browsing.text("item.name"), exact=True).fill("Oat milk")
    save(browsing)
    edit = {"purchaseId": purchase, "edits": [{"storeName": {"value": "Kiosk"}}]}
    person.call("larder.budget.v1.Purchases/EditPurchase", edit)
    undo(browsing)
    expect(page.get_by_role("status").get_by_text(browsing.text("failure.aborted"))).to_be_visible()
    expect(page.get_by_role("heading", level=1)).to_have_text("Kiosk")
    assert items(person, purchase)[0][0] == "Oat milk"


def test_back_closes_what_is_open_and_stays(visit, household):
    browsing = visit(PHONE).sign_in(household)
    browsing.open("/log")
    page = browsing.page
    page.get_by_role("link", name=re.compile("Juniper")).click()
    browsing.settle()
    address = page.url
    sheet = page.get_by_role("dialog")
    rows(page).first.click()
    expect(sheet).to_be_visible()
    browsing.go_back_from_layer()
    expect(sheet).to_have_count(0)
    browsing.button("bar.menu").click()
    menu = page.locator(".menu")
    expect(menu).to_be_visible()
    browsing.go_back_from_layer()
    expect(menu).to_have_count(0)
    assert page.url == address
    page.go_back()
    expect(page.get_by_role("heading", level=1)).to_have_text(browsing.text("log.title"))


@pytest.mark.skipif(IS_SHORT, reason="it is about a seldom function")
def test_a_photo_is_removed_after_a_question(visit, person):
    receipt, purchase = person.read_receipt()
    browsing = visit(PHONE).sign_in(person)
    page = open_purchase(browsing, purchase)
    sheet = page.get_by_role("dialog")
    browsing.button("photo.remove").click()
    sheet.get_by_role("button", name=browsing.text("cancel")).click()
    expect(sheet).to_have_count(0)
    expect(page.locator(".photo")).to_be_visible()
    browsing.button("photo.remove").click()
    sheet.get_by_role("button", name=browsing.text("remove")).click()
    expect(page.get_by_text(browsing.text("photo.removed"))).to_be_visible()
    expect(page.locator(".photo")).to_have_count(0)
    expect(browsing.button("photo.remove")).to_have_count(0)
    expect(rows(page, "Tomato soup")).to_be_visible()
    assert not person.call("larder.ocr.v1.Receipts/GetReceipt", {"receiptId": receipt}).get("hasPhoto")


@pytest.mark.skipif(IS_SHORT, reason="it is about a seldom function")
def test_kept_photos_are_found_by_their_print(visit, household):
    browsing = visit(PHONE).sign_in(household)
    page = browsing.open("/receipts")
    browsing.field("receipts.search").fill("sourdough")
    found = page.get_by_role("link", name=re.compile("SOURDOUGH LOAF"))
    expect(found).to_contain_text("Juniper")
    browsing.field("receipts.search").fill("caviar")
    expect(page.get_by_text(browsing.text("receipts.notFound"))).to_be_visible()
    browsing.field("receipts.search").fill("sourdough")
    found.click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Juniper")

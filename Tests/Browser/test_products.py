"""Products and the lines of receipts that mean them."""

import pytest
from playwright.sync_api import expect

from conftest import IS_SHORT
from support import accessibility
from support.browsing import Look

PHONE, DESKTOP = Look("phone", "dark", "fr"), Look("desktop")


def test_a_product_is_found_and_closed_with_the_thumb(visit, household):
    browsing = visit(PHONE).sign_in(household)
    page = browsing.open("/products")
    browsing.field("products.search").fill("whole milk")
    row = page.locator(".list button.row").filter(has_text="Lait entier").first
    row.click()
    sheet = page.get_by_role("dialog")
    expect(sheet.get_by_text(browsing.text("products.freezer"))).to_be_visible()
    assert accessibility.violations(page) == []
    close = sheet.get_by_role("button", name=browsing.text("close")).last
    assert close.bounding_box()["y"] > page.viewport_size["height"] / 2
    close.click()
    expect(sheet).to_have_count(0)
    expect(row).to_be_focused()


def test_a_product_of_ones_own_is_added_and_found(visit, person):
    browsing = visit(DESKTOP).sign_in(person)
    page = browsing.open("/products")
    browsing.field("products.search").fill("Aunt Rose jam")
    expect(page.get_by_text(browsing.text("products.none"))).to_be_visible()
    page.get_by_role("main").get_by_role("button", name=browsing.text("products.add")).last.click()
    sheet = page.get_by_role("dialog")
    name = sheet.get_by_label(browsing.text("products.name"))
    expect(name).to_have_value("Aunt Rose jam")
    name.fill("!")
    sheet.locator("button[type=submit]").click()
    expect(name).to_be_focused()
    expect(sheet.locator(".error")).to_have_text(browsing.text("products.nameRule"))
    # What was typed is there again.
    name.fill("Aunt Rose jam, strawberry")
    page.keyboard.press("Escape")
    expect(sheet).to_have_count(0)
    browsing.button("products.add").first.click()
    expect(name).to_have_value("Aunt Rose jam, strawberry")
    expect(sheet.get_by_text(browsing.text("draft.kept"))).to_be_visible()
    sheet.get_by_label(browsing.text("products.category")).select_option("spreads")
    sheet.locator("button[type=submit]").click()
    expect(sheet.get_by_role("heading", name="Aunt Rose jam, strawberry")).to_be_visible()
    expect(sheet.get_by_text(browsing.text("category.spreads"))).to_be_visible()
    page.keyboard.press("Escape")
    browsing.field("products.search").fill("Rose jam straw")
    expect(page.locator(".list button.row").filter(has_text="Aunt Rose jam, strawberry")).to_be_visible()
    # The next form is empty.
    browsing.field("products.search").fill("")
    browsing.button("products.add").first.click()
    expect(name).to_have_value("")


def test_a_line_means_another_product_from_now_on(visit, person):
    person.read_receipt()
    browsing = visit(DESKTOP).sign_in(person)
    page = browsing.open("/mappings")
    row = page.locator(".after-pills button.row").filter(has_text="DISH SOAP")
    sheet = page.get_by_role("dialog")
    row.click()
    own = sheet.get_by_label(browsing.text("mappings.own"))
    own.fill("Lavender soap")
    page.keyboard.press("Escape")
    expect(sheet).to_have_count(0)
    row.click()
    expect(own).to_have_value("Lavender soap")
    sheet.locator("button[type=submit]").click()
    expect(row.locator(".main")).to_have_text("Lavender soap")
    page.get_by_role("button", name=browsing.text("mappings.CHOSEN")).click()
    expect(page.locator(".after-pills button.row")).to_have_count(1)
    # The next receipt has it.
    _, purchase = person.read_receipt()
    names = [item["productName"] for item in person.purchase(purchase)["items"]]
    assert "Lavender soap" in names


@pytest.mark.skipif(IS_SHORT, reason="a hundred receipts take their time")
def test_lists_end_where_everything_is_shown(visit, person):
    answer = {"receipts": [receipt(number) for number in range(130, 0, -1)]}
    browsing = visit(PHONE).sign_in(person)

    def list_receipts(route):
        asked = route.request.post_data_json["page"]
        begin = int(asked.get("token") or 0)
        end = begin + asked["size"]
        more = {"nextPageToken": str(end)} if end < len(answer["receipts"]) else {}
        route.fulfill(json={"receipts": answer["receipts"][begin:end]} | more)

    browsing.page.route("**/larder.ocr.v1.Receipts/ListReceipts", list_receipts)
    page = browsing.open("/receipts")
    rows = page.locator(".list a")
    expect(rows).to_have_count(100)
    browsing.button("more").click()
    expect(rows).to_have_count(130)
    expect(browsing.button("more")).to_have_count(0)
    expect(rows.last.locator(".main")).to_have_text(browsing.text("receipts.number", number=1))


def receipt(number):
    """A receipt that could not be read, in a list."""
    name = f"00000000-0000-4000-8000-{number:012}"
    return {"id": name, "queueNumber": str(number), "state": "RECEIPT_STATE_FAILED", "failure": "Too dark."}

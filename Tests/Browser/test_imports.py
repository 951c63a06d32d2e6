"""Spending that was kept elsewhere is imported, once it was seen, and undone; the log is saved as a file."""

import json

import pytest
from playwright.sync_api import expect

from support.browsing import Look
from support.person import Person
from support.texts import LANGUAGES

STATEMENT = """Date;Libellé;Montant;Catégorie
01/03/2026;Loyer;-1 200,00;Logis
02/03/2026;Café;-3,50;Bar
02/03/2026;Café;-3,50;Bar
15/03/2026;Salaire;2 500,00;
"""


def log(person):
    """What is in a person's log."""
    return person.call("larder.budget.v1.Purchases/ListPurchases", {"page": {"size": 200}}).get("purchases", [])


def choose(page, name, text):
    """Chooses a file."""
    content = text if isinstance(text, bytes) else text.encode()
    page.locator("input[type=file]").set_input_files({"name": name, "mimeType": "text/csv", "buffer": content})


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_statement_is_seen_recorded_and_undone(visit, person, language):
    browsing = visit(Look("phone", "light", language)).sign_in(person)
    page = browsing.open("/imports")
    choose(page, "mars.csv", STATEMENT)
    preview = page.get_by_role("region", name=browsing.text("imports.preview"))
    expect(preview.get_by_role("status")).to_contain_text(browsing.text("imports.new", count=3))
    expect(preview.locator(".import-entries li")).to_have_count(4)
    expect(preview.locator(".import-entries .left-out")).to_contain_text(browsing.text("imports.isReceived"))
    # Nothing is recorded before it is accepted.
    assert log(person) == []
    # Once it is read in the currency of the region, which takes the place of what is typed until then.
    likely = {"en": "CAD", "fr": "EUR"}[language]
    expect(preview.get_by_label(browsing.text("purchase.currency"))).to_have_value(likely)
    preview.locator("summary").click()
    preview.get_by_label(browsing.text("purchase.currency")).fill("eur")
    preview.get_by_label(browsing.text("purchase.currency")).blur()
    preview.get_by_label(browsing.text("imports.word", word="Bar")).select_option("eating-out")
    expect(preview.locator(".import-entries")).to_contain_text(browsing.text("category.eating-out"))
    expect(preview.locator(".import-entries")).to_contain_text("€")
    preview.get_by_role("button", name=browsing.text("imports.accept", count=3)).click()
    expect(page.get_by_text(browsing.text("imports.done", count=3))).to_be_visible()
    recorded = log(person)
    assert sorted(entry["items"][0]["productName"] for entry in recorded) == ["Café", "Café", "Loyer"]
    assert {entry["currency"] for entry in recorded} == {"EUR"}
    assert {entry["purchasedAt"]["date"] for entry in recorded} == {"2026-03-01", "2026-03-02"}
    # The same file again has nothing new, and is read as before.
    choose(page, "mars.csv", STATEMENT)
    expect(preview.get_by_role("status")).to_contain_text(browsing.text("imports.nothing"))
    expect(preview.locator("summary")).to_have_text(browsing.text("imports.reading.remembered"))
    expect(preview.locator(".import-entries")).to_contain_text(browsing.text("category.eating-out"))
    preview.get_by_role("button", name=browsing.text("cancel"), exact=True).click()
    page.get_by_role("button", name=browsing.text("imports.undoOf", name="mars.csv")).click()
    page.get_by_role("dialog").get_by_role("button", name=browsing.text("imports.undoConfirm")).click()
    expect(page.locator(".imports li")).to_contain_text(browsing.text("imports.isUndone"))
    assert log(person) == []


def test_days_that_can_be_read_in_two_orders_are_asked_about(visit, person):
    browsing = visit(Look("phone")).sign_in(person)
    page = browsing.open("/imports")
    choose(page, "own.csv", "date,name,amount,currency\n03/04/2026,Tea,-2.00,CAD\n04/04/2026,Cake,-3.00,CAD\n")
    asked = page.locator(".notice", has_text=browsing.text("imports.datesAmbiguous"))
    order = asked.get_by_label(browsing.text("imports.dateOrder"))
    # English writes the month first where there are slashes.
    expect(order).to_have_value("mdy")
    order.select_option("dmy")
    expect(asked).to_have_count(0)
    page.get_by_role("button", name=browsing.text("imports.accept", count=2)).click()
    expect(page.get_by_text(browsing.text("imports.done", count=2))).to_be_visible()
    assert {entry["purchasedAt"]["date"] for entry in log(person)} == {"2026-04-03", "2026-04-04"}


def test_rows_that_cannot_be_read_are_named_and_record_nothing_until_accepted(visit, person):
    browsing = visit(Look("desktop")).sign_in(person)
    page = browsing.open("/imports")
    choose(page, "own.csv", "date,name,amount,currency\n2026-03-01,Tea,-2.00,CAD\n2026-02-30,Cake,-3.00,CAD\n2026-03-02,Bread,many,CAD\n")
    errors = page.locator(".import-errors")
    expect(errors.locator("li")).to_have_count(2)
    expect(errors.locator("li").first).to_contain_text(f"{browsing.text('imports.line', line=3)} “2026-02-30” is no date")
    accept = page.get_by_role("button", name=browsing.text("imports.accept", count=1))
    expect(accept).to_be_disabled()
    errors.get_by_role("switch").check()
    accept.click()
    expect(page.get_by_text(browsing.text("imports.done", count=1))).to_be_visible()
    browsing.button("undo").first.click()
    expect(page.locator(".imports li")).to_contain_text(browsing.text("imports.isUndone"))
    assert log(person) == []


def test_what_is_no_file_of_a_known_format_is_rejected_in_words(visit, person):
    browsing = visit(Look("phone")).sign_in(person)
    page = browsing.open("/imports")
    choose(page, "sheet.xlsx", b"PK\x03\x04\x00\x00\x00\x00")
    expect(page.get_by_role("alert")).to_contain_text("must be a text file")
    choose(page, "large.csv", b"x" * (3 * 1024 * 1024 + 1))
    expect(page.get_by_text(browsing.text("imports.tooLarge"))).to_be_visible()
    assert log(person) == []


def test_the_log_is_saved_and_imported_again_by_somebody_else(visit, person, deployment):
    other = Person(deployment.address)
    person.spend("=1+1", 1500, "2026-03-01", note="Two\nlines")
    person.spend("Bus", 250, "2026-04-01", "transport")
    browsing = visit(Look("desktop")).sign_in(person)
    page = browsing.open("/imports")
    files = {}
    for name in ("csv", "json", "ofx"):
        page.get_by_role("button", name=name.upper(), exact=True).click()
        with page.expect_download() as download:
            browsing.button("imports.export.download").click()
        assert download.value.suggested_filename == f"larder-ledger.{name}"
        files[name] = download.value.path().read_bytes()
    assert b"'=1+1" in files["csv"]
    assert len(json.loads(files["json"])["entries"]) == 2
    assert files["ofx"].count(b"<STMTTRN>") == 2
    page.get_by_label(browsing.text("imports.export.from")).fill("2026-03-15")
    page.get_by_role("button", name="JSON", exact=True).click()
    with page.expect_download() as download:
        browsing.button("imports.export.download").click()
    assert len(json.loads(download.value.path().read_bytes())["entries"]) == 1
    elsewhere = visit(Look("phone")).sign_in(other)
    page = elsewhere.open("/imports")
    choose(page, "larder-ledger.csv", files["csv"])
    elsewhere.button("imports.accept", count=2).click()
    expect(page.get_by_text(elsewhere.text("imports.done", count=2))).to_be_visible()
    kept = ("storeName", "currency", "note", "kind", "purchasedAt", "total")
    book = [[{key: entry.get(key) for key in kept} for entry in log(each)] for each in (person, other)]
    assert book[0] == book[1]
    assert {entry["items"][0]["productName"] for entry in log(other)} == {"=1+1", "Bus"}

"""What was spent: sums that are exact, groups that lead to their purchases, and what comes while the page is open."""

import collections
import random
import re

import pytest
from playwright.sync_api import expect

from conftest import IS_SHORT
from support.browsing import Look
from support.deployment import eventually
from support.rates import set_rate
from test_profile import account_settings

PERIOD = "from=2026-10-01&to=2026-10-31"


def rows(page):
    """The groups, by their names, with their amounts."""
    return page.locator(".spending-groups li")


def test_groups_have_their_sums_and_lead_to_their_purchases(visit, person):
    person.spend("Coffee", 1500, "2026-10-05")
    person.spend("Espresso", 300, "2026-10-31")
    person.spend("Rent", 90000, "2026-10-01", "housing")
    person.spend("Coffee", 700, "2026-09-30")
    person.spend("Coffee", 400, "2026-11-01")
    browsing = visit(Look("phone")).sign_in(person)
    page = browsing.open(f"/spending?{PERIOD}")
    expect(rows(page)).to_have_text([re.compile("Rent and housing.*€900.00"), re.compile("Coffee and tea.*€18.00")])
    expect(page.locator(".spending .amount")).to_have_text("€918.00")
    expect(page.locator(".spending .hint")).to_contain_text("September 2026: €7.00")
    reading = page.get_by_role("img", name=re.compile("Rent and housing €900.00, Coffee and tea €18.00"))
    expect(reading).to_be_visible()
    rows(page).nth(1).get_by_role("link").click()
    expect(page).to_have_url(re.compile("/log"))
    expect(page.locator(".month li")).to_have_text([re.compile("Espresso"), re.compile("Coffee")])
    page.go_back()
    browsing.button("spending.by.time").click()
    expect(rows(page)).to_have_text([re.compile(amount) for amount in ("€900.00", "€15.00", "€3.00")])
    browsing.button("spending.before").click()
    expect(page.locator(".spending .amount")).to_have_text("€7.00")


def test_what_comes_while_the_page_is_open_is_in_the_sums(visit, person):
    browsing = visit(Look("desktop", "light", "fr")).sign_in(person)
    page = browsing.open(f"/spending?{PERIOD}")
    expect(page.get_by_text(browsing.text("spending.empty"))).to_be_visible()
    person.spend("Café", 450, "2026-10-05")
    expect(rows(page)).to_have_text([re.compile("Café et thé")])


def test_a_period_is_any_days(visit, person):
    person.spend("Coffee", 1500, "2026-10-05")
    browsing = visit(Look("phone")).sign_in(person)
    page = browsing.open(f"/spending?{PERIOD}")
    page.get_by_text(browsing.text("spending.otherDays")).click()
    browsing.field("spending.from").fill("2026-10-06")
    expect(page.locator(".spending .amount")).to_have_text("€0.00")
    browsing.field("spending.from").fill("2026-10-05")
    expect(page.locator(".spending .amount")).to_have_text("€15.00")


def test_a_chart_is_in_the_colours_of_each_palette(visit, person):
    person.spend("Coffee", 1500, "2026-10-05")
    browsing = visit(Look("phone", "contrast")).sign_in(person)
    page = browsing.open(f"/spending?{PERIOD}")
    page.wait_for_function("() => typeof Chart === 'function'")
    expect(page.locator(".chart canvas")).to_be_visible()
    page.wait_for_function(IS_DRAWN)


def converted(browsing):
    """The total in one currency."""
    return browsing.page.locator(".converted")


@pytest.mark.parametrize("look", [Look("phone"), Look("phone", "dark", "fr")])
def test_totals_are_converted_with_rates_that_are_named(visit, person, deployment, look):
    """Requirement BUD-05."""
    set_rate(deployment, "EUR", "CAD", "2026-10-02", "1.5552")
    set_rate(deployment, "EUR", "CAD", "2026-10-21", "1.6")
    person.spend("Coffee", 1000, "2026-10-05")
    person.spend("Coffee", 1000, "2026-10-21")
    person.spend("Rent", 90000, "2026-10-01", "housing", currency="CAD")
    person.spend("Tea", 700, "2026-10-05", currency="GBP")
    browsing = visit(look).sign_in(person)
    page = browsing.open(f"/spending?{PERIOD}")
    choice = converted(browsing).get_by_label(browsing.text("spending.convert"))
    expect(choice).to_have_value("apart")
    expect(converted(browsing).locator(".amount")).to_have_count(0)
    choice.select_option("CAD")
    # 900 + 10 × 1.5552 + 10 × 1.6
    expect(converted(browsing).locator(".amount")).to_contain_text("931,55" if look.language == "fr" else "931.55")
    rates = converted(browsing).locator(".rates li")
    expect(rates).to_have_count(1)
    expect(rates).to_contain_text("1 EUR = 1,5552" if look.language == "fr" else "1 EUR = 1.5552")
    expect(rates).to_contain_text("Bank of Canada")
    expect(converted(browsing)).to_contain_text("7,00" if look.language == "fr" else "£7.00")
    # Groups lead to their purchases as before.
    expect(page.locator(".spending-groups").first.get_by_role("link").first).to_be_visible()
    expect(page.locator(".spending:not(.converted) .amount")).to_have_count(3)
    # Chosen once, it stays so, on other devices, too.
    kept = {"name": "spending.convert", "value": "CAD"}
    eventually(lambda: kept in account_settings(person).get("choices", []), what="keeping the choice")
    other = visit(look).sign_in(person)
    other.open(f"/spending?{PERIOD}")
    expect(converted(other).locator(".amount")).to_contain_text("931")
    converted(other).get_by_label(other.text("spending.convert")).select_option("apart")
    expect(converted(other).locator(".amount")).to_have_count(0)
    converted(other).get_by_label(other.text("spending.convert")).select_option("CHF")
    expect(converted(other)).to_contain_text(other.text("spending.converted.none"))


def test_one_currency_alone_offers_no_conversion(visit, person):
    person.spend("Coffee", 1500, "2026-10-05")
    browsing = visit(Look("phone")).sign_in(person)
    page = browsing.open(f"/spending?{PERIOD}")
    expect(page.locator(".spending .amount")).to_have_text("€15.00")
    expect(converted(browsing)).to_have_count(0)


# Whether something is drawn in the colour of bars.
IS_DRAWN = """() => {
  const canvas = document.querySelector(".chart canvas");
  const probe = Object.assign(document.createElement("canvas"), { width: 1, height: 1 }).getContext("2d");
  probe.fillStyle = getComputedStyle(document.documentElement).getPropertyValue("--green").trim();
  probe.fillRect(0, 0, 1, 1);
  const [red, green, blue] = probe.getImageData(0, 0, 1, 1).data;
  const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
  for (let at = 0; at < data.length; at += 4)
    if (data[at] === red && data[at + 1] === green && data[at + 2] === blue && data[at + 3] === 255) return true;
  return false;
}"""


@pytest.mark.parametrize("seed", [1] if IS_SHORT else range(1, 6))
def test_sums_are_exact_to_the_cent(person, seed):
    """Requirement BUD-15: compared with sums over the purchases themselves."""
    chance = random.Random(seed)
    for _ in range(40):
        enter_something(person, chance)
    purchases = listed(person)
    assert len(purchases) >= 30
    for grouping, key_of in KEYS.items():
        request = {"firstDay": "2026-10-01", "lastDay": "2026-10-31", "grouping": f"SPENDING_GROUPING_{grouping}"}
        summary = person.call("larder.budget.v1.Insights/SummarizeSpending", request)
        found = {
            (currency["currency"], group["part"], group.get("key", ""), group.get("name", "") if grouping != "KIND" else ""):
                int(group["amount"].get("minorUnits", 0))
            for currency in summary["currencies"] for group in currency["groups"]
        }
        expected = collections.Counter()
        for purchase in purchases:
            if purchase["purchasedAt"]["date"].startswith("2026-10"):
                for (part, key, name), amount in key_of(purchase):
                    expected[purchase["currency"], f"SPENDING_PART_{part}", key, name] += amount
        # What is in the period before has groups, too, of nothing in this one; and days have one each.
        assert {key: amount for key, amount in found.items() if amount} == {key: amount for key, amount in expected.items() if amount}
        for currency in summary["currencies"]:
            assert int(currency["total"].get("minorUnits", 0)) == sum(
                counted(each) for each in purchases
                if each["currency"] == currency["currency"] and each["purchasedAt"]["date"].startswith("2026-10")
            )


def enter_something(person, chance):
    """Records a purchase or an expenditure of September or October, or discards one."""
    day = f"2026-{chance.choice(['09', '10'])}-{chance.randint(1, 30):02}"
    if chance.random() < 0.5:
        category = chance.choice(["coffee-tea", "transport", "housing", ""])
        identifier = person.spend("Something", chance.randint(1, 90_000), day, category, chance.choice(["", "Kiosk"]), refund=chance.random() < 0.2)
    else:
        currency = chance.choice(["EUR", "CAD", "JPY"])
        money = lambda low, high: {"minorUnits": str(chance.randint(low, high)), "currency": currency}  # noqa: E731
        items = [
            {"name": chance.choice(["Milk", "Bread"]), "amount": money(1, 5_000), "discount": money(-50, 0)}
            for _ in range(chance.randint(0, 4))
        ]
        purchase = {
            **{"storeName": chance.choice(["Kiosk", "Market", ""]), "purchasedAt": {"date": day}, "currency": currency},
            **{"items": items, "taxes": [{"label": "GST", "amount": money(1, 300)}] if items and chance.random() < 0.5 else []},
        }
        if not items or chance.random() < 0.5:
            purchase["total"] = money(1, 20_000)
        identifier = person.call("larder.budget.v1.Purchases/CreatePurchase", purchase)["id"]
    if chance.random() < 0.1:
        edits = [{"duplicate": "DUPLICATE_DECISION_DISCARD"}]
        person.call("larder.budget.v1.Purchases/EditPurchase", {"purchaseId": identifier, "edits": edits})


def listed(person):
    """What counts: everything that is neither discarded nor seems a duplicate."""
    found, token = [], ""
    while True:
        answer = person.call("larder.budget.v1.Purchases/ListPurchases", {"page": {"size": 200, "token": token}})
        found += [each for each in answer.get("purchases", []) if not each.get("duplicateOf")]
        token = answer.get("nextPageToken", "")
        if not token:
            return found


def units(money):
    return int((money or {}).get("minorUnits", 0))


def counted(purchase):
    return units(purchase.get("total") or purchase.get("computedTotal"))


def by_items(key_of):
    """The parts of a purchase by its items, its taxes, and what is on no line."""
    def parts(purchase):
        items = [(key_of(item), units(item.get("amount")) + units(item.get("discount"))) for item in purchase.get("items", [])]
        taxes = 0 if purchase.get("taxesIncluded") else sum(units(tax.get("amount")) for tax in purchase.get("taxes", []))
        rest = counted(purchase) - sum(amount for _, amount in items) - taxes
        return [(("GROUP", *key), amount) for key, amount in items] + [(("TAXES", "", ""), taxes), (("UNLISTED", "", ""), rest)]
    return parts


def whole(key_of):
    """A purchase as one part."""
    return lambda purchase: [(("GROUP", *key_of(purchase)), counted(purchase))]


KEYS = {
    "CATEGORY": by_items(lambda item: (item.get("category", ""), "")),
    "PRODUCT": by_items(lambda item: (item.get("productId", ""), item.get("productName", ""))),
    "STORE": whole(lambda purchase: (purchase.get("storeId", ""), purchase.get("storeName", ""))),
    "DAY": whole(lambda purchase: (purchase["purchasedAt"]["date"], "")),
    "MONTH": whole(lambda purchase: (purchase["purchasedAt"]["date"][:7], "")),
    "KIND": whole(lambda purchase: ("expenditure" if purchase.get("kind") == "PURCHASE_KIND_EXPENDITURE" else "purchase", "")),
}


def test_a_printed_total_that_differs_is_found_and_leads_to_its_purchase(visit, person):
    person.spend("Coffee", 450)
    browsing = visit(Look("phone")).sign_in(person)
    page = browsing.open("/spending")
    browsing.link("check.link").click()
    expect(page.get_by_text(browsing.text("check.none"))).to_be_visible()
    purchase = person.record("Corner shop", 560, "2026-11-10", ["Milk", "Bread"])
    total = {"total": {"value": {"minorUnits": "610", "currency": "EUR"}}}
    person.call("larder.budget.v1.Purchases/EditPurchase", {"purchaseId": purchase, "edits": [total]})
    row = page.locator(".check li")
    expect(row).to_contain_text("€6.10")
    row.get_by_role("link").click()
    expect(page).to_have_url(re.compile(f"/purchases/{purchase}$"))

"""Prices that a test answers in the service's place, as they would take months of purchases."""

CHANGES = "**/larder.budget.v1.PaidPrices/ListPriceChanges"
HISTORY = "**/larder.budget.v1.PaidPrices/GetPriceHistory"
MASS = "PACK_DIMENSION_MASS"


def euros(minor_units):
    """An amount."""
    return {"minorUnits": str(minor_units), "currency": "EUR"}


def change(name, former, latest, permille, yearly, symbol="🧈", **more):
    """A price that has changed."""
    return {
        **{"item": {"id": f"words:{name}", "name": name, "symbol": symbol}, "storeName": "Corner shop", "currency": "EUR"},
        **{"unit": "kg", "formerPrice": former, "latestPrice": latest, "formerDay": "2026-09-01", "latestDay": "2026-11-01"},
        **{"changePermille": permille, "yearly": euros(yearly), **more},
    }


# One of each kind. Names are as long as those of receipts.
EACH = [
    change(
        *("Organic unsalted butter from the mountains", "13.0000", "14.3172", 101, 1_250),
        formerPack={"count": 1, "thousandths": "500000", "dimension": MASS},
        latestPack={"count": 1, "thousandths": "454000", "dimension": MASS},
    ),
    change("Free-range eggs", "3.9900", "4.4900", 125, 600, "🥚", unit="each", storeName=""),
    change("Arborio rice", "4.0000", "3.5000", -125, -300, "🍚"),
]

PRICES = [
    {
        **{"purchaseId": "00000000-0000-4000-8000-000000000001", "day": f"2026-{month:02}-01", "storeName": "Corner shop"},
        **{"paid": paid, "regular": regular, "amount": euros(650), "quantityThousandths": "1000", "quantityUnit": "each"},
        "pack": {"count": 1, "thousandths": "500000", "dimension": MASS},
    }
    for month, paid, regular in [(8, "13.0000", "13.0000"), (9, "11.5000", "13.0000"), (10, "14.3172", "14.3172")]
]
SERIES = {"currency": "EUR", "unit": "kg", "prices": PRICES, "lowest": "11.5000", "usual": "13.0000", "highest": "14.3172"}


def answer_with_changes(page, changes):
    """Has the page get these changes from now on."""
    page.route(CHANGES, lambda route: route.fulfill(json={"changes": changes, "compared": len(changes) + 9}))


def answer_with_history(page):
    """Has the page get a history of prices from now on."""
    page.route(HISTORY, lambda route: route.fulfill(json={"item": EACH[0]["item"], "series": [SERIES]}))

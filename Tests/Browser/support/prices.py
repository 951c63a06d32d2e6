"""Prices that a test answers in the service's place, as they would take months of purchases."""

CHANGES = "**/larder.budget.v1.PaidPrices/ListPriceChanges"
HISTORY = "**/larder.budget.v1.PaidPrices/GetPriceHistory"
AVERAGES = "**/larder.budget.v1.PaidPrices/CompareWithAverages"
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


CREDIT = "Adapted from Statistics Canada, Table 18-10-0245-01."


def dollars(minor_units):
    """An amount."""
    return {"minorUnits": str(minor_units), "currency": "CAD"}


def comparison(name, paid, average, permille, difference, symbol="🧈", **more):
    """What was paid beside an average price."""
    return {
        **{"item": {"id": f"words:{name}", "name": name, "symbol": symbol}, "averageName": "Butter", "averageQuantity": 454},
        **{"averageUnit": "g", "month": "2025-12", "unit": "kg", "paidPrice": paid, "averagePrice": average},
        **{"differencePermille": permille, "difference": dollars(difference), "purchases": 3, **more},
    }


COMPARISONS = [
    comparison("Organic unsalted butter from the mountains", "13.9427", "12.4449", 120, 204),
    comparison("Milk", "1.6000", "1.6925", -55, -80, "🥛", averageName="Milk", averageQuantity=4000, averageUnit="ml", unit="l"),
]
COMPARED = {"comparisons": COMPARISONS, "paid": dollars(4_124), "average": dollars(4_000), "differencePermille": 31, "credit": CREDIT}
COMPARED_SERIES = {
    **{**SERIES, "currency": "CAD", "comparison": COMPARISONS[0], "credit": CREDIT},
    "prices": [{**price, "average": average} for price, average in zip(PRICES, ["", "12.1000", "12.4449"], strict=True)],
}


def answer_with_averages(page, compared=None):
    """Has the page get these comparisons from now on."""
    page.route(AVERAGES, lambda route: route.fulfill(json=COMPARED if compared is None else compared))


def answer_with_changes(page, changes):
    """Has the page get these changes from now on."""
    page.route(CHANGES, lambda route: route.fulfill(json={"changes": changes, "compared": len(changes) + 9}))


def answer_with_history(page, series=SERIES, product=""):
    """Has the page get a history of prices from now on, of a product where the catalog knows it."""
    item = EACH[0]["item"] | {"productId": product}
    page.route(HISTORY, lambda route: route.fulfill(json={"item": item, "series": [series]}))

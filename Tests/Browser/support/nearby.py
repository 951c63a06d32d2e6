"""A home in the town whose stores ship with the catalog, and prices at stores that a test answers in the service's place, as
operators import them."""

from .prices import euros

STORES = "**/larder.catalog.v1.Stores/FindStores"
STORE_PRICES = "**/larder.catalog.v1.StorePrices/FindStorePrices"
OFFERS = "**/larder.budget.v1.Offers/ListOffers"
PROFILES = "larder.auth.v1.Profiles/"
# In the middle of Fernhollow, in degrees.
LATITUDE, LONGITUDE = 49.60, -119.68
NEAREST, NEARBY, FAR = "Lakeview Fish House", "Juniper Street Market", "Pennywise Food Depot"


def settle_in_fernhollow(person, radius=5_000):
    """Gives somebody a home in Fernhollow, with the consent that it needs."""
    person.call("larder.auth.v1.Consents/SetConsent", {"kind": "CONSENT_KIND_LOCATION", "given": True})
    # The token of before does not have the consent.
    person.sign_in()
    location = {"latitudeMicrodegrees": f"{LATITUDE * 1e6:.0f}", "longitudeMicrodegrees": f"{LONGITUDE * 1e6:.0f}"}
    person.call(PROFILES + "SetHomePlace", {"home": {"location": location, "radiusMetres": radius}})


def stores_near(person):
    """The ids of the stores near somebody's home, by name."""
    found = person.call("larder.catalog.v1.Stores/FindStores", {"limit": 200, "withIgnored": True})
    return {each["store"]["name"]: each["store"]["id"] for each in found["stores"]}


def store(name, metres, **more):
    """A store nearby."""
    return {"store": {"id": f"store-{metres}", "name": name, "address": "2 Orchard Lane"}, "distanceMetres": metres, **more}


def store_price(name, metres, minor_units, unit_price, label="", preferred=False, **more):
    """What two litres cost at a store, now unless `more` says otherwise."""
    return {
        **{"store": store(name, metres, preferred=preferred), "label": label, "price": euros(minor_units), "quantity": "2"},
        **{"unit": "l", "unitPrice": unit_price, "comparisonUnit": "l", "firstDay": "2026-11-01", "current": True, **more},
    }


# One of each kind: preferred, with an end, as long as names are, paid by users, and former ones, the latest first.
CURRENT = [
    store_price("Fernhollow Co-op Foods", 850, 480, "2.4000", "Meadow Farm Organic", preferred=True, lastDay="2099-12-31"),
    store_price("Juniper Street Market", 298, 499, "2.4950"),
    store_price("Pennywise Food Depot", 1_240, 519, "2.5950", firstDay="2026-11-16", lastDay="2026-11-22", observed=True),
]
FORMER = [
    store_price("Bramble & Barrow Grocers", 325, 450, "2.2500", firstDay="2026-02-20", lastDay="2026-03-03", current=False),
    store_price("Lakeview Fish House", 402, 455, "2.2750", firstDay="2026-01-12", lastDay="2026-01-18", current=False, observed=True),
    store_price("Hollow Bakery", 311, 430, "2.1500", firstDay="2025-01-05", current=False),
]


def offer(name, paid, offered, permille, saving, symbol="🥛", **more):
    """Something that costs less than was paid."""
    return {
        **{"item": {"id": f"words:{name}", "name": name, "symbol": symbol}, "unit": "l", "paidPrice": paid, "paidDay": "2026-11-03"},
        **{"paidStoreName": "Corner shop", "purchaseId": "00000000-0000-4000-8000-000000000001", "offeredPrice": offered},
        **{"price": euros(480), "quantity": "2", "quantityUnit": "l", "storeName": "Fernhollow Co-op Foods", "distanceMetres": 850},
        **{"savingPermille": permille, "saving": euros(saving), **more},
    }


# One of each kind. Names are as long as those of receipts.
EACH = [
    offer(
        *("Organic whole milk from the mountains", "3.0000", "2.4000", 200, 120),
        **{"label": "Meadow Farm Organic", "preferred": True, "lastDay": "2099-12-31"},
    ),
    offer("Free-range eggs", "0.5000", "0.4000", 205, 60, "🥚", unit="each", paidStoreName="", quantity="12", quantityUnit="each"),
    offer(
        *("Black beans", "6.0000", "4.8018", 200, 54, "🫘"),
        **{"unit": "kg", "price": euros(218), "quantity": "454", "quantityUnit": "g", "observedWeek": "2026-11-16"},
    ),
]


def answer_with_stores(page, stores):
    """Has the page get these stores from now on, within a kilometre."""
    page.route(STORES, lambda route: route.fulfill(json={"stores": stores, "radiusMetres": 1_000}))


def answer_with_store_prices(page, prices, stores=7):
    """Has the page get these prices at stores from now on."""
    page.route(STORE_PRICES, lambda route: route.fulfill(json={"prices": prices, "radiusMetres": 5_000, "stores": stores}))


def answer_with_offers(page, offers, compared=9, ranged=0):
    """Has the page get these offers from now on."""
    answer = {"offers": offers, "compared": compared, "bought": compared, "ranged": ranged}
    page.route(OFFERS, lambda route: route.fulfill(json=answer))

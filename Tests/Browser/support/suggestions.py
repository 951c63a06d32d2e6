"""Suggestions that a test answers in the service's place, as they would take months of purchases."""

LIST = "**/larder.budget.v1.Suggestions/ListSuggestions"
CONSENTS = "**/larder.auth.v1.Consents/ListConsents"
VOTE = "**/larder.budget.v1.Suggestions/VoteOnSuggestion"
# In which habits were looked for.
HABITS = {"habitsFrom": "2025-08-29", "habitsTo": "2025-11-26"}
USEFUL = "SUGGESTION_VOTE_USEFUL"
KIND = "CONSENT_KIND_PERSONAL_SUGGESTIONS"
ALLOWED = {"consents": [{"kind": KIND, "given": True}]}


def allow(person):
    """Gives the consent that suggestions need."""
    person.call("larder.auth.v1.Consents/SetConsent", {"kind": KIND, "given": True})


def euros(minor_units):
    """An amount."""
    return {"minorUnits": str(minor_units), "currency": "EUR"}


def item(name, minor_units, days, category="sweets", symbol="🍬", product=""):
    """Something that was bought."""
    return {
        **{"name": name, "amount": euros(minor_units), "days": days, "category": category, "symbol": symbol},
        "productId": product,
    }


def passed_goal(identifier, items=(), saving=0, category="", is_new=False):
    """A goal of 200 a month, of which 250 are spent; `is_new` where there are too few purchases to say more."""
    goal = {
        "id": identifier,
        "terms": {"period": "GOAL_PERIOD_MONTH", "beginsOn": 1, "limit": euros(20_000), "category": category},
        "progress": {"firstDay": "2025-11-01", "lastDay": "2025-11-30", "spent": euros(25_000)},
    }
    return {
        **{"id": identifier, "kind": "SUGGESTION_KIND_GOAL_PASSED", "goal": goal, "over": euros(5_000)},
        **{"items": list(items), "hasLittleHistory": is_new},
        **({"saving": euros(saving)} if items else {}),
    }


def habit(identifier, bought, saving, **more):
    """Something that is bought again and again."""
    return {"id": identifier, "kind": "SUGGESTION_KIND_HABIT", "items": [bought], "saving": euros(saving), **more}


# One of each kind. Names are as long as those of receipts.
EACH = [
    passed_goal(
        "goal-items",
        [
            item("Menu du jour with a glass of house wine", 4_250, 3, "eating-out", "🍽️"),
            item("Nougat", 1_120, 4, product="00000000-0000-4000-8000-000000000001"),
            item("", 600, 1),
        ],
        5_970,
    ),
    passed_goal("goal-nothing", category="transport"),
    passed_goal("goal-new", category="coffee-tea", is_new=True),
    habit(
        "habit-product",
        item("Hazelnut latte", 8_100, 18, "coffee-tea", "☕", "00000000-0000-4000-8000-000000000002"),
        32_850,
        vote=USEFUL,
    ),
    habit("habit-unnamed", item("", 3_600, 12), 14_600),
]


def answer_with(page, suggestions):
    """Has the page get these suggestions from now on."""
    page.route(LIST, lambda route: route.fulfill(json={"suggestions": suggestions, **HABITS}))

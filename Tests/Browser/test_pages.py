"""Every page in every size, palette, language and size of text: accessible, within the screen, in the language, with one heading."""

import pytest
from playwright.sync_api import expect

from conftest import IS_SHORT
from support import accessibility, queued, screenshots
from support.brokers import answer_with_brokers
from support.browsing import Look, Visit
from support.nearby import CURRENT, FAR, FORMER, NEARBY, PROFILES, answer_with_offers, answer_with_store_prices
from support.nearby import EACH as OFFERS
from support.nearby import answer_with_stores, settle_in_fernhollow, stores_near
from support.person import PASSWORD, Person
from support.prices import COMPARED_SERIES, COMPARISONS
from support.prices import EACH as PRICE_CHANGES
from support.prices import answer_with_averages, answer_with_changes, answer_with_history
from support.suggestions import ALLOWED, CONSENTS, EACH, answer_with

# Pages by name, and who sees them: nobody who is signed in, the household, a newcomer who has nothing yet, or a resident, who has
# nothing but a home among stores, and places that tempt. What is in braces is the household's.
PAGES = {
    "sign-in": ("/sign-in", "guest"),
    "sign-up": ("/sign-up", "guest"),
    "recover": ("/recover", "guest"),
    "reopen": ("/reopen", "guest"),
    "reset": ("/reset#nonsense", "guest"),
    "stop": ("/stop?t=nonsense", "guest"),
    "verify": ("/verify#nonsense", "guest"),
    "verify-again": ("/verify", "guest"),
    "secure": ("/secure#nonsense", "guest"),
    "secure-no-link": ("/secure", "guest"),
    "terms": ("/terms", "guest"),
    "help-guest": ("/help", "guest"),
    "settings-guest": ("/settings", "guest"),
    "missing-guest": ("/no-such-page", "guest"),
    "home": ("/", "household"),
    "camera": ("/camera", "household"),
    "receipts": ("/receipts", "household"),
    "receipt-failed": ("/receipts/{failed_id}", "household"),
    "log": ("/log", "household"),
    "log-found": ("/log?search=milk", "household"),
    "by-hand": ("/purchases/new", "household"),
    "expenditure-new": ("/expenditures/new", "household"),
    "expenditure": ("/purchases/{expenditure_id}", "household"),
    "goals": ("/goals", "household"),
    "preferences": ("/preferences", "household"),
    "badges": ("/badges", "household"),
    "recurring": ("/recurring", "household"),
    "recurring-change": ("/recurring/{recurring_id}", "household"),
    "recurring-gone": ("/recurring/00000000-0000-4000-8000-000000000000", "household"),
    "imports": ("/imports", "household"),
    "invested": ("/invested?security=EXAMPLE-EUR&from=2026-01-01&to=2026-10-31", "household"),
    "securities": ("/securities", "household"),
    "security": ("/securities/UST10", "household"),
    "security-missing": ("/securities/NONE", "household"),
    "brokers": ("/brokers", "household"),
    "spending": ("/spending?from=2026-09-01&to=2026-11-30", "household"),
    "spending-time": ("/spending?from=2026-09-01&to=2026-11-30&by=time", "household"),
    "spending-check": ("/spending/check", "household"),
    "log-narrowed": ("/log?from=2026-09-01&to=2026-11-30&category=coffee-tea&title=Coffee", "household"),
    "purchase": ("/purchases/{purchase_id}", "household"),
    "purchase-missing": ("/purchases/00000000-0000-4000-8000-000000000000", "household"),
    "inbox": ("/inbox", "household"),
    "eateries": ("/eateries", "household"),
    "stores": ("/stores", "resident"),
    "places": ("/places", "resident"),
    "products": ("/products", "household"),
    "mappings": ("/mappings", "household"),
    "consents": ("/consents", "household"),
    "notices": ("/notices", "household"),
    "devices": ("/devices", "household"),
    "factors": ("/factors", "household"),
    "password": ("/password", "household"),
    "my-data": ("/my-data", "household"),
    "email": ("/email", "household"),
    "profile": ("/profile", "household"),
    "settings": ("/settings", "household"),
    "plan": ("/plan", "household"),
    "tutorials": ("/tutorials", "household"),
    "help": ("/help", "household"),
    "missing": ("/no-such-page", "household"),
    "home-empty": ("/", "newcomer"),
    "log-empty": ("/log", "newcomer"),
    "spending-check-empty": ("/spending/check", "newcomer"),
    "spending-empty": ("/spending", "newcomer"),
    "invested-empty": ("/invested", "newcomer"),
    "goals-empty": ("/goals", "newcomer"),
    "preferences-empty": ("/preferences", "newcomer"),
    "badges-new": ("/badges", "newcomer"),
    "suggestions-asked": ("/suggestions", "newcomer"),
    "prices-empty": ("/prices", "newcomer"),
    "price-history-missing": ("/prices/item?item=none", "household"),
    "stores-no-home": ("/stores", "newcomer"),
    "places-asked": ("/places", "newcomer"),
    "offers-no-home": ("/offers", "newcomer"),
    "offers-few": ("/offers", "resident"),
    "recurring-empty": ("/recurring", "newcomer"),
    "recurring-new": ("/expenditures/new?repeats", "newcomer"),
    "imports-empty": ("/imports", "newcomer"),
    "receipts-empty": ("/receipts", "newcomer"),
    "inbox-empty": ("/inbox", "newcomer"),
    "mappings-empty": ("/mappings", "newcomer"),
}


def press(key):
    """Presses the first button with this text."""
    return lambda visit: visit.button(key).first.click()


def press_row(selector):
    """Presses the first row that is found by a selector."""
    return lambda visit: visit.page.locator(selector).first.click()


def press_field(key):
    """Presses the row of a purchase's field."""
    return lambda visit: visit.page.get_by_role("button").filter(has_text=visit.text(key)).first.click()


def split_item(visit):
    """Opens the sheet that splits an item."""
    press_row(ITEM)(visit)
    visit.page.get_by_role("dialog").get_by_role("button", name=visit.text("item.split")).click()


def tick_items(visit):
    """Opens the sheet of a purchase's categories, and assigns one to two items."""
    press("categories.title")(visit)
    sheet = visit.page.get_by_role("dialog")
    for number in range(2):
        sheet.locator("li").get_by_role("checkbox").nth(number).check()
    sheet.get_by_label(visit.text("products.category"), exact=True).select_option("household")
    sheet.get_by_role("button", name=visit.text("categories.assign"), exact=True).click()
    expect(sheet.get_by_role("group", name=visit.text("category.household"), exact=True)).to_be_visible()


def add_nothing(key):
    """Opens a form by the button with this text, and saves it as it is at first."""

    def act(visit):
        visit.button(key).click()
        visit.button("save").click()
        expect(visit.page.get_by_role("dialog").locator(".error")).to_be_visible()

    return act


def find_product(visit):
    """Searches products."""
    visit.field("products.search").fill("milk")
    expect(visit.page.locator("main .list li").first).to_be_visible()


def open_product(visit):
    """Opens the sheet of the first product that is found."""
    find_product(visit)
    press_row("main .list li button")(visit)


def find_eateries(visit):
    """Searches beside an eatery that never closes, and chooses it."""
    visit.field("eateries.spot").fill("49.607, -119.67")
    visit.button("eateries.show").click()
    visit.page.locator(".eateries li").filter(has_text="Night Owl Diner").locator(":is(button, .main)").first.click()
    if visit.page.locator(".map").count():
        expect(visit.page.locator(".leaflet-popup")).to_be_visible()


def go_on_signing_up(visit):
    """Fills the first step of signing up, and goes on to the second."""
    visit.field("signUp.email").fill("nobody@example.org")
    visit.field("signUp.username").fill("nobody")
    visit.field("password").fill(PASSWORD)
    visit.field("signUp.repeat").fill(PASSWORD)
    visit.button("signUp.next").click()
    expect(visit.field("signUp.name")).to_be_visible()


def leave_out_the_name(visit):
    """Says nothing in the second step of signing up."""
    go_on_signing_up(visit)
    visit.button("signUp.button").click()


def use_link(visit):
    """Uses a link that does not work."""
    visit.button("verify.button").click()
    expect(visit.page.get_by_role("alert")).to_be_visible()
    visit.forget_failed_resources()


def read_terms(visit):
    """Opens the terms over the form of signing up."""
    go_on_signing_up(visit)
    visit.page.get_by_role("main").get_by_role("link", name=visit.text("terms.title")).click()


def change_consent(visit):
    """Changes a consent, which can be undone from the message that reports it."""
    visit.page.get_by_role("switch").first.click()
    expect(visit.button("undo")).to_be_visible()


def lose_network(visit):
    """Takes the network away, under a page that is shown."""
    visit.page.evaluate("() => dispatchEvent(new Event('offline'))")
    expect(visit.page.get_by_text(visit.text("offline"))).to_be_visible()


def fail_receipts(visit):
    """Reloads the page while receipts cannot be reached."""
    restore = visit.fail_calls("larder.ocr.v1.Receipts")
    visit.page.reload()
    expect(visit.page.get_by_text(visit.text("failure.unavailable"))).to_be_visible()
    restore()
    # What the page has asked for meanwhile is reported by then.
    visit.page.evaluate("fetch('/favicon.svg').then(() => undefined)")
    visit.forget_failed_resources()


def show_introduction(visit):
    """Asks for the slides of the introduction."""
    press_row("main .tutorials .button")(visit)


def take_tour(visit):
    """Begins the tour of the log."""
    visit.page.get_by_role("listitem").filter(has_text=visit.text("tour.log")).get_by_role("button").click()
    expect(visit.page.locator(".tour-frame")).to_be_visible()


def show_suggestions(visit):
    """Shows suggestions of each kind, which answer in the service's place from then on."""
    visit.page.route(CONSENTS, lambda route: route.fulfill(json=ALLOWED))
    answer_with(visit.page, EACH)
    visit.page.reload()
    expect(visit.page.locator("article.suggestion")).to_have_count(len(EACH))


def show_prices(visit):
    """Shows changes of prices of each kind and averages, which answer in the service's place from then on."""
    answer_with_changes(visit.page, PRICE_CHANGES)
    answer_with_averages(visit.page)
    visit.page.reload()
    expect(visit.page.locator(".prices li")).to_have_count(len(PRICE_CHANGES) + len(COMPARISONS))


def show_price_history(visit):
    """Shows a history of prices, which answers in the service's place from then on."""
    answer_with_history(visit.page, COMPARED_SERIES)
    visit.page.reload()
    expect(visit.page.get_by_role("table")).to_be_visible()
    visit.page.wait_for_function("() => window.Chart")


def show_prices_nearby(visit):
    """Shows a history of prices beside those at stores, which answer in the service's place from then on."""
    answer_with_store_prices(visit.page, CURRENT + FORMER)
    answer_with_history(visit.page, COMPARED_SERIES, product="00000000-0000-4000-8000-000000000002")
    visit.page.reload()
    visit.page.locator(".nearby-prices summary").click()
    expect(visit.page.locator(".nearby-prices li:visible")).to_have_count(len(CURRENT + FORMER))
    visit.page.wait_for_function("() => window.Chart")


def show_offers(visit):
    """Shows offers of each kind, which answer in the service's place from then on."""
    answer_with_offers(visit.page, OFFERS, ranged=2)
    visit.page.reload()
    expect(visit.page.locator(".offers > li")).to_have_count(len(OFFERS))


def show_no_offers(visit):
    """Shows that nothing is cheaper, which answers in the service's place from then on."""
    answer_with_offers(visit.page, [])
    visit.page.reload()
    expect(visit.page.get_by_text(visit.text("offers.none", count=9))).to_be_visible()


def find_store(visit):
    """Shows a store on the map, where there is one."""
    address = visit.page.locator(".stores .address")
    if address.count():
        address.first.click()
        expect(visit.page.locator(".leaflet-popup")).to_be_visible()


def show_no_stores(visit):
    """Shows that no store is near, which answers in the service's place from then on."""
    answer_with_stores(visit.page, [])
    visit.page.reload()
    expect(visit.page.locator(".empty")).to_be_visible()


def add_wrong_place(visit):
    """Opens the form of a new place, and saves it as it is at first."""
    visit.button("places.add").click()
    visit.button("save").click()
    expect(visit.page.get_by_role("dialog").locator(".error")).to_have_count(2)


def show_no_places(visit):
    """Shows that nothing tempts, which answers in the service's place from then on."""
    visit.page.route("**/larder.notifications.v1.TemptingPlaces/ListPlaces", lambda route: route.fulfill(json={}))
    visit.page.reload()
    expect(visit.page.locator(".empty")).to_be_visible()


def refuse_places(visit):
    """Tells the browser not to say where it is, by the button of the device and in the browser's settings."""
    visit.page.evaluate(REFUSE)
    visit.page.get_by_role("switch", name=visit.text("places.device")).click()
    expect(visit.page.get_by_text(visit.text("places.device.refused"))).to_be_visible()


def show_no_brokers(visit):
    """Shows that no country has brokers, which answers in the service's place from then on."""
    answer_with_brokers(visit.page, [])
    visit.page.reload()
    expect(visit.page.locator(".empty")).to_be_visible()


# Of a purchase that two devices have changed in different ways. Names are as long as those of receipts.
CONFLICTS = [
    {"id": "1", "changes": ["Total: 9.90 → 8.90"], "madeAt": {"seconds": "1795000000"}},
    {
        **{"id": "2", "madeAt": {"seconds": "1795000000"}},
        "changes": ["Organic whole milk from the mountains: 1 → 2", "Organic whole milk from the mountains: 2.50 → 5.00"],
    },
    {"id": "3", "edit": {"note": {"value": "For the party.\nAsk Ada."}}, "madeAt": {"seconds": "1795000000"}},
]


def with_conflicts(method, answered, shown):
    """Shows purchases that two devices have changed in different ways: what one answer of a method has, once."""

    def act(visit):
        def answer(route):
            response = route.fetch()
            route.fulfill(response=response, json=answered(response.json()))

        address = f"**/larder.budget.v1.Purchases/{method}"
        visit.page.route(address, answer)
        visit.page.reload()
        expect(visit.page.locator(shown).first).to_be_visible()
        visit.page.unroute(address)

    return act


def in_conflict(purchase):
    """A purchase that two devices have changed in different ways."""
    return purchase | {"conflicts": CONFLICTS}


def all_in_conflict(found):
    """Purchases of a list that two devices have changed in different ways."""
    return found | {"purchases": [in_conflict(each) for each in found["purchases"]]}


def change_offline(visit):
    """Changes a purchase without a network; returns what gives that up."""
    visit.context.set_offline(True)
    press_field("purchase.note")(visit)
    visit.page.get_by_role("dialog").get_by_label(visit.text("purchase.note")).fill("Ada")
    visit.button("save").click()
    expect(visit.page.locator(".waits")).to_be_visible()

    def end():
        queued.empty(visit.page)
        visit.context.set_offline(False)

    return end


def reject_changes(visit):
    """Shows that changes of the purchase that is open were rejected; returns what gives them up."""
    queued.put_rejected(visit.page, visit.page.url.rsplit("/", 1)[-1])
    expect(visit.page.locator(".rejected")).to_be_visible()
    return lambda: queued.empty(visit.page)


# What a browser does that has been told not to say where it is.
REFUSE = """() => {
  navigator.permissions.query = async () => Object.assign(new EventTarget(), { state: "denied" });
  navigator.geolocation.getCurrentPosition = (found, failed) => failed({ code: GeolocationPositionError.PERMISSION_DENIED });
}"""
ITEM = ".items:not(.doubts) button.row"
PURCHASE = "/purchases/{purchase_id}"
EXPENDITURE = "/purchases/{expenditure_id}"
# What opens on pages or happens to them: the page, who sees it, and what is done there, which may return what ends it. A sheet has a
# name that ends with it.
STATES = {
    "sign-in-errors": ("/sign-in", "guest", press("signIn.button")),
    "sign-up-errors": ("/sign-up", "guest", press("signUp.next")),
    "sign-up-details": ("/sign-up", "guest", go_on_signing_up),
    "sign-up-details-errors": ("/sign-up", "guest", leave_out_the_name),
    "verify-errors": ("/verify#nonsense", "guest", use_link),
    "verify-again-errors": ("/verify", "guest", press("verify.again")),
    "email-errors": ("/email", "household", press("email.button")),
    "recover-errors": ("/recover", "guest", press("recover.button")),
    "reopen-errors": ("/reopen", "guest", press("reopen.button")),
    "reset-errors": ("/reset#nonsense", "guest", press("reset.button")),
    "terms-sheet": ("/sign-up", "guest", read_terms),
    "menu": ("/log", "household", press("bar.menu")),
    "by-hand-errors": ("/purchases/new", "newcomer", press("byHand.save")),
    "expenditure-errors": ("/expenditures/new", "newcomer", press("expenditure.save")),
    "goal-sheet": ("/goals", "household", press_row(".goals button.row")),
    "goal-errors": ("/goals", "newcomer", add_nothing("goals.add")),
    "preference-sheet": ("/preferences", "household", press_row(".preferences button.row")),
    "preference-errors": ("/preferences", "newcomer", add_nothing("preferences.add")),
    "suggestions": ("/suggestions", "household", show_suggestions),
    "prices": ("/prices", "household", show_prices),
    "price-history": ("/prices/item?item=none", "household", show_price_history),
    "price-history-nearby": ("/prices/item?item=none", "household", show_prices_nearby),
    "offers": ("/offers", "household", show_offers),
    "offers-none": ("/offers", "household", show_no_offers),
    "stores-map": ("/stores", "resident", find_store),
    "stores-none": ("/stores", "resident", show_no_stores),
    "place-sheet": ("/places", "resident", press_row(".places button.row")),
    "place-errors": ("/places", "resident", add_wrong_place),
    "places-none": ("/places", "resident", show_no_places),
    "places-refused": ("/places", "resident", refuse_places),
    "own-store-sheet": ("/stores", "household", press_row(".own-stores button.row")),
    "brokers-none": ("/brokers", "household", show_no_brokers),
    "note-sheet": (PURCHASE, "household", press_field("purchase.note")),
    "item-sheet": (PURCHASE, "household", press_row(ITEM)),
    "item-add-sheet": (PURCHASE, "household", press("item.add")),
    "split-sheet": (PURCHASE, "household", split_item),
    "categories-sheet": (PURCHASE, "household", tick_items),
    "date-sheet": (PURCHASE, "household", press_field("purchase.date")),
    "total-sheet": (PURCHASE, "household", press_field("purchase.total")),
    "taxes-sheet": (PURCHASE, "household", press_field("purchase.taxes")),
    "history-sheet": (PURCHASE, "household", press("history.title")),
    "purchase-conflicts": (PURCHASE, "household", with_conflicts("GetPurchase", in_conflict, ".conflict")),
    "purchase-waiting": (PURCHASE, "household", change_offline),
    "purchase-rejected": (PURCHASE, "household", reject_changes),
    "expenditure-conflicts": (EXPENDITURE, "household", with_conflicts("GetPurchase", in_conflict, ".conflict")),
    "log-conflicts": ("/log", "household", with_conflicts("ListPurchases", all_in_conflict, ".list .mark .icon")),
    "products-found": ("/products", "household", find_product),
    "product-sheet": ("/products", "household", open_product),
    "new-product-sheet": ("/products", "household", press("products.add")),
    "mapping-sheet": ("/mappings", "household", press_row("main .list li button")),
    "forget-all-sheet": ("/mappings", "household", press("mappings.forgetAll")),
    "remove-photo-sheet": (PURCHASE, "household", press("photo.remove")),
    "eateries-found": ("/eateries", "household", find_eateries),
    "devices-sheet": ("/devices", "household", press("devices.endOthers")),
    "password-errors": ("/password", "household", press("password.change")),
    "my-data-errors": ("/my-data", "household", press("myData.closeButton")),
    "introduction-sheet": ("/tutorials", "household", show_introduction),
    "tour-sheet": ("/tutorials", "household", take_tour),
    "message": ("/consents", "newcomer", change_consent),
    "offline": ("/log", "household", lose_network),
    "unavailable": ("/receipts", "household", fail_receipts),
}

# Each palette, size, language and size of text at least once, and most at a phone's size, where there is the least room. By
# language: a page is opened once in each, and then shown in one look after the other.
EVERY_LOOK = {
    "en": [Look("phone", "light"), Look("phone", "blue-dark"), Look("tablet", "contrast", text_size="large")],
    "fr": [Look("desktop", "blue", "fr"), Look("phone", "contrast", "fr"), Look("phone", "dark", "fr", "larger")],
}
# Each size, palette of the device and language once.
SHORT_LOOKS = {"en": [Look("phone", "light"), Look("tablet", "contrast")], "fr": [Look("desktop", "dark", "fr")]}
# What happens on pages, when there is little time.
SHORT_STATES = {"en": SHORT_LOOKS["en"][:1]}


def in_looks(looks):
    """Runs a test once for each language, with the looks of it."""
    return pytest.mark.parametrize("shown", looks.values(), indirect=True, ids=looks.keys(), scope="module")


@pytest.fixture(scope="module")
def people(deployment, household):
    """Who sees the pages."""
    newcomer, resident = Person(deployment.address), Person(deployment.address)
    settle_in_fernhollow(resident)
    stores = stores_near(resident)
    choices = {"preferred": [stores[FAR]], "ignored": [stores[NEARBY]]}
    resident.call(PROFILES + "SetStoreChoices", {"stores": choices})
    for name, radius in (("Hollow Bakery", 100), ("Le grand centre commercial au bord du lac et de la rivière", 1_000)):
        resident.tempt(name, radius)
    return {"guest": None, "household": household, "newcomer": newcomer, "resident": resident}


@pytest.fixture(scope="module")
def shown(request, deployment, browser, people):
    """Browsers of a language, of each of the people, and the looks to show."""
    looks, visits = request.param, {}
    for who, person in people.items():
        # What is chosen in one of them is no setting of a person's account, which all of their browsers would take over.
        visits[who] = Visit(browser, deployment.address, looks[0])
        if person:
            visits[who].sign_in(person)
    yield visits, looks
    for visit in visits.values():
        visit.close()


def opened(shown, household, path, who):
    """The browser of one of the people, at a page in its first look."""
    visits, looks = shown
    visit = visits[who]
    visit.complaints.clear()
    visit.open(path.format(**vars(household)))
    visit.change_look(looks[0])
    return visit


def check_in_looks(visit, shown, name):
    """Checks what is shown in each look, and says in which ones something is wrong."""
    problems = []
    for look in shown[1]:
        if look != visit.look:
            visit.change_look(look)
        try:
            check(visit, name)
        except AssertionError as problem:
            problems.append(f"{look}: {problem}")
    assert not problems, "\n\n".join(problems)


def check(visit, name):
    """What holds for everything that is shown."""
    page = visit.page
    screenshots.take(visit, name, is_whole=name in PAGES)
    assert page.locator("h1:visible").count() == 1, "a page has one heading"
    assert page.evaluate("document.documentElement.lang") == visit.look.language
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0, "nothing sticks out of the screen"
    assert accessibility.violations(page) == []
    assert small_targets(page) == [], "buttons can be hit with a thumb"
    assert visit.complaints == []


@in_looks(SHORT_LOOKS if IS_SHORT else EVERY_LOOK)
@pytest.mark.parametrize("name", PAGES)
def test_page(shown, household, name):
    check_in_looks(opened(shown, household, *PAGES[name]), shown, name)


@in_looks(SHORT_STATES if IS_SHORT else EVERY_LOOK)
@pytest.mark.parametrize("name", STATES)
def test_state(shown, household, name):
    path, who, act = STATES[name]
    visit = opened(shown, household, path, who)
    end = act(visit)
    try:
        if name.endswith("-sheet"):
            expect(visit.page.get_by_role("dialog")).to_be_visible()
        check_in_looks(visit, shown, name)
    finally:
        if end:
            end()


# The least height and width of what is pressed, in CSS pixels; links within sentences are as high as their line, and frames on a
# photo as what they are around, which has a row of its own.
TARGET = 44
TARGETS = """(least) => [...document.querySelectorAll(
    "button, input:not([type=checkbox], [type=radio], [type=file]), select, textarea, summary, nav a, .list a, a.button, [role=button]")]
  .filter((each) => each.checkVisibility() && !each.matches(".photo-frame"))
  .map((each) => [each.getBoundingClientRect(), each.outerHTML.slice(0, 100)])
  .filter(([box]) => box.width > 0 && (Math.ceil(box.width) < least || Math.ceil(box.height) < least))
  .map(([box, html]) => `${Math.round(box.width)} × ${Math.round(box.height)}: ${html}`)"""


def small_targets(page):
    """What is too small to be pressed by a finger."""
    return page.evaluate(TARGETS, TARGET)

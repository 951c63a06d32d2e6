"""What every browser test starts from: a running Larder, a browser, people."""

import os

import pytest
from playwright.sync_api import expect, sync_playwright

from support import camera
from support.browsing import CHROMIUM, PATIENCE_MILLISECONDS, Look, Visit
from support.deployment import Deployment
from support.person import Person

IS_SHORT = os.environ.get("SHORT") == "yes"
# Playwright's own 5 s are too short for a busy machine.
expect.set_options(timeout=PATIENCE_MILLISECONDS)


@pytest.fixture(scope="session")
def deployment():
    """The Larder that is tested."""
    running = Deployment.given_or_started()
    yield running
    running.stop()


@pytest.fixture(scope="session")
def browser():
    """Chromium, whose camera sees the sample receipt."""
    with sync_playwright() as playwright:
        # There is none, and drawing by one that is emulated takes longer.
        options = [*camera.options(playwright, CHROMIUM), "--disable-gpu"]
        running = playwright.chromium.launch(executable_path=CHROMIUM, args=options)
        yield running
        running.close()


@pytest.fixture
def visit(deployment, browser):
    """Makes browsers: `visit(look, **options)`. A test fails when a page of one of them complained."""
    visits = []

    def make(look=Look(), **options):
        visits.append(Visit(browser, deployment.address, look, **options))
        return visits[-1]

    yield make
    complaints = [complaint for each in visits for complaint in each.complaints]
    for each in visits:
        each.close()
    assert not complaints, "\n".join(complaints)


@pytest.fixture
def person(deployment):
    """Somebody who has just registered."""
    return Person(deployment.address)


@pytest.fixture(scope="session")
def household(deployment):
    """Somebody with a receipt to check, one that failed, purchases of several months and news; tests change nothing of theirs."""
    return Household(deployment.address)


class Household(Person):
    """A person whose pages show something."""

    def __init__(self, address):
        super().__init__(address)
        self.receipt_id, self.purchase_id = self.read_receipt()
        self.failed_id = self.fail_receipt()
        for number, store in enumerate(["Corner shop", "Boulangerie du Pont", "Market hall"]):
            self.record(store, 250 + 310 * number, f"2026-{9 + number:02}-1{number}", ["Milk", "Bread"])
        self.set_goal(60000, "YEAR")
        self.set_goal(2000, "MONTH", category="coffee-tea", beginsOn=15)
        self.accept_prices(0, 2500)
        self.accept_prices(200, 650, category="dairy")
        # It is never due, so that pages look the same on every day.
        self.recurring_id = self.repeat("Rent", 98000, "2999-12-31")
        self.spend("Bus pass", 4800, "2026-10-02", "transport")
        self.expenditure_id = self.spend("Coffee", 450, "2026-11-03", "coffee-tea", "Café du Pont", "With Ada")

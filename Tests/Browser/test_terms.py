"""Terms of use that are newer than those that somebody has accepted."""

import re

import pytest
from playwright.sync_api import expect

from support import accessibility
from support.browsing import Look
from support.person import PASSWORD
from test_devices import sign_in


def have_accepted_others(deployment, person):
    """Makes the terms that the person has accepted former ones; it shows in sessions that begin afterwards."""
    deployment.execute(
        "UPDATE auth.terms_acceptances SET version = '0' "
        f"WHERE account_id = (SELECT id FROM auth.accounts WHERE username = '{person.name}')"
    )


@pytest.mark.parametrize("language", ["en", "fr"])
def test_newer_terms_are_accepted_before_anything_else(visit, person, deployment, language):
    if not deployment.is_own:
        pytest.skip("the database of the Larder at LARDER_WEB is not ours to change")
    have_accepted_others(deployment, person)
    browsing = visit(Look("phone", "light", language))
    page = browsing.open("/sign-in?next=/eateries")
    sign_in(browsing, person.name, PASSWORD)
    heading = page.get_by_role("heading", level=1)
    expect(heading).to_have_text(browsing.text("newTerms.title"))
    expect(page.locator("article h2").first).to_be_visible()
    assert accessibility.violations(page) == []
    # Another page leads back here, and is where one is afterwards.
    browsing.open("/log")
    expect(heading).to_have_text(browsing.text("newTerms.title"))
    browsing.button("newTerms.accept").click()
    expect(page).to_have_url(re.compile("/log$"))
    expect(heading).to_have_text(browsing.text("log.title"))
    browsing.open("/new-terms")
    expect(heading).to_have_text(browsing.text("home.title", name=person.name))


def test_somebody_who_does_not_accept_can_sign_out(visit, person, deployment):
    if not deployment.is_own:
        pytest.skip("the database of the Larder at LARDER_WEB is not ours to change")
    have_accepted_others(deployment, person)
    browsing = visit(Look("phone"))
    page = browsing.open("/sign-in")
    sign_in(browsing, person.name, PASSWORD)
    expect(page.get_by_role("heading", level=1)).to_have_text(browsing.text("newTerms.title"))
    page.locator("main").get_by_role("button", name=browsing.text("menu.signOut"), exact=True).click()
    expect(page).to_have_url(re.compile("/sign-in"))

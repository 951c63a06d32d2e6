"""The plan: what it is, until when, what the plans give, and that none is sold."""

import pytest
from playwright.sync_api import expect

from support.browsing import Look
from support.deployment import CONTACT


def set_plan(deployment, person, expiry):
    """Gives somebody Pro, as an operator does."""
    if not deployment.is_own:
        pytest.skip("the database of the Larder at LARDER_WEB is not ours to change")
    deployment.execute(
        "INSERT INTO auth.account_plans (account_id, plan, started_at, expires_at) "
        f"SELECT id, 'pro', now() - interval '90 days', {expiry} FROM auth.accounts WHERE username = '{person.name}' "
        "ON CONFLICT (account_id) DO UPDATE SET plan = 'pro', expires_at = excluded.expires_at"
    )


@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_plan_says_until_when_it_is_and_what_follows(visit, person, deployment, language):
    browsing = visit(Look("phone", "light", language)).sign_in(person)
    page = browsing.open("/settings")
    browsing.button("bar.menu").click()
    browsing.link("menu.plan").click()
    own = page.locator(".own-plan")
    expect(own).to_contain_text(browsing.text("plan.PLAN_BASIC"))
    expect(own).to_contain_text(browsing.text("plan.basicHasNoEnd"))
    expect(page.locator(".offer")).to_have_count(2)
    expect(page.get_by_text(browsing.text("plan.notSold"))).to_be_visible()
    expect(page.get_by_role("link", name=CONTACT)).to_be_visible()
    set_plan(deployment, person, "'2099-03-31 12:00:00Z'")
    browsing.open("/plan")
    expect(own).to_contain_text(browsing.text("plan.PLAN_PRO"))
    expect(own).to_contain_text("2099")
    expect(own).to_contain_text(browsing.text("plan.afterwards"))
    set_plan(deployment, person, "now() - interval '1 day'")
    browsing.open("/plan")
    expect(own).to_contain_text(browsing.text("plan.PLAN_BASIC"))
    expect(own).not_to_contain_text(browsing.text("plan.afterwards"))

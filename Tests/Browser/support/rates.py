"""Exchange rates of the Larder that is tested."""

import pytest


def set_rate(deployment, source, target, day, rate):
    """Sets an exchange rate as an operator of the platform would have. Skips the test where there is no database to set it in."""
    if not deployment.is_own:
        pytest.skip("rates are set in the database of a Larder of our own")
    deployment.execute(
        "INSERT INTO catalog.exchange_rates (from_currency, to_currency, day, rate, source, is_own, changed_at)"
        f" VALUES ('{source}', '{target}', '{day}', {rate}, 'Bank of Canada', true, now())"
        " ON CONFLICT (from_currency, to_currency, day) DO UPDATE SET rate = excluded.rate"
    )

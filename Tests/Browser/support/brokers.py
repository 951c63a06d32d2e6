"""The brokers that ship with the catalog, and those that a test answers in the service's place."""

import csv

from .deployment import ROOT

BROKERS = "**/larder.catalog.v1.Brokers/ListBrokers"


def shipped(region):
    """The brokers of a region that ship with the catalog."""
    with (ROOT / "Services/Catalog/ReferenceData/brokers.csv").open(encoding="utf-8") as file:
        return [each for each in csv.DictReader(file) if each["region"] == region]


def answer_with_brokers(page, brokers):
    """Has the page get these brokers from now on."""
    answer = {"brokers": brokers, "regions": sorted({each["region"] for each in brokers})}
    page.route(BROKERS, lambda route: route.fulfill(json=answer))

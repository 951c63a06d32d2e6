"""Fits weights and curves to some receipts, and judges by what they make of the receipts of other shops."""

from dataclasses import dataclass

import fitting
import folds
import scoring
import shops
import weights
from text import amount

# The readers whose results weights and curves are fitted to, together.
READERS = ("tesseract", "all")
# The fields whose candidates are chosen by weights, and whether a candidate is right.
CHOSEN = {
    "total": lambda truth, value: scoring.is_total(truth, amount(value)),
    "name": lambda truth, value: scoring.is_similar(value, truth.store),
}


@dataclass
class Fitted:
    """Weights and curves in the form that larder-receipts takes, and what they were fitted to."""

    weights: dict
    # By field: what became of the prior weights, in words.
    outcomes: dict
    # By reader: the samples of confidences with the fitted weights.
    samples: dict


@dataclass
class Fold:
    """The receipts of some shops, as read with what was fitted on all other shops."""

    names: list
    # By reader.
    readings: dict


class Training:
    """Fits to the words of the last run of `batch`.

    `prior`: weights and curves set by hand, in the form that larder-receipts takes. Fitted ones are held near these and not near
    the program's own, which may have been fitted to the same receipts.
    """

    def __init__(self, batch, collection, readers, prior):
        self.batch = batch
        self.collection = collection
        self.readers = readers
        self.shops = shops.groups(collection.receipts)
        seen = {reader: batch.understand(collection, reader, collection.receipts, "candidates", candidates=True) for reader in readers}
        self.prior = _completed(prior, seen[readers[0]].weights)
        # By field.
        self.choices = {field: self._choices(field, seen.values()) for field in CHOSEN}

    def _choices(self, field, readings):
        return [
            choice(field, self.collection.receipts[name], prediction)
            for reading in readings
            for name, prediction in sorted(reading.predictions.items())
        ]

    def among(self, names):
        """The groups of shops among some receipts."""
        names = set(names)
        return [known for group in self.shops if (known := sorted(names.intersection(group)))]

    def folds(self):
        """The names of each fold's receipts."""
        labelled = [name for name, truth in self.collection.receipts.items() if truth.labels]
        return folds.divide(self.shops, labelled)

    def judge(self):
        """Every fold, read with what was fitted on the others."""
        return [self._judge(number, names) for number, names in enumerate(self.folds(), 1)]

    def _judge(self, number, names):
        fitted = self.fit([name for name in self.collection.receipts if name not in set(names)], f"fold-{number}/fitted")
        readings = {
            reader: self.batch.understand(self.collection, reader, names, f"fold-{number}", fitted.weights)
            for reader in self.readers
        }
        return Fold(names, readings)

    def fit(self, names, title):
        """The weights fitted to some receipts, then the curves fitted to what these weights make of them."""
        known = set(names)
        found = {
            field: weights.fit([each for each in choices if each.receipt in known], self.prior[field], self.among(names))
            for field, choices in self.choices.items()
        }
        fitted = self.prior | {field: each.weights for field, each in found.items()}
        truths = {name: self.collection.receipts[name] for name in names}
        samples = {
            reader: fitting.samples(
                truths, self.batch.understand(self.collection, reader, names, title, fitted).predictions
            )
            for reader in self.readers
        }
        curves = fitting.curves(samples, self.prior["calibration"])
        return Fitted(fitted | {"calibration": curves}, {field: each.outcome for field, each in found.items()}, samples)


def _completed(prior, used):
    """The prior for what the program uses: 0 for weights and the program's own curves for fields that it does not name."""
    found = {field: {name: prior[field].get(name, 0) for name in used[field]} for field in CHOSEN}
    return found | {"calibration": used["calibration"] | prior["calibration"]}


def choice(field, truth, prediction):
    """The candidates that the program considered for a field."""
    considered = prediction["candidates"][field]
    return weights.Choice(
        truth.name, tuple((each["evidence"], CHOSEN[field](truth, each["value"])) for each in considered)
    )

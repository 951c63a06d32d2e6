"""Figures over many receipts, as counts, so that intervals can be computed."""

import math
from dataclasses import dataclass

from scoring import SHOWN_FIELDS, SROIE_FIELDS


@dataclass(frozen=True)
class Share:
    """A share of correct cases."""

    right: int
    of: int

    @classmethod
    def among(cls, outcomes):
        outcomes = list(outcomes)
        return cls(sum(outcomes), len(outcomes))

    @property
    def value(self):
        return self.right / self.of if self.of else None

    @property
    def interval(self):
        """The 95 % confidence interval: Wilson's score interval."""
        if not self.of:
            return 0.0, 1.0
        z, n, p = 1.96, self.of, self.right / self.of
        middle = (p + z * z / (2 * n)) / (1 + z * z / n)
        half = z / (1 + z * z / n) * math.sqrt(p * (1 - p) / n + z * z / (4 * n * n))
        return middle - half, middle + half

    def counts(self):
        return {"right": self.right, "of": self.of}


@dataclass(frozen=True)
class F1:
    """Precision and recall as one figure (F1)."""

    right: int
    found: int
    printed: int

    @property
    def value(self):
        return 2 * self.right / (self.found + self.printed) if self.found + self.printed else None

    @property
    def interval(self):
        """The interval as if each found or printed field were an independent case."""
        whole = self.found + self.printed
        return Share(min(2 * self.right, whole), whole).interval

    def counts(self):
        return {"right": self.right, "found": self.found, "printed": self.printed}


@dataclass(frozen=True)
class Seconds:
    """Statistics of the time per image."""

    mean: float
    median: float
    p95: float
    longest: float

    @classmethod
    def of(cls, values):
        values = sorted(values)
        if not values:
            return None
        return cls(sum(values) / len(values), values[len(values) // 2], values[int(0.95 * (len(values) - 1))], values[-1])

    @property
    def value(self):
        return self.mean

    def counts(self):
        return {name: round(value, 3) for name, value in vars(self).items()}


# In table order: the name in figures, and the title on the page.
MEASURES = {
    "date": "date",
    "total": "total",
    "store similar": "store name similar",
    "address similar": "address similar",
    "item F1": "items, F1",
    "every amount": "every amount of a receipt",
    "every item": "every item of a receipt",
    "quantity": "quantity",
    "unit price": "unit price",
    "time": "time",
    "subtotal": "subtotal",
    "tax": "tax",
    "currency": "currency",
    "store exact": "store name exact",
    "total as published": "total, published truth",
    "SROIE F1": "SROIE F1, exact",
    "confident": "shown as confident: right",
    "coverage": "fields shown as confident",
    **{f"confident: {field}": f"{field}, where confident" for field in SHOWN_FIELDS},
    "CPU": "CPU s an image",
}

# Measures of single fields, as shares of receipts.
_SHARES = ("date", "total", "store similar", "address similar", "time", "subtotal", "tax", "currency", "store exact",
           "total as published")


def summarise(scores, times):
    """All measures of some receipts; measures without data are omitted."""
    found = {name: Share.among(score.right[name] for score in scores if name in score.right) for name in _SHARES}
    lines = [score.lines for score in scores if score.lines]
    found["item F1"] = F1(*(sum(getattr(each, name) for each in lines) for name in ("right", "found", "printed")))
    found["every amount"] = Share.among(each.every_amount for each in lines)
    found["every item"] = Share.among(each.every_line for each in lines)
    found["quantity"] = Share.among(outcome for each in lines for outcome in each.quantities)
    found["unit price"] = Share.among(outcome for each in lines for outcome in each.unit_prices)
    cells = [score.sroie[name] for score in scores for name in SROIE_FIELDS]
    found["SROIE F1"] = F1(*(sum(map(bool, column)) for column in zip(*cells))) if cells else None
    shown = [each for score in scores for each in score.shown]
    confident = [each for each in shown if not each.needs_review]
    found["confident"] = Share.among(each.is_right for each in confident)
    found["coverage"] = Share.among(not each.needs_review for each in shown)
    for field in SHOWN_FIELDS:
        found[f"confident: {field}"] = Share.among(each.is_right for each in confident if each.field == field)
    found["CPU"] = Seconds.of(times)
    return {name: found[name] for name in MEASURES if found[name] is not None and found[name].value is not None}

"""Scores one receipt."""

from dataclasses import dataclass, field
from typing import NamedTuple

import item_lines
from text import amount, letters, likeness, plain

# The minimum similarity of names and addresses that count as similar.
SIMILAR = 0.85
# Of SROIE's F1.
SROIE_FIELDS = ("company", "date", "address", "total")


class Shown(NamedTuple):
    """A field shown to the user."""

    field: str
    confidence: int
    # The confidence before calibration.
    own: int
    needs_review: bool
    is_right: bool


@dataclass
class Score:
    """Outcomes by measure; measures without truth are omitted."""

    right: dict = field(default_factory=dict)
    # By field: (right, found, printed), with texts compared exactly.
    sroie: dict = field(default_factory=dict)
    lines: item_lines.LineScore = None
    # Of Shown.
    shown: list = field(default_factory=list)

    @property
    def wrong(self):
        """The mistakes, in words."""
        names = ["date", "total", "store similar", "address similar", "time", "subtotal", "tax", "currency"]
        found = [name.removesuffix(" similar") for name in names if self.right.get(name) is False]
        if self.lines and not self.lines.every_line:
            found.append(f"items ({self.lines.right} of {self.lines.printed}, {self.lines.found} found)")
        return found

    @property
    def badness(self):
        """A badness: the number of wrong fields, plus the share of wrong items."""
        items = 1 - self.lines.right / max(self.lines.printed, self.lines.found, 1) if self.lines else 0
        return sum(self.right.get(name) is False for name in ("date", "total", "store similar", "address similar")) + items


def is_total(truth, value):
    """Whether an amount is an accepted total."""
    return value is not None and value in truth.totals


def is_similar(guess, truth):
    """Whether a name or an address is similar to the printed one."""
    return letters(guess) != "" and likeness(letters(guess), letters(truth)) >= SIMILAR


def score(truth, prediction):
    """Compares a prediction, of any content, with the truth."""
    guess = Guess(prediction)
    result = Score()
    result.right["currency"] = guess.currency == truth.currency
    if truth.day is not None:
        result.right["date"] = guess.day == truth.day
    if truth.totals:
        result.right["total"] = is_total(truth, guess.total)
    if truth.total is not None:
        result.right["total as published"] = guess.total == truth.total
    if letters(truth.store):
        result.right["store exact"] = letters(guess.store) == letters(truth.store)
        result.right["store similar"] = is_similar(guess.store, truth.store)
    if letters(truth.address):
        result.right["address similar"] = is_similar(guess.address, truth.address)
    _score_sroie(result, truth, guess)
    if truth.labels:
        _score_labels(result, truth.labels, guess)
    _note_confidences(result, guess)
    return result


class Guess:
    """A prediction; parts of unexpected form are empty."""

    def __init__(self, prediction):
        prediction = prediction if isinstance(prediction, dict) else {}
        store = prediction.get("store") if isinstance(prediction.get("store"), dict) else {}
        self.store = _text(store.get("name"))
        self.address = _text(store.get("address"))
        self.day = _text(prediction.get("date"))
        self.time = _text(prediction.get("time"))[:5]
        self.currency = _text(prediction.get("currency")).upper()
        self.total = amount(prediction.get("total"))
        self.subtotal = amount(prediction.get("subtotal"))
        self.tax = amount(prediction.get("tax"))
        items = prediction.get("items") if isinstance(prediction.get("items"), list) else []
        self.items = [{**item, "description": _text(item.get("description"))} for item in items if isinstance(item, dict)]
        self.evidence = prediction.get("evidence") or {}


def _text(value):
    return value if isinstance(value, str) else ""


def _score_sroie(result, truth, guess):
    def exact(found, printed):
        return found != "" and plain(found) == plain(printed)

    cells = {
        "company": (exact(guess.store, truth.store), guess.store != "", truth.store != ""),
        "date": (result.right.get("date"), guess.day != "", truth.day is not None),
        "address": (exact(guess.address, truth.address), guess.address != "", truth.address != ""),
        "total": (result.right.get("total as published"), guess.total is not None, truth.total is not None),
    }
    # What is not printed is not scored: it counts neither as found nor as printed.
    result.sroie = {
        name: (right, found, printed) if printed else (False, False, False) for name, (right, found, printed) in cells.items()
    }


def _score_labels(result, labels, guess):
    result.lines = item_lines.score(labels, guess.items)
    if labels.get("time"):
        result.right["time"] = guess.time in labels["time"]
    for name, value in (("subtotal", guess.subtotal), ("tax", guess.tax)):
        if labels.get(name):
            result.right[name] = value in map(amount, labels[name])


# The fields with a confidence, and the measure of their correctness.
CONFIDENT_FIELDS = {
    "date": "date",
    "total": "total",
    "store": "store similar",
    "address": "address similar",
    "time": "time",
    "subtotal": "subtotal",
    "tax": "tax",
}
# All fields with a confidence; items have one each.
SHOWN_FIELDS = (*CONFIDENT_FIELDS, "item")


def _note_confidences(result, guess):
    for name, measure in CONFIDENT_FIELDS.items():
        evidence = guess.evidence.get(name)
        if evidence and measure in result.right:
            result.shown.append(_shown(name, evidence, result.right[measure]))
    if result.lines:
        for place, is_right in result.lines.outcomes.items():
            if "confidence" in guess.items[place]:
                result.shown.append(_shown("item", guess.items[place], is_right))


def _shown(name, evidence, is_right):
    confidence = evidence["confidence"]
    return Shown(name, confidence, evidence.get("own", confidence), evidence["review"], is_right)

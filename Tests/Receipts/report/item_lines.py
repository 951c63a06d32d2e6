"""Which of the items that were found are those that are printed."""

import re
from collections import Counter
from dataclasses import dataclass, field

from text import amount, letters, likeness

# Names at least this alike are the same.
ALIKE = 0.7


@dataclass
class LineScore:
    """Counts of one receipt's items; lists hold one truth value for each item that was matched and prints the field."""

    printed: int
    found: int
    # With the right amount and name.
    right: int
    # With the right amount.
    amounts: int
    quantities: list = field(default_factory=list)
    unit_prices: list = field(default_factory=list)
    # Of those found, by their place among the predicted items: whether it is right.
    outcomes: dict = field(default_factory=dict)

    @property
    def every_amount(self):
        return self.amounts == self.printed == self.found

    @property
    def every_line(self):
        return self.right == self.printed == self.found


def score(truth, predicted):
    """Compares the labels of a receipt with the items of a prediction."""
    printed = [line for line in truth["items"] if amount(line["amount"]) != 0]
    found = _without_discounts(truth, [(i, line) for i, line in enumerate(predicted) if amount(line.get("amount"))])
    candidates = [_candidates(line, found) for line in printed]
    pairs = _pairs(candidates)
    amounts = Counter(amount(line["amount"]) for line in printed) & Counter(amount(line["amount"]) for _, line in found)
    result = LineScore(len(printed), len(found), len(pairs), amounts.total())
    result.outcomes = {index: place in pairs.values() for place, (index, _) in enumerate(found)}
    for left, right in sorted(pairs.items()):
        line, guess = printed[left], found[right][1]
        if line.get("quantity") is not None:
            result.quantities.append(amount(guess.get("quantity")) == amount(line["quantity"]))
        if line.get("unit_price") is not None:
            prices = [line["unit_price"], *(line.get("unit_price_alternatives") or [])]
            result.unit_prices.append(amount(guess.get("unit_price")) in map(amount, prices))
    return result


def _without_discounts(truth, found):
    """Discounts on lines of their own are neither right nor wrong."""
    discounts = Counter(amount(line["amount"]) for line in truth.get("discount_lines", []))
    kept = []
    for place, line in found:
        value = amount(line["amount"])
        if value < 0 and discounts[value]:
            discounts[value] -= 1
        else:
            kept.append((place, line))
    return kept


def _candidates(line, found):
    """The places of those that may be the printed line, the most alike first."""
    same = [place for place, (_, guess) in enumerate(found) if amount(guess["amount"]) == amount(line["amount"])]
    alike = {place: name_likeness(line, found[place][1].get("description")) for place in same}
    return sorted((place for place in same if alike[place] >= ALIKE), key=lambda place: -alike[place])


def name_likeness(line, name):
    """How alike a name is to one of those that a printed line may be called by, item codes or not."""
    if not letters(line["description"]):
        return 1.0
    names = [line["description"], *(line.get("alternatives") or [])]
    if line.get("code"):
        names += [f"{line['code']} {each}" for each in names]
    guesses = {letters(name), letters(re.sub(r"\b\w*\d{6,}\w*\b", " ", name or ""))} - {""}
    return max((likeness(letters(each), guess) for each in names if letters(each) for guess in guesses), default=0.0)


def _pairs(candidates):
    """As many pairs as can be made (augmenting paths, Kuhn): left to right place."""
    taken = {}

    def seat(left, tried):
        for right in candidates[left]:
            if right not in tried:
                tried.add(right)
                if right not in taken or seat(taken[right], tried):
                    taken[right] = left
                    return True
        return False

    for left in range(len(candidates)):
        seat(left, set())
    return {left: right for right, left in taken.items()}

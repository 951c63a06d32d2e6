"""Matches found items with printed ones."""

import re
from collections import Counter
from dataclasses import dataclass, field

from text import amount, letters, likeness

# The minimum similarity of equal names.
ALIKE = 0.7


@dataclass
class LineScore:
    """Counts of one receipt's items; lists hold one truth value for each item that was matched and prints the field."""

    printed: int
    found: int
    # Correct amount and name.
    right: int
    # Correct amount.
    amounts: int
    quantities: list = field(default_factory=list)
    unit_prices: list = field(default_factory=list)
    # For each found item, by its index among the predicted ones: whether it is correct.
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
    """Discounts on separate lines are neither correct nor wrong."""
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
    """The indices of items that may be the printed line, most similar first."""
    same = [place for place, (_, guess) in enumerate(found) if amount(guess["amount"]) == amount(line["amount"])]
    alike = {place: name_likeness(line, found[place][1].get("description")) for place in same}
    return sorted((place for place in same if alike[place] >= ALIKE), key=lambda place: -alike[place])


def name_likeness(line, name):
    """The similarity of a name to the closest accepted name, with or without item codes."""
    if not letters(line["description"]):
        return 1.0
    names = [line["description"], *(line.get("alternatives") or [])]
    if line.get("code"):
        names += [f"{line['code']} {each}" for each in names]
    guesses = {letters(name), letters(re.sub(r"\b\w*\d{6,}\w*\b", " ", name or ""))} - {""}
    return max((likeness(letters(each), guess) for each in names if letters(each) for guess in guesses), default=0.0)


def _pairs(candidates):
    """A maximum matching (augmenting paths, Kuhn): left to right index."""
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

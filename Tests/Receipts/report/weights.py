"""Fits the weights of evidence: conditional logit.

A receipt's candidates for a field have a score each: the sum of weight times evidence. Their probabilities are taken to be
proportional to the exponentials of their scores (softmax), and the weights are those under which the right candidates are most
probable, held near prior ones: a weight moves as far as receipts of several shops ask for it.
"""

import math
import statistics
from collections import Counter
from dataclasses import dataclass

import folds

# How far a weight is expected to be from its prior, as a share of it (the standard deviation of a normal prior); with 0 the
# prior weights are kept.
DEVIATIONS = (0, 0.05, 0.1, 0.2, 0.4, 0.8)
# The number of folds by which the deviation is chosen.
INNER_FOLDS = 4
# The digits after the point of a fitted weight.
DIGITS = 3


@dataclass(frozen=True)
class Choice:
    """The candidates of one receipt."""

    receipt: str
    # (evidence by weight's name, right or not).
    candidates: tuple

    @property
    def tells(self):
        """Whether there is something to choose: a right candidate and a wrong one."""
        return len({right for _, right in self.candidates}) == 2


@dataclass(frozen=True)
class Fitted:
    """Weights by name, and how far they were let move from the prior ones."""

    weights: dict
    # One of DEVIATIONS.
    deviation: float

    @property
    def outcome(self):
        """What became of the prior weights, in words."""
        return f"weights fitted with a deviation of {self.deviation} of the prior ones" if self.deviation else "prior weights kept"


def fit(choices, prior, shops):
    """Weights fitted to choices.

    `prior`: {name: number}, of which the names and the norm are kept, since thresholds refer to the scale of scores.
    `shops`: groups of receipts; the deviation is chosen on shops that the weights were not fitted on.
    """
    choices = [choice for choice in choices if choice.tells]
    if not choices or not any(prior.values()):
        return Fitted(dict(prior), 0)
    deviation = _deviation(choices, prior, shops)
    return Fitted(_Problem(choices, prior).solve(deviation).weights, deviation)


def _deviation(choices, prior, shops):
    """The deviation by which the right candidates of left-out shops are most probable, or a smaller one that is as good.

    As good is a loss of at most one standard error, so that chance does not move weights.
    """
    receipts = {choice.receipt for choice in choices}
    shops = [known for group in shops if (known := sorted(receipts.intersection(group)))]
    shop = {receipt: place for place, group in enumerate(shops) for receipt in group}
    # By shop, since the receipts of one err together.
    outcome = {deviation: [0.0] * len(shops) for deviation in DEVIATIONS}
    for part in folds.divide(shops, count=INNER_FOLDS):
        fitted = [choice for choice in choices if choice.receipt not in part]
        left_out = [choice for choice in choices if choice.receipt in part]
        if not fitted or not left_out:
            continue
        problem, tried = _Problem(fitted, prior), _Problem(left_out, prior)
        for deviation in DEVIATIONS:
            found = tried.log_probabilities(problem.solve(deviation).shares)
            for choice, value in zip(left_out, found):
                outcome[deviation][shop[choice.receipt]] += value
    best = max(DEVIATIONS, key=lambda deviation: sum(outcome[deviation]))
    return next(each for each in DEVIATIONS if _is_as_good(outcome[each], outcome[best]))


def _is_as_good(some, best):
    """Whether the sum of some numbers is less than that of others by at most its standard error."""
    losses = [other - one for one, other in zip(some, best)]
    mean = sum(losses) / max(1, len(losses))
    return sum(losses) <= math.sqrt(sum((loss - mean) ** 2 for loss in losses)) + 1e-9


@dataclass(frozen=True)
class _Solution:
    # In units of the prior ones, as probabilities follow from them.
    shares: list
    # By name, with the norm of the prior ones.
    weights: dict


class _Problem:
    """Choices as sparse vectors, in units of the prior ones."""

    def __init__(self, choices, prior):
        self.prior = prior
        self.names = sorted(prior)
        usual = statistics.median(abs(value) for value in prior.values() if value)
        self.units = [abs(prior[name]) or usual for name in self.names]
        self.start = [prior[name] / unit for name, unit in zip(self.names, self.units)]
        places = {name: place for place, name in enumerate(self.names)}
        # A receipt counts once, whether one reader read it or several.
        readings = Counter(choice.receipt for choice in choices)
        self.choices = [
            (1 / readings[choice.receipt], [(self._vector(evidence, places), right) for evidence, right in choice.candidates])
            for choice in choices
        ]
        self.scale = self._scale()

    def _vector(self, evidence, places):
        return [(places[name], value * self.units[places[name]]) for name, value in sorted(evidence.items()) if value and name in places]

    def _scale(self):
        """The factor of the prior ones under which the right candidates are most probable (golden section)."""
        low, high, ratio = math.log(0.001), math.log(10), (math.sqrt(5) - 1) / 2

        def worth(exponent):
            return self.log_probability([math.exp(exponent) * each for each in self.start])

        while high - low > 0.05:
            left, right = high - ratio * (high - low), low + ratio * (high - low)
            if worth(left) >= worth(right):
                high = right
            else:
                low = left
        return math.exp((low + high) / 2)

    def log_probability(self, shares):
        """The sum of the right candidates' log probabilities."""
        return sum(self.log_probabilities(shares))

    def log_probabilities(self, shares):
        """The log probability of each choice's right candidates."""
        return [weight * (_log_sum(scores, rights) - _log_sum(scores)) for weight, scores, rights in self._scored(shares)]

    def _scored(self, shares):
        for weight, candidates in self.choices:
            scores = [sum(shares[place] * value for place, value in vector) for vector, _ in candidates]
            yield weight, scores, [right for _, right in candidates]

    def solve(self, deviation, rounds=40):
        """The most probable weights under a deviation (Newton's method with halved steps)."""
        centre = [self.scale * each for each in self.start]
        if not deviation:
            return _Solution(centre, self._scaled(centre))
        strength = 1 / (deviation * self.scale) ** 2

        def worth(shares):
            return self.log_probability(shares) - strength / 2 * sum((a - b) ** 2 for a, b in zip(shares, centre))

        shares, value = centre, worth(centre)
        for _ in range(rounds):
            step = self._step(shares, centre, strength)
            while max(map(abs, step)) > 1e-4 * self.scale:
                moved = [a + b for a, b in zip(shares, step)]
                if (better := worth(moved)) > value:
                    break
                step = [each / 2 for each in step]
            else:
                break
            shares, value = moved, better
        return _Solution(shares, self._scaled(shares))

    def _step(self, shares, centre, strength):
        size = len(shares)
        slope = [strength * (b - a) for a, b in zip(shares, centre)]
        curvature = [[strength * (row == column) for column in range(size)] for row in range(size)]
        for (weight, candidates), (_, scores, rights) in zip(self.choices, self._scored(shares)):
            whole, half = _log_sum(scores), _log_sum(scores, rights)
            mean = {}
            for (vector, right), score in zip(candidates, scores):
                probability = weight * math.exp(score - whole)
                among_right = weight * math.exp(score - half) if right else 0
                for place, value in vector:
                    slope[place] += (among_right - probability) * value
                    mean[place] = mean.get(place, 0) + probability * value
                if probability > 1e-9:
                    _add(curvature, vector, probability)
            _add(curvature, list(mean.items()), -1 / weight)
        return _solved(curvature, slope)

    def _scaled(self, shares):
        found = [share * unit for share, unit in zip(shares, self.units)]
        factor = math.hypot(*self.prior.values()) / (math.hypot(*found) or 1)
        return {name: round(factor * value, DIGITS) for name, value in zip(self.names, found)}


def _log_sum(scores, among=None):
    """The logarithm of the sum of exponentials."""
    scores = scores if among is None else [score for score, is_in in zip(scores, among) if is_in]
    most = max(scores)
    return most + math.log(sum(math.exp(score - most) for score in scores))


def _add(matrix, vector, factor):
    """Adds the outer product of a sparse vector with itself."""
    for row, one in vector:
        target = matrix[row]
        for column, other in vector:
            target[column] += factor * one * other


def _solved(matrix, right):
    """The solution of a positive definite system (Gauss)."""
    rows = [row + [value] for row, value in zip(matrix, right)]
    size = len(rows)
    for pivot in range(size):
        for row in range(pivot + 1, size):
            if factor := rows[row][pivot] / rows[pivot][pivot]:
                rows[row] = [a - factor * b for a, b in zip(rows[row], rows[pivot])]
    found = [0.0] * size
    for row in reversed(range(size)):
        rest = sum(rows[row][column] * found[column] for column in range(row + 1, size))
        found[row] = (rows[row][size] - rest) / rows[row][row]
    return found

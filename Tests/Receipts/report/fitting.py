"""Fits the calibration of confidences: the curves of FittedWeights.swift.

A threshold is tried by cross-validation over shops: in each of five rounds it is fitted on the receipts of some shops and says
of the fields of the others which ones are shown as confident.
"""

import math
from collections import defaultdict

import folds
import scoring
from summary import Share

# Fields with less are marked for review (ReceiptDraft.reviewThreshold).
THRESHOLD = 70
# The share of correct fields among confident ones that curves are fitted to.
PROMISE = 0.98
# The minimum number of fields for fitting.
LEAST = 40
# The maximum calibrated confidence.
MOST = 98
# The number of fields just above a threshold that are examined separately.
NEAR = 20
# Curves of FittedWeights.swift by field; the confidences of total and currency come from rules.
CURVES = {
    "storeName": ("store",),
    "address": ("address",),
    "date": ("date",),
    "time": ("time",),
    "item": ("item",),
    "sum": ("subtotal", "tax"),
}


def samples(truths, predictions):
    """By field: (name of the receipt, own confidence, shown as confident, right)."""
    found = defaultdict(list)
    for name, truth in truths.items():
        for each in scoring.score(truth, predictions.get(name)).shown:
            found[each.field].append((name, each.own, not each.needs_review, each.is_right))
    return dict(found)


def isotonic(pairs):
    """The isotonic regression of the outcomes (pool adjacent violators): [(lowest own, right, of), ...]."""
    steps = []
    for own, right in sorted(pairs):
        if steps and steps[-1][0] == own:
            steps[-1][1] += right
            steps[-1][2] += 1
        else:
            steps.append([own, int(right), 1])
    pooled = []
    for step in steps:
        pooled.append(step)
        while len(pooled) > 1 and pooled[-2][1] * pooled[-1][2] >= pooled[-1][1] * pooled[-2][2]:
            last = pooled.pop()
            pooled[-1][1] += last[1]
            pooled[-1][2] += last[2]
    return [tuple(step) for step in pooled]


def cut(groups, least=0):
    """The lowest own confidence from which on fields are right often enough, in each of the groups (one a reader).

    None below `least` is taken.

    Two things are asked: of all fields above the cut the promised share is right in each group that can reach it, and of
    those just above it nine in ten, by the middle of Wilson's interval, so that a few that happen to be right do not look
    perfect. A group can reach it when some cut keeps it for half of its fields; others are told by `hopeless`.

    Returns None where nothing is certain enough.
    """
    groups = [group for group in groups if not hopeless(group)]
    pairs = [pair for group in groups for pair in group]
    best = None
    for candidate in sorted({own for own, _ in pairs}, reverse=True):
        if candidate < least or not all(_keeps(group, candidate) for group in groups):
            continue
        near = sorted((pair for pair in pairs if pair[0] >= candidate))[:NEAR]
        low, high = Share.among(right for _, right in near).interval
        if (low + high) / 2 >= 0.9:
            best = candidate
    return best


def hopeless(group):
    """Whether no threshold suffices for half of the fields: their confidence does not separate correct from wrong."""
    owns = sorted((own for own, _ in group), reverse=True)
    return bool(owns) and not any(_keeps(group, candidate) for candidate in set(owns[len(owns) // 2 :]))


def _keeps(group, candidate):
    above = [right for own, right in group if own >= candidate]
    return sum(above) >= PROMISE * len(above)


def curve(groups, least=0):
    """Increasing points (own, calibrated); the cut is mapped to the review threshold. None when it cannot be fitted."""
    pairs = [pair for group in groups for pair in group]
    lowest = cut(groups, least)
    if lowest is None or len(pairs) < LEAST:
        return None
    below = [(own, right) for own, right in pairs if own < lowest]
    points = []
    if below:
        # Half way down: the regression's value, shrunk towards the middle by the number of fields.
        steps = isotonic(below)
        start, right, of = steps[len(steps) // 2]
        points.append((min(start, lowest - 2), min(_expected(right, of), THRESHOLD - 2)))
    above = [right for own, right in pairs if own >= lowest]
    top = max(own for own, _ in pairs)
    points += [(lowest - 1, THRESHOLD - 1), (lowest, THRESHOLD)]
    if top > lowest:
        points.append((top, max(THRESHOLD + 1, min(MOST, _expected(sum(above), len(above))))))
    return [point for index, point in enumerate(points) if point[0] > (points[index - 1][0] if index else 0)]


def _expected(right, of):
    """The centre of Wilson's interval in percent; one half without data."""
    low, high = Share(right, of).interval
    return round(50 * (low + high))


def curves(readers, prior):
    """All curves of `prior`, with those that the samples of the readers suffice for fitted to them.

    A fitted curve asks for at least the own confidence that the prior one asks for: a hundred fields that happen to be right
    are no reason to show more as certain, while a few wrong ones are a reason to show less.
    """
    found = dict(prior)
    for name, groups in _groups(readers).items():
        points = curve([_pairs(group) for group in groups.values()], _asked(prior.get(name, ())))
        if points:
            found[name] = [list(point) for point in points]
    return found


def _asked(points):
    """The own confidence at which a piecewise linear curve reaches the review threshold; 0 where it never does."""
    before = (0, 0)
    for own, calibrated in points:
        if calibrated >= THRESHOLD:
            rise = (THRESHOLD - before[1]) / max(1, calibrated - before[1])
            return math.ceil(before[0] + rise * (own - before[0]))
        before = (own, calibrated)
    return 0


def _groups(readers):
    """Samples by curve and reader. `readers`: {reader: samples}."""
    found = {}
    for name, fields in CURVES.items():
        groups = {reader: [each for field in fields for each in samples.get(field, [])] for reader, samples in readers.items()}
        found[name] = {reader: group for reader, group in groups.items() if group}
    return found


def _pairs(group):
    return [(own, right) for _, own, _, right in group]


def crossvalidated(groups, shops, least=0):
    """Cross-validated results by group: (right, shown, of). `shops`: groups of receipts that are not separated.

    No threshold is below `least`.
    """
    outcome = [[0, 0, 0] for _ in groups]
    for tested in map(set, folds.divide(shops)):
        lowest = cut([[(own, right) for name, own, _, right in group if name not in tested] for group in groups], least)
        for counts, group in zip(outcome, groups):
            for name, own, _, right in group:
                if name not in tested:
                    continue
                is_shown = lowest is not None and own >= lowest
                counts[0] += is_shown and right
                counts[1] += is_shown
                counts[2] += 1
    return outcome


def text(readers, titles, shops, prior):
    """The table of fields with the prior curves and as fitted.

    `readers`: {reader: samples with the prior curves}; `shops`: groups of receipts; `prior`: the prior curves.
    """
    head = f"{'field':10}{'reader':26}{'fields':>7}{'right':>7}"
    lines = [head + "".join(f"   {curves + ':':8}{'shown':>6}{'right':>7}" for curves in ("prior", "fitted"))]
    for name, groups in _groups(readers).items():
        least = _asked(prior.get(name, ()))
        tried = crossvalidated(list(groups.values()), shops, least)
        for (reader, group), (right, shown, of) in zip(groups.items(), tried):
            confident = [each for each in group if each[2]]
            lines.append(
                f"{name:10}{titles[reader]:26}{len(group):7}{_share(sum(each[3] for each in group), len(group))}"
                f"{'':10}{_share(len(confident), len(group))}{_share(sum(each[3] for each in confident), len(confident))}"
                f"{'':10}{_share(shown, of)}{_share(right, shown)}"
            )
            if hopeless(_pairs(group)):
                lines.append(f"{'':10}No threshold suffices for half of these.")
        if groups and not curve(list(map(_pairs, groups.values())), least):
            lines.append(f"{'':10}No curve can be fitted: that of prior.json stays.")
    return "\n".join(lines)


def _share(count, of):
    return f"{100 * count / of:7.1f}" if of else "      –"

"""Figures of releases: stored, compared with each other and with the minimum."""

import json
import re
import tomllib

from collection import TITLES
from failure import Failure
from reading import READERS
from summary import MEASURES
from text import today

# What the keys of minimum.toml and targets.toml name, from the outermost, and the known names.
_LEVELS = (("collection", TITLES), ("reader", READERS), ("measure", MEASURES))


def document(release, collections):
    """All figures of a report as stored. `collections`: {title: {reader: {part: measures}}}."""
    plain = {
        title: {
            reader: {part: {name: measure.counts() for name, measure in measures.items()} for part, measures in parts.items()}
            for reader, parts in readers.items()
        }
        for title, readers in collections.items()
    }
    return {"release": release, "day": today(), "figures": plain}


def value(counts):
    """The figure computed from counts."""
    if "mean" in counts:
        return counts["mean"]
    if "found" in counts:
        whole = counts["found"] + counts["printed"]
        return 2 * counts["right"] / whole if whole else None
    return counts["right"] / counts["of"] if counts["of"] else None


def every(folder):
    """The stored figures of all releases, oldest first."""
    kept = [json.loads(path.read_text()) for path in folder.glob("*.json")]
    return sorted(kept, key=lambda each: (each["day"], version(each["release"])))


def version(text):
    return [int(part) for part in re.findall(r"\d+", text)]


def lookup(kept, title, reader, part, measure):
    """A figure of a stored report, or None."""
    counts = ((kept or {}).get("figures", {}).get(title, {}).get(reader, {}).get(part, {})).get(measure)
    return value(counts) if counts else None


def keep(folder, figures):
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{figures['release']}.json"
    path.write_text(json.dumps(figures, indent=1, sort_keys=True) + "\n")
    return path


def judged_part(parts):
    """The part that counts: the folds of shops where there are some, and otherwise all receipts."""
    return "folds" if "folds" in parts else "all"


def demands(path):
    """What minimum.toml or targets.toml demands: {collection: {reader: {measure: number}}}.

    An unknown name is a failure, since it would demand nothing.
    """
    found = tomllib.loads(path.read_text(encoding="utf-8"))
    _check(found, path)
    return found


def _check(table, path, outer=()):
    if len(outer) == len(_LEVELS):
        return
    kind, known = _LEVELS[len(outer)]
    for name, inner in table.items():
        place = (*outer, name)
        if name not in known:
            raise Failure(f"{path.name} names an unknown {kind} in {'.'.join(place)}: {name}. Known are {', '.join(known)}.")
        _check(inner, path, place)


def shortfalls(minimum, collections):
    """Sentences about figures that hold the release.

    A minimum holds for the folds of a collection; without folds, for all its receipts. The fifth that nothing was tuned on is
    too small for the same demand: it falls short when it cannot be as good as the minimum with 95 % certainty.
    """
    found = []
    for title, reader, name, floor, parts in _floors(minimum, collections):
        aside = parts.get("aside", {}).get(name)
        sentence = f"{title}, {reader}: {name} is {{:.1%}}{{}}, below the minimum of {floor:.1%}"
        measure, place = _judged(parts, name)
        if measure.value < floor:
            found.append(sentence.format(measure.value, place))
        if aside is not None and aside.interval[1] < floor:
            found.append(sentence.format(aside.value, "") + " in the part that nothing is tuned on")
    return found


def misses(targets, collections):
    """Sentences about targets that are not reached; these hold nothing."""
    found = []
    for title, reader, name, target, parts in _floors(targets, collections):
        measure, place = _judged(parts, name)
        if measure.value < target:
            found.append(f"{title}, {reader}: {name} is {measure.value:.1%}{place}, the target {target:.0%}")
    return found


def _floors(demands, collections):
    """Each demanded figure that was measured: (collection, reader, measure, demand, parts).

    What was not measured in this run is left out: a collection, a reader or a measure without data.
    """
    for title, readers in demands.items():
        for reader, floors in readers.items():
            parts = collections.get(title, {}).get(reader, {})
            for name, floor in floors.items():
                if name in parts.get(judged_part(parts), {}):
                    yield title, reader, name, floor, parts


def _judged(parts, name):
    """The figure that counts, and where it is from, in words."""
    part = judged_part(parts)
    return parts[part][name], " in the folds of shops" if part == "folds" else ""

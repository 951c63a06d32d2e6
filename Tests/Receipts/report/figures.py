"""Figures of releases: stored, compared with each other and with the minimum."""

import json
import re

from text import today


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


def shortfalls(minimum, collections):
    """Sentences about figures that hold the release.

    A minimum holds for all receipts of a collection. The fifth that nothing was tuned on is too small for the same
    demand: it falls short when it cannot be as good as the minimum with 95 % certainty.
    """
    found = []
    for title, readers in minimum.items():
        for reader, floors in readers.items():
            parts = collections.get(title, {}).get(reader, {})
            for name, floor in floors.items():
                found += _shortfalls_of(title, reader, parts, name, floor)
    return found


def _shortfalls_of(title, reader, parts, name, floor):
    whole, aside = parts.get("all", {}).get(name), parts.get("aside", {}).get(name)
    if whole is None:
        return []
    sentence = f"{title}, {reader}: {name} is {{:.1%}}, below the minimum of {floor:.1%}"
    found = [sentence.format(whole.value)] if whole.value < floor else []
    if aside is not None and aside.interval[1] < floor:
        found.append(sentence.format(aside.value) + " in the part that nothing is tuned on")
    return found

"""Allocations and instructions of a call as the last accepted run counted them, so that a rise is seen.

Unlike times, these hardly depend on the machine's other work.
"""

import json

from peers import FOLDER

FILE = FOLDER / "counts.json"
# By so much a count may rise without a word.
TOLERANCE = 1.05


def flat(loads):
    """The counts of a run by name."""
    found = {f"allocations, {name}": count for name, count in loads.get("allocations", {}).items()}
    if loads.get("instructions"):
        found["instructions, larder"] = loads["instructions"]
    return found


def risen(loads):
    """A sentence for each count that has risen since the accepted run."""
    accepted = json.loads(FILE.read_text()) if FILE.exists() else {}
    return [
        f"{name} a call: {count:.2f}, {accepted[name]:.2f} before"
        for name, count in flat(loads).items()
        if name in accepted and count > accepted[name] * TOLERANCE + 0.05
    ]


def write(loads):
    """Accepts the counts of a run."""
    found = {name: round(count, 2) for name, count in flat(loads).items()}
    if found:
        FILE.write_text(json.dumps(found, indent=2) + "\n")

"""What escapes the compiler's concurrency checks: each occurrence listed with its reason and its test, and counted."""

import collections
import pathlib
import re

from violation import Violation

KINDS = {
    "@unchecked Sendable": re.compile(r"@unchecked\s+Sendable\b"),
    "@exclusivity(unchecked)": re.compile(r"@exclusivity\(\s*unchecked\s*\)"),
    "nonisolated(unsafe)": re.compile(r"\bnonisolated\(\s*unsafe\s*\)"),
    ".unsafeFlags": re.compile(r"\.unsafeFlags\s*\("),
    "unsafeDowncast": re.compile(r"\bunsafeDowncast\s*\("),
}


def count(files):
    """How often each file has each kind, with the line of the first, as a dictionary by (path, kind)."""
    found = collections.OrderedDict()
    for file in files:
        for kind, pattern in KINDS.items():
            matches = list(pattern.finditer(file.code))
            if matches:
                found[file.path, kind] = (len(matches), file.code.count("\n", 0, matches[0].start()) + 1)
    return found


def violations(data, files, root):
    """What is not listed, listed without a reason or an existing test, or more than is allowed."""
    found = count(files)
    listed = {}
    for entry in data["entry"]:
        listed[entry["file"], entry["kind"]] = entry
    for (path, kind), (number, line) in found.items():
        entry = listed.get((path, kind))
        if entry is None:
            yield Violation(path, line, f"{kind} is not listed in unchecked.toml")
        elif number > entry.get("count", 1):
            yield Violation(path, line, f"{kind} stands here {number} times; unchecked.toml lists {entry.get('count', 1)}")
    for (path, kind), entry in listed.items():
        if (path, kind) in found:
            yield from flaws(entry, root)
    total = sum(number for number, _ in found.values())
    if total > data["limit"]:
        sentence = f"{total} unchecked places, of which at most {data['limit']} are allowed"
        yield Violation("Tests/Checks/rules/unchecked.toml", 1, sentence)


def stale(data, files):
    """A sentence for each entry that lists more than there is."""
    found = count(files)
    for entry in data["entry"]:
        number, listed = found.get((entry["file"], entry["kind"]), (0, 1))[0], entry.get("count", 1)
        if number < listed:
            yield f"{entry['kind']} of {entry['file']} is listed {listed} times and stands there {number} times"


def flaws(entry, root):
    """What is wrong with one entry of the list."""
    here = f"{entry['kind']} of {entry['file']}"
    if not entry.get("reason"):
        yield Violation("Tests/Checks/rules/unchecked.toml", 1, f"{here} has no reason")
    if not test_exists(entry.get("test", ""), root):
        yield Violation("Tests/Checks/rules/unchecked.toml", 1, f"{here} names no existing test")


def test_exists(test, root):
    """Whether a test, written as path:function, is there."""
    path, _, function = test.partition(":")
    file = pathlib.Path(root) / path
    return bool(path and function) and file.is_file() and f"func {function}(" in file.read_text()

"""The canaries: their changes still apply, and the tests that must fail with them exist."""

import json
import pathlib
import re

from violation import Violation

FILE = "Tests/Canaries/canaries.json"


def load(root):
    """The canaries of a repository; none when it has no list."""
    path = pathlib.Path(root) / FILE
    return json.loads(path.read_text())["canaries"] if path.is_file() else []


def violations(canaries, root):
    """Canaries that could not be run."""
    root = pathlib.Path(root)
    names = [canary["name"] for canary in canaries]
    for name in sorted({name for name in names if names.count(name) > 1}):
        yield Violation(FILE, 1, f"{name} is there more than once")
    for canary in canaries:
        for sentence in problems(canary, root):
            yield Violation(FILE, 1, f"{canary['name']}: {sentence}")


def problems(canary, root):
    """What is wrong with one."""
    if not canary["edits"] or not canary["tests"]:
        yield "it needs an edit and a test"
    texts = {}
    for edit in canary["edits"]:
        path = root / edit["file"]
        if edit["file"] not in texts and path.is_file():
            texts[edit["file"]] = path.read_text()
        text = texts.get(edit["file"])
        if text is None:
            yield f"there is no file {edit['file']}"
            continue
        if text.count(edit["find"]) != 1 or edit["find"] == edit["replace"]:
            yield f"{edit['file']} has {text.count(edit['find'])} times what it changes: {edit['find']}"
        texts[edit["file"]] = text.replace(edit["find"], edit["replace"])
    for test in canary["tests"]:
        path = root / test["file"]
        text = path.read_text() if path.is_file() else ""
        if not re.search(rf"@Test\b[^{{}}]*?\bfunc {re.escape(test['function'])}\(", text, re.DOTALL):
            yield f"{test['file']} has no test {test['function']}"
        if not re.search(rf"\b{re.escape(test['suite'])}\b", text):
            yield f"{test['file']} has no suite {test['suite']}"

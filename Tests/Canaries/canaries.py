"""Switches one protection off after the other, and demands that the tests of each fail: see README.md."""

import argparse
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
LIST = pathlib.Path(__file__).with_name("canaries.json")
FOLDER = ROOT / ".build-canaries"
# What is no part of the tree: builds, data of deployments, versions.
NOT_COPIED = re.compile(r"\.build.*|\.larder|\.git|__pycache__")
# All tests together.
PRODUCT = "LarderPackageTests"
# Building and running one canary may take no longer.
LIMIT = 1_800
FAILED = re.compile(r"^.\s+Test (?!run ).* failed after ", re.MULTILINE)
PASSED = re.compile(r"^.\s+Test run with (\d+) tests?\b", re.MULTILINE)


class CanaryError(Exception):
    """Why a canary proves nothing."""


def load(path=LIST):
    return json.loads(path.read_text())["canaries"]


def target(test):
    """The test target of a test, which is the name of its folder, with the suffix that they all have."""
    name = pathlib.PurePath(test["file"]).parts[1]
    return name if name.endswith("Tests") else name + "Tests"


def targets(canary):
    """The test targets that a canary needs; those with the same are run after each other, since the manifest changes with them."""
    return sorted({target(test) for test in canary["tests"]})


def selection(test):
    """What `swift test --filter` calls a test."""
    return rf"{target(test)}\..*{test['suite']}/{test['function']}\("


def changed(text, edit):
    count = text.count(edit["find"])
    if count != 1:
        raise CanaryError(f"{edit['file']} has {count} times: {edit['find']}")
    return text.replace(edit["find"], edit["replace"])


def files(folder):
    """The files of a tree, without what is no part of it."""
    for path, folders, names in os.walk(folder):
        folders[:] = [each for each in folders if not NOT_COPIED.fullmatch(each)]
        for name in names:
            yield os.path.relpath(os.path.join(path, name), folder)


class Tree:
    """A copy of the working tree, with a build of its own."""

    def __init__(self, folder):
        self.folder = folder
        self.originals = {}

    def update(self):
        """Copies what has changed; files that are the same keep their time, so that little is built."""
        wanted = set(files(ROOT))
        for path in set(files(self.folder)) - wanted:
            (self.folder / path).unlink()
        for path in wanted:
            source, copy = ROOT / path, self.folder / path
            if copy.is_file() and copy.read_bytes() == source.read_bytes():
                continue
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(source, copy)

    def apply(self, canary):
        for edit in canary["edits"]:
            path = self.folder / edit["file"]
            text = path.read_text()
            self.originals.setdefault(path, text)
            path.write_text(changed(text, edit))

    def restore(self):
        for path, text in self.originals.items():
            path.write_text(text)
        self.originals = {}

    def run(self, *command, targets, log, environment=None):
        variables = {**os.environ, "LARDER_TESTS": ",".join(targets), **(environment or {})}
        with log.open("a") as output:
            begin = output.tell()
            status = subprocess.run(
                command, cwd=self.folder, env=variables, stdout=output, stderr=subprocess.STDOUT, timeout=LIMIT, check=False
            ).returncode
        return status, log.read_text(errors="replace")[begin:]

    def build(self, needed, log):
        # What the tests need alone: no benchmarks, and no programs unless the tests start them.
        status, text = self.run("deploy/local/debug-build.sh", "--product", PRODUCT, targets=needed, log=log)
        if status != 0:
            errors = [line for line in text.splitlines() if "error:" in line]
            raise CanaryError(f"it does not build: {errors[0] if errors else log}")

    def prove(self, canary, log):
        """Every test of a canary, each of which has to fail."""
        for test in canary["tests"]:
            status, text = self.run(
                "swift", "test", "--skip-build", "--no-parallel", "--no-color-diagnostics", "--filter", selection(test),
                targets=targets(canary), log=log, environment=test.get("environment"),
            )
            ran = PASSED.search(text)
            if ran is None or ran.group(1) == "0":
                raise CanaryError(f"{test['function']} did not run; see {log}")
            if status == 0 or not FAILED.search(text):
                raise CanaryError(f"{test['function']} passes without its protection; see {log}")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", help="canaries; all unless named")
    parser.add_argument("--list", action="store_true", help="list them")
    parser.add_argument("--in-place", action="store_true", help="change this tree, for a checkout that nobody works in")
    options = parser.parse_args()
    canaries = load()
    if options.list:
        for canary in canaries:
            print(f"{canary['name']:<28}{canary['protection']}")
        return 0
    unknown = set(options.names) - {canary["name"] for canary in canaries}
    if unknown:
        print(f"canaries: there is none called {', '.join(sorted(unknown))}", file=sys.stderr)
        return 2
    chosen = [canary for canary in canaries if not options.names or canary["name"] in options.names]
    chosen.sort(key=targets)
    tree = Tree(ROOT if options.in_place else FOLDER)
    if not options.in_place:
        tree.update()
    logs = ROOT / ".build-canaries-logs"
    logs.mkdir(exist_ok=True)
    failures = 0
    for canary in chosen:
        begin, log = time.monotonic(), logs / f"{canary['name']}.log"
        log.write_text("")
        try:
            tree.apply(canary)
            tree.build(targets(canary), log)
            tree.prove(canary, log)
            outcome = "fails as it should"
        except (CanaryError, subprocess.TimeoutExpired) as error:
            failures += 1
            outcome = f"PROVES NOTHING: {error}"
        finally:
            tree.restore()
        print(f"{canary['name']:<28}{time.monotonic() - begin:>5.0f} s  {outcome}", flush=True)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())

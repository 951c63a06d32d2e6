"""The package's targets as `swift package dump-package` gives them."""

import dataclasses
import functools
import json
import os
import pathlib
import re
import subprocess
import tempfile

from swift_source import SwiftFile


class PackageError(Exception):
    """A sentence on why the manifest cannot be read."""


@dataclasses.dataclass(frozen=True)
class Target:
    """One target: a module of the package."""

    name: str
    kind: str
    folder: str
    dependencies: tuple
    excluded: tuple

    @property
    def module(self):
        """The name by which sources import it."""
        return re.sub(r"\W", "_", self.name)

    @property
    def is_test(self):
        """Whether it lies with the tests."""
        return self.folder.startswith("Tests/")


class Package:
    """All targets, with their source files."""

    def __init__(self, root, manifest):
        self.root = pathlib.Path(root)
        self.targets = [target(entry) for entry in manifest["targets"]]
        self.by_module = {each.module: each for each in self.targets}

    @staticmethod
    def load(root):
        """Asks SwiftPM, with every target of the manifest whatever LARDER_TESTS says."""
        environment = {name: value for name, value in os.environ.items() if name != "LARDER_TESTS"}
        # In a folder of its own it doesn't wait for a build that is under way.
        with tempfile.TemporaryDirectory() as scratch:
            command = ["swift", "package", "--package-path", str(root), "--scratch-path", scratch, "dump-package"]
            done = subprocess.run(command, capture_output=True, text=True, env=environment)
        if done.returncode != 0:
            raise PackageError(f"swift package dump-package failed: {done.stderr.strip()}")
        return Package(root, json.loads(done.stdout))

    @functools.cache
    def sources(self, name):
        """The Swift files of a target, in the order of their paths."""
        wanted = next(each for each in self.targets if each.name == name)
        nested = [each.folder for each in self.targets if each.folder.startswith(wanted.folder + "/")]
        left_out = tuple(f"{folder}/" for folder in [*nested, *(f"{wanted.folder}/{e}" for e in wanted.excluded)])
        paths = (str(path.relative_to(self.root)) for path in (self.root / wanted.folder).rglob("*.swift"))
        return [SwiftFile(self.root, path) for path in sorted(paths) if not f"{path}/".startswith(left_out)]

    @functools.cached_property
    def manifest_lines(self):
        """The lines of Package.swift."""
        return (self.root / "Package.swift").read_text().splitlines()

    def line_of(self, name):
        """The line of Package.swift that declares a target; 1 when a target's name is composed there."""
        declared = re.compile(rf'(?:name: |\b\w+\(){re.escape(json.dumps(name))}')
        return next((n for n, line in enumerate(self.manifest_lines, 1) if declared.search(line)), 1)


def target(entry):
    """A target of its JSON."""
    names = []
    for dependency in entry["dependencies"]:
        kind, values = next(iter(dependency.items()))
        if kind not in ("byName", "target", "product"):
            raise PackageError(f"{entry['name']} has a dependency of an unknown kind, {kind}")
        names.append(values[0])
    folder = (entry.get("path") or f"Sources/{entry['name']}").rstrip("/")
    return Target(entry["name"], entry["type"], folder, tuple(names), tuple(entry.get("exclude", ())))

"""Lines of tests beside lines of source, hand-written Swift alone, for the modules that the platform rests on."""

import dataclasses
import pathlib

from swift_source import SwiftFile


@dataclasses.dataclass(frozen=True)
class Ratio:
    """The lines of some modules and of their tests."""

    name: str
    source: int
    tests: int
    minimum: float

    @property
    def value(self):
        """Lines of tests for each line of source."""
        return self.tests / self.source if self.source else 0.0


def ratios(data, package):
    """One ratio for each entry of the rules."""
    for entry in data["group"]:
        source = sum(file.line_count for name in entry["modules"] for file in package.sources(name))
        tests = sum(lines_below(package.root, path) for path in entry["tests"])
        yield Ratio(entry["name"], source, tests, min(data["goal"], entry["minimum"]))


def lines_below(root, path):
    """The lines of the Swift files below a path, which may be a file itself."""
    whole = pathlib.Path(root) / path
    files = [whole] if whole.is_file() else sorted(whole.rglob("*.swift"))
    if not files:
        raise ValueError(f"tests.toml names {path}, where no Swift file is")
    return sum(SwiftFile(root, str(file.relative_to(root))).line_count for file in files)

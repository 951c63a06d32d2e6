import pathlib
import tempfile
import unittest

import unchecked
from swift_source import SwiftFile

SOURCE = """\
final class Counter: @unchecked Sendable {
    @exclusivity(unchecked) var a = 1
    @exclusivity(unchecked) var b = 2
    // nonisolated(unsafe) is only mentioned here.
}
"""


class UncheckedTests(unittest.TestCase):
    def check(self, entries, limit=20, source=SOURCE):
        with tempfile.TemporaryDirectory() as folder:
            root = pathlib.Path(folder)
            (root / "A.swift").write_text(source)
            (root / "T.swift").write_text("@Test func counts() {}\n")
            files = [SwiftFile(folder, "A.swift")]
            return [str(each) for each in unchecked.violations({"limit": limit, "entry": entries}, files, folder)]

    def entries(self, **changes):
        sendable = {"file": "A.swift", "kind": "@unchecked Sendable", "reason": "locked", "test": "T.swift:counts"}
        exclusivity = {**sendable, "kind": "@exclusivity(unchecked)", "count": 2}
        return [{**sendable, **changes}, exclusivity]

    def test_what_is_listed_passes(self):
        self.assertEqual(self.check(self.entries()), [])

    def test_what_is_not_listed_fails_where_it_stands(self):
        found = self.check(self.entries()[1:])
        self.assertEqual(found, ["A.swift:1: @unchecked Sendable is not listed in unchecked.toml"])

    def test_one_more_than_listed_fails(self):
        entries = self.entries()
        entries[1]["count"] = 1
        self.assertIn("stands here 2 times; unchecked.toml lists 1", self.check(entries)[0])

    def test_a_listed_one_that_is_gone_is_reported_and_fails_nothing(self):
        self.assertEqual(self.check(self.entries(), source="struct A {}\n"), [])
        gone = list(unchecked.stale({"entry": self.entries()}, [self.file("struct A {}\n")]))
        self.assertEqual(len(gone), 2)
        self.assertIn("is listed 1 times and stands there 0 times", gone[0])
        self.assertEqual(list(unchecked.stale({"entry": self.entries()}, [self.file(SOURCE)])), [])

    def test_each_needs_a_reason_and_a_test_that_exists(self):
        self.assertIn("has no reason", self.check(self.entries(reason=""))[0])
        self.assertIn("names no existing test", self.check(self.entries(test="T.swift:other"))[0])
        self.assertIn("names no existing test", self.check(self.entries(test="gone.swift:counts"))[0])

    def test_the_limit_holds_for_all_together(self):
        self.assertIn("3 unchecked places, of which at most 2", self.check(self.entries(), limit=2)[0])

    def test_every_kind_is_found(self):
        source = "class A: B, @unchecked Sendable {}\nnonisolated(unsafe) let a = unsafeDowncast(b, to: A.self)\n"
        source += '.unsafeFlags(["-Ounchecked"])\n'
        kinds = [kind for _, kind in unchecked.count([self.file(source)])]
        self.assertEqual(kinds, ["@unchecked Sendable", "nonisolated(unsafe)", ".unsafeFlags", "unsafeDowncast"])

    def file(self, source):
        with tempfile.TemporaryDirectory() as folder:
            (pathlib.Path(folder) / "A.swift").write_text(source)
            return SwiftFile(folder, "A.swift")

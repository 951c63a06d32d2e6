import tempfile
import unittest

import documentation
import ratios
from fixture import package

SOURCE = """\
/// A documented type.
@available(*, deprecated)
public final class Documented {
    public init() {}
    /// Documented.
    @discardableResult
    package func also() -> Int { 1 }
    public private(set) var count = 1
    public override func inherited() {}
    func internal() {}
    public static let shared = 1, // public let mentioned
}
public protocol Port {
    /// Documented.
    func send()
    func receive() { let body = 1 }
    var isOpen: Bool { get }
}
package import Foundation
"""


class DocumentationTests(unittest.TestCase):
    def share(self, source):
        with tempfile.TemporaryDirectory() as folder:
            small = package(folder, {"A": ("A", [])}, {"A/A.swift": source})
            return documentation.share(small.sources("A"))

    def test_declarations_are_counted_and_those_without_a_comment_named(self):
        found = self.share(SOURCE)
        self.assertEqual(found.total, 9)
        self.assertEqual([line for _, line in found.undocumented], [4, 8, 11, 13, 16, 17])

    def test_nothing_public_is_all_documented(self):
        self.assertEqual(self.share("struct A {}\n").value, 1)

    def test_a_plain_comment_documents_nothing(self):
        self.assertEqual(len(self.share("// A.\npublic struct A {}\n").undocumented), 1)

    def test_minimums_end_at_the_goal(self):
        with tempfile.TemporaryDirectory() as folder:
            targets = {"A": ("A", []), "B": ("B", []), "Made": ("Made", []), "ATests": ("Tests/A", [])}
            files = {f"{path}/F.swift": "public struct F {}\n" for path, _ in targets.values()}
            rules = {"goal": 0.9, "generated": ["Made"], "minimum": {"A": 0.5, "B": 0.99}}
            small = package(folder, targets, files)
            found = [(name, minimum) for name, _, minimum in documentation.below(rules, small)]
            self.assertEqual(found, [("A", 0.5), ("B", 0.9)])


class RatioTests(unittest.TestCase):
    def test_lines_of_tests_for_lines_of_source(self):
        with tempfile.TemporaryDirectory() as folder:
            small = package(
                folder,
                {"A": ("A", []), "B": ("A/B", [])},
                {"A/A.swift": "1\n2\n", "A/B/B.swift": "1\n2\n", "T/One.swift": "1\n2\n3\n", "U.swift": "1\n"},
            )
            group = {"name": "A", "modules": ["A"], "tests": ["T", "U.swift"], "minimum": 3.0}
            (found,) = ratios.ratios({"goal": 1.0, "group": [group]}, small)
            self.assertEqual((found.source, found.tests, found.value, found.minimum), (2, 4, 2.0, 1.0))

    def test_tests_that_are_not_there_are_refused(self):
        with tempfile.TemporaryDirectory() as folder:
            small = package(folder, {"A": ("A", [])}, {"A/A.swift": "1\n"})
            group = {"name": "A", "modules": ["A"], "tests": ["Gone"], "minimum": 1.0}
            with self.assertRaises(ValueError):
                list(ratios.ratios({"goal": 1.0, "group": [group]}, small))

import pathlib
import tempfile
import unittest

import canaries

SOURCE = "guard isAllowed else { return }\ncount += 1\ncount += 1\n"
TESTS = """\
@Suite("Limits") struct LimitTests {
    @Test("a limit holds", arguments: [1])
    func holds(_ number: Int) {}

    func helps() {}
}
"""


class CanaryTests(unittest.TestCase):
    def check(self, find="guard isAllowed", replace="guard true", function="holds", suite="LimitTests", names=("a",)):
        with tempfile.TemporaryDirectory() as folder:
            root = pathlib.Path(folder)
            (root / "Limit.swift").write_text(SOURCE)
            (root / "LimitTests.swift").write_text(TESTS)
            edits = [{"file": "Limit.swift", "find": find, "replace": replace}]
            tests = [{"file": "LimitTests.swift", "suite": suite, "function": function}]
            found = [{"name": name, "edits": edits, "tests": tests} for name in names]
            return [each.sentence for each in canaries.violations(found, root)]

    def test_one_that_applies_passes(self):
        self.assertEqual(self.check(), [])

    def test_what_it_changes_must_be_there_once(self):
        self.assertEqual(self.check(find="guard no"), ["a: Limit.swift has 0 times what it changes: guard no"])
        self.assertEqual(self.check(find="count += 1"), ["a: Limit.swift has 2 times what it changes: count += 1"])

    def test_it_must_change_something(self):
        self.assertEqual(len(self.check(replace="guard isAllowed")), 1)

    def test_its_tests_must_exist(self):
        self.assertEqual(self.check(function="gone"), ["a: LimitTests.swift has no test gone"])
        self.assertEqual(self.check(function="helps"), ["a: LimitTests.swift has no test helps"])
        self.assertEqual(self.check(suite="Gone"), ["a: LimitTests.swift has no suite Gone"])

    def test_names_are_unique(self):
        self.assertEqual(self.check(names=("a", "a")), ["a is there more than once"])


if __name__ == "__main__":
    unittest.main()

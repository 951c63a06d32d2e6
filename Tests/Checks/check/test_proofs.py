import pathlib
import tempfile
import unittest

import proofs

TESTS = """\
@Suite("Calls") struct CallTests {
    @Test("a call is answered")
    func answer() {}

    @Test("a call fails", arguments: [1])
    func failure(_ number: Int) {}
}
"""


class ProofTests(unittest.TestCase):
    def check(self, page):
        with tempfile.TemporaryDirectory() as folder:
            root = pathlib.Path(folder)
            (root / "Tests/RPCTests/Client").mkdir(parents=True)
            (root / "Tests/RPCTests/Client/CallTests.swift").write_text(TESTS)
            (root / "README.md").write_text(page)
            (root / ".build").mkdir()
            (root / ".build/OTHER.md").write_text('`Gone/GoneTests`: "gone"')
            return [str(each) for each in proofs.violations(proofs.pages(root), root)]

    def test_what_exists_passes(self):
        page = '| yes | `RPCTests/Client/CallTests`: "a call is answered", "a call fails". Not "this". |'
        self.assertEqual(self.check(page), [])

    def test_a_title_that_was_changed_fails_where_it_is_named(self):
        page = '\n`RPCTests/Client/CallTests`: "a call is answered", "a call breaks"; "no title"'
        self.assertEqual(
            self.check(page),
            ['README.md:2: names the test "a call breaks", which Tests/RPCTests/Client/CallTests.swift does not have'],
        )

    def test_a_file_that_is_gone_fails(self):
        found = self.check('`RPCTests/CallTests`: "a call fails"')
        self.assertEqual(found, ["README.md:1: names Tests/RPCTests/CallTests.swift, which does not exist"])


if __name__ == "__main__":
    unittest.main()

import pathlib
import tempfile
import unittest

from assembly.contents import Contents
from assembly.output import write

FIRST = Contents({"index.html": b"@VERSION@", "old.svg": b"<svg/>"}, {"app/main.js": b"1"})
SECOND = Contents({"index.html": b"@VERSION@"}, {"app/main.js": b"2"})


class OutputTests(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.out = pathlib.Path(folder.name) / "web"

    def files(self):
        return {str(path.relative_to(self.out)): path.read_bytes() for path in self.out.rglob("*") if path.is_file()}

    def test_the_folder_is_made(self):
        write(FIRST, self.out)
        version = FIRST.version
        self.assertEqual(
            self.files(),
            {"index.html": version.encode(), "old.svg": b"<svg/>", f"assets/{version}/app/main.js": b"1"},
        )

    def test_another_version_replaces_the_former(self):
        write(FIRST, self.out)
        write(SECOND, self.out)
        version = SECOND.version
        self.assertEqual(self.files(), {"index.html": version.encode(), f"assets/{version}/app/main.js": b"2"})

    def test_the_same_version_changes_no_file(self):
        write(FIRST, self.out)
        before = {path: path.stat().st_mtime_ns for path in self.out.rglob("*") if path.is_file()}
        write(FIRST, self.out)
        self.assertEqual({path: path.stat().st_mtime_ns for path in self.out.rglob("*") if path.is_file()}, before)


if __name__ == "__main__":
    unittest.main()

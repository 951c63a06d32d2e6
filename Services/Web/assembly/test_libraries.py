import tempfile
import unittest

from assembly import AssemblyError, fixture
from assembly.libraries import Libraries

SMALL = {"app/main.js": b'import "../libraries/small.js";'}
MAP = {"app/main.js": b'import("../libraries/map/map.js");'}


class LibraryTests(unittest.TestCase):
    def setUp(self):
        self.root = fixture.repository(self.folder())

    def folder(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        return folder.name

    def pin(self, line):
        fixture.write(self.root, {"Services/Web/assembly/libraries.txt": line})

    def small(self, **options):
        return Libraries(self.root, **options).files(SMALL)

    def map(self, version):
        return Libraries(self.root, debian_root=fixture.debian(self.folder(), version)).files(MAP)

    def test_what_the_app_does_not_name_is_not_needed(self):
        self.assertEqual(Libraries(self.root, offline=True).files({"app/main.js": b"1"}), {})

    def test_a_package_is_fetched_with_its_licence(self):
        self.pin(fixture.wheel(self.folder()))
        self.assertEqual(
            self.small(),
            {"libraries/small.js": b"export const small = 1;", "libraries/licences/small.txt": b"Do as you like."},
        )

    def test_what_was_fetched_is_there_without_network(self):
        self.pin(fixture.wheel(self.folder()))
        first = self.small()
        self.assertEqual(self.small(offline=True), first)

    def test_another_version_is_fetched_again(self):
        self.pin(fixture.wheel(self.folder()))
        self.small()
        self.pin(fixture.wheel(self.folder(), content="export const small = 2;"))
        with self.assertRaisesRegex(AssemblyError, "takes a network once"):
            self.small(offline=True)
        self.assertEqual(self.small()["libraries/small.js"], b"export const small = 2;")

    def test_a_package_with_another_hash_is_rejected(self):
        line = fixture.wheel(self.folder())
        self.pin(line[:-2] + ("0" if line[-2] != "0" else "1") + "\n")
        with self.assertRaisesRegex(AssemblyError, "cannot be fetched"):
            self.small()
        self.assertFalse((self.root / ".larder/web-libraries").exists())

    def test_a_package_of_debian_is_read_where_it_is_installed(self):
        self.assertEqual(
            self.map("1.7.1~dfsg-7+deb12u1"),
            {
                "libraries/map/map.js": b"export const map = 1;",
                "libraries/map/images/pin.png": b"a picture",
                "libraries/licences/map.txt": b"Some rights reserved.",
            },
        )

    def test_another_version_of_debian_is_rejected(self):
        with self.assertRaisesRegex(AssemblyError, r"libjs-map has the version 1\.9\.4-1, where 1\.7\.x is expected"):
            self.map("1.9.4-1")

    def test_a_missing_package_of_debian_is_named(self):
        with self.assertRaisesRegex(AssemblyError, "packages.sh libjs-map installs it"):
            self.map(None)

    def test_what_pages_need_later_is_lazy(self):
        lazy = Libraries(self.root).lazy
        self.assertTrue("libraries/map/map.js".startswith(lazy))
        self.assertTrue("libraries/licences/small.txt".startswith(lazy))
        self.assertFalse("libraries/small.js".startswith(lazy))


if __name__ == "__main__":
    unittest.main()

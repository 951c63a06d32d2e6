import json
import tempfile
import unittest

from assembly import AssemblyError, fixture
from assembly.contents import Contents
from assembly.libraries import Libraries


class ContentsTests(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = fixture.repository(folder.name)

    def gather(self):
        return Contents.gather(self.root, Libraries(self.root, offline=True))

    def write(self, path, text):
        fixture.write(self.root, {path: text})

    def test_what_browsers_ask_for_is_contained_and_nothing_else(self):
        contents = self.gather()
        self.assertEqual(sorted(contents.root), ["index.html", "robots.txt", "service-worker.js"])
        self.assertEqual(
            sorted(contents.assets),
            ["app/log/page.js", "app/main.js", "texts/en/app.json", "texts/en/first.json", "texts/fr/app.json", "texts/fr/first.json"],
        )

    def test_texts_keep_their_letters_without_the_layout(self):
        self.assertEqual(self.gather().assets["texts/fr/app.json"].decode(), '{"log.title":"Dépenses"}')

    def test_texts_of_the_first_page_are_those_that_its_modules_name(self):
        keys = ["home.title", "home.sum", "state.done", "state.failed", "log.title"]
        catalogue = ", ".join(f'"{key}": "{key}"' for key in keys)
        self.write("Shared/Texts/Catalogues/en/app.json", f"{{{catalogue}}}")
        self.write("Services/Web/app/main.js", 'import "./row.js";\ntext("home.title");\nimport("./log/page.js");')
        self.write("Services/Web/app/row.js", "text(`state.${name}`);")
        self.write("Services/Web/app/log/page.js", 'text("log.title");')
        first = self.gather().assets["texts/en/first.json"]
        self.assertEqual(list(json.loads(first)), ["home.title", "state.done", "state.failed"])

    def test_the_version_is_the_same_for_the_same_files(self):
        self.assertEqual(self.gather().version, self.gather().version)
        self.assertRegex(self.gather().version, "^[0-9a-f]{16}$")

    def test_the_version_changes_with_every_file(self):
        versions = {self.gather().version}
        for path in ["index.html", "service-worker.js", "app/log/page.js"]:
            self.write(f"Services/Web/{path}", "changed")
            versions.add(self.gather().version)
        self.write("Shared/Texts/Catalogues/fr/app.json", "{}")
        versions.add(self.gather().version)
        (self.root / "Services/Web/app/log/page.js").rename(self.root / "Services/Web/app/log/list.js")
        versions.add(self.gather().version)
        self.assertEqual(len(versions), 6)

    def test_files_of_the_folder_name_the_version(self):
        contents = self.gather()
        completed = contents.completed_root()
        self.assertIn(f"/assets/{contents.version}/app/main.js", completed["index.html"].decode())
        self.assertIn(f'version = "{contents.version}"', completed["service-worker.js"].decode())

    def test_the_service_worker_has_the_list_of_what_it_stores(self):
        contents = self.gather()
        self.assertIn(
            f'const files = JSON.parse(`["/", "/assets/{contents.version}/app/log/page.js", ',
            contents.completed_root()["service-worker.js"].decode(),
        )
        self.assertNotIn("/service-worker.js", contents.precached)

    def test_the_page_preloads_what_its_modules_import_and_nothing_else(self):
        self.write("Services/Web/index.html", "@PRELOADS@")
        self.write("Services/Web/app/later.js", "export {};")
        self.write("Services/Web/app/log/page.js", 'import {\n  a,\n} from "../log/row.js";\nawait import("../later.js");')
        self.write("Services/Web/app/log/row.js", "export const a = 1;")
        contents = self.gather()
        page = contents.completed_root()["index.html"].decode()
        self.assertEqual(
            [line.split(f"/assets/{contents.version}/")[1] for line in page.splitlines()],
            ['app/main.js">', 'app/log/page.js">', 'app/log/row.js">'],
        )

    def test_style_sheets_become_those_of_the_first_page_and_of_others_in_the_order_of_their_imports(self):
        self.write("Services/Web/app/main.css", '@import "./log/log.css";\n@import "./frame/base.css";\nb { top: 0 }\n')
        self.write("Services/Web/app/frame/base.css", "i { top: 1px }\n")
        self.write("Services/Web/app/log/log.css", "u { top: 2px }\n")
        assets = self.gather().assets
        self.assertEqual(assets["app/main.css"], b"u { top: 2px }\ni { top: 1px }\nb { top: 0 }\n")
        self.assertEqual([path for path in assets if path.endswith(".css")], ["app/main.css"])
        self.write("Services/Web/app/pages.css", '@import "./help/help.css";\n')
        self.write("Services/Web/app/help/help.css", "s { top: 3px }\n")
        assets = self.gather().assets
        self.assertEqual(assets["app/pages.css"], b"s { top: 3px }\n")
        self.assertEqual([path for path in assets if path.endswith(".css")], ["app/main.css", "app/pages.css"])
        self.write("Services/Web/app/main.css", '@import "./missing.css";\n')
        with self.assertRaisesRegex(AssemblyError, "app/missing.css, which does not exist"):
            self.gather()

    def test_icons_are_drawn(self):
        self.write("Services/Web/icons.py", "import sys; open(sys.argv[1] + '/small.png', 'w').write('a picture')")
        self.assertEqual(self.gather().assets["icons/small.png"], b"a picture")

    def test_a_drawing_that_fails_is_reported(self):
        self.write("Services/Web/icons.py", "raise SystemExit('no colour')")
        with self.assertRaisesRegex(AssemblyError, "icons.py failed: no colour"):
            self.gather()

    def test_missing_and_broken_texts_are_reported(self):
        self.write("Shared/Texts/Catalogues/fr/app.json", "{")
        with self.assertRaisesRegex(AssemblyError, "fr/app.json is not JSON"):
            self.gather()
        (self.root / "Shared/Texts/Catalogues/fr/app.json").unlink()
        with self.assertRaisesRegex(AssemblyError, "Catalogues/fr/app.json do not exist"):
            self.gather()


if __name__ == "__main__":
    unittest.main()

import tempfile
import unittest

import folder_rules
from fixture import package
from module_rules import ModuleRules
from package import PackageError, target

RULES = {
    "platform": ["Foundation"],
    "test_platform": ["Testing"],
    "groups": {"low": ["Wire"], "all": ["@low", "RPC"]},
    "module": [
        {"modules": ["Wire"], "uses": [], "without": ["Foundation"]},
        {"modules": ["RPC"], "uses": ["@low", "NIOCore"]},
        {"modules": ["larder-*"], "uses": ["@all"]},
        {"modules": ["*Tests"], "uses": ["*"]},
    ],
}


class ModuleTests(unittest.TestCase):
    def check(self, targets, files):
        with tempfile.TemporaryDirectory() as folder:
            return [str(each) for each in ModuleRules(RULES).violations(package(folder, targets, files))]

    def test_what_the_rules_allow(self):
        targets = {"Wire": ("S/Wire", []), "RPC": ("S/RPC", ["Wire", "NIOCore"]), "larder-a": ("S/A", ["RPC", "Wire"])}
        files = {
            "S/Wire/W.swift": "struct Frame {}\n",
            "S/RPC/R.swift": "import Foundation\nimport NIOCore\nimport Wire\n",
            "S/A/A.swift": "import RPC\npublic import Wire\n",
        }
        self.assertEqual(self.check(targets, files), [])

    def test_an_import_against_its_rule_names_file_line_and_rule(self):
        found = self.check({"Wire": ("S/Wire", [])}, {"S/Wire/W.swift": "// a\nimport RPC\n"})
        self.assertEqual(found, ["S/Wire/W.swift:2: Wire must not import RPC (rule for Wire in dependencies.toml)"])

    def test_a_dependency_of_the_manifest_against_its_rule(self):
        found = self.check({"RPC": ("S/RPC", []), "Wire": ("S/Wire", ["RPC"])}, {})
        self.assertEqual(found, ["Package.swift:2: Wire must not import RPC (rule for Wire in dependencies.toml)"])

    def test_a_service_must_not_import_another(self):
        targets = {"larder-a": ("S/A", ["larder-b"]), "larder-b": ("S/B", [])}
        found = self.check(targets, {"S/A/A.swift": "import larder_b\n"})
        self.assertEqual(len(found), 2)
        self.assertIn("S/A/A.swift:1: larder-a must not import larder-b", found[1])

    def test_what_the_platform_gives_can_be_withheld(self):
        found = self.check({"Wire": ("S/Wire", [])}, {"S/Wire/W.swift": "import Foundation\n"})
        self.assertIn("Wire must not import Foundation", found[0])

    def test_testing_is_for_tests_alone(self):
        self.assertEqual(self.check({"WireTests": ("Tests/W", [])}, {"Tests/W/T.swift": "import Testing\n"}), [])
        found = self.check({"RPC": ("S/RPC", [])}, {"S/RPC/R.swift": "import Testing\n"})
        self.assertIn("RPC must not import Testing", found[0])

    def test_an_import_has_to_be_among_the_dependencies(self):
        found = self.check({"Wire": ("S/Wire", []), "RPC": ("S/RPC", [])}, {"S/RPC/R.swift": "import Wire\n"})
        self.assertIn("which Package.swift does not list", found[0])

    def test_a_module_without_a_rule(self):
        self.assertIn("no rule of dependencies.toml", self.check({"Other": ("S/Other", [])}, {})[0])

    def test_a_rule_without_a_module(self):
        with tempfile.TemporaryDirectory() as folder:
            small = package(folder, {"Wire": ("S/Wire", []), "RPC": ("S/RPC", [])}, {})
            self.assertEqual(list(ModuleRules(RULES).unused(small)), ["larder-*", "*Tests"])

    def test_a_folder_within_another_target_belongs_to_the_inner_one(self):
        targets = {"RPC": ("S/RPC", []), "Wire": ("S/RPC/Wire", [])}
        found = self.check(targets, {"S/RPC/Wire/W.swift": "import NIOCore\n"})
        self.assertEqual(found, ["S/RPC/Wire/W.swift:1: Wire must not import NIOCore (rule for Wire in dependencies.toml)"])

    def test_a_dependency_of_an_unknown_kind_is_refused(self):
        with self.assertRaises(PackageError):
            target({"name": "A", "type": "regular", "path": "A", "dependencies": [{"plugin": ["B"]}]})


class FolderTests(unittest.TestCase):
    ENTRIES = [{"module": "RPC", "uses": {"Core": [], "Client": ["Core"], "Server": ["Core"]}}]

    def check(self, files):
        with tempfile.TemporaryDirectory() as folder:
            return [str(each) for each in folder_rules.violations(self.ENTRIES, package(folder, {"RPC": ("RPC", [])}, files))]

    def test_names_may_go_one_way(self):
        files = {"RPC/Core/Status.swift": "struct Status {}\n", "RPC/Client/Call.swift": "class Call { var s: Status }\n"}
        self.assertEqual(self.check(files), [])

    def test_a_name_the_other_way(self):
        files = {"RPC/Core/Status.swift": "struct Status {\n  var c: Call?\n}\n", "RPC/Client/Call.swift": "class Call {}\n"}
        self.assertEqual(self.check(files), ["RPC/Core/Status.swift:2: RPC/Core must not name Call of RPC/Client"])

    def test_comments_strings_and_private_types_are_no_names(self):
        files = {
            "RPC/Core/Status.swift": '// Call\nlet a = "Call"\nprivate struct Server {}\n',
            "RPC/Client/Call.swift": "class Call {}\n",
            "RPC/Server/Own.swift": "private struct Own {}\n",
        }
        self.assertEqual(self.check(files), [])

    def test_a_type_that_two_folders_declare_may_be_named_where_one_of_them_may(self):
        files = {"RPC/Server/A.swift": "struct Peer {}\n", "RPC/Client/B.swift": "struct Peer {}\nlet p: Peer\n"}
        self.assertEqual(self.check(files), [])

    def test_a_folder_without_a_rule(self):
        self.assertIn("what RPC/Other may name", self.check({"RPC/Other/A.swift": "struct A {}\n"})[0])
        self.assertIn("what RPC/. may name", self.check({"RPC/A.swift": "struct A {}\n"})[0])

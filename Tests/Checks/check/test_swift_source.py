import pathlib
import tempfile
import unittest

from swift_source import SwiftFile, code


def file_of(text):
    with tempfile.TemporaryDirectory() as folder:
        (pathlib.Path(folder) / "A.swift").write_text(text)
        return SwiftFile(folder, "A.swift")


class CodeTests(unittest.TestCase):
    def test_comments_become_blanks_and_lines_stay(self):
        text = "let a = 1 // Wire\n/* one /* two */\nstill */ let b = 2\n"
        self.assertEqual(code(text).split("\n")[0].rstrip(), "let a = 1")
        self.assertEqual(code(text).split("\n")[2].strip(), "let b = 2")
        self.assertEqual(code(text).count("\n"), text.count("\n"))

    def test_string_literals_become_blanks(self):
        self.assertNotIn("Wire", code('let a = "Wire \\"Wire\\" // Wire"'))
        self.assertNotIn("Wire", code('let a = """\n  Wire "quoted" Wire\n  """'))
        self.assertNotIn("Wire", code('let a = #"Wire \\(Wire) "Wire""#'))

    def test_interpolated_code_stays(self):
        self.assertIn("Wire.version", code('let a = "v \\(Wire.version) end"'))
        self.assertIn("Wire", code('let a = #"v \\#(Wire.self)"#'))
        self.assertIn("Inner", code('let a = "\\(list.map { "x \\(Inner($0))" }.joined(separator: ")"))" + Outer.text'))
        self.assertIn("Outer", code('let a = "\\(list.map { "x \\(Inner($0))" }.joined(separator: ")"))" + Outer.text'))

    def test_code_behind_an_unfinished_literal_is_not_lost(self):
        self.assertIn("Wire", code('let a = "unfinished\nlet b = Wire.self'))


class SwiftFileTests(unittest.TestCase):
    def test_imports_with_their_lines(self):
        file = file_of("import NIOCore\n\n@testable import larder_budget\npublic import struct Wire.Frame\n// import TLS\n")
        found = [(each.name, each.line) for each in file.imports]
        self.assertEqual(found, [("NIOCore", 1), ("larder_budget", 3), ("Wire", 4)])

    def test_declared_types_are_the_top_level_ones_that_others_can_name(self):
        file = file_of(
            "public struct Outer {\n  struct Inner {}\n}\nprivate final class Hidden {}\nfileprivate enum Also {}\n"
            "@available(*, deprecated) package actor Worker {}\ntypealias Name = String\nextension Foreign { class Nested {} }\n"
        )
        self.assertEqual(file.declared_types, {"Outer", "Worker", "Name"})

    def test_names_leave_out_members(self):
        file = file_of("let a: Frame = Status.Code.ok\n")
        self.assertEqual([each.name for each in file.names], ["Frame", "Status"])

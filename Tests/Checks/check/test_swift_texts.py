import json
import pathlib
import tempfile
import unittest

import swift_texts
import texts

RULES = {"swift": {"sources": ["Services"], "checked": ["Services"]}}
AREAS = '[areas.auth]\nswift = "Services/Auth/AuthTexts.swift"\naccess = "internal"\n'
ENGLISH = {"taken": "It is taken.", "rule.name": "must be a name"}
PAGE = "throw Status(.alreadyExists, .auth.taken)\nreject(field, .auth\n    .ruleName)\n"


class SwiftTextTests(unittest.TestCase):
    def check(self, page=PAGE, english=None, rules=None, files=None):
        """The violations of a service with one file and one area."""
        with tempfile.TemporaryDirectory() as folder:
            root = pathlib.Path(folder)
            written = {
                "Shared/Texts/areas.toml": AREAS,
                "Shared/Texts/Catalogues/en/auth.json": json.dumps(ENGLISH if english is None else english, indent=2),
                "Services/Auth/Names.swift": page,
                "Services/Auth/AuthTexts.swift": 'var generated = Status(.internalError, "A sentence.") // .auth.unused',
                **(files or {}),
            }
            for path, text in written.items():
                (root / path).parent.mkdir(parents=True, exist_ok=True)
                (root / path).write_text(text)
            found = swift_texts.violations(root, rules or RULES, lambda area: texts.Catalogue(root, "en", area))
            return [str(each).replace("Shared/Texts/Catalogues/", "") for each in found]

    def test_used_texts_pass(self):
        self.assertEqual(self.check(), [])

    def test_a_text_that_no_source_uses_fails(self):
        self.assertEqual(self.check(english=ENGLISH | {"unused": "Never."}), ["en/auth.json:4: unused is used nowhere"])

    def test_comments_and_literals_use_no_text(self):
        page = 'throw Status(.alreadyExists, .auth.taken)\n// .auth.ruleName\nlet name = ".auth.ruleName"\n'
        self.assertEqual(self.check(page), ["en/auth.json:3: rule.name is used nowhere"])

    def test_the_text_of_an_interpolation_is_used(self):
        page = 'throw Status(.alreadyExists, .auth.taken)\nlet line = "\\(LocalizedText.auth.ruleName)"\n'
        self.assertEqual(self.check(page), [])

    def test_a_member_of_another_name_uses_no_text(self):
        page = PAGE.replace(".ruleName", ".ruleNames")
        self.assertEqual(self.check(page), ["en/auth.json:3: rule.name is used nowhere"])

    def test_an_area_without_texts_fails(self):
        self.assertEqual(
            self.check("", english={}), ["en/auth.json:1: has no texts; Shared/Texts/areas.toml names its area"]
        )

    def test_sentences_of_failures_fail_at_their_lines(self):
        cases = {
            'throw Status(\n    .notFound,\n    "There is none.",\n    reason: .none\n)': (3, "Status"),
            'list.append(FieldViolation("name", "It must be short."))': (1, "FieldViolation"),
            'violations.append(.init("name", "It must be short."))': (1, "violations.append"),
            'throw .invalid([.init("name", "It must be short.")])': (1, "invalid"),
            'validator.reject("name", "must be \\(least) or more")': (1, "reject"),
            'let rule: LocalizedText = .verbatim("must be short")': (1, "verbatim"),
            'throw Status(.notFound, "\\(name) is not here, \\(other)")': (1, "Status"),
            'throw Status(.notFound, """\n    There is none.\n    """)': (1, "Status"),
        }
        for source, (line, name) in cases.items():
            with self.subTest(source):
                (found,) = self.check(PAGE + source)
                self.assertTrue(found.startswith(f"Services/Auth/Names.swift:{line + 3}: {name} has a sentence"), found)

    def test_a_sentence_within_two_calls_is_named_once(self):
        self.assertEqual(len(self.check(PAGE + 'throw Status.invalid([Status.FieldViolation("name", "It is wrong.")])')), 1)

    def test_what_is_no_sentence_passes(self):
        source = (
            'throw Status(.notFound, .auth.taken, reason: "NAME_TAKEN")\n'
            'validator.reject("items[\\(index)].name", .auth.taken)\n'
            'validator.reject("unit", .auth.rule(values: "each, kg, g", last: "ml"))\n'
            'log.warning("the catalog cannot be refreshed", metadata: ["error": "\\(error)"])\n'
            'let text = name.verbatim("name")\n'
        )
        self.assertEqual(self.check(PAGE + source), [])

    def test_other_folders_may_have_sentences(self):
        rules = {"swift": {"sources": ["Services", "Shared"], "checked": ["Services"]}}
        files = {"Shared/RPC/Call.swift": 'throw Status(.internalError, "The message is damaged.")'}
        self.assertEqual(self.check(rules=rules, files=files), [])

    def test_listed_files_may_have_sentences(self):
        entry = {"file": "Services/Auth/Names.swift", "reason": "Developers alone meet them."}
        rules = {"swift": RULES["swift"] | {"developers": [entry]}}
        self.assertEqual(self.check(PAGE + 'throw Status(.internalError, "There is none.")', rules=rules), [])

    def test_entries_need_a_sentence_and_a_reason(self):
        rules = {"swift": RULES["swift"] | {"developers": [{"file": "Services/Auth/Names.swift"}]}}
        self.assertEqual(
            self.check(rules=rules),
            [
                "Tests/Checks/rules/texts.toml:1: lists Services/Auth/Names.swift, which has no sentence for developers",
                "Tests/Checks/rules/texts.toml:1: has no reason for Services/Auth/Names.swift",
            ],
        )


if __name__ == "__main__":
    unittest.main()

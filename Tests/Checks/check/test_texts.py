import json
import pathlib
import tempfile
import unittest

import spelling
import texts

RULES = {
    "areas": {"app": {"sources": ["Services/Web/app"], "functions": ["text"], "same": ["mark"]}},
    "spelling": {"dictionaries": {"en": "en_GB", "fr": "fr_FR"}, "words": {"all": ["Larder"], "fr": []}},
}
ENGLISH = {"log.title": "Purchases", "log.count": {"one": "{count} purchase", "other": "{count} purchases"}, "mark": "OK"}
FRENCH = {"log.title": "Achats", "log.count": {"one": "{count} achat", "other": "{count} achats"}, "mark": "OK"}
PAGE = 'show(text("log.title"), text("log.count", { count }), text("mark"));\n'


class TextTests(unittest.TestCase):
    def check(self, english=None, french=None, page=PAGE, english_source=None, rule=texts.violations):
        """The violations of catalogues in which some texts are others; None removes a text."""
        with tempfile.TemporaryDirectory() as folder:
            root = pathlib.Path(folder)
            for language, entries, changes in (("en", ENGLISH, english), ("fr", FRENCH, french)):
                path = root / f"Shared/Texts/Catalogues/{language}/app.json"
                path.parent.mkdir(parents=True)
                changed = {key: value for key, value in (entries | (changes or {})).items() if value is not None}
                path.write_text(json.dumps(changed, ensure_ascii=False, indent=2))
            if english_source:
                (root / "Shared/Texts/Catalogues/en/app.json").write_text(english_source)
            (root / "Services/Web/app/log").mkdir(parents=True)
            (root / "Services/Web/app/log/page.js").write_text(page)
            return [str(each).replace("Shared/Texts/Catalogues/", "") for each in rule(root, RULES)]

    def test_complete_texts_pass(self):
        self.assertEqual(self.check(), [])

    def test_a_text_that_a_language_lacks_is_named_at_its_line(self):
        found = self.check(french={"log.title": None})
        self.assertEqual(found, ["en/app.json:2: log.title is missing in fr/app.json"])

    def test_a_text_that_only_a_translation_has_is_named(self):
        found = self.check(french={"log.more": "Plus"}, page=PAGE + 'text("log.title")')
        self.assertEqual(found, ["fr/app.json:8: log.more is missing in en/app.json"])

    def test_an_untranslated_text_fails_unless_it_is_listed(self):
        found = self.check(french={"log.title": "Purchases"})
        self.assertIn("fr/app.json:2: log.title is not translated; texts.toml lists what is the same in all languages", found)

    def test_a_text_without_words_needs_no_translation(self):
        self.assertEqual(self.check({"log.title": "{a} · {b}"}, {"log.title": "{a} · {b}"}), [])

    def test_what_is_listed_as_the_same_must_be(self):
        self.assertEqual(
            self.check(french={"mark": "Bon"}),
            ["fr/app.json:7: mark is listed as the same in all languages, and is not"],
        )

    def test_a_sentence_within_elements_fails(self):
        found = self.check(page=PAGE + 'html`<p class="a">Nothing ${text("mark")} here</p>`')
        self.assertEqual(
            found,
            ["Services/Web/app/log/page.js:2: shows “Nothing … here”, which belongs into en/app.json"],
        )

    def test_a_sentence_in_an_attribute_that_is_read_fails(self):
        found = self.check(page=PAGE + 'html`<img alt="A house" src="/a b.png" />`')
        self.assertEqual(found, ["Services/Web/app/log/page.js:2: shows “A house”, which belongs into en/app.json"])

    def test_elements_with_texts_of_the_catalogue_pass(self):
        page = PAGE + 'html`<p class="a b" onClick=${() => go("x")}>${text("mark")} · 2 ×</p>`; css`p { color: red }`'
        self.assertEqual(self.check(page=page), [])

    def test_other_placeholders_fail(self):
        self.assertEqual(
            self.check({"log.title": "Purchases of {name}"}, {"log.title": "Achats de {nom}"}),
            ["fr/app.json:2: log.title has other placeholders than in en/app.json"],
        )

    def test_a_plural_form_without_the_number_passes(self):
        self.assertEqual(self.check({"log.count": {"one": "one purchase", "other": "{count} purchases"}}), [])

    def test_missing_and_unknown_plural_forms_fail(self):
        self.assertEqual(
            self.check(french={"log.count": {"one": "{count} achat", "few": "{count} achats"}}),
            ["fr/app.json:3: log.count needs the plural forms one, other, and has few, one"],
        )

    def test_plural_forms_in_one_language_alone_fail(self):
        self.assertEqual(
            self.check(french={"log.count": "{count} achats"}),
            ["fr/app.json:3: log.count has plural forms in one language alone"],
        )

    def test_empty_texts_and_blanks_fail(self):
        sentence = "log.title is empty, is no text or has blanks at its ends"
        self.assertEqual(self.check(french={"log.title": ""}), [f"fr/app.json:2: {sentence}"])
        self.assertEqual(self.check(french={"log.title": "Achats "}), [f"fr/app.json:2: {sentence}"])

    def test_a_space_where_french_lines_must_not_break_fails(self):
        sentence = "log.title has a space beside punctuation where a no-break space belongs"
        for title in ["Achats ?", "« Achats\u00a0»", "\u00ab\u00a0Achats »", "Achats : tout"]:
            self.assertEqual(self.check(french={"log.title": title}), [f"fr/app.json:2: {sentence}"])
        self.assertEqual(self.check(french={"log.title": "«\u00a0Achats\u00a0»\u00a0: tout"}), [])

    def test_an_unused_text_fails(self):
        found = self.check(page='text("log.title"); text("mark")')
        self.assertEqual(found, ["en/app.json:3: log.count is used nowhere"])

    def test_a_name_without_a_text_fails(self):
        found = self.check(page=PAGE + 'text("log.titel"); const keys = ["log.none", "log.title"];')
        sentence = "which en/app.json does not have"
        self.assertEqual(
            found,
            [
                f"Services/Web/app/log/page.js:2: names the text log.titel, {sentence}",
                f"Services/Web/app/log/page.js:2: names the text log.none, {sentence}",
            ],
        )

    def test_names_that_are_put_together_use_all_texts_that_fit(self):
        self.assertEqual(self.check(page='text(`log.${which}`); text(`mark`); import "./log.js"; text(`${name}.title`);'), [])

    def test_a_name_put_together_that_fits_no_text_fails(self):
        found = self.check(page=PAGE + "text(`state.${name}`)")
        self.assertEqual(
            found,
            ["Services/Web/app/log/page.js:2: names the text state.…, which en/app.json does not have"],
        )

    def test_a_name_of_variables_alone_fails(self):
        (found,) = self.check(page=PAGE + "text(`${area}.${name}`)")
        self.assertIn("page.js:2: names texts by variables alone", found)

    def test_a_text_that_is_there_twice_fails(self):
        with self.assertRaisesRegex(ValueError, "en/app.json: mark is there twice"):
            self.check(english_source='{ "mark": "OK", "mark": "Good" }')

    def test_words_that_no_dictionary_has_fail_in_their_language(self):
        found = self.check(
            {"log.title": "Larder's purchases, achat"},
            {"log.title": "L’achat de {name}, purchases, rendez-vous"},
            rule=spelling.violations,
        )
        self.assertEqual(
            found,
            [
                "en/app.json:2: log.title has the word achat, which is in no dictionary of en",
                "fr/app.json:2: log.title has the word purchases, which is in no dictionary of fr",
            ],
        )

    def test_names_of_options_and_variables_are_no_words(self):
        found = self.check(french={"log.title": "Achats : --no-taxes, LARDER_LANGUAGE"}, rule=spelling.violations)
        self.assertEqual(found, [])

    def test_a_missing_dictionary_is_reported(self):
        with self.assertRaisesRegex(ValueError, "hunspell failed for xx_YY"):
            spelling.misspelled({"word"}, "xx_YY")


if __name__ == "__main__":
    unittest.main()

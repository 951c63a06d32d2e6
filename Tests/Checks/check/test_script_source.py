import unittest

import script_source


class ScriptSourceTests(unittest.TestCase):
    def found(self, source):
        return [(literal.parts, literal.line, literal.called) for literal in script_source.literals(source)]

    def test_strings_have_their_line_and_the_function_that_takes_them(self):
        self.assertEqual(
            self.found('const a = "b";\nshow(text("log.title", {}), \'c\\\'d\');'),
            [(("b",), 1, ""), (("log.title",), 2, "text"), (("c'd",), 2, "")],
        )

    def test_templates_are_what_is_around_their_expressions(self):
        self.assertEqual(self.found("text(`state.${name}.title`)"), [(("state.", ".title"), 1, "text")])

    def test_literals_within_templates_are_found(self):
        source = "html`<p>It's ${isOpen ? text(\"a.b\") : html`<b>${{ c: 'd' }.c}</b>`} here</p>`"
        self.assertEqual(
            self.found(source),
            [(("<p>It's ", " here</p>"), 1, ""), (("a.b",), 1, "text"), (("<b>", "</b>"), 1, ""), (("d",), 1, "")],
        )

    def test_comments_are_none(self):
        self.assertEqual(self.found("// it's 'a'\n/* \"b\" */ x('c')"), [(("c",), 2, "x")])

    def test_quotes_in_regular_expressions_are_none(self):
        self.assertEqual(
            self.found("""a.replace(/["'/\\]]/g, "b"); c = 4 / 2 / f('d');"""),
            [(("b",), 1, ""), (("d",), 1, "f")],
        )

    def test_a_string_that_is_not_closed_ends_with_its_line(self):
        self.assertEqual(self.found("a('b\nc('d')"), [(("b",), 1, "a"), (("d",), 2, "c")])


if __name__ == "__main__":
    unittest.main()

"""The literals of a script: enough of JavaScript's syntax to tell them from comments, code and expressions."""

import dataclasses
import re

# A slash behind one of these begins a regular expression; behind anything else it divides.
BEFORE_EXPRESSION = re.compile(r"(?:^|[(,=:\[!&|?{};+\-*%<>~^]|=>|\b(?:return|typeof|case|in|of|await|new))\s*$")
CALLED = re.compile(r"(\w+)\s*\(\s*$")
TAG = re.compile(r"(?<![\w.])(\w+)$")
ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f", "v": "\v", "0": "\0", "\n": ""}


@dataclasses.dataclass(frozen=True)
class Literal:
    """A string, or a template as the texts around its expressions.

    `called` is the function whose first argument it is, and `tag` the one that a template is tagged with; "" for none.
    """

    parts: tuple
    line: int
    called: str
    tag: str = ""


def literals(source):
    """All literals of a script, those within expressions of templates too."""
    return Scanner(source).run()


class Scanner:
    """Reads a script once, from its beginning to its end."""

    def __init__(self, source):
        self.source = source
        self.position = 0
        # By the position where it begins.
        self.found = {}

    def run(self):
        self.code(until=None)
        return [self.found[start] for start in sorted(self.found)]

    def code(self, until):
        """Reads code up to the end, or to the brace that closes an expression of a template."""
        depth = 0
        while self.position < len(self.source):
            character = self.source[self.position]
            if character in "\"'":
                self.string(character)
            elif character == "`":
                self.template()
            elif character == "/":
                self.slash()
            elif character == until and depth == 0:
                self.position += 1
                return
            else:
                depth += (character == "{") - (character == "}")
                self.position += 1

    def slash(self):
        """Skips a comment or a regular expression; a division is one character."""
        if self.source.startswith("//", self.position):
            self.skip_behind("\n", self.position)
        elif self.source.startswith("/*", self.position):
            self.skip_behind("*/", self.position + 2)
        elif BEFORE_EXPRESSION.search(self.source[max(0, self.position - 40) : self.position]):
            found = re.compile(r"/(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\[\n])+/").match(self.source, self.position)
            self.position = found.end() if found else self.position + 1
        else:
            self.position += 1

    def skip_behind(self, end, start):
        found = self.source.find(end, start)
        self.position = len(self.source) if found < 0 else found + len(end)

    def string(self, quote):
        start = self.position
        self.position += 1
        text = ""
        while self.position < len(self.source) and self.source[self.position] not in (quote, "\n"):
            text += self.character()
        self.position += 1
        self.add(start, (text,))

    def template(self):
        start = self.position
        self.position += 1
        parts = [""]
        while self.position < len(self.source) and self.source[self.position] != "`":
            if self.source.startswith("${", self.position):
                self.position += 2
                self.code(until="}")
                parts.append("")
            else:
                parts[-1] += self.character()
        self.position += 1
        tag = TAG.search(self.source[max(0, start - 80) : start])
        self.add(start, tuple(parts), tag.group(1) if tag else "")

    def character(self):
        """One character of a literal, with its escape resolved. Codes of characters stay as they are written."""
        character = self.source[self.position]
        self.position += 1
        if character == "\\" and self.position < len(self.source):
            escaped = self.source[self.position]
            self.position += 1
            return ESCAPES.get(escaped, escaped)
        return character

    def add(self, start, parts, tag=""):
        called = CALLED.search(self.source[max(0, start - 80) : start])
        line = self.source.count("\n", 0, start) + 1
        self.found[start] = Literal(parts, line, called.group(1) if called else "", tag)

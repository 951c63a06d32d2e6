"""Swift source text: code without comments and literals, and what it imports, declares and names."""

import dataclasses
import functools
import pathlib
import re

OPENING = re.compile(r'//|/\*|(#*)("""|")')
IMPORT = re.compile(
    r"^\s*(?:@\w+(?:\([^)]*\))?\s+)*(?:(?:public|package|internal|fileprivate|private)\s+)?import\s+"
    r"(?:(?:struct|class|enum|protocol|typealias|func|let|var)\s+)?(\w+)",
    re.MULTILINE,
)
TYPE = re.compile(r"(?<![\w.])(?:struct|class|enum|actor|protocol|typealias)\s+(\w+)")
HIDDEN = re.compile(r"(?<!\w)(?:private|fileprivate)\s[\w\s@()]*$")
NAME = re.compile(r"(?<![\w.])[A-Z]\w*")


@dataclasses.dataclass(frozen=True)
class Occurrence:
    """A name and the line, from 1, on which it stands."""

    name: str
    line: int


def code(text):
    """The text with comments and literals as blanks; interpolated code is kept, and so is every line break."""
    kept, position = [], 0
    while found := OPENING.search(text, position):
        kept.append(text[position : found.start()])
        if found.group() == "//":
            end = text.find("\n", found.end())
            position = len(text) if end < 0 else end
        elif found.group() == "/*":
            position = end_of_comment(text, found.end())
            kept.append(blank(text[found.start() : position]))
        else:
            literal, position = code_of_literal(text, found)
            kept.append(literal)
    kept.append(text[position:])
    return "".join(kept)


def blank(text):
    """As many line breaks as the text has."""
    return " " + "\n" * text.count("\n")


def end_of_comment(text, position):
    """Where a block comment ends whose opening is before the position; block comments nest."""
    depth = 1
    for found in re.compile(r"/\*|\*/").finditer(text, position):
        depth += 1 if found.group() == "/*" else -1
        if depth == 0:
            return found.end()
    return len(text)


def code_of_literal(text, opening):
    """The code interpolated in a string literal, and where the literal ends."""
    hashes, quote = opening.groups()
    interesting = re.compile(rf"\\{hashes}\(|\\{hashes}.|{quote}{hashes}|\n", re.DOTALL)
    kept, position = [" "], opening.end()
    while found := interesting.search(text, position):
        position = found.end()
        if found.group() == quote + hashes:
            break
        if found.group() == f"\\{hashes}(":
            end = end_of_interpolation(text, position)
            kept.append(f" {code(text[position:end])} ")
            position = end
        elif found.group() == "\n":
            kept.append("\n")
            if len(quote) == 1:
                break
        else:
            kept.append(blank(found.group()))
    else:
        position = len(text)
    return "".join(kept), position


def end_of_interpolation(text, position):
    """Where the parenthesis is that closes an interpolation opened before the position."""
    depth, boundary = 1, re.compile(r'[()]|(#*)("""|")')
    while found := boundary.search(text, position):
        position = found.end()
        if found.group() == "(":
            depth += 1
        elif found.group() == ")":
            depth -= 1
            if depth == 0:
                return found.start()
        else:
            _, position = code_of_literal(text, found)
    return len(text)


def occurrences(pattern, text, group=0):
    """Every match of a pattern, with its line."""
    line, position = 1, 0
    for found in pattern.finditer(text):
        start = found.start(group)
        line += text.count("\n", position, start)
        position = start
        yield Occurrence(found.group(group), line)


class SwiftFile:
    """One source file; what is asked of it is computed once."""

    def __init__(self, root, path):
        self.path = path
        self.text = (pathlib.Path(root) / path).read_text()

    @functools.cached_property
    def code(self):
        """The text without comments and literals."""
        return code(self.text)

    @property
    def line_count(self):
        """Lines, blank ones and comments included."""
        return self.text.count("\n")

    @functools.cached_property
    def imports(self):
        """The modules that it imports."""
        return list(occurrences(IMPORT, self.code, 1))

    @functools.cached_property
    def declared_types(self):
        """The names of its top-level types that other files can name."""
        return {name for name, hidden in self.top_level_types() if not hidden}

    @functools.cached_property
    def names(self):
        """The capitalized identifiers it uses, other than members of something."""
        return list(occurrences(NAME, self.code))

    def top_level_types(self):
        """Every type that is declared outside of braces, and whether it is private."""
        depth, position = 0, 0
        for found in TYPE.finditer(self.code):
            between = self.code[position : found.start()]
            depth += between.count("{") - between.count("}")
            position = found.start()
            if depth == 0:
                yield found.group(1), bool(HIDDEN.search(self.code[: found.start()]))

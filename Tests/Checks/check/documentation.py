"""The share of public and package declarations that have a documentation comment, for each module."""

import dataclasses
import re

from swift_source import Occurrence

MODIFIER = r"(?:@\w+(?:\([^)]*\))?|\w+\(set\)|nonisolated(?:\(\w+\))?|unowned(?:\(\w+\))?|\w+)"
KEYWORD = r"(?:func|var|let|init|subscript|struct|class|enum|actor|protocol|typealias|associatedtype|case)"
DECLARATION = re.compile(
    rf"^[ \t]*((?:{MODIFIER}[ \t]+)*)(?:public|package|open)[ \t]+((?:{MODIFIER}[ \t]+)*?){KEYWORD}\b", re.MULTILINE
)
PROTOCOL = re.compile(r"^[ \t]*(?:@\w+[ \t]+)*(?:public|package)[ \t]+protocol[ \t]+\w+[^{]*\{", re.MULTILINE)
REQUIREMENT = re.compile(
    rf"^[ \t]*(?:{MODIFIER}[ \t]+)*?(?:func|var|init|subscript|associatedtype)\b", re.MULTILINE
)


@dataclasses.dataclass(frozen=True)
class Share:
    """How many declarations there are, and where those are that have no comment."""

    total: int
    undocumented: tuple

    @property
    def value(self):
        """The documented share, from 0 to 1."""
        return 1 - len(self.undocumented) / self.total if self.total else 1.0


def share(files):
    """What the files of one module declare for others."""
    total, missing = 0, []
    for file in files:
        lines = file.text.split("\n")
        for found in declarations(file.code):
            total += 1
            if not is_documented(lines, found.line):
                missing.append((file.path, found.line))
    return Share(total, tuple(missing))


def declarations(code):
    """The public and package declarations, and the requirements of public and package protocols."""
    for found in DECLARATION.finditer(code):
        # What overrides has the documentation of what it overrides.
        if "override" not in (found.group(1) + found.group(2)).split():
            yield Occurrence(found.group().strip(), line_at(code, found))
    for found in PROTOCOL.finditer(code):
        body, start = body_at_depth_one(code, found.end())
        for requirement in REQUIREMENT.finditer(body):
            line = code.count("\n", 0, start) + line_at(body, requirement)
            yield Occurrence(requirement.group().strip(), line)


def line_at(text, found):
    """The line of a match."""
    return text.count("\n", 0, found.start()) + 1


def body_at_depth_one(code, start):
    """A body from behind its opening brace, with what is in inner braces as blanks, and where it starts."""
    depth, kept, position = 1, [], start
    while depth > 0 and position < len(code):
        character = code[position]
        depth += {"{": 1, "}": -1}.get(character, 0)
        kept.append(character if depth == 1 or character == "\n" else " ")
        position += 1
    return "".join(kept), start


def is_documented(lines, line):
    """Whether a documentation comment stands above a declaration and its attributes."""
    above = line - 2
    while above >= 0 and lines[above].lstrip().startswith(("@", "#if", "//")):
        if lines[above].lstrip().startswith("///"):
            return True
        above -= 1
    return False


def below(data, package):
    """A line for each module, as (name, share, minimum)."""
    goal, minimum = data["goal"], data.get("minimum", {})
    for target in package.targets:
        if target.is_test or target.kind == "system" or target.name in data.get("generated", ()):
            continue
        found = share(package.sources(target.name))
        if found.total:
            yield target.name, found, min(goal, minimum.get(target.name, goal))

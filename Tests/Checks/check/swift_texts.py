"""The texts of catalogues in Swift: none is unused, and no sentence for people is beside them."""

import json
import pathlib
import re
import tomllib

from swift_source import OPENING, blank, code_of_literal, end_of_comment
from violation import Violation

AREAS = "Shared/Texts/areas.toml"
RULES = "Tests/Checks/rules/texts.toml"
# What carries a sentence to a person.
CALL = re.compile(r"(?<!\w)(Status|FieldViolation|reject|verbatim|notFound|invalid|violations\.append)\s*\(")
# Stands for a literal with a sentence in source whose literals are blanks.
SENTENCE = "\x01"
WORDS = re.compile(r"[A-Za-z]{2,} [a-z]")


def violations(root, rules, catalogue_of):
    """Texts that no source uses, and sentences of sources that are no texts."""
    root = pathlib.Path(root)
    swift = rules.get("swift")
    if swift is None:
        return
    areas = tomllib.loads((root / AREAS).read_text())["areas"]
    generated = {rule["swift"] for rule in areas.values()}
    sources = {path: marked(text) for path, text in read(root, swift["sources"]) if path not in generated}
    for area in areas:
        yield from unused(catalogue_of(area), area, sources)
    yield from sentences(root, swift, sources)


def read(root, folders):
    """The Swift files below some folders, with their paths from the root."""
    for folder in folders:
        for path in sorted((root / folder).rglob("*.swift")):
            yield path.relative_to(root).as_posix(), path.read_text()


def unused(catalogue, area, sources):
    """The texts of an area of which no source names the member."""
    pattern = re.compile(rf"\.{area}\s*\.\s*(\w+)")
    used = {name for text in sources.values() for name in pattern.findall(text)}
    if not catalogue.entries:
        yield Violation(catalogue.path, 1, f"has no texts; {AREAS} names its area")
    for key in catalogue.entries:
        if member(key) not in used:
            yield catalogue.violation(key, "is used nowhere")


def member(key):
    """The name of a text's member in Swift."""
    first, *more = re.split(r"[._-]", key)
    return first + "".join(part[:1].upper() + part[1:] for part in more)


def sentences(root, swift, sources):
    """Sentences in English that carry a failure to a person, but for those of listed files."""
    listed = {entry["file"]: entry for entry in swift.get("developers", [])}
    found = {}
    for path, text in sources.items():
        if any(path.startswith(f"{folder}/") for folder in swift["checked"]):
            found[path] = list(calls_with_sentences(text))
    for path, calls in found.items():
        if path in listed:
            continue
        for line, name in calls:
            yield Violation(path, line, f"{name} has a sentence that is no text of a catalogue; {RULES} lists those of developers")
    for path, entry in listed.items():
        if not found.get(path):
            yield Violation(RULES, line_of(root, path), f"lists {path}, which has no sentence for developers")
        if not entry.get("reason"):
            yield Violation(RULES, line_of(root, path), f"has no reason for {path}")


def line_of(root, path):
    """The line of the rules that names a file."""
    path_of_rules = root / RULES
    text = path_of_rules.read_text() if path_of_rules.is_file() else ""
    return text.count("\n", 0, max(text.find(json.dumps(path)), 0)) + 1


def calls_with_sentences(text):
    """The line and the name of each call whose arguments have a sentence, outermost calls first."""
    covered = 0
    for call in CALL.finditer(text):
        end = closing(text, call.end())
        position = text.find(SENTENCE, max(call.end(), covered), end)
        if position >= 0:
            covered = end
            yield text.count("\n", 0, position) + 1, call.group(1)


def closing(text, position):
    """Where the parenthesis is that closes one opened before the position."""
    depth = 1
    for found in re.compile(r"[()]").finditer(text, position):
        depth += 1 if found.group() == "(" else -1
        if depth == 0:
            return found.start()
    return len(text)


def marked(text):
    """The code, in which a mark stands for each literal with a sentence; line breaks stay."""
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
            # Broken lines of a literal are one sentence.
            content = re.sub(r"\\?\n\s*", "", re.sub(r"\\\([^()]*(?:\([^()]*\)[^()]*)*\)", "", text[found.end() : position]))
            kept.append((SENTENCE if WORDS.search(content) else "") + literal)
    kept.append(text[position:])
    return "".join(kept)

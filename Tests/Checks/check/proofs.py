"""The tests that pages name as proof, as `Folder/File`: "title", "title"."""

import pathlib
import re

from violation import Violation

TITLE = r'"[^"\n]+"'
PROOF = re.compile(rf"`([\w/]+Tests)`: ({TITLE}(?:, {TITLE})*)")
# A title is a literal, which may be written over several lines with a backslash at the end of each.
LITERAL = re.compile(r'"((?:[^"\\\n]|\\.|\\\n)*)"|"""\s*\n(.*?)\n\s*"""', re.DOTALL)


def pages(root):
    """All pages but those in folders that are not ours."""
    for page in sorted(pathlib.Path(root).rglob("*.md")):
        path = page.relative_to(root)
        if not any(part.startswith(".") for part in path.parts):
            yield str(path), page.read_text()


def violations(pages, root):
    """Files and titles that pages name, and that do not exist."""
    titles = {}
    for path, text in pages:
        for found in PROOF.finditer(text):
            file = f"Tests/{found.group(1)}.swift"
            line = text.count("\n", 0, found.start()) + 1
            if file not in titles:
                titles[file] = titles_in(pathlib.Path(root) / file)
            if titles[file] is None:
                yield Violation(path, line, f"names {file}, which does not exist")
                continue
            for title in re.findall(TITLE, found.group(2)):
                if title.strip('"') not in titles[file]:
                    yield Violation(path, line, f"names the test {title}, which {file} does not have")


def count(pages):
    """The number of tests that are named."""
    return sum(len(re.findall(TITLE, found.group(2))) for _, text in pages for found in PROOF.finditer(text))


def titles_in(file):
    """The texts of a file of tests; None when there is no such file."""
    if not file.is_file():
        return None
    found = set()
    for plain, long in LITERAL.findall(file.read_text()):
        found.add(re.sub(r"\\\n\s*", "", plain or long.strip()))
    return found

"""The tables of proto/PROTOCOL.md that list, byte by byte, what must be rejected and what must be accepted."""

from __future__ import annotations

import dataclasses
import pathlib
import re

PAGE = pathlib.Path(__file__).resolve().parents[3] / "proto" / "PROTOCOL.md"


@dataclasses.dataclass(frozen=True)
class Row:
    """One row: the bytes that are sent, their receiver, and the consequence."""

    id: str
    what: str
    to: str
    after: str
    data: bytes
    consequence: str

    @property
    def name(self) -> str:
        """The id followed by the description, as the name of a case."""
        words = re.sub(r"[^a-z0-9]+", "_", self.what.lower().replace(",", "").replace("−", "-"))
        return f"{self.id}_{words.strip('_')}"


_ROW = re.compile(r"^\| ([RA]\d+) \| (.*?) \| (server|client) \| (\w+) \| `([^`]*)` \| (.*?) \|$", re.MULTILINE)
_VECTOR = re.compile(r"^```hex ([\w-]+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def _text() -> str:
    return PAGE.read_text("utf-8")


def rows() -> list[Row]:
    """All rows in the order of the page."""
    found = [
        Row(id, what, to, after, expanded(data), consequence)
        for id, what, to, after, data, consequence in _ROW.findall(_text())
    ]
    assert len(found) > 100, f"{PAGE} has {len(found)} readable rows"
    return found


def vector(name: str) -> bytes:
    """A test vector of the page."""
    for found, block in _VECTOR.findall(_text()):
        if found == name:
            return bytes.fromhex("".join(line.split("#")[0] for line in block.splitlines()))
    raise KeyError(name)


def table(rule: str) -> list[list[str]]:
    """The rows of the first table behind the rule with a number, without its heading."""
    below = _text().split(f"\n**{rule}** ", 1)[1]
    lines = below[below.index("\n|") + 1 :].split("\n")
    end = next(index for index, line in enumerate(lines) if not line.startswith("|"))
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[2:end]]


def loose_ends() -> list[str]:
    """Links to sections and references to rules that do not exist, and rules with a number that is taken."""
    text = _text()
    headings = re.findall(r"^#+ (.*)$", text, re.MULTILINE)
    anchors = {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}
    rules = re.findall(r"^\*\*(\d[\d.]*)\*\* ", text, re.MULTILINE)
    known = {*rules, *(heading.split()[0].rstrip(".") for heading in headings)}
    found = [f"#{anchor}" for anchor in re.findall(r"\]\(#([^)]*)\)", text) if anchor not in anchors]
    found += [rule for rule in known if rules.count(rule) > 1]
    return found + [rule for rule in re.findall(r"[\[(](\d+\.\d[\d.]*)[\])]", text) if rule not in known]


def expanded(text: str) -> bytes:
    """Bytes from hex, in which `(…)*n` repeats its content n times."""
    repeat = re.compile(r"\(([^()]*)\)\*(\d+)")
    while match := repeat.search(text):
        text = text[: match.start()] + " ".join([match[1]] * int(match[2])) + text[match.end() :]
    return bytes.fromhex(text)

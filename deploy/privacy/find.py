#!/usr/bin/env python3
"""Finds texts in a dump of a database, also in columns of bytes, whatever their case.

    find.py TEXTS DUMP

TEXTS is a file with a text in each line, DUMP what pg_dump writes as SQL. Prints a line `number schema.table.column kind` for
each text and column in which it is: the text's number from 0, and what inventory.toml says of the column. The kind of an encrypted
column is `unsealed` where the row itself says that it is not encrypted yet (is_sealed).
"""

import pathlib
import re
import sys
import tomllib

CLASSES = ["encrypted", "hashed", "readable", "technical"]
COPY = re.compile(r"COPY (\S+) \((.*)\) FROM stdin;\n")


def kinds():
    """What the inventory says of each column, by table."""
    inventory = tomllib.loads((pathlib.Path(__file__).parent / "inventory.toml").read_text())
    return {
        name: {column: kind for kind in CLASSES for column in entry.get(kind, [])} for name, entry in inventory.items()
    }


def readable(cell):
    """What a value of the dump says, in lower case."""
    if cell.startswith("\\\\x"):
        cell = bytes.fromhex(cell[3:]).decode("latin-1")
        # As text, where it is that.
        cell += "\n" + cell.encode("latin-1").decode("utf-8", "ignore")
    return cell.lower()


def rows(dump):
    """The rows of a dump, each with its table and its cells by column."""
    table, columns = None, []
    for line in dump:
        if table is None:
            if match := COPY.fullmatch(line):
                table, columns = match[1].replace('"', ""), match[2].replace('"', "").split(", ")
        elif line == "\\.\n":
            table = None
        else:
            yield table, dict(zip(columns, line.rstrip("\n").split("\t"), strict=True))


def main():
    """Prints where the texts are."""
    texts = [text.lower() for text in pathlib.Path(sys.argv[1]).read_text().splitlines()]
    inventory, found = kinds(), set()
    with open(sys.argv[2], encoding="utf-8", newline="\n") as dump:
        for table, cells in rows(dump):
            entry = inventory.get(table) or inventory.get("*." + table.split(".")[1], {})
            for column, cell in cells.items():
                value = readable(cell)
                kind = entry.get(column, "unknown")
                if kind == "encrypted" and cells.get("is_sealed") == "f":
                    kind = "unsealed"
                found |= {(number, f"{table}.{column}", kind) for number, text in enumerate(texts) if text in value}
    for line in sorted(found):
        print(*line)


main()

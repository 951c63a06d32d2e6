#!/usr/bin/env python3
"""Compares inventory.toml with the columns of a database.

    check.py COLUMNS

COLUMNS is a file of lines `schema.table.column`. Prints a line for each difference, and exits with 1 when there is one.
"""

import pathlib
import sys
import tomllib

CLASSES = ["encrypted", "hashed", "readable", "technical"]
TEXTS = ["about", "purpose", "consent", "retention", "access"]


def classified(name, entry):
    """The columns of a table's entry, and what is wrong with it."""
    columns, problems = [], []
    for text in TEXTS:
        if not isinstance(entry.get(text), str) or not entry[text].strip():
            problems.append(f"{name} does not say its {text}")
    for key in entry.keys() - CLASSES - set(TEXTS):
        problems.append(f"{name} says {key}, which means nothing")
    for kind in CLASSES:
        columns += entry.get(kind, [])
    problems += [f"{name}.{column} is named twice" for column in sorted({c for c in columns if columns.count(c) > 1})]
    return set(columns), problems


def main():
    """Prints the differences."""
    inventory = tomllib.loads((pathlib.Path(__file__).parent / "inventory.toml").read_text())
    present = {}
    for line in pathlib.Path(sys.argv[1]).read_text().split():
        schema, table, column = line.split(".")
        present.setdefault((schema, table), set()).add(column)
    problems, used = [], set()
    for (schema, table), columns in sorted(present.items()):
        name = next((n for n in (f"{schema}.{table}", f"*.{table}") if n in inventory), None)
        if name is None:
            problems.append(f"{schema}.{table} is not in the inventory")
            continue
        listed, found = classified(name, inventory[name])
        if name not in used:
            problems += found
        used.add(name)
        problems += [f"{name}.{column} is not in the inventory" for column in sorted(columns - listed)]
        problems += [f"{name}.{column} is in the inventory and nowhere else" for column in sorted(listed - columns)]
    problems += [f"{name} is in the inventory and nowhere else" for name in sorted(inventory.keys() - used)]
    print("\n".join(dict.fromkeys(problems)) or f"{len(present)} tables as the inventory says")
    sys.exit(bool(problems))


main()

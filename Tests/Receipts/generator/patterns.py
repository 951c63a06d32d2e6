"""Rows whose texts and letters the data describe: heads row by row, items and sums by patterns."""

import collections

from rows import SIZES, Row


def row(line, fields, columns, align):
    """The row of a text, or of an object with `text` and perhaps `after`, `font`, `size` and `align`, or a `rule`.

    A row with a | goes from margin to margin, others are aligned as `align` says.
    """
    line = {"text": line} if isinstance(line, str) else line
    size, font = line.get("size", "single"), line.get("font", "plain")
    room = int(columns / SIZES[size][0])
    if "rule" in line:
        return rule(line["rule"], columns)
    text = line["text"] + line.get("after", "")
    return Row(_filled(text, fields, room), font, line.get("align", "left" if "|" in text else align), size)


def rule(mark, columns):
    """A row of the same mark."""
    return Row((mark * columns)[:columns])


def item_rows(item, data, columns):
    """The rows of an item by its own patterns, or by those of all; a pattern of which nothing is printed gives none."""
    usual = data.get("discount_rows", ["{name}|{amount}"]) if item.get("kind") == "discount" else data["item_rows"]
    texts = (_filled(pattern, item, columns) for pattern in item.get("rows", usual))
    return [Row(text) for text in texts if text.strip()]


def sum_row(line, data, columns):
    """The row of a sum; the total's is strong and may have larger letters."""
    size = line.get("size", "single")
    font = "strong" if line.get("kind") == "total" else "plain"
    pattern = data["sum_row"] if line["label"] else ""
    return Row(_filled(pattern, line, int(columns / SIZES[size][0])), font, size=size)


def _filled(pattern, fields, columns):
    """A pattern with the fields filled in, and what follows a | at the right margin; unknown fields are empty."""
    text = pattern.format_map(collections.defaultdict(str, fields))
    left, _, right = text.partition("|")
    return left + right.rjust(columns - len(left)) if right else left


def parts(data, name):
    """The texts of those rows of the head that are a part of the store's `name` or `address`."""
    return [line["text"] for line in data["top"] if isinstance(line, dict) and line.get("part") == name]

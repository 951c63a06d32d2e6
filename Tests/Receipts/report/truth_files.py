"""Reads the truth of a collection.

What is not understood is refused: otherwise it would be scored as an error of reading.
"""

import json
import re
from typing import NamedTuple

from failure import Failure
from text import amount, clock, iso_day

KEY_FIELDS = ("company", "address", "date", "total", "currency")
FIX_FIELDS = ("total", "date", "why")
ITEM_FIELDS = ("description", "alternatives", "code", "quantity", "unit_price", "unit_price_alternatives", "amount")
DISCOUNT_FIELDS = ("description", "amount")
# The fields of the second row are not scored; the real receipts have them.
LABEL_FIELDS = (
    *("items", "discount_lines", "time", "subtotal", "tax"),
    *("id", "service", "discount", "rounding", "total", "tax_inside_amounts", "reconciles", "note"),
)


class Form(NamedTuple):
    """A form of values: `read` returns None for what is not understood."""

    read: object
    expected: str


def _amount(value):
    """An amount as it is written; scoring compares numbers."""
    return None if amount(value) is None else str(value)


def _discount(value):
    return str(value) if (amount(value) or 1) < 0 else None


def _text(value):
    return value if isinstance(value, str) else None


def _code(value):
    return str(value) if isinstance(value, (str, int)) and not isinstance(value, bool) else None


def _currency(value):
    return value.strip().upper() if isinstance(value, str) and re.fullmatch(r"\s*[A-Za-z]{3}\s*", value) else None


TEXT = Form(_text, "a text")
CODE = Form(_code, "a text")
CURRENCY = Form(_currency, 'a currency code such as "MYR"')
AMOUNT = Form(_amount, 'an amount such as "14.30" or "£14.30"')
NUMBER = Form(_amount, 'a number such as "2" or "0.642"')
DISCOUNT = Form(_discount, 'a negative amount such as "-0.75"')
DATE = Form(iso_day, 'a date such as "2026-10-23", "23/10/2026" or "23 OCT 2026"')
TIME = Form(clock, 'a time such as "14:06" or "2:06 PM"')


class Entry:
    """An object in a truth file; its fields are returned as understood, or refused."""

    def __init__(self, path, content, fields, place=""):
        self.path = path
        self.content = content
        self.place = place
        if not isinstance(content, dict):
            raise self._failure(place, content, f"an object with the fields {', '.join(fields)}")
        for name in content:
            if name not in fields:
                raise Failure(f"{path}: {self._at(name)} is an unknown field; expected: {', '.join(fields)}.")

    def one(self, name, form):
        """The value of a field; None where it is missing or empty."""
        return None if self._is_empty(name) else self._read(self._at(name), self.content[name], form)

    def needed(self, name, form):
        """The value of a field that every object of the kind has."""
        if self.content.get(name) is None:
            raise Failure(f"{self.path}: {self._at(name)} is missing; expected: {form.expected}.")
        return self._read(self._at(name), self.content[name], form)

    def many(self, name, form):
        """The values of a list, which a single value also stands for; empty where the field is missing or empty."""
        if self._is_empty(name):
            return []
        found = self.content[name]
        if not isinstance(found, list):
            return [self._read(self._at(name), found, form)]
        return [self._read(f"{self._at(name)}[{place}]", value, form) for place, value in enumerate(found)]

    def entries(self, name, fields):
        """The objects of a list."""
        found = self.content[name]
        if not isinstance(found, list):
            raise self._failure(self._at(name), found, f"a list of objects with the fields {', '.join(fields)}")
        return [Entry(self.path, each, fields, f"{self._at(name)}[{place}]") for place, each in enumerate(found)]

    def _is_empty(self, name):
        value = self.content.get(name)
        return value is None or (isinstance(value, str) and not value.strip())

    def _at(self, name):
        return f"{self.place}.{name}" if self.place else name

    def _read(self, place, value, form):
        found = form.read(value)
        if found is None:
            raise self._failure(place, value, form.expected)
        return found

    def _failure(self, place, value, expected):
        shown = json.dumps(value, ensure_ascii=False)
        shown = shown if len(shown) <= 60 else f"{shown[:60]}…"
        return Failure(f"{self.path}: {place or 'the content'} is {shown}; expected: {expected}.")


def key(path):
    """The published truth of a receipt, with the date as yyyy-mm-dd; None for what is not printed."""
    entry = Entry(path, _content(path), KEY_FIELDS)
    forms = zip(KEY_FIELDS, (TEXT, TEXT, DATE, AMOUNT, CURRENCY), strict=True)
    return {name: entry.one(name, form) for name, form in forms}


def labels(path):
    """The labels of a receipt, with times as hh:mm; None where there are none."""
    if not path.exists():
        return None
    entry = Entry(path, _content(path), LABEL_FIELDS)
    if entry.content.get("items") is None:
        raise Failure(f"{path}: items is missing; expected: a list of objects with the fields {', '.join(ITEM_FIELDS)}.")
    discounts = [] if entry.content.get("discount_lines") is None else entry.entries("discount_lines", DISCOUNT_FIELDS)
    return {
        "items": [_item(each) for each in entry.entries("items", ITEM_FIELDS)],
        "discount_lines": [
            {"description": each.one("description", TEXT), "amount": each.needed("amount", DISCOUNT)} for each in discounts
        ],
        "time": entry.many("time", TIME),
        "subtotal": entry.many("subtotal", AMOUNT),
        "tax": entry.many("tax", AMOUNT),
    }


def _item(entry):
    return {
        "description": entry.needed("description", TEXT),
        "alternatives": entry.many("alternatives", TEXT),
        "code": entry.one("code", CODE),
        "quantity": entry.one("quantity", NUMBER),
        "unit_price": entry.one("unit_price", AMOUNT),
        "unit_price_alternatives": entry.many("unit_price_alternatives", AMOUNT),
        "amount": entry.needed("amount", AMOUNT),
    }


def fixes(path, names):
    """The corrections, by receipt: accepted totals, and the date or None. `names`: the receipts of the collection."""
    if not path.exists():
        return {}
    content = _content(path)
    if not isinstance(content, dict):
        raise Failure(f"{path}: the content is no object; expected: an object with one entry for each corrected receipt.")
    for name in content:
        if name not in names:
            raise Failure(f"{path}: {name} is corrected, but there is no key/{name}.json.")
    return {name: _fix(Entry(path, each, FIX_FIELDS, name)) for name, each in content.items()}


def _fix(entry):
    dates = entry.many("date", DATE)
    if len(dates) > 1:
        raise Failure(f"{entry.path}: {entry.place}.date has {len(dates)} dates; expected: one.")
    return {"total": entry.many("total", AMOUNT), "date": dates[0] if dates else None}


def _content(path):
    try:
        return json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise Failure(f"{path} cannot be read: {error.strerror}.") from None
    except ValueError as error:
        raise Failure(f"{path} is not valid JSON: {error}") from None

"""The truth of a generated receipt, in the form that the report reads."""

import decimal
import re

import patterns


def key_of(data):
    """Store, address, date, total and currency."""
    return {
        "company": _company(data),
        "address": _address(data),
        "date": data["date"],
        "total": number(_total(data)),
        "currency": data["currency"],
    }


def _company(data):
    """The store's name over all of its rows."""
    return " ".join(patterns.parts(data, "name")) if "top" in data else data["store"].get("printed", data["store"]["name"])


def _address(data):
    rows = patterns.parts(data, "address") if "top" in data else data["store"].get("address", [])
    return ", ".join(row.strip(" ,") for row in rows)


def labels_of(data):
    """Items, discount lines, time and sums."""
    lines = [item for item in data["items"] if "amount" in item]
    items = [item for item in lines if item.get("kind") != "discount"]
    discounts = [(item["name"], item["amount"]) for item in lines if item.get("kind") == "discount"]
    discounts += [(line["label"], line["amount"]) for line in data.get("sums", []) if line.get("kind") == "discount"]
    taxes = _of_kind(data, "tax") or [line["amount"] for line in data.get("taxes", [])]
    subtotals = _of_kind(data, "subtotal") or [data[name] for name in ("subtotal",) if data.get(name)]
    return {
        "items": [_item(item) for item in items],
        "discount_lines": [{"description": name.strip(), "amount": number(amount)} for name, amount in discounts],
        "time": [data["time"]],
        "subtotal": [number(each) for each in subtotals],
        "tax": [_sum(taxes)] if taxes else [],
        "total": [number(_total(data))],
    }


def _item(item):
    # A quantity in front of the name is printed without a unit price.
    price = None if item.get("leads") or "unit_price" not in item else number(item["unit_price"])
    return {
        "description": item["name"].strip(),
        "alternatives": item.get("alternatives", []),
        "code": item.get("code"),
        "quantity": item.get("weight", item.get("quantity")),
        "unit_price": price,
        # Fuel is priced in tenths of a cent; the price rounded to cents is accepted, too.
        "unit_price_alternatives": [_sum([price])] if price and len(price.partition(".")[2]) > 2 else [],
        "amount": number(item["amount"]),
    }


def _of_kind(data, kind):
    return [line["amount"] for line in data.get("sums", []) if line.get("kind") == kind]


def _total(data):
    return (_of_kind(data, "total") or [data.get("total")])[0]


def number(printed):
    """A printed amount as a plain number: 5.29 for $5.29, -1.50 for 1.50-, 1234.50 for 1.234,50 €."""
    plain = re.sub(r"RM|[$£€\s]", "", printed)
    if re.search(r",\d\d$", plain.rstrip("-")):
        plain = plain.replace(".", "").replace(",", ".")
    plain = plain.replace(",", "")
    return "-" + plain[:-1] if plain.endswith("-") else plain


def _sum(amounts):
    exact = sum(decimal.Decimal(number(each)) for each in amounts)
    return str(exact.quantize(decimal.Decimal("0.01"), decimal.ROUND_HALF_UP))

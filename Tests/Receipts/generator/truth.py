"""The truth of a generated receipt, in the form that the report reads."""

import decimal


def key_of(data):
    """Store, address, date, total and currency."""
    return {
        "company": data["store"].get("printed", data["store"]["name"]),
        "address": ", ".join(data["store"].get("address", [])),
        "date": data["date"],
        "total": _number(_total(data)),
        "currency": data["currency"],
    }


def labels_of(data):
    """Items, discount lines, time and sums."""
    items = [item for item in data["items"] if item.get("kind") != "discount"]
    discounts = [item for item in data["items"] if item.get("kind") == "discount"]
    taxes = _of_kind(data, "tax") or [line["amount"] for line in data.get("taxes", [])]
    subtotals = _of_kind(data, "subtotal") or [data[name] for name in ("subtotal",) if data.get(name)]
    return {
        "items": [_item(item) for item in items],
        "discount_lines": [{"description": item["name"].strip(), "amount": _number(item["amount"])} for item in discounts],
        "time": [data["time"]],
        "subtotal": [_number(each) for each in subtotals],
        "tax": [_sum(taxes)] if taxes else [],
        "total": [_number(_total(data))],
    }


def _item(item):
    # A quantity in front of the name is printed without a unit price.
    price = None if item.get("leads") else item.get("unit_price")
    return {
        "description": item["name"].strip(),
        "alternatives": item.get("alternatives", []),
        "code": item.get("code"),
        "quantity": item.get("weight", item.get("quantity")),
        "unit_price": price,
        # Fuel is priced in tenths of a cent; the price rounded to cents is accepted, too.
        "unit_price_alternatives": [_sum([price])] if price and len(price.partition(".")[2]) > 2 else [],
        "amount": _number(item["amount"]),
    }


def _of_kind(data, kind):
    return [line["amount"] for line in data.get("sums", []) if line.get("kind") == kind]


def _total(data):
    return (_of_kind(data, "total") or [data.get("total")])[0]


def _number(printed):
    """A printed amount as a plain number: 5.29 for $5.29, -1.50 for 1.50-."""
    plain = printed.replace("$", "").replace(",", "").strip()
    return "-" + plain[:-1] if plain.endswith("-") else plain


def _sum(amounts):
    exact = sum(decimal.Decimal(_number(each)) for each in amounts)
    return str(exact.quantize(decimal.Decimal("0.01"), decimal.ROUND_HALF_UP))

"""Lays out the printed rows of a receipt. Amounts are printed as given; nothing is computed here."""

import datetime

import patterns
from rows import Row

COLUMNS = 36


def rows_of(data):
    """The printed rows of a receipt."""
    columns = data.get("columns", COLUMNS)
    rule = patterns.rule(data.get("rule", "-"), columns)
    rows = _head(data, columns) + [rule]
    for item in data["items"]:
        rows += _item_rows(item, data, columns)
    rows += [rule, *_sum_rows(data, columns), Row("")]
    return rows + [_row(line, data, columns, "centre") for line in data.get("footer", [])]


def _head(data, columns):
    if "top" in data:
        return [_row(line, data, columns, data.get("align", "centre")) for line in data["top"]]
    store = data["store"]
    rows = [Row(store.get("printed", store["name"].upper()), "title", "centre")]
    rows += [Row(line, align="centre") for line in store.get("address", [])]
    if store.get("phone"):
        rows.append(Row(f"TEL {store['phone']}", align="centre"))
    if store.get("registration"):
        rows.append(Row(store["registration"], align="centre"))
    rows.append(Row(""))
    if "head" in data:
        return rows + [_row(line, data, columns, "left") for line in data["head"]]
    day = f"{_day(data)}  {_time(data)}"
    rows.append(Row(day.ljust(columns - 6) + f"REG {data.get('register', '01')}"))
    rows.append(Row(f"CASHIER {data.get('cashier', '')}".ljust(columns - 10) + f"TRN {data.get('transaction', '')}"))
    return rows


def _row(line, data, columns, align):
    """A row above or below the items, with date and time filled in."""
    return patterns.row(line, {"date": _day(data), "time": _time(data)}, columns, align)


def _day(data):
    return datetime.date.fromisoformat(data["date"]).strftime(data.get("date_format", "%Y-%m-%d"))


def _time(data):
    return datetime.time.fromisoformat(data["time"]).strftime(data.get("time_format", "%H:%M"))


def amount_row(name, amount, mark="", columns=COLUMNS):
    """A name at the left margin and an amount at the right one, followed by two columns for tax marks."""
    right = f"{amount}  {mark:<2}"
    return name[: columns - len(right) - 1].ljust(columns - len(right)) + right


def _item_rows(item, data, columns):
    if "text" in item:
        return [_row(item, data, columns, "left")]
    if "item_rows" in data:
        return patterns.item_rows(item, data, columns)
    name = f"{item['code']} {item['name']}" if item.get("code") else item["name"]

    def row(text):
        return Row(amount_row(text, item["amount"], item.get("mark", ""), columns))

    below = _detail(item, data.get("symbol", "$"))
    if below is None:
        rows = [row(f"{item['quantity']} {name}" if item.get("leads") else name)]
    elif item.get("detail_after"):
        rows = [row(name), Row(below)]
    else:
        rows = [Row(name), row(below)]
    return rows + [Row(f"    {line}") for line in item.get("notes", [])]


def _detail(item, symbol):
    """The row with quantity and unit price, or another detail, of an item; None if it has none."""
    if "detail" in item:
        return item["detail"]
    if "weight" in item:
        unit = item.get("unit", "kg")
        return f"  {item['weight']} {unit} @ {symbol}{item['unit_price']}/{unit}"
    if "quantity" in item and not item.get("leads"):
        return f"  {item['quantity']} @ {symbol}{item['unit_price']}"
    return None


def _sum_rows(data, columns):
    lines = data.get("sums") or _usual_sums(data)
    if "sum_row" in data:
        return [patterns.sum_row(line, data, columns) for line in lines]
    return [
        Row(amount_row(line["label"], line["amount"], "", columns) if line["label"] else "", _font(line)) for line in lines
    ]


def _font(line):
    return "strong" if line.get("kind") == "total" else "plain"


def _usual_sums(data):
    """The usual rows below the items: subtotal, taxes, total, payments and change."""
    empty = {"label": "", "amount": ""}
    lines = [{"label": "SUBTOTAL", "amount": data["subtotal"]}] if data.get("subtotal") else []
    lines += data.get("taxes", [])
    lines += [{"label": "TOTAL", "amount": data.get("symbol", "$") + data["total"], "kind": "total"}, empty]
    lines += data.get("payments", [])
    if data.get("change") is not None:
        lines.append({"label": "CHANGE", "amount": data["change"]})
    return lines

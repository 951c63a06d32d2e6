"""Lays out the printed rows of a receipt. Amounts are printed as given; nothing is computed here."""

import datetime

COLUMNS = 36


def rows_of(data):
    """The receipt as (text, style) rows; styles are plain, strong, title and centre."""
    columns = data.get("columns", COLUMNS)
    rows = _head(data, columns)
    rows.append((data.get("rule", "-") * columns, "plain"))
    for item in data["items"]:
        rows += _item_rows(item, data, columns)
    rows.append((data.get("rule", "-") * columns, "plain"))
    rows += _sum_rows(data, columns)
    rows.append(("", "plain"))
    rows += [(line, "centre") for line in data.get("footer", [])]
    return rows


def _head(data, columns):
    store = data["store"]
    rows = [(store.get("printed", store["name"].upper()), "title")]
    rows += [(line, "centre") for line in store.get("address", [])]
    if store.get("phone"):
        rows.append((f"TEL {store['phone']}", "centre"))
    if store.get("registration"):
        rows.append((store["registration"], "centre"))
    rows.append(("", "plain"))
    if "head" in data:
        return rows + [(_filled(line, data, columns), "plain") for line in data["head"]]
    day = f"{_day(data)}  {_time(data)}"
    rows.append((day.ljust(columns - 6) + f"REG {data.get('register', '01')}", "plain"))
    rows.append((f"CASHIER {data.get('cashier', '')}".ljust(columns - 10) + f"TRN {data.get('transaction', '')}", "plain"))
    return rows


def _day(data):
    return datetime.date.fromisoformat(data["date"]).strftime(data.get("date_format", "%Y-%m-%d"))


def _time(data):
    return datetime.time.fromisoformat(data["time"]).strftime(data.get("time_format", "%H:%M"))


def _filled(line, data, columns):
    """A line of the head with date and time filled in; text after a | is aligned to the right margin."""
    text = line.replace("{date}", _day(data)).replace("{time}", _time(data))
    left, _, right = text.partition("|")
    return left + right.rjust(columns - len(left)) if right else left


def amount_row(name, amount, mark="", columns=COLUMNS):
    """A name at the left margin and an amount at the right one, followed by two columns for tax marks."""
    right = f"{amount}  {mark:<2}"
    return name[: columns - len(right) - 1].ljust(columns - len(right)) + right


def _item_rows(item, data, columns):
    name = f"{item['code']} {item['name']}" if item.get("code") else item["name"]

    def row(text):
        return (amount_row(text, item["amount"], item.get("mark", ""), columns), "plain")

    below = _detail(item, data.get("symbol", "$"))
    if below is None:
        rows = [row(f"{item['quantity']} {name}" if item.get("leads") else name)]
    elif item.get("detail_after"):
        rows = [row(name), (below, "plain")]
    else:
        rows = [(name, "plain"), row(below)]
    return rows + [(f"    {line}", "plain") for line in item.get("notes", [])]


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
    rows = []
    for line in data.get("sums") or _usual_sums(data):
        style = "strong" if line.get("kind") == "total" else "plain"
        rows.append((amount_row(line["label"], line["amount"], "", columns) if line["label"] else "", style))
    return rows


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

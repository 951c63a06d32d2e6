"""Receipts with the boxes of the results."""

import base64
import html

_TYPES = {".jpg": "jpeg", ".jpeg": "jpeg", ".png": "png", ".webp": "webp"}
# The fields of a prediction that have boxes.
_FIELDS = ("store", "address", "date", "time", "subtotal", "tax", "total")
_MEASURES = {"store": "store similar", "address": "address similar"}


def figure(collection, name, score, prediction, remark):
    """One receipt: its photo with boxes, and a table of found and printed values."""
    image = collection.image(name)
    page = (prediction or {}).get("page")
    picture = _picture(image, page, boxes(prediction, score)) if image and page else "<p>There is no picture.</p>"
    return (
        f'<figure><figcaption><b>{html.escape(name)}</b> {html.escape(remark)}</figcaption>'
        f'<div class="receipt">{picture}{_comparison(collection.receipts[name], score, prediction or {})}</div></figure>'
    )


def boxes(prediction, score):
    """(box, outcome, label) of each field with a position; the outcome is right, wrong or unknown."""
    found = []
    evidence = (prediction or {}).get("evidence", {})
    for field in _FIELDS:
        if evidence.get(field, {}).get("box"):
            right = score.right.get(_MEASURES.get(field, field))
            found.append((evidence[field]["box"], right, f"{field} {evidence[field]['confidence']}"))
    for place, item in enumerate((prediction or {}).get("items", [])):
        if item.get("box"):
            right = score.lines.outcomes.get(place) if score.lines else None
            found.append((item["box"], right, f"{item['description']} {item['amount']} ({item['confidence']})"))
    return found


def _picture(image, page, found):
    width, height, turns = page["width"], page["height"], page.get("quarter_turns", 0)
    data = base64.b64encode(image.read_bytes()).decode()
    # The photo is displayed as taken; the boxes are those of the upright one.
    across, down = (height, width) if turns % 2 else (width, height)
    turn = {0: "", 1: f"translate({width} 0) rotate(90)", 2: f"translate({width} {height}) rotate(180)",
            3: f"translate(0 {height}) rotate(270)"}[turns % 4]
    label = html.escape(f"Receipt {image.stem} with frames around the results")
    parts = [
        f'<svg viewBox="0 0 {width} {height}" role="group" aria-label="{label}"><image transform="{turn}" width="{across}" height="{down}" '
        f'preserveAspectRatio="none" href="data:image/{_TYPES[image.suffix.lower()]};base64,{data}"/>'
    ]
    for (x, y, box_width, box_height), right, label in found:
        kind = {True: "right", False: "wrong", None: "unknown"}[right]
        parts.append(
            f'<rect class="{kind}" x="{x}" y="{y}" width="{box_width}" height="{box_height}">'
            f"<title>{html.escape(label)}</title></rect>"
        )
    return "".join(parts) + "</svg>"


def _comparison(truth, score, prediction):
    store = prediction.get("store") or {}
    rows = [
        ("store", "store similar", store.get("name"), truth.store),
        ("address", "address similar", store.get("address"), truth.address),
        ("date", "date", prediction.get("date"), truth.day),
        ("total", "total", prediction.get("total"), " or ".join(map(str, truth.totals))),
    ]
    for name in ("time", "subtotal", "tax"):
        if truth.labels and truth.labels.get(name):
            rows.append((name, name, prediction.get(name), " or ".join(truth.labels[name])))
    cells = "".join(_row(title, score.right.get(measure), found, printed) for title, measure, found, printed in rows)
    if score.lines:
        cells += _row("items", score.lines.every_line, _items(prediction.get("items", [])), _items(truth.labels["items"]))
    return f"<table><tr><th></th><th>found</th><th>printed</th></tr>{cells}</table>"


def _row(title, right, found, printed):
    kind = {True: "right", False: "wrong", None: ""}[right]
    found, printed = (html.escape(str(text or "–")).replace("\n", "<br>") for text in (found, printed))
    return f'<tr class="{kind}"><th>{title}</th><td>{found}</td><td>{printed}</td></tr>'


def _items(items):
    return "\n".join(f"{item.get('amount')}  {item.get('description')}" for item in items)

#!/usr/bin/env python3
"""Draws a till receipt from structured data, as a photo of thermal paper on a table would show it.

    python3 make_receipt.py                                  # receipt.json -> receipt.jpg
    python3 make_receipt.py --data other.json --out other.jpg --seed 7 --rotation -1.5

Needs Pillow (Debian: python3-pil) and DejaVu Sans Mono (Debian: fonts-dejavu-core). The same data, seed and
options give the same bytes with the same version of Pillow.

Data: see receipt.json. Amounts are strings as they are to be printed; nothing is computed here, so that tests can
also draw receipts whose sums are wrong. An item has "name" and "amount", and may have "quantity" or "weight" with
"unit" and "unit_price" (printed on a row above the amount), and a tax "mark".
"""

import argparse
import json
import math
import os
import random

from PIL import Image, ImageChops, ImageDraw, ImageEnhance, ImageFilter, ImageFont

HERE = os.path.dirname(os.path.abspath(__file__))
FONT = "/usr/share/fonts/truetype/dejavu/DejaVuSansMono.ttf"
BOLD = "/usr/share/fonts/truetype/dejavu/DejaVuSansMono-Bold.ttf"

COLUMNS = 36
SIZE = 30
LINE = 41
MARGIN = 48


def amount_row(name, amount, mark=""):
    """A name at the left margin and an amount at the right one, with two places for tax marks."""
    right = f"{amount}  {mark:<2}"
    return name[: COLUMNS - len(right) - 1].ljust(COLUMNS - len(right)) + right


def rows_of(data):
    """The receipt as (text, style) rows."""
    symbol = data.get("symbol", "$")
    store = data["store"]
    rows = [(store["name"].upper(), "title")]
    rows += [(line, "centre") for line in store.get("address", [])]
    if store.get("phone"):
        rows.append((f"TEL {store['phone']}", "centre"))
    if store.get("registration"):
        rows.append((store["registration"], "centre"))
    rows.append(("", "plain"))
    rows.append((f"{data['date']}  {data['time']}".ljust(COLUMNS - 6) + f"REG {data.get('register', '01')}", "plain"))
    rows.append((f"CASHIER {data.get('cashier', '')}".ljust(COLUMNS - 10) + f"TRN {data.get('transaction', '')}", "plain"))
    rows.append(("-" * COLUMNS, "plain"))
    for item in data["items"]:
        mark = item.get("mark", "")
        if "weight" in item:
            rows.append((item["name"], "plain"))
            unit = item.get("unit", "kg")
            detail = f"  {item['weight']} {unit} @ {symbol}{item['unit_price']}/{unit}"
            rows.append((amount_row(detail, item["amount"], mark), "plain"))
        elif "quantity" in item:
            rows.append((item["name"], "plain"))
            rows.append((amount_row(f"  {item['quantity']} @ {symbol}{item['unit_price']}", item["amount"], mark), "plain"))
        else:
            rows.append((amount_row(item["name"], item["amount"], mark), "plain"))
    rows.append(("-" * COLUMNS, "plain"))
    if data.get("subtotal"):
        rows.append((amount_row("SUBTOTAL", data["subtotal"]), "plain"))
    for tax in data.get("taxes", []):
        rows.append((amount_row(tax["label"], tax["amount"]), "plain"))
    rows.append((amount_row("TOTAL", symbol + data["total"]), "strong"))
    rows.append(("", "plain"))
    for payment in data.get("payments", []):
        rows.append((amount_row(payment["label"], payment["amount"]), "plain"))
    if data.get("change") is not None:
        rows.append((amount_row("CHANGE", data["change"]), "plain"))
    rows.append(("", "plain"))
    rows += [(line, "centre") for line in data.get("footer", [])]
    return rows


def noise(size, rng, low, high, scale=1):
    """Grey noise between two levels; a scale above one gives soft patches."""
    small = (max(2, size[0] // scale), max(2, size[1] // scale))
    grain = Image.frombytes("L", small, rng.randbytes(small[0] * small[1]))
    grain = grain.point([low + value * (high - low) // 255 for value in range(256)])
    return grain.resize(size, Image.BICUBIC) if scale > 1 else grain


def print_rows(rows, rng):
    """Black letters on white, each row with its own strength as a worn print head gives it."""
    plain = ImageFont.truetype(FONT, SIZE)
    strong = ImageFont.truetype(BOLD, SIZE)
    title = ImageFont.truetype(BOLD, SIZE + 8)
    width = int(plain.getlength("0") * COLUMNS) + 2 * MARGIN
    height = LINE * len(rows) + 2 * MARGIN + 20
    sheet = Image.new("L", (width, height), 255)
    draw = ImageDraw.Draw(sheet)
    y = MARGIN
    for text, style in rows:
        font = {"title": title, "strong": strong}.get(style, plain)
        x = MARGIN
        if style in ("title", "centre"):
            x = (width - font.getlength(text)) / 2
        draw.text((x, y), text, font=font, fill=rng.randint(18, 62))
        y += LINE
    return sheet


def on_paper(sheet, rng):
    """Gives the print the grain of thermal paper: faint patches in the ink, texture in the white."""
    wear = noise(sheet.size, rng, 0, 70, scale=90)
    ink = ImageChops.lighter(sheet, wear).filter(ImageFilter.GaussianBlur(0.7))
    paper = ImageChops.multiply(noise(sheet.size, rng, 226, 250, scale=3), noise(sheet.size, rng, 236, 255, scale=160))
    return ImageChops.multiply(ink, paper)


def photograph(paper, rng, rotation):
    """Lays the receipt on a table, turned a little, with a shadow across it, and takes the picture."""
    border = 46
    size = (paper.width + 2 * border, paper.height + 2 * border)
    table = ImageChops.multiply(noise(size, rng, 92, 112, scale=4), noise(size, rng, 225, 255, scale=220))
    mask = Image.new("L", paper.size, 255)
    shadow = Image.new("L", size, 0)
    shadow.paste(150, (border + 9, border + 12, border + 9 + paper.width, border + 12 + paper.height))
    table = Image.composite(Image.new("L", size, 40), table, shadow.filter(ImageFilter.GaussianBlur(12)))
    table.paste(paper, (border, border), mask)
    turned = table.rotate(rotation, resample=Image.BICUBIC, fillcolor=98)
    light = Image.new("L", (64, 64))
    light.putdata([int(255 - 52 * (1 / (1 + math.exp(-(x + y - 74) / 9)))) for y in range(64) for x in range(64)])
    lit = ImageChops.multiply(turned, light.resize(size, Image.BICUBIC))
    grain = noise(size, rng, 0, 16)
    noisy = ImageChops.subtract(ImageChops.add(lit, grain), Image.new("L", size, 8)).filter(ImageFilter.GaussianBlur(0.5))
    colour = Image.merge("RGB", (noisy, noisy.point(lambda v: int(v * 0.985)), noisy.point(lambda v: int(v * 0.94))))
    return ImageEnhance.Contrast(colour).enhance(1.04)


def main():
    parser = argparse.ArgumentParser(description="Draws a photographed till receipt from structured data.")
    parser.add_argument("--data", default=os.path.join(HERE, "receipt.json"), help="the receipt's data (JSON)")
    parser.add_argument("--out", default=os.path.join(HERE, "receipt.jpg"), help="the picture to write")
    parser.add_argument("--seed", type=int, default=1, help="another seed gives another sheet of the same receipt")
    parser.add_argument("--rotation", type=float, default=0.7, help="degrees, anticlockwise")
    parser.add_argument("--quality", type=int, default=82, help="JPEG quality")
    options = parser.parse_args()
    with open(options.data, encoding="utf-8") as file:
        data = json.load(file)
    rng = random.Random(options.seed)
    picture = photograph(on_paper(print_rows(rows_of(data), rng), rng), rng, options.rotation)
    picture.save(options.out, quality=options.quality, optimize=True)
    print(f"{options.out}: {picture.width} x {picture.height} pixels, {os.path.getsize(options.out) // 1024} KB")


if __name__ == "__main__":
    main()

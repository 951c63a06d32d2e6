#!/usr/bin/env python3
"""Checks every file of reference data; prints each problem and fails if there is one.

    python3 Services/Catalog/ReferenceData/check.py            check
    python3 Services/Catalog/ReferenceData/check.py --pairs    print each product beside the food and the
                                                               shelf life it points to, for reading through
"""

import csv
import datetime
import re
import sys
import unicodedata
from pathlib import Path

HERE = Path(__file__).resolve().parent
DAYS = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]
UNITS = {"each", "kg", "g", "l", "ml"}
STORE_KINDS = {
    "supermarket", "grocery", "discount", "specialty", "convenience", "butcher", "fishmonger", "bakery", "farm-stand",
}
EATERY_KINDS = {
    "restaurant", "cafe", "canteen", "food-truck", "takeaway", "pub", "bakery", "dessert", "juice-bar",
}
DIETARY_TAGS = {"vegetarian", "vegan", "halal", "kosher", "gluten-free", "dairy-free", "nut-free"}
SLUG = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
INTERVAL = re.compile(r"([01]\d|2[0-3]):([0-5]\d)-([01]\d|2[0-4]):([0-5]\d)")
FICTIONAL_PHONE = re.compile(r"250-555-01\d\d")
# Fernhollow lies in this rectangle: latitude, then longitude, in degrees.
TOWN = ((49.57, 49.64), (-119.72, -119.63))
# The provinces and territories, whose taxes ship.
CANADA = {f"CA-{name}" for name in "AB BC MB NB NL NS NT NU ON PE QC SK YT".split()}
LARGEST_TOTAL_BYTES = 1_500_000

problems = []


def problem(file, key, text):
    problems.append(f"{file}: {key}: {text}")


def read(name):
    raw = (HERE / name).read_bytes()
    if raw.startswith(b"\xef\xbb\xbf") or b"\r" in raw or not raw.endswith(b"\n"):
        problem(name, "file", "must be UTF-8 without a byte order mark, with \\n at each line's end")
    reader = csv.DictReader(raw.decode("utf-8").splitlines(), strict=True)
    rows = list(reader)
    for row in rows:
        if None in row or None in row.values():
            problem(name, next(iter(row.values())), "has another number of fields than the header")
        for column, value in row.items():
            if isinstance(value, str) and value != value.strip():
                problem(name, next(iter(row.values())), f"{column} has space around it")
    return rows


def normalised(text):
    folded = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode().lower()
    return re.sub(r"[^a-z0-9%]+", " ", folded).strip()


def unique(name, rows, column):
    seen = set()
    for row in rows:
        if not row[column] or row[column] in seen:
            problem(name, row[column] or "(blank)", f"{column} is blank or repeated")
        seen.add(row[column])
    return seen


def check_slugs(name, rows):
    slugs = unique(name, rows, "slug")
    for slug in slugs:
        if not SLUG.fullmatch(slug):
            problem(name, slug, "a slug is lower-case letters, digits and single hyphens")
    return slugs


def check_numbers(name, rows, key, columns):
    for row in rows:
        for column in columns:
            if row[column] and not re.fullmatch(r"\d+(\.\d+)?", row[column]):
                problem(name, row[key], f"{column} is not a number: {row[column]}")


def check_categories(categories):
    slugs = check_slugs("categories.csv", categories)
    unique("categories.csv", categories, "symbol")
    parents = {row["slug"]: row["parent"] for row in categories}
    for slug, parent in parents.items():
        if parent and (parent not in slugs or parents[parent]):
            problem("categories.csv", slug, f"parent {parent} is not a category at the top")
    return slugs


def check_products(products, categories, foods, shelf_lives):
    name = "products.csv"
    check_slugs(name, products)
    owners = {}
    for row in products:
        slug = row["slug"]
        if row["category"] not in categories:
            problem(name, slug, f"unknown category {row['category']}")
        if row["unit"] not in UNITS:
            problem(name, slug, f"unknown unit {row['unit']}")
        if row["ndb_no"] and row["ndb_no"] not in foods:
            problem(name, slug, f"nutrition.csv lacks {row['ndb_no']}")
        if row["foodkeeper_id"] and row["foodkeeper_id"] not in shelf_lives:
            problem(name, slug, f"shelf_life.csv lacks {row['foodkeeper_id']}")
        for text in [row["name"]] + row["aliases"].split(";"):
            key = normalised(text)
            if not key and row["aliases"]:
                problem(name, slug, "an alias is blank")
            elif key in owners:
                problem(name, slug, f"“{text}” already means {owners[key]}")
            elif key:
                owners[key] = slug


def check_french_names(rows, products, categories):
    name = "french_names.csv"
    slugs = {"category": set(categories), "product": {row["slug"] for row in products}}
    english = {normalised(row["name"]): row["slug"] for row in products}
    owners = {"category": {}, "product": {}}
    for row in rows:
        kind, slug, key = row["kind"], row["slug"], normalised(row["name"])
        if slug not in slugs.get(kind, ()):
            problem(name, slug, f"no such {kind}, or named twice")
            continue
        slugs[kind].remove(slug)
        if not key or key in owners[kind]:
            problem(name, slug, f"“{row['name']}” is blank or already means {owners[kind].get(key)}")
        owners[kind][key] = slug
        if kind == "product" and english.get(key, slug) != slug:
            problem(name, slug, f"“{row['name']}” is the English name of {english[key]}")
    for kind, left in slugs.items():
        for slug in sorted(left):
            problem(name, slug, f"the {kind} has no French name")


def check_shelf_lives(rows):
    unique("shelf_life.csv", rows, "id")
    spans = [column[: -len("_min_days")] for column in rows[0] if column.endswith("_min_days")]
    for row in rows:
        for span in spans:
            low, high = row[f"{span}_min_days"], row[f"{span}_max_days"]
            if bool(low) != bool(high):
                problem("shelf_life.csv", row["id"], f"{span} has one end only")
            elif low and not (low.isdigit() and high.isdigit() and int(low) <= int(high)):
                problem("shelf_life.csv", row["id"], f"{span} is not a span of whole days: {low} to {high}")


def check_nutrition(rows):
    unique("nutrition.csv", rows, "ndb_no")
    check_numbers("nutrition.csv", rows, "ndb_no", [column for column in list(rows[0])[3:]])
    for row in rows:
        if not re.fullmatch(r"\d{5}", row["ndb_no"]):
            problem("nutrition.csv", row["ndb_no"], "ndb_no is five digits")
        for column in ("kcal", "protein_g", "fat_g", "carbs_g"):
            if not row[column]:
                problem("nutrition.csv", row["ndb_no"], f"{column} is blank")


def check_hours(name, row):
    for day in DAYS:
        value = row[day]
        if value in ("", "closed"):
            continue
        last_end = 0
        for part in value.split(";"):
            match = INTERVAL.fullmatch(part)
            if not match:
                problem(name, row["slug"], f"{day}: not HH:MM-HH:MM: {part}")
                continue
            hour, minute, end_hour, end_minute = map(int, match.groups())
            start, end = hour * 60 + minute, end_hour * 60 + end_minute
            end += 1440 if end <= start else 0
            if start < last_end or end > start + 1440 or (end_hour == 24 and end_minute):
                problem(name, row["slug"], f"{day}: intervals overlap or are out of order: {value}")
            last_end = end


def check_places(name, rows, kinds):
    check_slugs(name, rows)
    unique(name, rows, "phone")
    for row in rows:
        slug = row["slug"]
        for column, (low, high) in zip(("latitude", "longitude"), TOWN):
            if not re.fullmatch(r"-?\d+\.\d{5}", row[column]) or not low <= float(row[column]) <= high:
                problem(name, slug, f"{column} is not in the town: {row[column]}")
        if row["kind"] not in kinds:
            problem(name, slug, f"unknown kind {row['kind']}")
        if row["time_zone"] != "America/Vancouver":
            problem(name, slug, f"unknown time zone {row['time_zone']}")
        if not FICTIONAL_PHONE.fullmatch(row["phone"]):
            problem(name, slug, f"not a fictional telephone number: {row['phone']}")
        for tag in filter(None, row.get("dietary_tags", "").split(";")):
            if tag not in DIETARY_TAGS:
                problem(name, slug, f"unknown dietary tag {tag}")
        check_hours(name, row)


def check_abbreviations(rows):
    unique("abbreviations.csv", rows, "abbreviation")
    for row in rows:
        if not re.fullmatch(r"[a-z]+", row["abbreviation"]) or not row["meaning"]:
            problem("abbreviations.csv", row["abbreviation"], "an abbreviation is one word of letters with a meaning")


def print_pairs(products, foods, shelf_lives):
    for row in products:
        food, shelf_life = foods.get(row["ndb_no"]), shelf_lives.get(row["foodkeeper_id"])
        keeping = f"{shelf_life['name']} / {shelf_life['subtitle']}" if shelf_life else "-"
        print(f"{row['name']} = {food['description'] if food else '-'} = {keeping}")


def check_printed_words(rows, products, abbreviations):
    name = "printed_words.csv"
    unique(name, rows, "printed")
    spoken = {word for row in products for text in [row["name"]] + row["aliases"].split(";") for word in normalised(text).split()}
    for row in rows:
        printed = row["printed"]
        if not re.fullmatch(r"[a-z0-9]+( [a-z0-9]+)*", printed):
            problem(name, printed, "is not words in normal form")
        if row["kind"] not in {"fr", "ms", "brand", "plain"}:
            problem(name, printed, f"unknown kind {row['kind']}")
        if row["kind"] in {"fr", "ms"} and not row["meaning"]:
            problem(name, printed, "a word of another language has no meaning")
        if row["meaning"] and " " not in printed and (printed in spoken or printed in abbreviations):
            problem(name, printed, "is a word of the products' names or an abbreviation already")


def check_securities(securities, prices):
    unique("securities.csv", securities, "symbol")
    days = {}
    for row in prices:
        days.setdefault(row["symbol"], []).append(row["day"])
        if not re.fullmatch(r"\d+\.\d{4}", row["close"]) or float(row["close"]) <= 0:
            problem("security_prices.csv", f"{row['symbol']} {row['day']}", f"a price cannot be {row['close']}")
    for symbol, listed in days.items():
        if listed != sorted(set(listed)):
            problem("security_prices.csv", symbol, "the days are not in order, or one is there twice")
    for symbol in {row["symbol"] for row in securities} ^ set(days):
        problem("securities.csv", symbol, "is not in both files")
    for row in securities:
        if row["kind"] not in {"stock", "etf", "index", "bond"} or row["adjustment"] not in {"total_return", "price"}:
            problem("securities.csv", row["symbol"], "unknown kind or adjustment")


def check_averages(goods, prices, products):
    unique("average_goods.csv", goods, "slug")
    unique("average_prices.csv", prices, "id")
    slugs = {row["slug"] for row in products}
    for row in goods:
        if row["unit"] not in {"kg", "g", "ml", "each"} or not re.fullmatch(r"[1-9]\d*", row["quantity"]):
            problem("average_goods.csv", row["slug"], f"cannot be {row['quantity']} {row['unit']}")
        for product in row["products"].split(";"):
            if product not in slugs:
                problem("average_goods.csv", row["slug"], f"unknown product {product}")
    for row in prices:
        if not re.fullmatch(r"CA(-[A-Z]{2})?", row["region"]) or row["id"] != f"{row['good']} {row['region']}":
            problem("average_prices.csv", row["id"], "is not of its good and region")
        for price in row["prices"].split(";"):
            if price and (not re.fullmatch(r"\d+\.\d{2}", price) or float(price) <= 0):
                problem("average_prices.csv", row["id"], f"a price cannot be {price}")
    for good in {row["slug"] for row in goods} ^ {row["good"] for row in prices}:
        problem("average_goods.csv", good, "is not in both files")


def check_brokers(brokers):
    unique("brokers.csv", brokers, "slug")
    regions = [row["region"] for row in brokers]
    for row in brokers:
        if not re.fullmatch(r"https://[a-z0-9.-]+/[a-z0-9/-]*", row["address"]):
            problem("brokers.csv", row["slug"], f"the address cannot be {row['address']}")
        if regions.count(row["region"]) < 2:
            problem("brokers.csv", row["slug"], f"is the only one of {row['region']}")


def check_tax_rates(rates):
    name = "tax_rates.csv"
    latest = {}
    for row in rates:
        key = f"{row['region']} {row['name']} {row['first_day']}"
        if not re.fullmatch(r"[A-Z]{2}(-[A-Z0-9]{1,3})?", row["region"]):
            problem(name, key, "the region is none of ISO 3166")
        for column in ("name", "french_name", "source"):
            if not row[column]:
                problem(name, key, f"{column} is blank")
        if not re.fullmatch(r"\d+(\.\d{1,3})?", row["percent"]) or float(row["percent"]) > 50:
            problem(name, key, f"a rate cannot be {row['percent']}")
        for column in ("first_day", "last_day"):
            if row[column] and not is_day(row[column]):
                problem(name, key, f"{column} is no day: {row[column]}")
        last_day = row["last_day"] or "9999-12-31"
        if not row["first_day"] or last_day < row["first_day"]:
            problem(name, key, "it has no first day, or ends before it begins")
        tax = (row["region"], row["name"])
        if row["first_day"] <= latest.get(tax, ""):
            problem(name, key, "it overlaps the one before, or they are out of order")
        latest[tax] = last_day
    # Where no tax is harmonised, the federal one is there by itself.
    for region in CANADA:
        names = {row["name"] for row in rates if row["region"] == region}
        if not names or ("HST" in names) == ("GST" in names):
            problem(name, region, "has neither GST nor HST, or both")


def is_day(text):
    try:
        return datetime.date.fromisoformat(text).isoformat() == text
    except ValueError:
        return False


def main():
    products, nutrition, shelf_life = read("products.csv"), read("nutrition.csv"), read("shelf_life.csv")
    foods = {row["ndb_no"]: row for row in nutrition}
    shelf_lives = {row["id"]: row for row in shelf_life}
    if sys.argv[1:] == ["--pairs"]:
        print_pairs(products, foods, shelf_lives)
        return
    categories = check_categories(read("categories.csv"))
    check_products(products, categories, foods, shelf_lives)
    check_french_names(read("french_names.csv"), products, categories)
    check_shelf_lives(shelf_life)
    check_nutrition(nutrition)
    check_places("stores.csv", read("stores.csv"), STORE_KINDS)
    check_places("eateries.csv", read("eateries.csv"), EATERY_KINDS)
    abbreviations = read("abbreviations.csv")
    check_abbreviations(abbreviations)
    check_printed_words(read("printed_words.csv"), products, {row["abbreviation"] for row in abbreviations})
    check_securities(read("securities.csv"), read("security_prices.csv"))
    check_averages(read("average_goods.csv"), read("average_prices.csv"), products)
    check_brokers(read("brokers.csv"))
    check_tax_rates(read("tax_rates.csv"))
    total = sum(path.stat().st_size for path in HERE.glob("*.csv"))
    if total > LARGEST_TOTAL_BYTES:
        problem("all files", "size", f"{total} bytes are more than {LARGEST_TOTAL_BYTES}")
    for text in problems:
        print(text, file=sys.stderr)
    if problems:
        sys.exit(f"reference data: {len(problems)} problems")
    print(f"reference data: correct, {total} bytes")


if __name__ == "__main__":
    main()

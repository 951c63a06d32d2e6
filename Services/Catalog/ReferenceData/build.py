#!/usr/bin/env python3
"""Makes shelf_life.csv, nutrition.csv, securities.csv, security_prices.csv and average_prices.csv from the source tables.

    python3 Services/Catalog/ReferenceData/build.py SOURCE_FOLDER

SOURCE_FOLDER holds five UTF-8 CSV files with a header line:

- shelf_life.csv   USDA FoodKeeper, one row a food and way of keeping it
- foods.csv        USDA National Nutrient Database for Standard Reference, Release 28, per 100 g
- density.csv      grams per millilitre, worked out from the household measures of the same release
- sp500_monthly.csv  of which the columns month and long_rate_pct alone are used: the monthly averages of the yield of
                   ten-year US Treasury securities (Federal Reserve, H.15), in percent
- average_prices.csv  Statistics Canada's table 18-10-0245-01: product, unit, region, month, price, currency

The result depends on nothing but those files, products.csv and average_goods.csv: running it twice gives the same bytes.
README.md in this folder says what is kept and why. check.py validates the outcome.
"""

import calendar
import csv
import re
import sys
from decimal import Decimal
from pathlib import Path

HERE = Path(__file__).resolve().parent

SHELF_LIFE_COLUMNS = [
    "id", "name", "subtitle", "category", "subcategory", "keywords",
    "pantry_min_days", "pantry_max_days",
    "fridge_min_days", "fridge_max_days",
    "freezer_min_days", "freezer_max_days",
    "pantry_after_opening_min_days", "pantry_after_opening_max_days",
    "fridge_after_opening_min_days", "fridge_after_opening_max_days",
    "fridge_after_thawing_min_days", "fridge_after_thawing_max_days",
    "pantry_note", "fridge_note", "freezer_note",
    "pantry_after_opening_note", "fridge_after_opening_note",
    "tips",
]

NUTRIENT_COLUMNS = [
    "kcal", "protein_g", "fat_g", "saturated_fat_g", "carbs_g", "fibre_g", "sugar_g", "sodium_mg",
    "calcium_mg", "iron_mg", "potassium_mg", "vitamin_a_ug_rae", "vitamin_c_mg", "vitamin_d_ug",
]

# Prepared for somebody else's kitchen, or for infants: households log ingredients and packaged food.
LEFT_OUT_GROUPS = {
    "American Indian/Alaska Native Foods", "Baby Foods", "Fast Foods", "Restaurant Foods",
}

# A word of four or more capitals is a trade name in this table ("KELLOGG'S"); such foods change
# their recipe, and the figures are from 2015.
TRADE_NAME = re.compile(r"[A-Z]{4,}|USDA Commodity")

# Cuts of meat are listed for every grade, trim and origin. One row a cut is enough here.
MEAT_GROUPS = {"Beef Products", "Lamb, Veal, and Game Products", "Pork Products", "Poultry Products"}
MEAT_VARIANT = re.compile(
    r"\b(choice|select|prime|New Zealand|Australian|Alaska Native|with added solution|enhanced|"
    r"mechanically|separable fat|seam fat|external fat|retail cuts|composite)\b|"
    r"separable lean only|variety meats|1/8\" fat, (?!all grades)|emu|ostrich",
    re.IGNORECASE,
)

# What is bought is logged as bought, so these groups are kept as they are before cooking.
UNCOOKED_GROUPS = MEAT_GROUPS | {
    "Cereal Grains and Pasta", "Finfish and Shellfish Products", "Legumes and Legume Products",
    "Vegetables and Vegetable Products",
}
COOKED = re.compile(
    r"\b(cooked|boiled|braised|broiled|baked|fried|grilled|heated|roasted|sauteed|simmered|steamed|stewed|"
    r"stir-fried|microwaved|pan-broiled|pan-fried|home-prepared|rotisserie)\b",
    re.IGNORECASE,
)

# Variants of a food that is kept already.
OTHER_VARIANT = re.compile(
    r"without salt|no salt added|unsalted|low sodium|reduced sodium|low calorie|reduced calorie|dietetic|"
    r"without added|unenriched|prepared from recipe|prepared-from-recipe|home recipe|industrial|"
    r"made with (unenriched|enriched masa)|with low[- ]calorie sweetener|prepared with|"
    r"heavy syrup|extra light syrup|microwaved|dehydrated|freeze-dried|imitation",
    re.IGNORECASE,
)


def read(path):
    with open(path, encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def write(path, columns, rows):
    with open(path, "w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(columns)
        writer.writerows([row[column] for column in columns] for row in rows)


def is_kept(food, referenced):
    if food["ndb_no"] in referenced:
        return True
    description = food["description"]
    if food["food_group"] in LEFT_OUT_GROUPS or TRADE_NAME.search(description):
        return False
    if food["food_group"] in MEAT_GROUPS and MEAT_VARIANT.search(description):
        return False
    if food["food_group"] in UNCOOKED_GROUPS and COOKED.search(description):
        return False
    return not OTHER_VARIANT.search(description)


def build_nutrition(source):
    referenced = {product["ndb_no"] for product in read(HERE / "products.csv")} - {""}
    densities = {row["ndb_no"]: row["g_per_ml"] for row in read(source / "density.csv") if row["preferred"] == "1"}
    foods = read(source / "foods.csv")
    missing = referenced - {food["ndb_no"] for food in foods}
    if missing:
        sys.exit(f"products.csv names foods that the source lacks: {', '.join(sorted(missing))}")
    kept = sorted((food for food in foods if is_kept(food, referenced)), key=lambda food: food["ndb_no"])
    for food in kept:
        food["density_g_per_ml"] = densities.get(food["ndb_no"], "")
    columns = ["ndb_no", "description", "food_group"] + NUTRIENT_COLUMNS + ["density_g_per_ml"]
    write(HERE / "nutrition.csv", columns, kept)
    return len(kept)


def build_shelf_life(source):
    rows = sorted(read(source / "shelf_life.csv"), key=lambda row: int(row["id"]))
    write(HERE / "shelf_life.csv", SHELF_LIFE_COLUMNS, rows)
    return len(rows)


SECURITY_COLUMNS = ["symbol", "name", "exchange", "currency", "kind", "adjustment", "region", "source"]
# The Federal Reserve's series begins here; the last month of the source is unfinished.
TREASURY_MONTHS = ("1953-04", "2023-08")
TREASURY = {
    "symbol": "UST10", "name": "US Treasury bonds, 10 years", "exchange": "", "currency": "USD", "kind": "bond",
    "adjustment": "total_return", "region": "US", "source": "Computed by Larder from yields of the Federal Reserve (H.15)",
}
# Nobody's figures: for trying it out in currencies for which an installation has loaded none.
EXAMPLES = [("EXAMPLE-CAD", "CAD", "CA", 1), ("EXAMPLE-EUR", "EUR", "EU", 2), ("EXAMPLE-USD", "USD", "US", 3)]
EXAMPLE_YEARS = range(2000, 2027)


def last_day(year, month):
    return f"{year}-{month:02}-{calendar.monthrange(year, month)[1]}"


def treasury_returns(yields):
    """The total return of holding a ten-year bond for a month, of each month: bought at par with the yield of the month before,
    sold at the new one with a month less to run. Coupons are paid twice a year."""
    for before, after in zip(yields, yields[1:]):
        coupon, rate = before / 2, after / 2
        # 19 whole half-years and five of six months of the first one are left.
        price = sum(coupon / (1 + rate) ** (index + Decimal(5) / 6) for index in range(20))
        price += 1 / (1 + rate) ** (19 + Decimal(5) / 6)
        yield price


def treasury_prices(source):
    rows = [row for row in read(source / "sp500_monthly.csv") if TREASURY_MONTHS[0] <= row["month"] <= TREASURY_MONTHS[1]]
    level = Decimal(100)
    levels = [level]
    for growth in treasury_returns([Decimal(row["long_rate_pct"]) / 100 for row in rows]):
        level *= growth
        levels.append(level)
    for row, level in zip(rows, levels):
        yield TREASURY["symbol"], last_day(*map(int, row["month"].split("-"))), level


def example_prices(symbol, seed):
    """A made-up index: a slow rise, two long falls, and noise that is the same each time."""
    level, state = Decimal(100), seed
    for year in EXAMPLE_YEARS:
        for month in range(1, 13):
            if (year, month) > (2026, 10):
                return
            yield symbol, last_day(year, month), level
            # The minimal standard generator of Park and Miller.
            state = state * 48271 % 2147483647
            noise = Decimal(state % 7001 - 3500) / 100000
            falls = (2001, 3) <= (year, month) <= (2002, 9) or (2007, 11) <= (year, month) <= (2009, 2) or year == 2022
            level *= 1 + noise + (Decimal("-0.021") if falls else Decimal("0.0105"))


def build_securities(source):
    securities = [TREASURY] + [
        {
            "symbol": symbol, "name": "Example index (made-up figures)", "exchange": "", "currency": currency, "kind": "index",
            "adjustment": "total_return", "region": region, "source": "Made up by Larder",
        }
        for symbol, currency, region, _ in EXAMPLES
    ]
    write(HERE / "securities.csv", SECURITY_COLUMNS, securities)
    prices = list(treasury_prices(source))
    for symbol, _, _, seed in EXAMPLES:
        prices += example_prices(symbol, seed)
    rows = [{"symbol": symbol, "day": day, "close": f"{level:.4f}"} for symbol, day, level in prices]
    write(HERE / "security_prices.csv", ["symbol", "day", "close"], rows)
    return len(rows)


# ISO 3166. The cities of the territories are left out: their figures are of four months.
REGIONS = {
    "Canada": "CA", "Alberta": "CA-AB", "British Columbia": "CA-BC", "Manitoba": "CA-MB", "New Brunswick": "CA-NB",
    "Newfoundland and Labrador": "CA-NL", "Nova Scotia": "CA-NS", "Ontario": "CA-ON", "Prince Edward Island": "CA-PE",
    "Quebec": "CA-QC", "Saskatchewan": "CA-SK",
}
# The months that are kept.
AVERAGE_MONTHS = [f"{year}-{month:02}" for year in range(2022, 2026) for month in range(1, 13)]
SOURCE_UNITS = {
    "grams": (1, "g"), "kilogram": (1000, "g"), "kilograms": (1000, "g"), "millilitres": (1, "ml"), "litre": (1000, "ml"),
    "litres": (1000, "ml"), "bags": (1, "each"), "dozen": (12, "each"),
}


def quantity(unit):
    """What a price of the source is for: "1.36 kilograms" is 1360 g."""
    if unit in ("each", "per kilogram"):
        return "1", unit.replace("per kilogram", "kg")
    number, name = unit.split()
    factor, unit = SOURCE_UNITS[name]
    return str(int(Decimal(number) * factor)), unit


def build_average_prices(source):
    goods = {(good["name"], good["quantity"], good["unit"]): good["slug"] for good in read(HERE / "average_goods.csv")}
    prices = {}
    for row in read(source / "average_prices.csv"):
        if row["region"] in REGIONS and row["month"] in AVERAGE_MONTHS:
            good = goods.get((row["product"], *quantity(row["unit"])))
            if good is None:
                continue
            prices.setdefault((good, REGIONS[row["region"]]), {})[row["month"]] = row["price"]
    rows = [
        {
            "id": f"{good} {region}", "good": good, "region": region, "first_month": AVERAGE_MONTHS[0],
            "prices": ";".join(known.get(month, "") for month in AVERAGE_MONTHS),
        }
        for (good, region), known in sorted(prices.items())
    ]
    write(HERE / "average_prices.csv", ["id", "good", "region", "first_month", "prices"], rows)
    return len(rows)


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    source = Path(sys.argv[1])
    print(f"shelf_life.csv: {build_shelf_life(source)} rows")
    print(f"nutrition.csv: {build_nutrition(source)} rows")
    print(f"security_prices.csv: {build_securities(source)} rows")
    print(f"average_prices.csv: {build_average_prices(source)} rows")


if __name__ == "__main__":
    main()

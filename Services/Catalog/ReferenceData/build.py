#!/usr/bin/env python3
"""Makes shelf_life.csv and nutrition.csv from the public-domain source tables.

    python3 Services/Catalog/ReferenceData/build.py SOURCE_FOLDER

SOURCE_FOLDER holds three UTF-8 CSV files with a header line:

- shelf_life.csv   USDA FoodKeeper, one row a food and way of keeping it
- foods.csv        USDA National Nutrient Database for Standard Reference, Release 28, per 100 g
- density.csv      grams per millilitre, worked out from the household measures of the same release

The result depends on nothing but those files and products.csv: running it twice gives the same bytes.
README.md in this folder says what is kept and why. check.py validates the outcome.
"""

import csv
import re
import sys
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


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    source = Path(sys.argv[1])
    print(f"shelf_life.csv: {build_shelf_life(source)} rows")
    print(f"nutrition.csv: {build_nutrition(source)} rows")


if __name__ == "__main__":
    main()

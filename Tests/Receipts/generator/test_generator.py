import collections
import importlib.util
import json
import pathlib
import re
import unittest
from decimal import Decimal

import damage
import layout
import patterns
import truth

FOLDER = pathlib.Path(__file__).resolve().parent.parent
NEEDS_PILLOW = unittest.skipUnless(importlib.util.find_spec("PIL"), "Pillow, which only drawing needs, is not installed")


def receipts_of(collection):
    files = sorted((FOLDER / collection / "data").glob("*.json"))
    return {path.stem: json.loads(path.read_text(encoding="utf-8")) for path in files}


GENERATED, LAYOUTS = receipts_of("Generated"), receipts_of("Layouts")
RECEIPTS = GENERATED | LAYOUTS


def committed(kind, name):
    folder = FOLDER / ("Layouts" if name in LAYOUTS else "Generated")
    return json.loads((folder / kind / f"{name}.json").read_text(encoding="utf-8"))


def numbers(data, kind):
    return [Decimal(truth.number(line["amount"])) for line in data["sums"] if line.get("kind") == kind]


class Truths(unittest.TestCase):
    def test_there_are_receipts_of_both_countries(self):
        currencies = [data["currency"] for data in GENERATED.values()]
        self.assertGreaterEqual(len(currencies), 20)
        self.assertGreaterEqual(min(currencies.count("CAD"), currencies.count("USD")), 10)

    def test_no_two_receipts_of_the_collections_have_the_same_name(self):
        self.assertEqual(len(RECEIPTS), len(GENERATED) + len(LAYOUTS))

    def test_the_committed_truth_matches_the_data(self):
        for name, data in RECEIPTS.items():
            self.assertEqual(committed("key", name), truth.key_of(data), name)
            self.assertEqual(committed("items", name), truth.labels_of(data), name)
            folder = FOLDER / ("Layouts" if name in LAYOUTS else "Generated")
            self.assertTrue((folder / "img" / f"{name}.jpg").exists(), name)

    def test_items_charges_and_taxes_add_up_to_the_total(self):
        for name, data in RECEIPTS.items():
            labels = truth.labels_of(data)
            lines = sum(Decimal(line["amount"]) for line in labels["items"] + labels["discount_lines"])
            lines += sum(numbers(data, "charge"))
            tax = sum(map(Decimal, labels["tax"]))
            # Fuel prices, and all prices in Europe, include tax.
            self.assertIn(Decimal(labels["total"][0]), (lines + tax, lines), name)

    def test_trailing_signs_and_currency_symbols_become_plain_numbers(self):
        data = {"store": {"name": "A"}, "currency": "USD", "date": "2026-01-02", "time": "10:00", "total": "$1,002.00",
                "items": [{"name": "COUPON", "amount": "3.00-", "kind": "discount"}]}
        self.assertEqual(truth.key_of(data)["total"], "1002.00")
        self.assertEqual(truth.labels_of(data)["discount_lines"], [{"description": "COUPON", "amount": "-3.00"}])

    def test_decimal_commas_become_points(self):
        for printed, number in {"1.234,50 €": "1234.50", "-0,70": "-0.70", "2,00-": "-2.00", "RM 89.47": "89.47"}.items():
            self.assertEqual(truth.number(printed), number)

    def test_the_name_goes_over_its_rows_and_ends_before_the_registration_number(self):
        data = LAYOUTS["107"]
        self.assertEqual(truth.key_of(data)["company"], "FARMASI SURIALIN HEALTHCARE SDN BHD")
        self.assertEqual(truth.key_of(data)["address"], "G-08 JALAN MELATI PUTIH 5, 81990 KOTA SIRIH, JOHOR")
        self.assertIn("HEALTHCARE SDN BHD (1187204-T)", [row.text for row in layout.rows_of(data)])

    def test_discounts_of_the_whole_receipt_are_discount_lines(self):
        lines = truth.labels_of(LAYOUTS["108"])["discount_lines"]
        self.assertEqual(lines, [{"description": "BILL DISC 10%", "amount": "-4.15"}])


class Layouts(unittest.TestCase):
    KINDS = {
        "name over rows", "registration", "slogan above name", "brand above name", "person above name", "opening hours",
        "take away or dine in", "cashier above items", "page heading", "code before name", "name above", "name below",
        "second row", "discount below", "service charge", "gross amount", "damaged",
    }

    def test_each_difficulty_is_in_two_receipts_or_more(self):
        shown = collections.Counter(kind for data in LAYOUTS.values() for kind in data["shows"])
        self.assertEqual(set(shown), self.KINDS)
        self.assertGreaterEqual(min(shown.values()), 2)

    def test_there_are_receipts_of_several_countries(self):
        currencies = collections.Counter(data["currency"] for data in LAYOUTS.values())
        self.assertGreaterEqual(min(currencies[code] for code in ("MYR", "CAD", "USD", "GBP", "EUR")), 2)

    def test_no_two_have_the_same_layout(self):
        forms = [[[self._form(row) for row in data["top"]], data["item_rows"], data["sum_row"]] for data in LAYOUTS.values()]
        self.assertEqual(len(set(map(json.dumps, forms))), len(forms))
        self.assertFalse(any("item_rows" in data for data in GENERATED.values()))

    @staticmethod
    def _form(row):
        return {name: value for name, value in row.items() if name != "text"} if isinstance(row, dict) else ""

    def test_names_have_no_registration_numbers_and_are_of_no_other_receipt(self):
        names = [truth.key_of(data)["company"].casefold() for data in RECEIPTS.values()]
        self.assertEqual(len(set(names)), len(names))
        for data in LAYOUTS.values():
            self.assertIsNone(re.search(r"\d{3}", truth.key_of(data)["company"]))

    def test_rows_hold_all_that_the_labels_have(self):
        for name, data in LAYOUTS.items():
            for item in (item for item in data["items"] if "amount" in item):
                rows = " ".join(row.text for row in patterns.item_rows(item, data, data.get("columns", layout.COLUMNS)))
                for field in {"name", "amount", "code", "weight", "quantity", "unit_price"} & set(item):
                    self.assertIn(item[field], rows, name)


class Rows(unittest.TestCase):
    def test_every_row_fits_on_the_paper(self):
        for name, data in RECEIPTS.items():
            columns = data.get("columns", layout.COLUMNS)
            for row in layout.rows_of(data):
                self.assertLessEqual(row.columns, columns, f"{name}: {row.text}")

    def test_all_amounts_are_printed_as_given(self):
        for name, data in RECEIPTS.items():
            text = "\n".join(row.text for row in layout.rows_of(data))
            for line in data["items"] + data["sums"]:
                self.assertIn(line.get("amount", ""), text, name)
                self.assertIn(line.get("name", line.get("label", line.get("text", "")).partition("|")[0]), text, name)

    def test_what_follows_a_bar_ends_at_the_right_margin(self):
        row = patterns.row({"text": "TOTAL|{total}", "size": "wide"}, {"total": "9.90"}, 30, "centre")
        self.assertEqual((row.text, row.align, row.columns), ("TOTAL      9.90", "left", 30))
        self.assertEqual(patterns.row("NO. {number}", {}, 30, "centre").align, "centre")

    def test_a_pattern_without_any_field_gives_no_row(self):
        data = {"item_rows": ["{name}", "  {code}", "{quantity}|{amount}"]}
        rows = patterns.item_rows({"name": "TEA", "amount": "2.00"}, data, 10)
        self.assertEqual([row.text for row in rows], ["TEA", "      2.00"])


class Damage(unittest.TestCase):
    CONTENT = bytes(range(64, 84)) + b"\xff\xd9"

    def test_bytes_are_flipped_added_or_missing(self):
        flipped = damage.damaged(self.CONTENT, flipped=[5, 3])
        self.assertEqual([place for place, byte in enumerate(flipped) if byte != self.CONTENT[place]], [17, 19])
        self.assertEqual(damage.damaged(self.CONTENT, stray=3), self.CONTENT[:-2] + b"\x01\x02\x03\xff\xd9")
        self.assertEqual(damage.damaged(self.CONTENT, cut=4), self.CONTENT[:-4])
        self.assertEqual(damage.damaged(self.CONTENT), self.CONTENT)

    @NEEDS_PILLOW
    def test_viewers_show_all_but_the_lower_edge(self):
        import drawing
        from PIL import Image, ImageChops, ImageFile

        self.addCleanup(setattr, ImageFile, "LOAD_TRUNCATED_IMAGES", ImageFile.LOAD_TRUNCATED_IMAGES)
        ImageFile.LOAD_TRUNCATED_IMAGES = True
        for name, data in LAYOUTS.items():
            if "damage" in data:
                with Image.open(FOLDER / "Layouts" / "img" / f"{name}.jpg") as photo:
                    seen, whole = photo.convert("L"), drawing.draw(data).convert("L")
                self.assertEqual(seen.size, whole.size)
                shown = (0, 0, seen.width, seen.height * 9 // 10)
                differences = ImageChops.difference(seen.crop(shown), whole.crop(shown)).histogram()
                # JPEG itself changes grey levels a little.
                self.assertLess(sum(differences[40:]), 20, name)


@NEEDS_PILLOW
class Photos(unittest.TestCase):
    def test_the_seed_determines_the_photo(self):
        import drawing

        data = GENERATED["007"]
        photo = drawing.draw(data).tobytes()
        self.assertEqual(drawing.draw(data).tobytes(), photo)
        other = data | {"photo": data["photo"] | {"seed": 1}}
        self.assertNotEqual(drawing.draw(other).tobytes(), photo)

    def test_letters_are_printed_in_their_size(self):
        for head in ("thermal", "needles"):
            width, height = self._ink("single", head)
            self.assertAlmostEqual(self._ink("wide", head)[0] / width, 2, delta=0.1)
            self.assertAlmostEqual(self._ink("high", head)[1] / height, 2, delta=0.15)
            self.assertAlmostEqual(self._ink("large", head)[0] / width, 2, delta=0.1)
        self.assertAlmostEqual(self._ink("small", "thermal")[0] / self._ink("single", "thermal")[0], 0.75, delta=0.05)

    @staticmethod
    def _ink(size, head):
        """Width and height of the print of one row."""
        import random

        import printing
        from PIL import ImageChops
        from rows import Row

        sheet = printing.sheet_of([Row("HHHHHH", size=size)], random.Random(1), 20, head)
        left, top, right, bottom = ImageChops.invert(sheet).point(lambda ink: 255 * (ink > 60)).getbbox()
        return right - left, bottom - top

    def test_amounts_of_proportional_letters_end_at_the_margin(self):
        import random

        import printing
        from PIL import ImageChops
        from rows import Row

        ends = set()
        for amount in ("1.11", "1,888.88"):
            row = Row("TEA" + amount.rjust(27))
            sheet = printing.sheet_of([row], random.Random(1), 30, face="sans")
            ends.add(ImageChops.invert(sheet).point(lambda ink: 255 * (ink > 60)).getbbox()[2] // 4)
        self.assertEqual(len(ends), 1)


if __name__ == "__main__":
    unittest.main()

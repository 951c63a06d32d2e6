import importlib.util
import json
import pathlib
import unittest
from decimal import Decimal

import layout
import truth

FOLDER = pathlib.Path(__file__).resolve().parent.parent / "Generated"
RECEIPTS = {path.stem: json.loads(path.read_text(encoding="utf-8")) for path in sorted((FOLDER / "data").glob("*.json"))}


def committed(kind, name):
    return json.loads((FOLDER / kind / f"{name}.json").read_text(encoding="utf-8"))


class Truths(unittest.TestCase):
    def test_there_are_receipts_of_both_countries(self):
        currencies = [data["currency"] for data in RECEIPTS.values()]
        self.assertGreaterEqual(len(currencies), 20)
        self.assertGreaterEqual(min(currencies.count("CAD"), currencies.count("USD")), 10)

    def test_the_committed_truth_matches_the_data(self):
        for name, data in RECEIPTS.items():
            self.assertEqual(committed("key", name), truth.key_of(data), name)
            self.assertEqual(committed("items", name), truth.labels_of(data), name)
            self.assertTrue((FOLDER / "img" / f"{name}.jpg").exists(), name)

    def test_items_and_taxes_add_up_to_the_total(self):
        for name, data in RECEIPTS.items():
            labels = truth.labels_of(data)
            lines = sum(Decimal(line["amount"]) for line in labels["items"] + labels["discount_lines"])
            tax = sum(map(Decimal, labels["tax"]))
            # Fuel prices include tax.
            self.assertIn(Decimal(labels["total"][0]), (lines + tax, lines), name)

    def test_trailing_signs_and_currency_symbols_become_plain_numbers(self):
        data = {"store": {"name": "A"}, "currency": "USD", "date": "2026-01-02", "time": "10:00", "total": "$1,002.00",
                "items": [{"name": "COUPON", "amount": "3.00-", "kind": "discount"}]}
        self.assertEqual(truth.key_of(data)["total"], "1002.00")
        self.assertEqual(truth.labels_of(data)["discount_lines"], [{"description": "COUPON", "amount": "-3.00"}])


class Rows(unittest.TestCase):
    def test_every_row_fits_on_the_paper(self):
        for name, data in RECEIPTS.items():
            columns = data.get("columns", layout.COLUMNS)
            for text, _ in layout.rows_of(data):
                self.assertLessEqual(len(text), columns, f"{name}: {text}")

    def test_all_amounts_are_printed_as_given(self):
        for name, data in RECEIPTS.items():
            text = "\n".join(row for row, _ in layout.rows_of(data))
            for line in data["items"] + data["sums"]:
                self.assertIn(line["amount"], text, name)
                self.assertIn(line.get("name", line.get("label")), text, name)


class Photos(unittest.TestCase):
    @unittest.skipUnless(importlib.util.find_spec("PIL"), "Pillow, which only drawing needs, is not installed")
    def test_the_seed_determines_the_photo(self):
        import drawing

        data = RECEIPTS["007"]
        photo = drawing.draw(data).tobytes()
        self.assertEqual(drawing.draw(data).tobytes(), photo)
        other = data | {"photo": data["photo"] | {"seed": 1}}
        self.assertNotEqual(drawing.draw(other).tobytes(), photo)


if __name__ == "__main__":
    unittest.main()

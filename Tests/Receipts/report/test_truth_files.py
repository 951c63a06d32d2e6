import json
import pathlib
import tempfile
import unittest
from decimal import Decimal

from collection import Collection
from failure import Failure

KEY = {"company": "A", "address": "1 High Street", "date": "2026-01-02", "total": "5.00", "currency": "GBP"}
ITEM = {"description": "MILK", "amount": "5.00"}


class Folder(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.write("key/001.json", KEY)

    def write(self, file, content):
        path = self.folder / file
        path.parent.mkdir(exist_ok=True)
        path.write_text(content if isinstance(content, str) else json.dumps(content))

    def truth(self):
        return Collection("real", self.folder, is_tuned_on=True).receipts["001"]

    def assertRefused(self, file, content, *parts):
        """Asserts that a file with this content is refused with a sentence that names it."""
        self.write(file, content)
        with self.assertRaises(Failure, msg=content) as caught:
            self.truth()
        for part in (str(self.folder / file), *parts):
            self.assertIn(part, str(caught.exception))


class Keys(Folder):
    def key(self, **changes):
        self.write("key/001.json", KEY | changes)
        return self.truth()

    def test_is_taken_as_printed(self):
        truth = self.key(date="19 Sep 2026", total="£14.30", currency="gbp")
        self.assertEqual((truth.store, truth.address), ("A", "1 High Street"))
        self.assertEqual((truth.day, truth.total, truth.totals), ("2026-09-19", Decimal("14.30"), [Decimal("14.30")]))
        self.assertEqual(truth.currency, "GBP")

    def test_what_is_missing_or_empty_is_not_printed(self):
        for key in ({}, dict.fromkeys(KEY), dict.fromkeys(KEY, "")):
            self.write("key/001.json", key)
            truth = self.truth()
            self.assertEqual((truth.store, truth.address, truth.day, truth.total, truth.totals), ("", "", None, None, []))
            self.assertEqual((truth.currency, truth.labels), ("MYR", None))

    def test_what_is_not_understood_is_refused(self):
        for field, value, expected in (
            ("total", "free", 'total is "free"; expected: an amount'),
            ("total", ["5.00"], 'total is ["5.00"]; expected: an amount'),
            ("date", "yesterday", 'date is "yesterday"; expected: a date'),
            ("date", 20260102, "date is 20260102; expected: a date"),
            ("company", 7, "company is 7; expected: a text"),
            ("address", ["1 High Street"], "expected: a text"),
            ("currency", "£", 'currency is "£"; expected: a currency code'),
            ("totl", "5.00", "totl is an unknown field; expected: company, address, date, total, currency."),
        ):
            self.assertRefused("key/001.json", KEY | {field: value}, expected)

    def test_what_is_no_object_is_refused(self):
        for content in (["A"], "null", '"A"', "5"):
            self.assertRefused("key/001.json", content, "the content is", "expected: an object with the fields company")
        self.assertRefused("key/001.json", "{", "is not valid JSON")


class Labels(Folder):
    def labels(self, **changes):
        self.write("items/001.json", {"items": [ITEM]} | changes)
        return self.truth().labels

    def item(self, **changes):
        return self.labels(items=[ITEM | changes])["items"][0]

    def test_lists_are_taken_as_printed_and_times_as_hours_and_minutes(self):
        labels = self.labels(time=["14:06", "2:07 PM"], tax=["£1.33"], subtotal=["3.67", 3.7], note="torn")
        self.assertEqual((labels["time"], labels["tax"], labels["subtotal"]), (["14:06", "14:07"], ["£1.33"], ["3.67", "3.7"]))

    def test_a_single_value_is_a_list_of_one(self):
        labels = self.labels(time="2:06 PM", tax=1.33, subtotal="3.67")
        self.assertEqual((labels["time"], labels["tax"], labels["subtotal"]), (["14:06"], ["1.33"], ["3.67"]))
        self.assertEqual(self.item(alternatives="MILK 1L")["alternatives"], ["MILK 1L"])

    def test_what_is_missing_or_empty_is_not_printed(self):
        for nothing in ({}, dict.fromkeys(("time", "tax", "subtotal", "discount_lines")), {"time": [], "tax": "", "discount_lines": []}):
            labels = self.labels(**nothing)
            self.assertEqual([labels[name] for name in ("time", "tax", "subtotal", "discount_lines")], [[], [], [], []])
        self.assertEqual(self.item(quantity=None, code=None)["quantity"], None)

    def test_values_that_are_not_understood_are_refused(self):
        for field, value, expected in (
            ("time", ["noon"], 'time[0] is "noon"; expected: a time'),
            ("time", 14.06, "time is 14.06; expected: a time"),
            ("tax", ["1.33", "some"], 'tax[1] is "some"; expected: an amount'),
            ("tax", {"GST": "1.33"}, "tax is"),
            ("tax", True, "tax is true; expected: an amount"),
            ("subtotal", [""], 'subtotal[0] is ""; expected: an amount'),
            ("taxes", ["1.33"], "taxes is an unknown field"),
            ("items", None, "items is missing; expected: a list of objects"),
            ("items", {"MILK": "5.00"}, "expected: a list of objects with the fields description"),
            ("items", ["MILK"], 'items[0] is "MILK"; expected: an object'),
            ("discount_lines", ["-0.75"], 'discount_lines[0] is "-0.75"; expected: an object with the fields description, amount.'),
            ("discount_lines", "-0.75", "expected: a list of objects"),
            ("discount_lines", [{"description": "A"}], "discount_lines[0].amount is missing; expected: a negative amount"),
            ("discount_lines", [{"amount": "0.75"}], 'discount_lines[0].amount is "0.75"; expected: a negative amount'),
            ("discount_lines", [{"amount": "half"}], 'discount_lines[0].amount is "half"'),
        ):
            self.assertRefused("items/001.json", {"items": [ITEM], field: value}, expected)

    def test_items_that_are_not_understood_are_refused(self):
        for item, expected in (
            ({"amount": "5.00"}, "items[1].description is missing; expected: a text."),
            ({"description": "EGGS"}, "items[1].amount is missing; expected: an amount"),
            (ITEM | {"description": 7}, "items[1].description is 7; expected: a text"),
            (ITEM | {"amount": "free"}, 'items[1].amount is "free"; expected: an amount'),
            (ITEM | {"quantity": "two"}, 'items[1].quantity is "two"; expected: a number'),
            (ITEM | {"unit_price_alternatives": ["2.50", "x"]}, 'items[1].unit_price_alternatives[1] is "x"'),
            (ITEM | {"alternatives": [5]}, "items[1].alternatives[0] is 5; expected: a text"),
            (ITEM | {"code": 1.5}, "items[1].code is 1.5"),
            (ITEM | {"qty": "2"}, "items[1].qty is an unknown field; expected: description,"),
        ):
            self.assertRefused("items/001.json", {"items": [ITEM, item]}, expected)

    def test_what_is_no_object_is_refused(self):
        for content in ([ITEM], "null", "5"):
            self.assertRefused("items/001.json", content, "the content is", "expected: an object with the fields items")


class Fixes(Folder):
    def fixed(self, **fix):
        self.write("truth_fixes.json", {"001": fix})
        return self.truth()

    def test_total_and_date_are_corrected(self):
        truth = self.fixed(total=["5.00", "$5.02"], date="03/01/2026", why="rounding")
        self.assertEqual((truth.total, truth.totals), (Decimal("5.00"), [Decimal("5.00"), Decimal("5.02")]))
        self.assertEqual(truth.day, "2026-01-03")

    def test_a_single_value_is_a_list_of_one_and_the_other_way_round(self):
        truth = self.fixed(total="5.02", date=["2026-01-03"])
        self.assertEqual((truth.totals, truth.day), ([Decimal("5.02")], "2026-01-03"))

    def test_what_is_not_corrected_stays(self):
        truth = self.fixed(why="looked at twice")
        self.assertEqual((truth.totals, truth.day), ([Decimal("5.00")], "2026-01-02"))

    def test_what_is_not_understood_is_refused(self):
        for fix, expected in (
            ({"total": ["some"]}, '001.total[0] is "some"; expected: an amount'),
            ({"date": "soon"}, '001.date is "soon"; expected: a date'),
            ({"date": ["2026-01-02", "2026-01-03"]}, "001.date has 2 dates; expected: one."),
            ({"totals": ["5.00"]}, "001.totals is an unknown field; expected: total, date, why."),
            ("5.02", '001 is "5.02"; expected: an object with the fields total, date, why.'),
        ):
            self.assertRefused("truth_fixes.json", {"001": fix}, expected)
        self.assertRefused("truth_fixes.json", {"002": {}}, "002 is corrected, but there is no key/002.json.")
        for content in ([], "null"):
            self.assertRefused("truth_fixes.json", content, "the content is no object")


if __name__ == "__main__":
    unittest.main()

import unittest

from collection import Truth
from scoring import Shown, score
from text import amount


def truth(**changes):
    key = {"company": "ASIA MART", "address": "NO.23 BATU 10, KLANG", "date": "22/12/2017", "total": "32.70"}
    fields = {"name": "014", "store": key["company"], "address": key["address"], "day": "2017-12-22",
              "total": amount("32.70"), "totals": [amount("32.70")], "currency": "MYR"}
    return Truth(**fields | changes)


RIGHT = {"store": {"name": "Asia Mart", "address": "No. 23 Batu 10, Klang"}, "date": "2017-12-22", "total": "32.70",
         "currency": "MYR"}


class Scores(unittest.TestCase):
    def test_what_is_right_is_right(self):
        result = score(truth(), RIGHT)
        self.assertTrue(all(result.right.values()), result.right)
        self.assertEqual(result.wrong, [])
        self.assertEqual(result.badness, 0)
        self.assertTrue(all(all(cells) for cells in result.sroie.values()))

    def test_nothing_found_is_wrong(self):
        for prediction in (None, {}, [], {"store": None, "items": None, "total": None}):
            result = score(truth(), prediction)
            self.assertFalse(any(result.right.values()), prediction)
            self.assertEqual(result.sroie["company"], (False, False, True))

    def test_a_few_letters_may_be_wrong_in_what_is_similar(self):
        result = score(truth(), RIGHT | {"store": {"name": "ASIA NART", "address": ""}})
        self.assertTrue(result.right["store similar"])
        self.assertFalse(result.right["store exact"])
        self.assertFalse(result.right["address similar"])

    def test_a_total_before_rounding_is_accepted_where_the_truth_allows_it(self):
        result = score(truth(totals=[amount("32.70"), amount("32.72")]), RIGHT | {"total": "32.72"})
        self.assertTrue(result.right["total"])
        self.assertFalse(result.right["total as published"])

    def test_what_is_not_printed_is_not_scored(self):
        result = score(truth(store="", address="", day=None, total=None, totals=[]), RIGHT)
        self.assertEqual(result.right, {"currency": True})
        self.assertEqual(set(result.sroie.values()), {(False, False, False)})
        self.assertEqual(result.wrong, [])

    def test_what_is_printed_is_scored_beside_what_is_not(self):
        result = score(truth(day=None), RIGHT | {"total": "1.00"})
        self.assertEqual(result.wrong, ["total"])
        self.assertEqual(result.sroie["date"], (False, False, False))
        self.assertEqual(result.sroie["company"], (True, True, True))

    def test_labels_are_scored_where_they_are_printed(self):
        labels = {"items": [], "time": ["00:06"], "tax": ["1.65", "1.66"], "subtotal": []}
        result = score(truth(labels=labels), RIGHT | {"time": "00:06:41", "tax": "1.66"})
        self.assertTrue(result.right["time"])
        self.assertTrue(result.right["tax"])
        self.assertNotIn("subtotal", result.right)

    def test_confidences_are_kept_with_what_became_of_them(self):
        evidence = {"date": {"confidence": 97, "own": 94, "review": False}, "total": {"confidence": 40, "review": True}}
        result = score(truth(), RIGHT | {"total": "3.27", "evidence": evidence})
        self.assertEqual(result.shown, [Shown("date", 97, 94, False, True), Shown("total", 40, 40, True, False)])

    def test_items_have_a_confidence_each(self):
        labels = {"items": [{"description": "MILK", "amount": "2.00"}]}
        items = [{"description": "Milk", "amount": "2.00", "confidence": 80, "own": 85, "review": False}]
        result = score(truth(labels=labels), RIGHT | {"items": items})
        self.assertEqual(result.shown, [Shown("item", 80, 85, False, True)])

    def test_receipts_whose_number_is_a_multiple_of_five_are_aside(self):
        self.assertTrue(truth(name="025").is_aside)
        self.assertFalse(truth(name="014").is_aside)
        self.assertFalse(truth(name="sample").is_aside)


if __name__ == "__main__":
    unittest.main()

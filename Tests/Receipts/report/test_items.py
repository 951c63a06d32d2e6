import unittest

from item_lines import score


def printed(*items, discounts=()):
    return {"items": [dict(zip(("description", "amount", "quantity", "unit_price"), item)) for item in items],
            "discount_lines": [{"amount": each} for each in discounts]}


def found(*items):
    return [dict(zip(("description", "amount", "quantity", "unit_price"), item)) for item in items]


class Items(unittest.TestCase):
    def test_an_item_needs_its_amount_and_its_name(self):
        result = score(printed(("MILK", "5.29"), ("EGGS", "4.99")), found(("MILK", "5.29"), ("BREAD", "4.99")))
        self.assertEqual((result.printed, result.found, result.right, result.amounts), (2, 2, 1, 2))
        self.assertTrue(result.every_amount)
        self.assertFalse(result.every_line)
        self.assertEqual(result.outcomes, {0: True, 1: False})

    def test_one_found_item_stands_for_one_printed_item(self):
        result = score(printed(("MILK", "5.29"), ("MILK", "5.29")), found(("MILK", "5.29")))
        self.assertEqual((result.right, result.amounts), (1, 1))

    def test_a_good_match_gives_way_so_that_another_can_be_made(self):
        # The first could be either, the second is only the first of those found.
        result = score(printed(("MILK 2", "1.00"), ("MILK 21", "1.00")), found(("MILK 2", "1.00"), ("MILC 2", "1.00")))
        self.assertEqual(result.right, 2)

    def test_too_many_items_are_wrong(self):
        result = score(printed(("MILK", "5.29")), found(("MILK", "5.29"), ("CASH", "10.00")))
        self.assertFalse(result.every_amount)

    def test_discounts_on_their_own_lines_count_for_nothing(self):
        truth = printed(("MILK", "5.29"), discounts=["-1.00"])
        self.assertTrue(score(truth, found(("MILK", "5.29"), ("COUPON", "-1.00"))).every_line)
        self.assertTrue(score(truth, found(("MILK", "5.29"))).every_line)
        self.assertFalse(score(truth, found(("MILK", "5.29"), ("A", "-1.00"), ("B", "-1.00"))).every_line)

    def test_lines_of_nothing_count_for_nothing(self):
        self.assertTrue(score(printed(("MILK", "5.29"), ("BAG", "0.00")), found(("MILK", "5.29"), ("X", "0"))).every_line)

    def test_item_codes_may_be_there_or_not(self):
        truth = printed(("PAINT ROLLER", "18.49"))
        truth["items"][0]["code"] = "2207711"
        for name in ("PAINT ROLLER", "2207711 PAINT ROLLER", "9556641320027 PAINT ROLLER"):
            self.assertEqual(score(truth, found((name, "18.49"))).right, 1, name)

    def test_quantities_and_prices_count_where_they_are_printed(self):
        truth = printed(("MILK", "10.58", "2", "5.29"), ("EGGS", "4.99", None, None))
        result = score(truth, found(("MILK", "10.58", "2.000", "5.92"), ("EGGS", "4.99", "1", None)))
        self.assertEqual((result.quantities, result.unit_prices), ([True], [False]))


if __name__ == "__main__":
    unittest.main()

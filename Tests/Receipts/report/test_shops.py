import unittest

import folds
import shops
from collection import Truth


def truth(store, address=""):
    return Truth(name="", store=store, address=address, day=None, total=None, totals=[], currency="MYR")


def groups(*stores):
    return shops.groups({f"{place:03}": truth(*store) if isinstance(store, tuple) else truth(store) for place, store in enumerate(stores)})


class Shops(unittest.TestCase):
    def test_spellings_of_a_name_are_one_shop(self):
        self.assertEqual(groups("SEGI CASH & CARRY SDN. BHD.", "SEGI CASH & CARRY SDN.BHD", "SEGI CASH & CARY"), [["000", "001", "002"]])

    def test_legal_forms_and_kinds_of_business_make_nothing_alike(self):
        self.assertEqual(len(groups("HON HWA HARDWARE TRADING SDN BHD", "YONG TAT HARDWARE TRADING SDN BHD")), 2)
        self.assertEqual(len(groups("R&C VENTURE SDN BHD", "THE STORE (MALAYSIA) SDN BHD")), 2)

    def test_branches_belong_to_their_chain(self):
        self.assertEqual(groups("PETROL PERMAS JAYA 2", "AEON CO", "PETROL", "PETROL 7"), [["000", "002", "003"], ["001"]])

    def test_names_of_little_else_keep_it(self):
        for name in ("THE STORE", "S&Y STATIONERY", "99", "CITY MART"):
            self.assertTrue(shops.chain(name), name)

    def test_one_address_is_one_shop(self):
        place = "2ND FLOOR, WISMA COSWAY, JALAN RAJA CHULAN"
        self.assertEqual(len(groups(("COSWAY", place), ("ECOSWAY.COM", place), ("OTHER", "1ST FLOOR, WISMA OTHER, JALAN RAJA"))), 2)
        self.assertEqual(len(groups(("AMBER", "KLANG"), ("CORAL", "KLANG"))), 2)

    def test_links_are_transitive(self):
        place = "12, JALAN TAMPOI 7/4, KAWASAN PERINDUSTRIAN TAMPOI"
        self.assertEqual(groups(("AMBER", place), ("CORAL", place), ("CORAL", "KLANG")), [["000", "001", "002"]])


class Folds(unittest.TestCase):
    GROUPS = [[f"{letter}{number}" for number in range(size)] for letter, size in zip("abcdefghijklmnop", (6, 6, 6, 5, 3, 3, 2, 2, 1, 1, 1, 1, 1, 1, 1, 1))]

    def test_no_shop_is_split_and_each_receipt_is_in_one_fold(self):
        found = folds.divide(self.GROUPS)
        for group in self.GROUPS:
            self.assertEqual(sum(bool(set(group) & set(fold)) for fold in found), 1)
        self.assertEqual(sorted(name for fold in found for name in fold), sorted(name for group in self.GROUPS for name in group))

    def test_they_are_nearly_equal(self):
        sizes = [len(fold) for fold in folds.divide(self.GROUPS)]
        self.assertEqual(len(sizes), folds.FOLDS)
        self.assertLessEqual(max(sizes) - min(sizes), 1)

    def test_labelled_receipts_are_spread(self):
        labelled = ["a0", "b0", "e1", "g0", "i0"]
        self.assertEqual([len(set(labelled).intersection(fold)) for fold in folds.divide(self.GROUPS, labelled)], [1] * 5)

    def test_the_order_of_groups_does_not_matter(self):
        self.assertEqual(folds.divide(self.GROUPS), folds.divide([group[::-1] for group in reversed(self.GROUPS)]))


if __name__ == "__main__":
    unittest.main()

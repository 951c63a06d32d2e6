import unittest
from decimal import Decimal

from text import amount, iso_day, likeness, plain


class Dates(unittest.TestCase):
    def test_the_day_comes_first(self):
        self.assertEqual(iso_day("03/04/2018"), "2018-04-03")

    def test_the_month_comes_first_only_where_it_cannot_be_second(self):
        self.assertEqual(iso_day("04/25/18"), "2018-04-25")

    def test_months_have_names(self):
        for printed in ("25 APR 2018", "25-Apr-18", "(25/APRIL/2018)", "APR 25, 2018", "25APR2018"):
            self.assertEqual(iso_day(printed), "2018-04-25", printed)

    def test_eight_digits_begin_with_the_year_where_that_is_a_day(self):
        self.assertEqual(iso_day("20180425"), "2018-04-25")
        self.assertEqual(iso_day("25042018"), "2018-04-25")

    def test_what_is_no_day_is_none(self):
        for printed in (None, "", "32/13/2018", "25 XYZ 2018", "yesterday"):
            self.assertIsNone(iso_day(printed), printed)


class Amounts(unittest.TestCase):
    def test_currencies_and_separators_do_not_count(self):
        for printed in ("1,204.50", "RM 1204.50", "$1204.5", 1204.5, "rm1,204.50"):
            self.assertEqual(amount(printed), Decimal("1204.5"), printed)

    def test_what_is_no_amount_is_none(self):
        for printed in (None, "", "free", "NaN", True, "1.2.3"):
            self.assertIsNone(amount(printed), printed)


class Texts(unittest.TestCase):
    def test_plain_text_keeps_inner_punctuation_without_blanks(self):
        self.assertEqual(plain("  NO. 5 , Jalan  Kapar. "), "no.5,jalan kapar")

    def test_likeness_is_one_for_the_same_and_nothing_for_others(self):
        self.assertEqual(likeness("abc", "abc"), 1)
        self.assertEqual(likeness("abc", "xyz"), 0)


if __name__ == "__main__":
    unittest.main()

import unittest
from decimal import Decimal

from text import amount, clock, iso_day, likeness, plain


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
        for printed in (None, "", "32/13/2018", "31/02/2018", "2018-02-29", "25 XYZ 2018", "25/04/201", "yesterday", 20180425):
            self.assertIsNone(iso_day(printed), printed)


class Times(unittest.TestCase):
    def test_the_day_has_24_hours_or_twice_12(self):
        for printed in ("14:06", "14:06:59", "2:06 PM", "02:06pm", "2:06:59 p.m.", "14:06 PM", "14h06", "14.06"):
            self.assertEqual(clock(printed), "14:06", printed)
        self.assertEqual([clock(printed) for printed in ("12:05 AM", "12:05 PM", "9:05")], ["00:05", "12:05", "09:05"])

    def test_what_is_no_time_is_none(self):
        for printed in (None, "", "24:00", "14:60", "13:06 AM", "0:06 PM", "2 PM", "1406", 14.06, "noon"):
            self.assertIsNone(clock(printed), printed)


class Amounts(unittest.TestCase):
    def test_currencies_and_separators_do_not_count(self):
        for printed in ("1,204.50", "RM 1204.50", "$1204.5", 1204.5, "rm1,204.50"):
            self.assertEqual(amount(printed), Decimal("1204.5"), printed)

    def test_a_currency_is_before_or_behind_the_number(self):
        for printed in ("£14.30", "£ 14.30", "14.30 €", "EUR 14.30", "14.30 EUR", "CA$14.30", "CAD $14.30", "$14.30 CAD",
                        "R 14.30", "Rs. 14.30", "14.30 kr", "₹14.30", "14.30円"):
            self.assertEqual(amount(printed), Decimal("14.3"), printed)

    def test_a_comma_or_a_point_before_three_digits_of_several_groups_separates_thousands(self):
        numbers = {"14,30": "14.3", "1.204,50 €": "1204.5", "1 204.50": "1204.5", "1'204.50": "1204.5", "1,204": "1204",
                   "1,204,000": "1204000", "0,642": "0.642", "1.204": "1.204", ".50": "0.5"}
        for printed, number in numbers.items():
            self.assertEqual(amount(printed), Decimal(number), printed)

    def test_a_sign_is_before_or_behind_the_number(self):
        for printed in ("-5.00", "−5.00", "-$5.00", "$-5.00", "5.00-", "- 5.00 €", -5):
            self.assertEqual(amount(printed), -5, printed)

    def test_what_is_no_amount_is_none(self):
        for printed in (None, "", "free", "NaN", True, "1.2.3", "1,20,4", "26 80", "--5.00", "-5.00-", "about 5", "5.00 T",
                        "1e3", "5.00 or 6.00", "$", ["5.00"], {}):
            self.assertIsNone(amount(printed), printed)


class Texts(unittest.TestCase):
    def test_plain_text_keeps_inner_punctuation_without_blanks(self):
        self.assertEqual(plain("  NO. 5 , Jalan  Kapar. "), "no.5,jalan kapar")

    def test_likeness_is_one_for_the_same_and_nothing_for_others(self):
        self.assertEqual(likeness("abc", "abc"), 1)
        self.assertEqual(likeness("abc", "xyz"), 0)


if __name__ == "__main__":
    unittest.main()

import unittest

import fitting


def group(*runs):
    """Pairs of (own, right): runs of (own, how many right, how many wrong)."""
    return [(own, outcome) for own, right, wrong in runs for outcome in [True] * right + [False] * wrong]


class FittingTests(unittest.TestCase):
    def test_the_steps_rise(self):
        steps = fitting.isotonic(group((50, 1, 9), (60, 6, 4), (70, 5, 5), (90, 10, 0)))
        shares = [right / of for _, right, of in steps]
        self.assertEqual(shares, sorted(shares))
        self.assertEqual(steps[0], (50, 1, 10))

    def test_the_cut_stands_above_what_is_wrong(self):
        self.assertEqual(fitting.cut([group((60, 5, 10), (80, 40, 0), (95, 60, 0))]), 80)

    def test_the_cut_holds_for_each_reader(self):
        good = group((70, 60, 0), (90, 60, 0))
        worse = group((70, 20, 8), (90, 60, 0))
        self.assertEqual(fitting.cut([good]), 70)
        self.assertEqual(fitting.cut([good, worse]), 90)

    def test_a_curve_asks_for_no_less_than_the_prior_one(self):
        read = {"all": {"date": [("a", own, True, right) for own, right in group((65, 60, 0), (90, 60, 0))]}}
        prior = {"date": [[60, 50], [79, 69], [80, 70], [97, 98]]}
        self.assertIn([90, 70], fitting.curves(read, prior)["date"])
        self.assertIn([65, 70], fitting.curves(read, {"date": [[50, 50], [60, 70], [97, 98]]})["date"])

    def test_a_few_that_happen_to_be_right_are_not_certain(self):
        self.assertIsNone(fitting.cut([group((90, 4, 0))]))

    def test_a_reader_whose_confidence_tells_nothing_does_not_decide(self):
        blind = group((95, 40, 4), (90, 40, 4))
        self.assertTrue(fitting.hopeless(blind))
        self.assertEqual(fitting.cut([blind, group((80, 60, 0))]), 80)

    def test_the_curve_rises_through_the_threshold_at_the_cut(self):
        points = fitting.curve([group((40, 5, 15), (60, 5, 10), (80, 40, 0), (95, 60, 0))])
        self.assertIn((80, 70), points)
        self.assertIn((79, 69), points)
        self.assertEqual(points, sorted(points))
        self.assertTrue(all(one[1] < other[1] for one, other in zip(points, points[1:])))

    def test_with_few_fields_nothing_is_proposed(self):
        self.assertIsNone(fitting.curve([group((90, 30, 0))]))

    def test_receipts_are_tried_with_curves_that_did_not_see_them(self):
        fields = [(f"{number:03}", 90, True, True) for number in range(50)]
        fields += [(f"{number:03}", 50, False, False) for number in range(50, 60)]
        shops = [[f"{number:03}", f"{number + 1:03}"] for number in range(0, 60, 2)]
        self.assertEqual(fitting.crossvalidated([fields], shops), [[50, 50, 60]])

    def test_a_shop_that_is_left_out_does_not_lower_its_own_threshold(self):
        # Its fields are right at any confidence, those of all others only from 90 on.
        lucky = [(f"a{number}", 60, True, True) for number in range(30)]
        others = [(f"{number:03}", 90, True, True) for number in range(100)]
        others += [(f"{number:03}", 61, False, False) for number in range(100, 120)]
        shops = [[name for name, *_ in lucky]] + [[name] for name, *_ in others]
        [(right, shown, of)] = fitting.crossvalidated([lucky + others], shops)
        self.assertEqual((right, shown, of), (100, 100, 150))

    def test_curves_that_cannot_be_fitted_stay(self):
        present = {"date": [[60, 60]], "time": [[50, 50]], "settledSum": [[1, 1]]}
        samples = {"date": [(f"{place}", own, True, right) for place, (own, right) in enumerate(group((50, 0, 20), (80, 60, 0)))]}
        found = fitting.curves({"all": samples}, present)
        self.assertEqual((found["time"], found["settledSum"]), (present["time"], present["settledSum"]))
        self.assertIn([80, 70], found["date"])

    def test_the_table_has_the_prior_curves_and_the_fitted_ones_apart(self):
        # The prior curve shows a quarter of the fields as confident, the fitted one all that are right.
        samples = {"date": [(f"{place:03}", 90, place % 4 == 0, True) for place in range(60)]}
        shops = [[f"{place:03}"] for place in range(60)]
        head, row = fitting.text({"all": samples}, {"all": "all readers"}, shops, {}).splitlines()
        self.assertEqual(head.split(), "field reader fields right prior: shown right fitted: shown right".split())
        self.assertEqual(row.split(), "date all readers 60 100.0 25.0 100.0 100.0 100.0".split())
        self.assertEqual([len(head), head.index(" shown")], [len(row), row.index("  25.0")])


if __name__ == "__main__":
    unittest.main()

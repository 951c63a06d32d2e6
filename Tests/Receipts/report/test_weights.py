import math
import unittest

import weights
from weights import Choice

PRESENT = {"label": 8.0, "cash": 6.0, "noise": 4.0, "unseen": 3.0}
TRUE = {"label": 3.0, "cash": 9.0, "noise": 0.0}


def numbers(seed=7):
    """Uniform numbers in 0…1, always the same (Lehmer)."""
    while True:
        seed = seed * 48271 % 2147483647
        yield seed / 2147483647


def choices(count, truth, luck, scale=0.5):
    """Choices whose right candidate is drawn with the probability that the true weights give it."""
    found = []
    for receipt in range(count):
        evidence = [{name: next(luck) for name in truth} for _ in range(5)]
        exponentials = [math.exp(scale * sum(truth[name] * each[name] for name in truth)) for each in evidence]
        drawn, right = next(luck) * sum(exponentials), 0
        while drawn > exponentials[right]:
            drawn -= exponentials[right]
            right += 1
        found.append(Choice(f"{receipt:04}", tuple((each, place == right) for place, each in enumerate(evidence))))
    return found


def is_right(choice, by):
    """Whether the candidate with the highest score is right."""
    return max(choice.candidates, key=lambda each: sum(by[name] * value for name, value in each[0].items()))[1]


def shops(found):
    return [[choice.receipt] for choice in found]


class WeightsTests(unittest.TestCase):
    def test_weights_that_made_the_choices_are_found_again(self):
        found = choices(1500, TRUE, numbers())
        fitted = weights.fit(found, PRESENT, shops(found)).weights
        self.assertAlmostEqual(fitted["cash"] / fitted["label"], 3, delta=0.9)
        self.assertAlmostEqual(fitted["noise"] / fitted["label"], 0, delta=0.4)

    def test_they_choose_better_on_others(self):
        luck = numbers()
        learned, others = choices(200, TRUE, luck, scale=3), choices(200, TRUE, luck, scale=3)
        fitted = weights.fit(learned, PRESENT, shops(learned)).weights
        right = [sum(is_right(choice, each) for choice in others) for each in (PRESENT, fitted)]
        self.assertGreater(right[1], right[0] + 20)

    def test_the_scale_and_the_names_stay(self):
        found = choices(100, TRUE, numbers())
        fitted = weights.fit(found, PRESENT, shops(found)).weights
        self.assertEqual(set(fitted), set(PRESENT))
        self.assertAlmostEqual(math.hypot(*fitted.values()), math.hypot(*PRESENT.values()), places=2)

    def test_little_data_moves_little(self):
        found = choices(3, TRUE, numbers())
        fitted = weights.fit(found, PRESENT, shops(found)).weights
        for name, value in PRESENT.items():
            self.assertAlmostEqual(fitted[name], value, delta=1)

    def test_the_prior_weights_are_kept_where_no_shop_gains_by_others(self):
        certain = [Choice(f"{name:03}", (({"label": 1}, True), ({"noise": 1}, False))) for name in range(20)]
        fitted = weights.fit(certain, PRESENT, shops(certain))
        self.assertEqual((fitted.weights, fitted.deviation, fitted.outcome), (PRESENT, 0, "prior weights kept"))

    def test_it_is_told_how_far_weights_were_let_move(self):
        found = choices(200, TRUE, numbers(), scale=3)
        fitted = weights.fit(found, PRESENT, shops(found))
        self.assertIn(fitted.deviation, weights.DEVIATIONS[1:])
        self.assertEqual(fitted.outcome, f"weights fitted with a deviation of {fitted.deviation} of the prior ones")

    def test_choices_without_a_right_candidate_tell_nothing(self):
        wrong = Choice("1", (({"label": 1}, False), ({"cash": 1}, False)))
        only = Choice("2", (({"label": 1}, True),))
        self.assertEqual(weights.fit([wrong, only], PRESENT, [["1"], ["2"]]).weights, PRESENT)
        self.assertEqual(weights.fit([], PRESENT, []).weights, PRESENT)

    def test_a_receipt_counts_once_however_many_readers_read_it(self):
        found = choices(40, TRUE, numbers())
        self.assertEqual(weights.fit(found, PRESENT, shops(found)), weights.fit(found * 2, PRESENT, shops(found)))

    def test_either_of_two_right_candidates_may_be_chosen(self):
        several = [Choice(f"{name}", (({"cash": 1}, True), ({"label": 1}, True), ({"noise": 1.5}, False))) for name in range(40)]
        one = [Choice(f"{name}", (({"cash": 1}, False), ({"noise": 1.4}, True))) for name in range(40, 44)]
        fitted = weights.fit(several + one, PRESENT, shops(several + one)).weights
        self.assertGreater(fitted["label"] / fitted["noise"], 2)
        self.assertTrue(is_right(several[0], fitted))

    def test_the_same_choices_give_the_same_weights(self):
        found = choices(60, TRUE, numbers())
        once = weights.fit(found, PRESENT, shops(found))
        self.assertEqual(once, weights.fit(found, dict(reversed(PRESENT.items())), shops(found)[::-1]))

    def test_a_new_weight_can_become_used(self):
        found = choices(300, TRUE, numbers(), scale=2)
        fitted = weights.fit(found, {"label": 8.0, "cash": 0.0}, shops(found)).weights
        self.assertGreater(fitted["cash"], fitted["label"])


if __name__ == "__main__":
    unittest.main()

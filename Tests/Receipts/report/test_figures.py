import json
import pathlib
import tempfile
import unittest

import calibration
import figures
from failure import Failure
from scoring import SROIE_FIELDS, Score, Shown
from summary import F1, Share, summarise

FOLDER = pathlib.Path(__file__).resolve().parent.parent


def measured(share, aside=None):
    return {"real": {"tesseract": {"all": {"date": share}} | ({"aside": {"date": aside}} if aside else {})}}


class Figures(unittest.TestCase):
    def test_a_figure_below_its_minimum_holds_the_release(self):
        minimum = {"real": {"tesseract": {"date": 0.9}}}
        self.assertEqual(figures.shortfalls(minimum, measured(Share(90, 100))), [])
        self.assertEqual(
            figures.shortfalls(minimum, measured(Share(89, 100))),
            ["real, tesseract: date is 89.0%, below the minimum of 90.0%"],
        )

    def test_the_part_aside_holds_it_only_where_chance_cannot_be_the_reason(self):
        minimum = {"real": {"tesseract": {"date": 0.9}}}
        self.assertEqual(figures.shortfalls(minimum, measured(Share(95, 100), Share(24, 28))), [])
        self.assertEqual(len(figures.shortfalls(minimum, measured(Share(95, 100), Share(14, 28)))), 1)

    def test_what_was_not_measured_holds_nothing(self):
        self.assertEqual(figures.shortfalls({"real": {"all": {"date": 0.9}}}, measured(Share(1, 100))), [])

    def test_the_folds_are_held_where_there_are_some(self):
        minimum = {"real": {"tesseract": {"date": 0.9}}}
        parts = {"folds": {"date": Share(89, 100)}, "all": {"date": Share(99, 100)}}
        self.assertEqual(
            figures.shortfalls(minimum, {"real": {"tesseract": parts}}),
            ["real, tesseract: date is 89.0% in the folds of shops, below the minimum of 90.0%"],
        )
        parts = {"folds": {"date": Share(91, 100)}, "all": {"date": Share(1, 100)}}
        self.assertEqual(figures.shortfalls(minimum, {"real": {"tesseract": parts}}), [])

    def test_a_target_that_is_not_reached_is_told(self):
        targets = {"real": {"tesseract": {"date": 0.98, "total": 0.98}}}
        parts = {"folds": {"date": Share(97, 100)}, "all": {"date": Share(99, 100)}}
        self.assertEqual(
            figures.misses(targets, {"real": {"tesseract": parts}}),
            ["real, tesseract: date is 97.0% in the folds of shops, the target 98%"],
        )
        self.assertEqual(figures.misses(targets, measured(Share(98, 100))), [])

    def test_releases_are_found_again_in_their_order(self):
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name) / "figures"
            self.assertEqual(figures.every(folder), [])
            for release, right in (("1.9.0", 1), ("1.10.0", 2)):
                path = figures.keep(folder, figures.document(release, measured(Share(right, 4))))
                self.assertEqual(json.loads(path.read_text())["release"], release)
            latest = figures.every(folder)[-1]
            self.assertEqual(latest["release"], "1.10.0")
            self.assertEqual(figures.lookup(latest, "real", "tesseract", "all", "date"), 0.5)
            self.assertIsNone(figures.lookup(latest, "real", "all", "all", "date"))

    def test_kept_counts_give_the_figures_that_they_were_made_from(self):
        for measure in (Share(3, 4), F1(8, 10, 9)):
            self.assertEqual(figures.value(measure.counts()), measure.value)


class Demands(unittest.TestCase):
    """minimum.toml and targets.toml."""

    def demands(self, text):
        with tempfile.TemporaryDirectory() as name:
            path = pathlib.Path(name) / "minimum.toml"
            path.write_text(text)
            return figures.demands(path)

    def test_known_names_are_accepted(self):
        text = '[real.all]\ndate = 0.9\n"confident: item" = 0.97\n[layouts.debian]\ncoverage = 0.5\n'
        expected = {"real": {"all": {"date": 0.9, "confident: item": 0.97}}, "layouts": {"debian": {"coverage": 0.5}}}
        self.assertEqual(self.demands(text), expected)

    def test_an_unknown_name_is_refused_and_named(self):
        for text, sentence in {
            "[reel.all]\ndate = 0.9": "minimum.toml names an unknown collection in reel: reel. Known are real, generated, layouts.",
            "[real.al]\ndate = 0.9": "minimum.toml names an unknown reader in real.al: al. ",
            "[real.all]\ndates = 0.9": "minimum.toml names an unknown measure in real.all.dates: dates. ",
            "[real]\ndate = 0.9": "minimum.toml names an unknown reader in real.date: date. ",
        }.items():
            with self.assertRaises(Failure) as caught:
                self.demands(text)
            self.assertIn(sentence, str(caught.exception))

    def test_every_target_is_above_its_minimum(self):
        minimum, targets = (figures.demands(FOLDER / f"{name}.toml") for name in ("minimum", "targets"))
        for title, readers in targets.items():
            for reader, wanted in readers.items():
                for name, target in wanted.items():
                    floor = minimum.get(title, {}).get(reader, {}).get(name, 0)
                    self.assertGreater(target, floor, f"{title}, {reader}: {name}")


class Summaries(unittest.TestCase):
    def test_shares_and_f1_count_all_receipts_together(self):
        one = Score(right={"date": True}, sroie={name: (True, True, True) for name in ("company", "date", "address", "total")})
        two = Score(right={"date": False}, sroie={name: (False, False, True) for name in ("company", "date", "address", "total")})
        found = summarise([one, two], [0.5, 1.5])
        self.assertEqual(found["date"], Share(1, 2))
        self.assertEqual(found["SROIE F1"], F1(4, 4, 8))
        self.assertEqual(found["CPU"].mean, 1)
        self.assertNotIn("time", found)

    def test_confident_fields_are_counted_together_and_each_on_its_own(self):
        shown = [
            Shown("date", 90, 90, False, True),
            Shown("date", 40, 40, True, False),
            Shown("total", 80, 80, False, False),
            Shown("item", 80, 80, False, True),
        ]
        found = summarise([Score(right={"date": True}, sroie={name: (True,) * 3 for name in SROIE_FIELDS}, shown=shown)], [])
        self.assertEqual(found["confident"], Share(2, 3))
        self.assertEqual(found["coverage"], Share(3, 4))
        self.assertEqual((found["confident: date"], found["confident: total"]), (Share(1, 1), Share(0, 1)))
        self.assertEqual(found["confident: item"], Share(1, 1))
        self.assertNotIn("confident: store", found)

    def test_no_receipts_have_no_figures(self):
        self.assertEqual(summarise([], []), {})


class Calibration(unittest.TestCase):
    SHOWN = [(98, False, True), (98, False, True), (72, False, False), (30, True, False)]

    def test_only_what_is_not_for_review_counts_as_confident(self):
        self.assertEqual(calibration.confident(self.SHOWN), Share(2, 3))

    def test_confidences_are_grouped(self):
        expected = [(0.3, Share(0, 1)), (0.72, Share(0, 1)), (0.98, Share(2, 2))]
        self.assertEqual(calibration.groups(self.SHOWN), expected)

    def test_the_plot_has_a_mark_for_each_group(self):
        self.assertEqual(calibration.plot("total", self.SHOWN).count("<circle"), 3)


if __name__ == "__main__":
    unittest.main()

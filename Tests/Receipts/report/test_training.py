import json
import math
import pathlib
import tempfile
import unittest
from types import SimpleNamespace

import training
from collection import Collection
from reading import Batch

PRESENT = {
    "calibration": {"date": [[60, 60], [98, 98]], "settledSum": [[60, 60]]},
    "total": {"label": 8.0, "cash": 6.0},
    "name": {"first": 20.0, "legal": 50.0},
}
# Shops of three receipts each.
SHOPS = ("AMBER", "CORAL", "FALCON", "GINGER", "HOLLOW", "INDIGO", "JUNIPER", "KESTREL", "LUMEN", "MERIDIAN")


class Recorder:
    """A batch without a program: the results follow from the receipts' truth, and every call is kept."""

    def __init__(self, collection, misleading=()):
        self.collection = collection
        # Receipts on which cash is right instead of the label.
        self.misleading = set(misleading)
        self.calls = []

    def understand(self, collection, reader, names, title, weights=None, candidates=False):
        self.calls.append((reader, list(names), title, weights, candidates))
        predictions = {name: self.prediction(self.collection.receipts[name], candidates) for name in names}
        return SimpleNamespace(predictions=predictions, seconds={}, weights=weights or PRESENT)

    def weights(self, title):
        """What the readers' words were understood with."""
        (one, other) = [weights for _, _, each, weights, _ in self.calls if each == title]
        assert one == other
        return one

    def prediction(self, truth, candidates):
        right, wrong = ("cash", "label") if truth.name in self.misleading else ("label", "cash")
        considered = {
            "total": [{"value": "5.00", "evidence": {right: 1.0}}, {"value": "9.00", "evidence": {wrong: 1.0}}],
            "name": [{"value": truth.store, "evidence": {"first": 1}}, {"value": "TEL 5", "evidence": {"legal": 0.1}}],
        }
        shown = {"date": {"confidence": 90, "own": 90, "review": False}}
        return {"date": truth.day, "total": "5.00", "candidates": considered if candidates else None, "evidence": shown}


class Trainings(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        (self.folder / "key").mkdir()
        for place, shop in enumerate(SHOPS * 3):
            key = {"company": shop, "date": "2026-01-02", "total": "5.00"}
            (self.folder / "key" / f"{place:03}.json").write_text(json.dumps(key))
        self.collection = Collection("real", self.folder, is_tuned_on=True)

    def judged(self, misleading=(), prior=None):
        batch = Recorder(self.collection, misleading)
        folds = training.Training(batch, self.collection, ["tesseract", "all"], prior or PRESENT).judge()
        # The weights and curves that each fold was read with.
        return folds, [batch.weights(f"fold-{number}") for number in range(1, len(folds) + 1)], batch

    def test_every_receipt_is_read_in_one_fold(self):
        folds, *_ = self.judged()
        self.assertEqual(sorted(name for fold in folds for name in fold.names), sorted(self.collection.receipts))
        for fold in folds:
            for reader in ("tesseract", "all"):
                self.assertEqual(sorted(fold.readings[reader].predictions), fold.names)

    def test_a_fold_is_read_with_weights_fitted_to_receipts_of_other_shops(self):
        folds, _, batch = self.judged()
        for number, fold in enumerate(folds, 1):
            stores = {self.collection.receipts[name].store for name in fold.names}
            fitted = [names for _, names, title, *_ in batch.calls if title == f"fold-{number}/fitted"]
            self.assertEqual(len(fitted), 2)
            for names in fitted:
                self.assertFalse(stores.intersection(self.collection.receipts[name].store for name in names))
            read = [names for _, names, title, *_ in batch.calls if title == f"fold-{number}"]
            self.assertEqual(read, [fold.names] * 2)

    def test_what_is_printed_on_a_folds_receipts_does_not_change_its_weights(self):
        folds, plain, _ = self.judged()
        _, misled, _ = self.judged(misleading=folds[0].names)
        self.assertEqual(misled[0], plain[0])
        for one, other in zip(misled[1:], plain[1:]):
            self.assertNotEqual(one["total"], other["total"])

    def test_curves_are_fitted_where_there_are_enough_fields(self):
        _, fitted, _ = self.judged()
        for weights in fitted:
            self.assertIn([90, 70], weights["calibration"]["date"])
            self.assertEqual(weights["calibration"]["settledSum"], PRESENT["calibration"]["settledSum"])

    def test_the_programs_own_weights_do_not_matter(self):
        prior = {
            "calibration": {"settledSum": [[50, 50]]},
            "total": {"label": 4.0, "cash": 3.0, "gone": 2.0},
            "name": {"first": 10.0},
        }
        _, fitted, _ = self.judged(prior=prior)
        for weights in fitted:
            self.assertEqual(set(weights["total"]), {"label", "cash"})
            self.assertAlmostEqual(math.hypot(*weights["total"].values()), 5, places=2)
            self.assertEqual(set(weights["name"]), {"first", "legal"})
            self.assertEqual(weights["calibration"]["settledSum"], [[50, 50]])
            self.assertIn("date", weights["calibration"])

    def test_the_same_receipts_give_the_same_folds(self):
        (once, weights, _), (again, same, _) = self.judged(), self.judged()
        self.assertEqual([fold.names for fold in once], [fold.names for fold in again])
        self.assertEqual(weights, same)


class Programs(unittest.TestCase):
    """What larder-receipts is asked for."""

    SCRIPT = """#!/usr/bin/env python3
import json, pathlib, sys
options = sys.argv[1:]
out = pathlib.Path(options[options.index("--out") + 1])
listed = pathlib.Path(options[options.index("--list") + 1]).read_text().split()
for name in listed:
    (out / f"{name}.json").write_text(json.dumps({"options": options}))
used = options[options.index("--weights") + 1] if "--weights" in options else None
(out / "weights.json").write_text(pathlib.Path(used).read_text() if used else '{"total": {}}')
(out / "timings.json").write_text(json.dumps({name: {"cpu": 0.5} for name in listed}))
"""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        program = self.folder / "larder-receipts"
        program.write_text(self.SCRIPT)
        program.chmod(0o700)
        self.collection = SimpleNamespace(folder=self.folder / "real")
        (self.folder / "real" / "all" / "words").mkdir(parents=True)
        self.batch = Batch(program, self.folder, self.folder)

    def test_only_the_named_receipts_are_understood_with_the_weights(self):
        reading = self.batch.understand(self.collection, "all", ["001", "007"], "fold-1", PRESENT)
        self.assertEqual(sorted(reading.predictions), ["001", "007"])
        self.assertEqual(reading.weights, PRESENT)
        self.assertEqual(reading.seconds, {"001": 0.5, "007": 0.5})
        options = reading.predictions["001"]["options"]
        self.assertIn("--from-words", options)
        self.assertNotIn("--candidates", options)

    def test_candidates_are_asked_for_with_the_programs_own_weights(self):
        reading = self.batch.understand(self.collection, "all", ["001"], "candidates", candidates=True)
        self.assertIn("--candidates", reading.predictions["001"]["options"])
        self.assertNotIn("--weights", reading.predictions["001"]["options"])
        self.assertEqual(reading.weights, {"total": {}})

    def test_results_of_an_earlier_run_are_not_taken_for_new_ones(self):
        self.batch.understand(self.collection, "all", ["001"], "fold-1")
        self.assertEqual(sorted(self.batch.understand(self.collection, "all", ["007"], "fold-1").predictions), ["007"])


if __name__ == "__main__":
    unittest.main()

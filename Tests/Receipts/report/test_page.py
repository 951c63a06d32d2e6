import pathlib
import tempfile
import unittest

import page
import pictures
from collection import Collection
from failure import Failure
from program import Column, collections, parse
from scoring import score
from summary import summarise


class Pages(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        for name in ("key", "img", "items"):
            (self.folder / name).mkdir()
        for name in ("001", "005"):
            (self.folder / "key" / f"{name}.json").write_text('{"company": "A <B>", "date": "2026-01-02", "total": "5.00"}')
            (self.folder / "img" / f"{name}.jpg").write_bytes(b"not looked at")
        self.collection = Collection("real", self.folder, is_tuned_on=True)
        self.prediction = {
            "store": {"name": "A <B>"},
            "total": "6.00",
            "page": {"width": 100, "height": 200, "quarter_turns": 1},
            "evidence": {"total": {"confidence": 88, "review": False, "box": [1, 2, 30, 4]}},
        }

    def page(self, kept=(), with_folds=False, readers=("all",), names=("001", "005")):
        predictions = {name: self.prediction for name in names}
        scores = {name: score(self.collection.receipts[name], predictions[name]) for name in names}
        measures = {part: summarise([scores[name] for name in names if name in scores], [1.0]) for part, names in self.collection.parts().items()}
        folds = [{name: each} for name, each in scores.items()] if with_folds else []
        if folds:
            measures = {"folds": measures["all"], **measures}
        column = Column(predictions, {"001": 2.0, "005": 1.0}, scores, measures, folds)
        return page.text([(self.collection, dict.fromkeys(readers, column))], list(kept), ["date is too low"], ["total, the target"], ["A note."])

    def test_tells_figures_verdict_and_notes(self):
        text = self.page()
        for part in ("The release is held", "date is too low", "total, the target", "A note.", "store name similar", "VIES", "<svg class=\"plot\""):
            self.assertIn(part, text)

    def test_tells_how_many_receipts_a_reader_has(self):
        self.assertIn('all <span class="of">(2)</span>', self.page())
        self.assertIn('all <span class="of">(1)</span>', self.page(names=["001"]))

    def test_escapes_what_receipts_say(self):
        self.assertIn("A &lt;B&gt;", self.page())
        self.assertNotIn("A <B>", self.page())

    def test_shows_no_receipt_that_nothing_is_tuned_on(self):
        self.assertIn("<b>001</b>", self.page())
        self.assertNotIn("<b>005</b>", self.page())

    def test_tells_the_change_since_the_last_release(self):
        kept = {"release": "0.9.0", "day": "2026-01-01",
                "figures": {"real": {"all": {"all": {"store similar": {"right": 1, "of": 2}}}}}}
        self.assertIn('<span class="up">+50.0</span>', self.page([kept]))
        self.assertIn("0.9.0, 2026-01-01", self.page([kept]))

    def test_the_folds_come_first(self):
        text = self.page(with_folds=True)
        self.assertIn('<th>% right</th><th>folds of shops <span class="of">(2)</span></th><th>four fifths', text)
        self.assertIn("All readers, fold 2", text)
        self.assertNotIn("folds of shops", self.page())

    def test_releases_with_folds_are_told_by_them(self):
        parts = {"all": {"date": {"right": 9, "of": 10}}, "folds": {"date": {"right": 7, "of": 10}}}
        kept = {"release": "9.9.0", "day": "2026-01-01", "figures": {"real": {"all": parts}}}
        self.assertIn("<th>9.9.0, 2026-01-01, all readers, folds of shops</th><td>70.0</td>", self.page([kept]))

    def test_pictures_are_of_the_best_reader_in_whatever_order_they_are_named(self):
        for readers in (("tesseract", "all", "debian"), ("debian", "all", "tesseract"), ("transcripts", "all")):
            self.assertIn("The worst receipts, all readers", self.page(readers=readers))
        self.assertIn("The worst receipts, Tesseract alone", self.page(readers=("tesseract", "debian", "transcripts")))

    def test_transcripts_have_no_pictures(self):
        self.assertNotIn("The worst receipts", self.page(readers=("transcripts",)))

    def test_boxes_tell_whether_what_is_in_them_is_right(self):
        found = pictures.boxes(self.prediction, score(self.collection.receipts["001"], self.prediction))
        self.assertEqual(found, [([1, 2, 30, 4], False, "total 88")])


class Options(unittest.TestCase):
    def test_a_folder_without_truth_is_refused(self):
        with tempfile.TemporaryDirectory() as name, self.assertRaises(Failure):
            Collection("real", name, is_tuned_on=True)

    def test_readers_are_a_list(self):
        self.assertEqual(parse(["--readers", "tesseract,all"]).readers, ["tesseract", "all"])

    def test_drawn_receipts_are_scored_by_collection_and_nothing_is_tuned_on_them(self):
        for title in ("generated", "layouts"):
            (found,) = collections(parse(["--only", title]))
            self.assertEqual((found.title, found.is_tuned_on, list(found.parts())), (title, False, ["all"]))


if __name__ == "__main__":
    unittest.main()

import io
import pathlib
import tempfile
import unittest
from contextlib import redirect_stderr

import program
from collection import Collection
from failure import Failure
from reading import Batch
from test_training import Recorder


class Programs(unittest.TestCase):
    """What is refused before or without the batch program."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        (self.folder / "key").mkdir()
        (self.folder / "key" / "001.json").write_text('{"company": "A", "date": "2026-01-02", "total": "5.00"}')

    def failure(self, *arguments):
        """The sentence with which the report ends, on a machine without models and without the batch program."""
        places = ["--folder", self.folder, "--models", self.folder, "--out", self.folder, "--program", self.folder / "none"]
        with self.assertRaises(Failure) as caught, redirect_stderr(io.StringIO()):
            program.run(program.parse([*map(str, places), *arguments]))
        return str(caught.exception)

    def test_a_report_without_any_column_is_refused(self):
        for readers in ("all", "transcripts", "transcripts,all"):
            sentence = self.failure("--only", "real", "--readers", readers)
            self.assertEqual(sentence, f"Nothing was scored: there is nothing for --readers {readers} to read.")

    def test_a_missing_folder_of_real_receipts_is_refused_unless_others_alone_are_scored(self):
        gone = self.folder / "gone"
        with self.assertRaises(Failure) as caught:
            program.collections(program.parse(["--folder", str(gone)]))
        self.assertIn(f"There is no folder {gone} with real receipts.", str(caught.exception))
        found = program.collections(program.parse(["--folder", str(gone), "--only", "generated"]))
        self.assertEqual([each.title for each in found], ["generated"])

    def test_fitting_is_refused_without_the_real_receipts(self):
        self.assertEqual(
            self.failure("--fit", "--from-words", "--only", "generated"),
            "--fit needs the real receipts: omit --only generated.",
        )

    def test_fitting_is_refused_with_one_reader(self):
        for arguments, missing in {
            ("--readers", "tesseract", "--from-words"): "all readers",
            ("--readers", "all,transcripts", "--from-words"): "Tesseract alone",
            ("--readers", "debian", "--from-words"): "Tesseract alone, all readers",
            # There are no models.
            (): "all readers",
        }.items():
            self.assertEqual(
                self.failure("--fit", *arguments), f"--fit needs the results of both readers; missing: {missing}."
            )

    def test_words_that_were_read_earlier_need_no_models(self):
        options = program.parse(["--fit", "--from-words"])
        program.check_fit(Batch(self.folder / "none", self.folder, self.folder), options)

    def test_receipts_of_one_shop_have_no_folds_and_nothing_is_fitted_to_them(self):
        collection = Collection("real", self.folder, is_tuned_on=True)
        columns = dict.fromkeys(("tesseract", "all"))
        notes = []
        self.assertIsNone(program.train(Recorder(collection), collection, columns, program.parse([]), notes))
        self.assertEqual(notes, ["There are no folds: the receipts are of too few shops (1)."])
        with self.assertRaises(Failure) as caught:
            program.train(Recorder(collection), collection, columns, program.parse(["--fit"]), notes)
        self.assertEqual(str(caught.exception), "Nothing can be fitted: the receipts are of too few shops (1).")


if __name__ == "__main__":
    unittest.main()

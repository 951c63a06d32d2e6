import io
import pathlib
import tempfile
import unittest
from contextlib import redirect_stderr
from unittest import mock

import program
from collection import Collection
from failure import Failure
from reading import Batch, Reading
from test_training import Recorder


class Typed:
    """A batch without a program: the date of every receipt that can be read is right."""

    def read(self, collection, reader, from_words):
        names = collection.readable(reader)
        return Reading(reader, {name: {"date": collection.receipts[name].day} for name in names}, {}, [])


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

    def test_a_report_that_cannot_be_written_is_refused(self):
        file = self.folder / "file"
        file.write_text("")
        self.assertEqual(self.failure("--out", str(file)), f"--out {file} cannot be made a folder: File exists.")
        self.assertEqual(
            self.failure("--out", str(file / "report")), f"--out {file / 'report'} cannot be made a folder: Not a directory."
        )

    def test_truth_that_is_not_understood_is_status_2(self):
        (self.folder / "key" / "001.json").write_text('{"total": "free"}')
        said = io.StringIO()
        arguments = ["receipts-report", "--only", "real", "--folder", str(self.folder), "--out", str(self.folder)]
        with mock.patch("sys.argv", arguments), self.assertRaises(SystemExit) as caught, redirect_stderr(said):
            program.main()
        self.assertEqual(caught.exception.code, 2)
        self.assertIn('key/001.json: total is "free"', said.getvalue())

    def test_receipts_without_a_transcript_are_left_out_of_that_reader(self):
        (self.folder / "key" / "005.json").write_text('{"company": "A", "date": "2026-01-02", "total": "5.00"}')
        (self.folder / "transcripts").mkdir()
        (self.folder / "transcripts" / "001.txt").write_text("A")
        collection = Collection("real", self.folder, is_tuned_on=True)
        notes = []
        with redirect_stderr(io.StringIO()):
            columns = program.measure(Typed(), collection, program.parse(["--readers", "transcripts"]), notes)
        self.assertEqual(list(columns["transcripts"].scores), ["001"])
        self.assertEqual(columns["transcripts"].measures["all"]["date"].counts(), {"right": 1, "of": 1})
        self.assertEqual(columns["transcripts"].measures["aside"], {})
        self.assertEqual(notes, ["Left out without a transcript: 1 of 2 real receipts."])

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

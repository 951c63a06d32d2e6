"""Reads receipts with the batch program."""

import json
import subprocess

from failure import Failure

# The options of larder-receipts for each column of the report.
READERS = {
    "debian": "Tesseract with Debian's data",
    "tesseract": "Tesseract alone",
    "all": "all readers",
    "transcripts": "a person's transcript",
}
USUAL = ("tesseract", "all", "transcripts")


class Reading:
    """Predictions of one reader for a collection, by name, and the processor seconds that each took."""

    def __init__(self, reader, predictions, seconds, notes):
        self.reader = reader
        self.predictions = predictions
        self.seconds = seconds
        # The program's messages, for example about missing readers.
        self.notes = notes


class Batch:
    """Runs larder-receipts."""

    def __init__(self, program, models, work):
        self.program = program
        self.models = models
        # Results and words are stored here, one folder for each collection and reader.
        self.work = work

    @property
    def has_all_readers(self):
        """Whether there are readers besides Tesseract."""
        return (self.models / "pp-ocr" / "recognition.onnx").exists()

    def read(self, collection, reader, from_words=False):
        """All receipts of a collection, without unreadable ones.

        `from_words` understands again what was read the last time.
        """
        folder = self.work / collection.folder.name.lower() / reader
        results, words = folder / "results", folder / "words"
        results.mkdir(parents=True, exist_ok=True)
        for old in results.glob("*.json"):
            old.unlink()
        listing = folder / "list.txt"
        listing.write_text("".join(f"{name}\n" for name in collection.receipts))
        said = self._run(self._source(collection, reader, words, from_words) + ["--list", listing, "--out", results])
        predictions = {name: self._load(results / f"{name}.json") for name in collection.receipts}
        seconds = self._seconds(results, words, from_words)
        return Reading(reader, {name: each for name, each in predictions.items() if each}, seconds, said)

    def _source(self, collection, reader, words, from_words):
        if reader == "transcripts":
            return ["--from-text", collection.folder / "transcripts"]
        if from_words:
            if not words.is_dir():
                raise Failure(f"There are no words in {words}: run the report once without --from-words.")
            return ["--from-words", words]
        reader, models = ("tesseract", "none") if reader == "debian" else (reader, self.models)
        return ["--images", collection.folder / "img", "--reader", reader, "--models", models, "--words", words]

    def _run(self, arguments):
        try:
            run = subprocess.run([self.program, *map(str, arguments)], capture_output=True, text=True)
        except OSError as error:
            raise Failure(f"{self.program} cannot be started: {error.strerror}. Build it with make build.") from None
        # 1 means that some receipts could not be read, which their scores show.
        if run.returncode not in (0, 1):
            raise Failure(f"{self.program} exited with status {run.returncode}: {run.stderr.strip()}")
        return run.stderr.strip().splitlines()

    def _seconds(self, results, words, from_words):
        """The time of reading and interpretation, also when reading was done earlier."""
        seconds = {name: each["cpu"] for name, each in (self._load(results / "timings.json") or {}).items()}
        if from_words:
            for name in seconds:
                seconds[name] += (self._load(words / f"{name}.json") or {}).get("timing", {}).get("cpu", 0)
        return seconds

    @staticmethod
    def _load(path):
        try:
            return json.loads(path.read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return None

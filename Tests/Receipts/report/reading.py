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

    def __init__(self, reader, predictions, seconds, notes, weights=None):
        self.reader = reader
        self.predictions = predictions
        self.seconds = seconds
        # The program's messages, for example about missing readers.
        self.notes = notes
        # The weights and curves that the program used.
        self.weights = weights


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
        """All receipts of a collection that the reader can read, without those on which it failed.

        `from_words` understands again what was read the last time.
        """
        folder = self._folder(collection, reader)
        source = self._source(collection, reader, folder / "words", from_words)
        return self._understood(reader, collection.readable(reader), source, folder, folder / "words" if from_words else None)

    def understand(self, collection, reader, names, title, weights=None, candidates=False):
        """Some receipts as understood from the words of the last run, with other weights than the built-in ones if given.

        `title` names a folder for the results; with `candidates` these contain what was considered.
        """
        folder = self._folder(collection, reader) / title
        folder.mkdir(parents=True, exist_ok=True)
        options = ["--candidates"] if candidates else []
        if weights:
            file = folder / "weights.json"
            file.write_text(json.dumps(weights, indent=1, sort_keys=True) + "\n")
            options += ["--weights", file]
        words = self._folder(collection, reader) / "words"
        return self._understood(reader, names, self._source(collection, reader, words, True) + options, folder, words)

    def _folder(self, collection, reader):
        return self.work / collection.folder.name.lower() / reader

    def _understood(self, reader, names, options, folder, words):
        results = folder / "results"
        results.mkdir(parents=True, exist_ok=True)
        for old in results.glob("*.json"):
            old.unlink()
        listing = folder / "list.txt"
        listing.write_text("".join(f"{name}\n" for name in names))
        said = self._run([*options, "--list", listing, "--out", results])
        predictions = {name: self._load(results / f"{name}.json") for name in names}
        seconds = self._seconds(results, words)
        understood = {name: each for name, each in predictions.items() if each}
        return Reading(reader, understood, seconds, said, self._load(results / "weights.json"))

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

    def _seconds(self, results, words):
        """The time of reading and interpretation, also when reading was done earlier: then `words` is its folder."""
        seconds = {name: each["cpu"] for name, each in (self._load(results / "timings.json") or {}).items()}
        if words:
            for name in seconds:
                seconds[name] += (self._load(words / f"{name}.json") or {}).get("timing", {}).get("cpu", 0)
        return seconds

    @staticmethod
    def _load(path):
        try:
            return json.loads(path.read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return None

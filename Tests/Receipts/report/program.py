"""Scores the accuracy of reading receipts with known content: see README.md."""

import argparse
import json
import pathlib
import sys
import tomllib
from dataclasses import dataclass

import figures
import fitting
import page
import summary
from collection import Collection
from failure import Failure
from reading import READERS, USUAL, Batch
from scoring import score

FOLDER = pathlib.Path(__file__).resolve().parent.parent
ROOT = FOLDER.parent.parent
REAL = ROOT.parent / "shared" / "receipts"
GENERATED = FOLDER / "Generated"
LAYOUTS = FOLDER / "Layouts"


@dataclass
class Column:
    """The results of one reader for a collection."""

    predictions: dict
    seconds: dict
    scores: dict
    # By part and measure.
    measures: dict


def parse(arguments=None):
    parser = argparse.ArgumentParser(prog="receipts-report", description="Scores what Larder reads on receipts with known truth.")
    parser.add_argument("--folder", type=pathlib.Path, default=REAL, help="the real receipts, default: shared/receipts beside the repository, if there")
    parser.add_argument("--only", choices=["real", "generated", "layouts"], help="score only these receipts")
    parser.add_argument("--readers", default=",".join(USUAL), help=f"of {', '.join(READERS)}; default: %(default)s")
    parser.add_argument("--from-words", action="store_true", help="interpret the words of the last run again")
    parser.add_argument("--program", type=pathlib.Path, default=ROOT / ".build/release/larder-receipts", help="default: %(default)s")
    parser.add_argument("--models", type=pathlib.Path, default=ROOT / ".larder/models", help="models from make deps")
    parser.add_argument("--out", type=pathlib.Path, default=ROOT / ".larder/receipts-report", help="default: %(default)s")
    parser.add_argument(
        "--calibration",
        action="store_true",
        help="fit the confidence curves to the real receipts except the held-out fifth, and print them",
    )
    parser.add_argument("--keep", metavar="RELEASE", help="store the figures under this name in Tests/Receipts/figures")
    options = parser.parse_args(arguments)
    options.readers = [name for name in options.readers.split(",") if name]
    unknown = set(options.readers) - set(READERS)
    if unknown or not options.readers:
        parser.error(f"--readers takes {', '.join(READERS)}")
    return options


def say(sentence):
    print(sentence, file=sys.stderr, flush=True)


def collections(options):
    """The real receipts, the generated ones and those of other layouts, unless limited to one of them."""
    found = []
    if options.only in (None, "real"):
        if not options.folder.is_dir():
            raise Failure(
                f"There is no folder {options.folder} with real receipts. Name one with --folder, or score the generated "
                "receipts alone with --only generated."
            )
        found.append(Collection("real", options.folder, is_tuned_on=True))
    for title, folder in {"generated": GENERATED, "layouts": LAYOUTS}.items():
        if options.only in (None, title):
            found.append(Collection(title, folder, is_tuned_on=False))
    return found


def measure(batch, collection, options, notes):
    """All columns of a collection, by reader."""
    columns = {}
    for reader in options.readers:
        if reader == "transcripts" and not (collection.folder / "transcripts").is_dir():
            continue
        if reader == "all" and not (options.from_words or batch.has_all_readers):
            note = f"Only Tesseract is available: there are no models in {options.models} (make deps)."
            notes.extend([note] if note not in notes else [])
            continue
        say(f"{collection.title} receipts, {READERS[reader]} …")
        reading = batch.read(collection, reader, options.from_words)
        notes.extend(note for note in reading.notes if note not in notes)
        scores = {name: score(truth, reading.predictions.get(name)) for name, truth in collection.receipts.items()}
        measures = {
            part: summary.summarise(
                [scores[name] for name in names],
                [reading.seconds[name] for name in names if name in reading.seconds and reader != "transcripts"],
            )
            for part, names in collection.parts().items()
        }
        columns[reader] = Column(reading.predictions, reading.seconds, scores, measures)
    return columns


def print_table(collection, columns):
    """Prints the figures."""
    parts = list(collection.parts())
    width = 14
    print(f"\n{collection.title + ' receipts':28}" + "".join(READERS[name].rjust(width * len(parts)) for name in columns))
    print(" " * 28 + "".join(page.PARTS[part].rjust(width) for _ in columns for part in parts))
    for name, title in summary.MEASURES.items():
        cells = [column.measures[part].get(name) for column in columns.values() for part in parts]
        if any(cell is not None for cell in cells):
            print(title.ljust(28) + "".join(_plain(cell, name).rjust(width) for cell in cells))


def _plain(cell, name):
    if cell is None:
        return "–"
    return f"{cell.value:.2f} s" if name == "CPU" else f"{100 * cell.value:.1f}"


def print_calibration(outcome):
    """Prints suggested confidence curves, without the held-out fifth."""
    for collection, columns in outcome:
        if not collection.is_tuned_on:
            continue
        tuned = {name: collection.receipts[name] for name in collection.parts()["tuned"]}
        readers = {name: fitting.samples(tuned, each.predictions) for name, each in columns.items() if name != "transcripts"}
        print("\n" + fitting.text(readers, READERS))


def run(options):
    batch = Batch(options.program, options.models, options.out)
    notes = []
    outcome = [(each, measure(batch, each, options, notes)) for each in collections(options)]
    for note in notes:
        say(note)
    for collection, columns in outcome:
        print_table(collection, columns)
    if options.calibration:
        print_calibration(outcome)
    measured = {each.title: {reader: column.measures for reader, column in columns.items()} for each, columns in outcome}
    minimum = tomllib.loads((FOLDER / "minimum.toml").read_text())
    shortfalls = figures.shortfalls(minimum, measured)
    kept = figures.every(FOLDER / "figures")
    document = figures.document(options.keep or "unreleased", measured)
    (options.out / "figures.json").write_text(json.dumps(document, indent=1, sort_keys=True) + "\n")
    (options.out / "index.html").write_text(page.text(outcome, kept, shortfalls, notes), encoding="utf-8")
    print(f"\nReport: {options.out / 'index.html'}")
    if options.keep:
        print(f"The figures are stored in {figures.keep(FOLDER / 'figures', document)}.")
    if shortfalls:
        print("\nThe release is held:")
        for sentence in shortfalls:
            print(f"  {sentence}")
    return 1 if shortfalls else 0


def main():
    try:
        sys.exit(run(parse()))
    except Failure as failure:
        say(f"receipts-report: {failure}")
        sys.exit(2)
    except KeyboardInterrupt:
        sys.exit(130)

"""Scores the accuracy of reading receipts with known content: see README.md."""

import argparse
import json
import os
import pathlib
import sys
from dataclasses import dataclass, field

import figures
import fitting
import page
import summary
import swift
import training
from collection import GENERATED, LAYOUTS, REAL, TITLES, Collection
from failure import Failure
from reading import READERS, USUAL, Batch
from scoring import score

FOLDER = pathlib.Path(__file__).resolve().parent.parent
ROOT = FOLDER.parent.parent
REAL_FOLDER = ROOT.parent / "shared" / "receipts"
DRAWN = {GENERATED: FOLDER / "Generated", LAYOUTS: FOLDER / "Layouts"}
FITTED = ROOT / "Services/OCR/Understanding/Weights/FittedWeights.swift"


@dataclass
class Column:
    """The results of one reader for a collection."""

    predictions: dict
    seconds: dict
    scores: dict
    # By part and measure; the folds first, where there are some.
    measures: dict
    # Of each fold: its scores, with what was fitted on the shops of the other folds.
    folds: list = field(default_factory=list)

    @property
    def judged(self):
        """The scores that count: those of the folds, where there are some."""
        return {name: score for fold in self.folds for name, score in fold.items()} or self.scores


def parse(arguments=None):
    parser = argparse.ArgumentParser(prog="receipts-report", description="Scores what Larder reads on receipts with known truth.")
    parser.add_argument("--folder", type=pathlib.Path, default=REAL_FOLDER, help="the real receipts, default: shared/receipts beside the repository, if there")
    parser.add_argument("--only", choices=TITLES, help="score only these receipts")
    parser.add_argument("--readers", default=",".join(USUAL), help=f"of {', '.join(READERS)}; default: %(default)s")
    parser.add_argument("--from-words", action="store_true", help="interpret the words of the last run again")
    parser.add_argument("--program", type=pathlib.Path, default=ROOT / ".build/release/larder-receipts", help="default: %(default)s")
    parser.add_argument("--models", type=pathlib.Path, default=ROOT / ".larder/models", help="models from make deps")
    parser.add_argument("--out", type=pathlib.Path, default=ROOT / ".larder/receipts-report", help="default: %(default)s")
    parser.add_argument("--without-folds", action="store_true", help="omit the folds of shops, which take a minute")
    parser.add_argument(
        "--fit",
        action="store_true",
        help=f"fit weights and confidence curves to the real receipts except the held-out fifth, and write them to {FITTED.name}",
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
    if options.only in (None, REAL):
        if not options.folder.is_dir():
            raise Failure(
                f"There is no folder {options.folder} with real receipts. Name one with --folder, or score the generated "
                "receipts alone with --only generated."
            )
        found.append(Collection(REAL, options.folder, is_tuned_on=True))
    for title, folder in DRAWN.items():
        if options.only in (None, title):
            found.append(Collection(title, folder, is_tuned_on=False))
    return found


def measure(batch, collection, options, notes):
    """All columns of a collection, by reader."""
    columns = {}
    for reader in options.readers:
        names = collection.readable(reader)
        if not names:
            continue
        if not is_available(reader, batch, options):
            note = f"Only Tesseract is available: there are no models in {options.models} (make deps)."
            notes.extend([note] if note not in notes else [])
            continue
        say(f"{collection.title} receipts, {READERS[reader]} …")
        reading = batch.read(collection, reader, options.from_words)
        left_out = len(collection.receipts) - len(names)
        if left_out:
            notes.append(f"Left out without a transcript: {left_out} of {len(collection.receipts)} {collection.title} receipts.")
        notes.extend(note for note in reading.notes if note not in notes)
        scores = scored(collection, names, reading)
        times = {} if reader == "transcripts" else reading.seconds
        measures = {part: summarised(scores, part_names, times) for part, part_names in collection.parts().items()}
        columns[reader] = Column(reading.predictions, reading.seconds, scores, measures)
    return columns


def is_available(reader, batch, options):
    """Whether a reader can be used; what it read earlier needs no models."""
    return reader != "all" or options.from_words or batch.has_all_readers


def scored(collection, names, reading):
    return {name: score(collection.receipts[name], reading.predictions.get(name)) for name in names}


def summarised(scores, names, seconds):
    """The figures over those of some receipts that were scored."""
    return summary.summarise(
        [scores[name] for name in names if name in scores], [seconds[name] for name in names if name in seconds]
    )


def train(batch, collection, columns, options, notes):
    """What fits to a collection that is tuned on; None where there is nothing to fit or not enough to judge it by."""
    readers = [reader for reader in training.READERS if reader in columns]
    if not (collection.is_tuned_on and readers) or (options.without_folds and not options.fit):
        return None
    prior = json.loads((FOLDER / "prior.json").read_text())
    found = training.Training(batch, collection, readers, prior)
    if len(found.shops) < len(found.folds()):
        few = f"the receipts are of too few shops ({len(found.shops)})."
        if options.fit:
            raise Failure(f"Nothing can be fitted: {few}")
        notes.append(f"There are no folds: {few}")
        return None
    return found


def judge(found, columns):
    """Adds the folds to the columns of the readers, as their first part."""
    say("folds of shops …")
    folds = found.judge()
    for reader in found.readers:
        column = columns[reader]
        column.folds = [scored(found.collection, fold.names, fold.readings[reader]) for fold in folds]
        seconds = {name: value for fold in folds for name, value in fold.readings[reader].seconds.items()}
        column.measures = {"folds": summarised(column.judged, column.judged, seconds), **column.measures}


def print_table(collection, columns):
    """Prints the figures."""
    width = 16
    print(f"\n{collection.title + ' receipts':28}" + "".join(READERS[name].rjust(width * len(each.measures)) for name, each in columns.items()))
    print(" " * 28 + "".join(page.PARTS[part].rjust(width) for each in columns.values() for part in each.measures))
    for name, title in summary.MEASURES.items():
        cells = [measures.get(name) for column in columns.values() for measures in column.measures.values()]
        if any(cell is not None for cell in cells):
            print(title.ljust(28) + "".join(_plain(cell, name).rjust(width) for cell in cells))


def _plain(cell, name):
    if cell is None:
        return "–"
    return f"{cell.value:.2f} s" if name == "CPU" else f"{100 * cell.value:.1f}"


def check_fit(batch, options):
    """Fails unless what is fitted will be scored: a curve holds for every reader only when it is fitted to all of them."""
    if options.only not in (None, REAL):
        raise Failure(f"--fit needs the real receipts: omit --only {options.only}.")
    missing = [
        READERS[reader]
        for reader in training.READERS
        if reader not in options.readers or not is_available(reader, batch, options)
    ]
    if missing:
        raise Failure(f"--fit needs the results of both readers; missing: {', '.join(missing)}.")


def fit(found):
    """Fits to the real receipts except the held-out fifth, prints what came of it and writes the weights into the sources."""
    names = found.collection.parts()["tuned"]
    fitted = found.fit(names, "fitted")
    print()
    for field, outcome in fitted.outcomes.items():
        print(f"{field}: {outcome}")
    print("\n" + fitting.text(fitted.samples, READERS, found.among(names), found.prior["calibration"]))
    FITTED.write_text(swift.text(fitted.weights), encoding="utf-8")
    print(f"\nThe fitted weights and curves are stored in {FITTED}; build again to use them.")


def score_all(batch, known, options, notes):
    """Of the `known` collections those that some reader can read, with their columns, and what fits to them."""
    outcome = []
    trainings = []
    for collection in known:
        columns = measure(batch, collection, options, notes)
        if not columns:
            continue
        outcome.append((collection, columns))
        found = train(batch, collection, columns, options, notes)
        if found and not options.without_folds:
            judge(found, columns)
        trainings += [found] if found else []
    return outcome, trainings


def make_folder(path):
    """Makes the folder of the report before anything is read."""
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise Failure(f"--out {path} cannot be made a folder: {error.strerror}.") from None
    if not os.access(path, os.W_OK | os.X_OK):
        raise Failure(f"--out {path} is a folder that nothing can be written into.")


def run(options):
    minimum, targets = (figures.demands(FOLDER / f"{name}.toml") for name in ("minimum", "targets"))
    # A mistake in the options or receipts leaves nothing behind.
    known = collections(options)
    make_folder(options.out)
    batch = Batch(options.program, options.models, options.out)
    if options.fit:
        check_fit(batch, options)
    notes = []
    outcome, trainings = score_all(batch, known, options, notes)
    for note in notes:
        say(note)
    if not outcome:
        raise Failure(f"Nothing was scored: there is nothing for --readers {','.join(options.readers)} to read.")
    for collection, columns in outcome:
        print_table(collection, columns)
    if options.fit:
        for found in trainings:
            fit(found)
    measured = {each.title: {reader: column.measures for reader, column in columns.items()} for each, columns in outcome}
    shortfalls = figures.shortfalls(minimum, measured)
    misses = figures.misses(targets, measured)
    kept = figures.every(FOLDER / "figures")
    document = figures.document(options.keep or "unreleased", measured)
    (options.out / "figures.json").write_text(json.dumps(document, indent=1, sort_keys=True) + "\n")
    (options.out / "index.html").write_text(page.text(outcome, kept, shortfalls, misses, notes), encoding="utf-8")
    print(f"\nReport: {options.out / 'index.html'}")
    if options.keep:
        print(f"The figures are stored in {figures.keep(FOLDER / 'figures', document)}.")
    if misses:
        print("\nTargets that are not reached yet:")
        for sentence in misses:
            print(f"  {sentence}")
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
    except OSError as error:
        # Status 1 means that a minimum is not reached.
        say(f"receipts-report: {error}")
        sys.exit(2)
    except KeyboardInterrupt:
        sys.exit(130)

"""Collections of receipts with their content."""

import pathlib
from dataclasses import dataclass

import truth_files
from failure import Failure
from text import amount

# The titles of the report's collections.
REAL, GENERATED, LAYOUTS = TITLES = ("real", "generated", "layouts")


@dataclass
class Truth:
    """The content of one receipt; texts are empty where nothing is printed."""

    name: str
    store: str
    address: str
    # None where no date is printed.
    day: str
    # As published; None where no total is printed.
    total: object
    # All accepted totals; several where the published truth is before rounding.
    totals: list
    currency: str
    # Labels of items and sums; None when unlabelled.
    labels: dict = None

    @property
    def is_aside(self):
        """Whether it belongs to the held-out fifth."""
        digits = "".join(character for character in self.name if character.isdigit())
        return bool(digits) and int(digits) % 5 == 0


class Collection:
    """`img/NAME.jpg`, `key/NAME.json`, and perhaps `items/NAME.json`, `transcripts/NAME.txt` and `truth_fixes.json`."""

    def __init__(self, title, folder, is_tuned_on):
        self.title = title
        self.folder = pathlib.Path(folder)
        # Whether the collection has a held-out fifth.
        self.is_tuned_on = is_tuned_on
        keys = sorted((self.folder / "key").glob("*.json")) if (self.folder / "key").is_dir() else []
        if not keys:
            raise Failure(f"There are no receipts with truth in {folder}: no key/NAME.json. Name another folder with --folder.")
        fixes = truth_files.fixes(self.folder / "truth_fixes.json", {path.stem for path in keys})
        self.receipts = {path.stem: self._truth(path, fixes.get(path.stem, {})) for path in keys}

    def _truth(self, path, fix):
        key = truth_files.key(path)
        totals = fix.get("total") or [key["total"]]
        return Truth(
            name=path.stem,
            store=key["company"] or "",
            address=key["address"] or "",
            day=fix.get("date") or key["date"],
            total=amount(key["total"]),
            totals=[amount(each) for each in totals if each is not None],
            currency=key["currency"] or "MYR",
            labels=truth_files.labels(self.folder / "items" / path.name),
        )

    def parts(self):
        """Names of receipts, by part."""
        names = list(self.receipts)
        if not self.is_tuned_on:
            return {"all": names}
        aside = [name for name in names if self.receipts[name].is_aside]
        return {"tuned": [name for name in names if name not in set(aside)], "aside": aside, "all": names}

    def readable(self, reader):
        """Names of the receipts that a reader can read: all, and with a transcript those that have one."""
        if reader != "transcripts":
            return list(self.receipts)
        return [name for name in self.receipts if (self.folder / "transcripts" / f"{name}.txt").is_file()]

    def image(self, name):
        """The photo; None when it is not there."""
        for ending in ("jpg", "jpeg", "png", "webp"):
            path = self.folder / "img" / f"{name}.{ending}"
            if path.exists():
                return path
        return None

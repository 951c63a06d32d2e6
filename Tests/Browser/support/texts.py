"""The app's texts, so that tests look for what stands on the page in either language."""

import json

from .deployment import ROOT

CATALOGUES = ROOT / "Shared/Texts/Catalogues"
LANGUAGES = ["en", "fr"]


class Texts:
    """The catalogue of a language."""

    def __init__(self, language, catalogues=CATALOGUES):
        self.language = language
        self.entries = json.loads((catalogues / language / "app.json").read_text())

    def __call__(self, key, **values):
        """A text with its values in place. Of plural forms, the one for `count` in numbers from 0 to 999,999."""
        entry = self.entries[key]
        if isinstance(entry, dict):
            count = values.get("count", 0)
            is_one = count < 2 if self.language == "fr" else count == 1
            entry = entry["one" if is_one and "one" in entry else "other"]
        for name, value in values.items():
            entry = entry.replace(f"{{{name}}}", str(value))
        return entry

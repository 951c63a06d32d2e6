"""The rows that a printer prints."""

from typing import NamedTuple

# Width and height of letters, relative to the usual ones.
SIZES = {"single": (1, 1), "wide": (2, 1), "high": (1, 2), "large": (2, 2), "small": (0.75, 0.75)}


class Row(NamedTuple):
    """One printed row."""

    text: str
    # "plain", "strong" or "title", which is strong and slightly larger.
    font: str = "plain"
    # "left", "centre" or "right".
    align: str = "left"
    # A name of SIZES.
    size: str = "single"

    @property
    def columns(self):
        """The width in letters of the usual size."""
        return len(self.text) * SIZES[self.size][0]

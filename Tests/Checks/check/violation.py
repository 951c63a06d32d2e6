"""What a check reports."""

import dataclasses


@dataclasses.dataclass(frozen=True, order=True)
class Violation:
    """A place, and the rule that does not hold there."""

    path: str
    line: int
    sentence: str

    def __str__(self):
        return f"{self.path}:{self.line}: {self.sentence}"

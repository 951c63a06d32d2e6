"""Normalizes printed dates, amounts and names for comparison."""

import datetime
import difflib
import re
from decimal import Decimal, InvalidOperation

_MONTHS = {name: number for number, name in enumerate("JAN FEB MAR APR MAY JUN JUL AUG SEP OCT NOV DEC".split(), 1)}
_GAP = r"[-/. ]"


def _month(name):
    return _MONTHS.get(name[:3], 0)


def _day_first(day, month, year):
    """Parses month first only where the month cannot be second."""
    return (year, month, day) if month <= 12 else (year, day, month)


def _digits(text):
    """Eight digits without gaps: year first where that is a day of our time, day first elsewhere."""
    year, month, day = int(text[:4]), int(text[4:6]), int(text[6:])
    if 2000 <= year <= 2035 and 1 <= month <= 12 and 1 <= day <= 31:
        return year, month, day
    return int(text[4:]), int(text[2:4]), int(text[:2])


# Forms of printed dates, and the order of their parts.
_DATE_FORMS = [
    (rf"(\d{{4}}){_GAP}(\d\d?){_GAP}(\d\d?)", lambda y, m, d: (int(y), int(m), int(d))),
    (r"(\d{8})", _digits),
    (r"(\d\d?)[-/. ]*([A-Z]{3,9})[-/., ]*(\d{2,4})", lambda d, m, y: (int(y), _month(m), int(d))),
    (r"([A-Z]{3,9})[-/. ]*(\d\d?)[-/., ]+(\d{2,4})", lambda m, d, y: (int(y), _month(m), int(d))),
    (rf"(\d\d?){_GAP}(\d\d?){_GAP}(\d{{2,4}})", lambda d, m, y: _day_first(int(d), int(m), int(y))),
]


def iso_day(printed):
    """A printed date as yyyy-mm-dd, parsed day first; None for other text."""
    for form, meaning in _DATE_FORMS:
        match = re.fullmatch(form, (printed or "").upper().strip(" ()."))
        if match:
            year, month, day = meaning(*match.groups())
            if 1 <= month <= 12 and 1 <= day <= 31:
                return f"{year + 2000 if year < 100 else year:04}-{month:02}-{day:02}"
    return None


def amount(value):
    """An amount as a number, without currency and thousands separators; None for other text."""
    if value is None or isinstance(value, bool):
        return None
    digits = re.sub(r"RM|MYR|[$\s,]", "", str(value), flags=re.IGNORECASE)
    try:
        number = Decimal(digits)
    except InvalidOperation:
        return None
    return number if number.is_finite() else None


def letters(text):
    """The letters and digits of a text, in lower case."""
    return re.sub(r"[^0-9a-z]", "", (text or "").casefold())


def plain(text):
    """In lower case, blanks as one and none beside punctuation, no punctuation at the ends."""
    words = " ".join((text or "").casefold().split())
    return re.sub(r" ?([^\w\s]) ?", r"\1", words).strip(" .,;:-*#|_'\"")


def likeness(one, other):
    """0 to 1, by the longest common blocks (Ratcliff and Obershelp)."""
    return difflib.SequenceMatcher(None, one, other, autojunk=False).ratio()


def today():
    return datetime.date.today().isoformat()

"""Normalizes printed dates, amounts and names for comparison."""

import datetime
import difflib
import re
from decimal import Decimal

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
    (r"(\d\d?)[-/. ]*([A-Z]{3,9})[-/., ]*(\d{4}|\d\d)", lambda d, m, y: (int(y), _month(m), int(d))),
    (r"([A-Z]{3,9})[-/. ]*(\d\d?)[-/., ]+(\d{4}|\d\d)", lambda m, d, y: (int(y), _month(m), int(d))),
    (rf"(\d\d?){_GAP}(\d\d?){_GAP}(\d{{4}}|\d\d)", lambda d, m, y: _day_first(int(d), int(m), int(y))),
]


def iso_day(printed):
    """A printed date as yyyy-mm-dd, parsed day first unless the year is; None for other values."""
    if not isinstance(printed, str):
        return None
    for form, meaning in _DATE_FORMS:
        match = re.fullmatch(form, printed.upper().strip(" ()."))
        if match:
            year, month, day = meaning(*match.groups())
            try:
                return datetime.date(year + 2000 if year < 100 else year, month, day).isoformat()
            except ValueError:
                continue
    return None


def clock(printed):
    """A printed time as hh:mm, of 24 or twice 12 hours, without seconds; None for other values."""
    form = r"(\d\d?)[:.H]([0-5]\d)(?:[:.][0-5]\d)?\s*(?:([AP])\.?\s*M\.?)?"
    match = re.fullmatch(form, printed.upper().strip(" ()")) if isinstance(printed, str) else None
    if not match:
        return None
    hour, half = int(match[1]), match[3]
    if half and 1 <= hour <= 12:
        hour = hour % 12 + (12 if half == "P" else 0)
    elif hour > 23 or (half == "A" and hour > 12) or (half == "P" and hour == 0):
        return None
    return f"{hour:02}:{match[2]}"


# Signs of currencies: those of Latin texts, the block of others, and the wide ones.
_SIGN = r"[$¢£¤¥฿₠-\u20cf＄￠￡￥￦]"
_LETTER = r"[^\W\d_]"
_BEFORE = rf"(?:{_LETTER}{{1,3}}\.?\s*)?(?:{_SIGN}\s*)?"
# One Latin letter behind a number is a mark, for example of a tax rate, and no currency.
_AFTER = rf"(?:\s*{_SIGN})?(?:\s*(?:{_LETTER}{{2,3}}\.?|(?![A-Za-z]){_LETTER}))?"
# Forms of numbers, and what separates thousands in them; a comma before three digits does.
_NUMBER_FORMS = [
    (r"\d+\.?\d*|\.\d+", ""),
    (r"[1-9]\d{0,2}(?:,\d{3})+(?:\.\d*)?", ","),
    (r"\d{1,3}(?:[\s'’]\d{3})+(?:[.,]\d\d?)?", r"[\s'’]"),
    (r"[1-9]\d{0,2}(?:\.\d{3})+,\d\d?", r"\."),
    (r"\d+,\d\d?|0,\d+", ""),
]


def amount(value):
    """An amount as a number, without currency and thousands separators; None for other values."""
    if isinstance(value, bool) or not isinstance(value, (str, int, float, Decimal)):
        return None
    match = re.fullmatch(rf"([-−+]?)\s*{_BEFORE}([-−+]?)\s*([\d.,\s'’]*[\d.])\s*(-?){_AFTER}", str(value).strip())
    if not match:
        return None
    *signs, digits = match[1], match[2], match[4], match[3]
    number = _number(digits)
    if number is None or sum(map(bool, signs)) > 1:
        return None
    return -number if set(signs) & {"-", "−"} else number


def _number(digits):
    for form, separator in _NUMBER_FORMS:
        if re.fullmatch(form, digits):
            plain_digits = re.sub(separator, "", digits) if separator else digits
            return Decimal(plain_digits.replace(",", "."))
    return None


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

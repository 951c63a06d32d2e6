"""Groups receipts by shop: what is fitted on some shops is scored on others."""

import re

from text import letters, likeness

# Names at least as similar are of one chain. Among the real receipts two spellings of one are the same without legal form, and
# the most similar names of two shops at 0.7.
ALIKE = 0.8
# Addresses at least as similar are of one shop whatever its name is, for example a chain that was renamed. Neighbours in one
# street or shopping centre are below 0.9.
SAME_PLACE = 0.95
# The letters and digits of an address that says where a shop is.
LEAST_OF_ADDRESS = 20

_LEGAL = "SDN|BHD|BERHAD|SB|S/B|ENTERPRISES?|COMPANY|CO|SYARIKAT|PERNIAGAAN|INC|LLC|LTD|LIMITED|CORP|CORPORATION"
# Words for what a shop is, which it has in common with others.
_KINDS = (
    "THE|TRADING|MARKETING|HARDWARE|ELECTRICAL|STATIONERY|STATIONERS?|BOOKSTORES?|BOOKS?|SHOP|STORES?|VENTURE|HANDEL|PASARAYA|"
    "MART|SUPERMARKET|PHARMACY|FARMASI|RESTORAN|RESTAURANTS?|CAFE|KITCHEN|SEAFOOD|BAKERIES|BAKERY|CONFECTIONERY"
)
# From these words on, a name tells the branch; so does a number at its end.
_BRANCH = "AEON|MALL|PLAZA|CITY|SQUARE|OUTLET|BRANCH|CAWANGAN|TAMAN|JALAN|BANDAR|PERMAS|KEPONG"


def chain(name):
    """A store's name as letters and digits, without legal form, kind of business and branch.

    Where less than three letters remain, the kind of business or the branch is kept.
    """
    without_form = _without(_LEGAL, re.sub(r"\([^)]*\)", " ", name.upper()))
    without_branch = re.sub(rf"\b(?:{_BRANCH})\b.*|\b\d{{1,2}}\s*$", " ", without_form)
    for text in (_without(_KINDS, without_branch), _without(_KINDS, without_form), without_form):
        if len(letters(text)) >= 3:
            return letters(text)
    return letters(name)


def _without(words, text):
    return re.sub(rf"(?<!\w)(?:{words})(?!\w)\.?", " ", text)


def groups(receipts):
    """The receipts of each shop or chain, as lists of names.

    `receipts`: {name: truth}. Links are transitive: two receipts that a third one belongs to are in one group.
    """
    shops = {}
    for name, truth in sorted(receipts.items()):
        shops.setdefault((chain(truth.store), letters(truth.address)), []).append(name)
    joined = []
    for shop in sorted(shops):
        near = [group for group in joined if any(is_same(shop, other) for other in group)]
        joined = [group for group in joined if group not in near] + [[shop, *(other for group in near for other in group)]]
    return sorted(sorted(name for shop in group for name in shops[shop]) for group in joined)


def is_same(one, other):
    """Whether two pairs of chain and address are of one shop or chain."""
    if one[0] and other[0] and likeness(one[0], other[0]) >= ALIKE:
        return True
    return min(len(one[1]), len(other[1])) >= LEAST_OF_ADDRESS and likeness(one[1], other[1]) >= SAME_PLACE

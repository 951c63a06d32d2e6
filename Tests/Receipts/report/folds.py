"""Divides receipts into folds by shop."""

# The number of folds.
FOLDS = 5


def divide(groups, labelled=(), count=FOLDS):
    """Folds of nearly equal numbers of receipts, as sorted lists of names; no group is split.

    The largest groups are placed first, each into the fold with the fewest receipts with item labels if it has some, and with
    the fewest receipts otherwise; ties are decided by name, so that the same receipts always give the same folds.
    """
    labelled = set(labelled)
    folds = [[] for _ in range(count)]

    def labels(names):
        return len(labelled.intersection(names))

    def order(group):
        return -len(group), -labels(group), group

    def room(group):
        def load(fold):
            return (labels(fold), len(fold)) if labels(group) else (len(fold), labels(fold))

        return min(folds, key=load)

    for group in sorted(map(sorted, groups), key=order):
        room(group).extend(group)
    return [sorted(fold) for fold in folds]

"""Accuracy of fields by confidence: tables and plots."""

from collections import defaultdict

from summary import Share

# Upper ends of the groups of confidences; the review's threshold lies between two of them.
_ENDS = (49, 69, 79, 89, 94, 97, 100)
_SIZE, _EDGE = 240, 34


def by_field(scores):
    """The fields shown, by name: {name: [(confidence, needs review, right), ...]}."""
    shown = defaultdict(list)
    for score in scores:
        for each in score.shown:
            shown[each.field].append((each.confidence, each.needs_review, each.is_right))
    return dict(shown)


def groups(shown):
    """Mean confidence and share of correct fields, by groups of confidences."""
    found = []
    start = 0
    for end in _ENDS:
        members = [(confidence, right) for confidence, _, right in shown if start <= confidence <= end]
        if members:
            mean = sum(confidence for confidence, _ in members) / len(members)
            found.append((mean / 100, Share.among(right for _, right in members)))
        start = end + 1
    return found


def confident(shown):
    """The share of correct fields among those the user is not asked to check."""
    return Share.among(right for _, review, right in shown if not review)


def plot(title, shown):
    """A plot of the share of correct fields over confidence; bars are 95 % intervals, areas numbers of fields."""

    def x(value):
        return _EDGE + value * _SIZE

    def y(value):
        return 12 + (1 - value) * _SIZE

    parts = [
        f'<svg class="plot" viewBox="0 0 {_SIZE + _EDGE + 16} {_SIZE + 58}" role="img" aria-label="{title}">',
        f'<rect x="{x(0)}" y="{y(1)}" width="{_SIZE}" height="{_SIZE}" class="frame"/>',
        f'<line x1="{x(0)}" y1="{y(0)}" x2="{x(1)}" y2="{y(1)}" class="ideal"/>',
    ]
    for tick in (0, 0.25, 0.5, 0.75, 1):
        parts.append(f'<text x="{x(tick)}" y="{y(0) + 14}" text-anchor="middle">{tick * 100:.0f}</text>')
        parts.append(f'<text x="{x(0) - 5}" y="{y(tick) + 4}" text-anchor="end">{tick * 100:.0f}</text>')
    for mean, share in groups(shown):
        low, high = share.interval
        radius = 2.5 + share.of**0.5 / 2
        parts.append(f'<line x1="{x(mean):.1f}" y1="{y(low):.1f}" x2="{x(mean):.1f}" y2="{y(high):.1f}" class="interval"/>')
        label = f"{share.right} of {share.of} right at {mean:.0%}"
        parts.append(
            f'<circle cx="{x(mean):.1f}" cy="{y(share.value):.1f}" r="{radius:.1f}"><title>{label}</title></circle>'
        )
    parts.append(f'<text x="{x(0.5)}" y="{_SIZE + 50}" text-anchor="middle" class="title">{title}</text></svg>')
    return "".join(parts)

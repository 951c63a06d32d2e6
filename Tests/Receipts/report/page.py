"""The report as a self-contained HTML page."""

import html

import calibration
import figures
import pictures
from reading import READERS
from summary import MEASURES, summarise

PARTS = {"folds": "folds of shops", "tuned": "four fifths", "aside": "fifth aside", "all": "all"}

# The readers of photos, the best first.
_BEST_FIRST = ("all", "tesseract", "debian")

# Published results, end to end with their own OCR, on SROIE's exact-string F1.
PUBLISHED = {"VIES": 0.911, "TCPN": 0.919}

_STYLE = """
:root { color-scheme: light dark; --text: light-dark(#1c1c1c, #e4e4e4); --faint: light-dark(#666, #a0a0a0);
  --line: light-dark(#ddd, #444); --good: light-dark(#116b2c, #6fcf86); --bad: light-dark(#a3191f, #ff8a85);
  --mark: light-dark(#2a5d9f, #7fb0ee); }
body { font: 15px/1.45 system-ui, sans-serif; margin: 2rem auto; max-width: 78rem; padding: 0 1rem; color: var(--text); }
h1, h2, h3 { line-height: 1.2; } h2 { margin-top: 2.5rem; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
th, td { padding: .2rem .6rem; text-align: right; border-bottom: 1px solid var(--line); vertical-align: top; }
th:first-child { text-align: left; white-space: nowrap; } td { white-space: nowrap; } thead th { border-bottom: 2px solid var(--faint); }
.of { color: var(--faint); font-size: 85%; } .up { color: var(--good); } .down { color: var(--bad); }
.held, .passed { border-left: 4px solid var(--good); padding: .2rem 1rem; } .held { border-color: var(--bad); }
svg.plot { width: 15rem; } svg.plot text { font-size: 11px; fill: var(--faint); }
svg.plot text.title { font-size: 14px; fill: var(--text); }
svg.plot .frame { fill: none; stroke: var(--faint); } svg.plot .ideal { stroke: var(--faint); stroke-dasharray: 4 4; }
svg.plot .interval { stroke: var(--mark); opacity: .6; } svg.plot circle { fill: var(--mark); opacity: .8; }
figure { margin: 1.5rem 0; } .receipt { display: flex; flex-wrap: wrap; gap: 1.5rem; align-items: flex-start; }
.receipt svg { width: min(26rem, 100%); flex: none; border: 1px solid var(--line); }
.receipt table { flex: 1 1 20rem; } .receipt td { text-align: left; font-size: 13px; overflow-wrap: anywhere; white-space: normal; }
.receipt rect { fill: none; stroke-width: 3; vector-effect: non-scaling-stroke; pointer-events: all; }
rect.right { stroke: #1b9e4b; } rect.wrong { stroke: #d62728; stroke-dasharray: 9 4; } rect.unknown { stroke: #3a6fb0; }
tr.wrong td { color: var(--bad); } tr.right td { color: var(--good); } tr.wrong th::after { content: " ✗"; }
tr.right th::after { content: " ✓"; }
"""


def text(outcome, kept, shortfalls, misses, notes):
    """The whole page.

    `outcome`: the collections with their scores and figures, as `program` makes them; `kept`: figures of all releases,
    the last one at the end; `shortfalls` and `misses`: sentences about minima and targets that are not reached.
    """
    previous = kept[-1] if kept else None
    parts = [
        '<!doctype html><html lang="en"><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width"><title>Larder: receipts</title>',
        f"<style>{_STYLE}</style><h1>Accuracy of reading receipts</h1>",
        _verdict(shortfalls),
        _missed(misses),
    ]
    if previous:
        parts.append(f"<p>Small figures with a sign: change since {previous['release']} of {previous['day']}, in points.</p>")
    parts += [f"<p>{html.escape(note)}</p>" for note in notes]
    for collection, readers in outcome:
        parts.append(f"<h2>{html.escape(collection.title.capitalize())} receipts</h2>")
        parts.append(_table(collection, readers, previous))
        parts.append(_folds(readers))
        if collection.is_tuned_on:
            parts.append(_published(readers))
        parts.append(_calibration(readers))
        parts.append(_releases(collection, readers, kept))
        parts.append(_pictures(collection, readers))
    return "\n".join(parts)


def _verdict(shortfalls):
    if not shortfalls:
        return '<p class="passed">Every stated minimum is reached.</p>'
    rows = "".join(f"<li>{html.escape(sentence)}</li>" for sentence in shortfalls)
    return f'<div class="held"><p>The release is held:</p><ul>{rows}</ul></div>'


def _missed(misses):
    rows = "".join(f"<li>{html.escape(sentence)}</li>" for sentence in misses)
    return f"<p>Targets that are not reached yet:</p><ul>{rows}</ul>" if rows else ""


def _table(collection, readers, previous):
    head = "".join(f'<th colspan="{len(each.measures)}">{READERS[name]}</th>' for name, each in readers.items())
    parts = collection.parts()
    under = "".join(
        f'<th>{PARTS[part]} <span class="of">({sum(name in each.scores for name in parts.get(part, parts["all"]))})</span></th>'
        for each in readers.values()
        for part in each.measures
    )
    rows = []
    for name, title in MEASURES.items():
        cells = [
            _cell(measures.get(name), figures.lookup(previous, collection.title, reader, part, name), name)
            for reader, each in readers.items()
            for part, measures in each.measures.items()
        ]
        if any(cells):
            rows.append(f"<tr><th>{title}</th>" + "".join(f"<td>{cell or '–'}</td>" for cell in cells) + "</tr>")
    return f"<table><thead><tr><th></th>{head}</tr><tr><th>% right</th>{under}</tr></thead>{''.join(rows)}</table>"


def _folds(readers):
    """The figures of each fold, which show how much they vary from shop to shop."""
    names = ("date", "total", "store similar", "address similar", "item F1", "every amount", "confident", "coverage")
    rows = ""
    for reader, each in readers.items():
        for number, scores in enumerate(each.folds, 1):
            measures = summarise(list(scores.values()), [])
            cells = "".join(f"<td>{_cell(measures.get(name), None, name) or '–'}</td>" for name in names)
            rows += f"<tr><th>{READERS[reader].capitalize()}, fold {number}</th>{cells}</tr>"
    if not rows:
        return ""
    head = "".join(f"<th>{MEASURES[name]}</th>" for name in names)
    return (
        "<h3>Folds of shops</h3><p>The receipts of a fold are of shops that no other fold has; they are read with weights and "
        f"confidence curves fitted on the other folds.</p><table><thead><tr><th></th>{head}</tr></thead>{rows}</table>"
    )


def _cell(measure, before, name):
    if measure is None:
        return ""
    if name == "CPU":
        change = "" if before is None else f' <span class="of">{measure.value - before:+.2f}</span>'
        return f"{measure.value:.2f}{change}"
    change = ""
    if before is not None and abs(measure.value - before) >= 0.0005:
        kind = "up" if measure.value > before else "down"
        change = f' <span class="{kind}">{100 * (measure.value - before):+.1f}</span>'
    counted = f' <span class="of">of {measure.of}</span>' if hasattr(measure, "of") else ""
    return f"{100 * measure.value:.1f}{counted}{change}"


def _published(readers):
    rows = "".join(f"<tr><th>{name}, published</th><td>{100 * value:.1f}</td></tr>" for name, value in PUBLISHED.items())
    for reader, each in readers.items():
        part = figures.judged_part(each.measures)
        if "SROIE F1" in each.measures[part]:
            value = each.measures[part]["SROIE F1"].value
            rows += f"<tr><th>Larder, {READERS[reader]}, {PARTS[part]}</th><td>{100 * value:.1f}</td></tr>"
    return (
        "<h3>Beside others: SROIE's exact-string F1</h3><p>Their figures are of SROIE's own test receipts, these of the "
        f"collection above.</p><table>{rows}</table>"
    )


def _releases(collection, readers, kept):
    """The figures of each release in the folds, where it has them, or on all receipts."""
    names = ("date", "total", "store similar", "address similar", "item F1", "every amount", "CPU")
    rows = ""
    for each in kept:
        for reader in readers:
            part = figures.judged_part(each["figures"].get(collection.title, {}).get(reader, {}))
            values = [figures.lookup(each, collection.title, reader, part, name) for name in names]
            if any(value is not None for value in values):
                title = f"{html.escape(each['release'])}, {each['day']}, {READERS[reader]}, {PARTS[part]}"
                rows += f"<tr><th>{title}</th>" + "".join(f"<td>{_past(*cell)}</td>" for cell in zip(values, names)) + "</tr>"
    head = "".join(f"<th>{MEASURES[name]}</th>" for name in names)
    return f"<h3>Releases</h3><table><thead><tr><th></th>{head}</tr></thead>{rows}</table>" if rows else ""


def _past(value, name):
    if value is None:
        return "–"
    return f"{value:.2f}" if name == "CPU" else f"{100 * value:.1f}"


def _calibration(readers):
    parts = ["<h3>Confidence and truth</h3><p>Across: how sure Larder says it is, in percent. Up: how many of these are "
             "right, with 95 % intervals. What lies on the line is told as it is; above it, too modestly.</p>"]
    for reader, each in readers.items():
        shown = calibration.by_field(each.judged.values())
        if not shown or reader == "transcripts":
            continue
        plots = "".join(calibration.plot(name, shown[name]) for name in shown)
        shares = ((name, calibration.confident(shown[name])) for name in shown)
        table = "".join(
            f"<tr><th>{name}</th><td>{100 * share.value:.1f} <span class='of'>of {share.of}</span></td>"
            f"<td>{100 * share.of / len(shown[name]):.0f}</td><td>{len(shown[name]) - share.of}</td></tr>"
            for name, share in shares
            if share.of
        )
        parts.append(
            f"<h4>{READERS[reader].capitalize()}</h4>{plots}<table><thead><tr><th></th><th>% right where not marked for "
            f"review</th><th>% of fields not marked</th><th>marked for review</th></tr></thead>{table}</table>"
        )
    return "".join(parts)


def _pictures(collection, readers, worst=10, slowest=4):
    """The worst receipts of the best reader, without the held-out fifth; nothing when no photos were read."""
    reader = next((name for name in _BEST_FIRST if name in readers), None)
    if reader is None:
        return ""
    each = readers[reader]
    names = [name for name in each.scores if not (collection.is_tuned_on and collection.receipts[name].is_aside)]
    bad = sorted((name for name in names if each.scores[name].badness), key=lambda name: -each.scores[name].badness)[:worst]
    slow = sorted((name for name in names if name in each.seconds), key=lambda name: -each.seconds[name])[:slowest]
    parts = [f"<h3>The worst receipts, {READERS[reader]}</h3>"]
    parts += [_figure(collection, name, each, "wrong: " + ", ".join(each.scores[name].wrong)) for name in bad]
    parts.append(f"<h3>The slowest receipts, {READERS[reader]}</h3>")
    parts += [_figure(collection, name, each, f"{each.seconds[name]:.1f} s") for name in slow if name not in bad]
    return "\n".join(parts)


def _figure(collection, name, each, remark):
    return pictures.figure(collection, name, each.scores[name], each.predictions.get(name), remark)

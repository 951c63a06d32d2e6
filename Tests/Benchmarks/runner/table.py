"""Results as tables in Markdown, which read well at a terminal too."""

import datetime
import pathlib
import platform

from rounds import CASES

BEGIN, END = "<!-- begin of the last run -->", "<!-- end of the last run -->"


def number(value):
    """Three significant digits, with thousands apart."""
    if value >= 100:
        return f"{value:,.0f}"
    return f"{value:.1f}" if value >= 10 else f"{value:.2f}"


def table(header, rows):
    """A table whose columns are as wide as their widest cell."""
    cells = [header, *rows]
    widths = [max(len(row[column]) for row in cells) for column in range(len(header))]

    def line(row):
        first = row[0].ljust(widths[0])
        return "| " + " | ".join([first, *(cell.rjust(width) for cell, width in zip(row[1:], widths[1:]))]) + " |"

    rule = "|" + "|".join(["-" * (widths[0] + 2), *("-" * (width + 1) + ":" for width in widths[1:])]) + "|"
    return "\n".join([line(header), rule, *(line(row) for row in rows)])


def case_table(case, peers, figures):
    """One case: a line for each peer."""
    rows = []
    for peer in peers:
        found = figures.get((peer.name, case.name))
        if found is None:
            continue
        megabytes = found.calls_per_second * case.size / 1e6
        values = [found.calls_per_second, megabytes, found.p50, found.p99, found.server, found.client]
        rows.append([peer.name, *(number(value) for value in values)])
    return table([case.title, "calls/s", "MB/s", "p50 µs", "p99 µs", "server CPU µs", "client CPU µs"], rows)


def target_table(outcomes):
    """Every target with what was measured."""
    words = {None: "not measured", True: "met", False: "MISSED"}
    rows = []
    for outcome in outcomes:
        bound = "at most" if outcome.is_most else "at least"
        limit = f"{bound} {outcome.limit:,g} {outcome.unit}".strip()
        measured = "" if outcome.measured is None else f"{number(outcome.measured)} {outcome.unit}".strip()
        rows.append([outcome.sentence, limit, measured, words[outcome.is_met]])
    return table(["Target", "Limit", "Measured", ""], rows)


def load_lines(loads):
    """What was measured beside rates, a line each."""
    lines = []
    if idle := loads.get("idle"):
        lines.append(
            f"- {idle['connections']:,} idle connections at the gateway: {idle['kib_each']:.1f} KiB each, of which"
            f" {idle['answered']:,} answered; they were made in {idle['connect_seconds']:.1f} s."
        )
    if peaks := loads.get("uploads"):
        peak = ", ".join(f"{kind} {value:.0f} MB" for kind, value in peaks.items())
        lines.append(f"- The most memory of a server under 64 uploads of 1 MiB at once: {peak}.")
    if fair := loads.get("fairness"):
        lines.append(
            f"- Small calls, 4 in flight, on a connection with an upload of 20 MB: p50 {fair['p50_us'] / 1000:.2f} ms,"
            f" p99 {fair['p99_us'] / 1000:.2f} ms."
        )
    for name, count in loads.get("allocations", {}).items():
        lines.append(f"- Allocations of the server for a call at 64 in flight, {name}: {count:.2f}.")
    if loads.get("instructions"):
        lines.append(f"- Instructions of the server for a call at 64 in flight, larder: {loads['instructions']:,.0f}.")
    return lines


def processor():
    """The machine's processor as it calls itself."""
    for line in pathlib.Path("/proc/cpuinfo").read_text().splitlines():
        if line.startswith("model name"):
            return line.partition(":")[2].strip()
    return platform.machine()


def report(peers, figures, loads, outcomes, settings):
    """All tables."""
    today = datetime.date.today().isoformat()
    cores = sum(line.startswith("processor") for line in pathlib.Path("/proc/cpuinfo").read_text().splitlines())
    parts = [f"{today}, {cores} × {processor()}, Linux {platform.release()}; {settings}."]
    parts += [case_table(case, peers, figures) for case in CASES if any(key[1] == case.name for key in figures)]
    parts += ["\n".join(load_lines(loads))] if loads else []
    parts.append(target_table(outcomes))
    return "\n\n".join(parts)


def write_readme(path, text):
    """Puts the tables between the two marks of the README."""
    old = path.read_text()
    before, begin, rest = old.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not begin or not end:
        raise ValueError(f"{path} lacks its marks")
    path.write_text(f"{before}{BEGIN}\n\n{text}\n\n{END}{after}")

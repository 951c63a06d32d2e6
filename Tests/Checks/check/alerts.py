"""The alerts of deploy/monitoring against the programs: each metric that a rule names is one that they have."""

import pathlib
import re

from violation import Violation

FOLDER = "deploy/monitoring"
METRIC = re.compile(r"\b(?:larder|grpc|process)_[a-z0-9_]+")
EXPRESSION = re.compile(r"^(\s*)(?:- )?expr:(.*)$")
LITERAL = re.compile(r'"((?:[^"\\\n]|\\.)*)"')
INTERPOLATION = re.compile(r"\\\([^()]*\)")
# What Prometheus adds to a label, in the order in which it is taken off again.
ADDED = [r"_(?:total|count|sum|bucket)$", r"_(?:seconds|bytes)$"]


def named(text):
    """The metrics in the expressions of rules, each with its line, from 1."""
    lines, depth = text.splitlines(), None
    for number, line in enumerate(lines, 1):
        begin = EXPRESSION.match(line)
        if begin:
            depth, part = len(begin[1]), begin[2]
        elif depth is not None and line.strip() and len(line) - len(line.lstrip()) > depth:
            part = line
        else:
            depth = None
            continue
        # Values of labels are no metrics.
        for metric in METRIC.findall(re.sub(r'"[^"]*"', "", part.split(" #")[0])):
            yield metric, number


def labels(sources):
    """What the programs call metrics: whole labels, and ends of labels whose beginning is put in."""
    whole, ends = set(), set()
    for text in sources:
        for literal in LITERAL.findall(text):
            plain = INTERPOLATION.sub("\0", literal)
            if re.fullmatch(r"[a-z0-9_.]+", plain) and "." in plain or re.fullmatch(r"(?:grpc|process)_[a-z0-9_]+", plain):
                whole.add(plain.replace(".", "_"))
            elif re.fullmatch(r"\0\.[a-z0-9_.]+", plain):
                ends.add(plain[1:].replace(".", "_"))
    return whole, ends


def is_known(metric, whole, ends):
    """Whether the programs have a metric, whatever Prometheus has added to its label."""
    forms = [metric]
    for pattern in ADDED:
        forms += [shorter for form in forms if (shorter := re.sub(pattern, "", form)) != form]
    return any(
        form in whole or any(form.endswith(end) and form[: -len(end)] in whole for end in ends) for form in forms
    )


def sources(root):
    """The Swift files of programs."""
    for folder in ("Services", "Shared"):
        for file in sorted((pathlib.Path(root) / folder).rglob("*.swift")):
            yield file.read_text()


def violations(root):
    """Every metric of a rule that no program has."""
    whole, ends = labels(sources(root))
    for file in sorted((pathlib.Path(root) / FOLDER).glob("*.yml")):
        for metric, line in named(file.read_text()):
            if not is_known(metric, whole, ends):
                yield Violation(f"{FOLDER}/{file.name}", line, f"no program has the metric {metric}")


def count(root):
    """How many metrics rules name."""
    return sum(len(list(named(file.read_text()))) for file in (pathlib.Path(root) / FOLDER).glob("*.yml"))

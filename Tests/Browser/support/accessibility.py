"""The rules of WCAG 2.1, levels A and AA, that axe can check."""

from axe_playwright_python.sync_playwright import Axe

RULES = {"runOnly": {"type": "tag", "values": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa"]}}


def violations(page):
    """What the page does against the rules, a sentence each with the elements that do it."""
    # Colours in the middle of a transition are nobody's choice.
    page.evaluate("() => Promise.all(document.getAnimations().map((each) => each.finished.catch(() => undefined)))")
    found = Axe().run(page, options=RULES).response["violations"]
    return [
        f"{each['id']}: {each['help']}: "
        + "; ".join(f"{' '.join(node['target'])} {node['html'][:120]} {summary(node)}" for node in each["nodes"])
        for each in found
    ]


def summary(node):
    """Why an element violates the rule, in a line."""
    return " ".join(node.get("failureSummary", "").split())

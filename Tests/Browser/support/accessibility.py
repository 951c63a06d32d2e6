"""The rules of WCAG 2.1, levels A and AA, that axe can check."""

from axe_playwright_python.base import AXE_SCRIPT

# Only violations are asked for: what passes, thousands of elements, takes longer to pass on than to check.
OPTIONS = {"runOnly": {"type": "tag", "values": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa"]}, "resultTypes": ["violations"]}
CHECK = "(options) => axe.run(document, options).then((found) => found.violations)"


def violations(page):
    """What the page does against the rules, a sentence each with the elements that do it."""
    # Colours in the middle of a transition are nobody's choice.
    page.evaluate("() => Promise.all(document.getAnimations().map((each) => each.finished.catch(() => undefined)))")
    if not page.evaluate("() => Boolean(window.axe)"):
        page.evaluate(AXE_SCRIPT)
    found = page.evaluate(CHECK, OPTIONS)
    return [
        f"{each['id']}: {each['help']}: "
        + "; ".join(f"{' '.join(node['target'])} {node['html'][:120]} {summary(node)}" for node in each["nodes"])
        for each in found
    ]


def summary(node):
    """Why an element violates the rule, in a line."""
    return " ".join(node.get("failureSummary", "").split())

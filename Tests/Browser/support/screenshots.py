"""Pictures of all pages, in a folder that a person can page through."""

from .deployment import ROOT

FOLDER = ROOT / ".build/screenshots"


def take(visit, name):
    """Stores the whole page, as <page>-<size>-<palette>-<language>.png."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    page, size = visit.page, visit.page.viewport_size
    # A screen as high as the page, so that what stays at the bottom is there.
    height = page.evaluate("document.documentElement.scrollHeight")
    page.set_viewport_size({"width": size["width"], "height": max(size["height"], height)})
    page.screenshot(path=FOLDER / f"{name}-{visit.look}.png", animations="disabled")
    page.set_viewport_size(size)

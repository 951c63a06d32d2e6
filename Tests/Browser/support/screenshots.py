"""Pictures of all pages, in a folder that a person can page through."""

from .deployment import ROOT

FOLDER = ROOT / ".build/screenshots"


def take(visit, name, is_whole=True):
    """Stores the whole page, or what of it is on the screen, as <page>-<size>-<palette>-<language>.png."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    page, size = visit.page, visit.page.viewport_size
    path = FOLDER / f"{name}-{visit.look}.png"
    if not is_whole:
        page.screenshot(path=path, animations="disabled")
        return
    # A screen as high as the page, so that what stays at the bottom is there.
    height = page.evaluate("document.documentElement.scrollHeight")
    page.set_viewport_size({"width": size["width"], "height": max(size["height"], height)})
    page.screenshot(path=path, animations="disabled")
    page.set_viewport_size(size)

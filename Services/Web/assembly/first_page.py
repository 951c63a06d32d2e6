"""What the first page consists of, which has to come soon on a slow phone."""

import posixpath
import re

# The modules of the first page, with what they import.
MODULES = ("app/start.js", "app/main.js", "app/home/home.js")

IMPORT = re.compile(r'\b(?:from|import)\s*"(\.[^"]+)"')
# A text's key, and the beginning of keys that a module completes, such as `state.${name}`.
KEY = re.compile(r'"([\w.-]+)"')
KEY_BEGINNING = re.compile(r"`([\w.-]+\.)\$\{")


def modules(assets):
    """The paths of the first page's modules, in the order in which they are reached."""
    found = []
    pending = [path for path in MODULES if path in assets]
    while pending:
        path = pending.pop(0)
        if path in found or path not in assets:
            continue
        found.append(path)
        folder = posixpath.dirname(path)
        pending += [posixpath.normpath(posixpath.join(folder, each)) for each in IMPORT.findall(assets[path].decode())]
    return found


def texts(catalogue, assets):
    """The texts of a catalogue that the first page's modules name."""
    sources = [assets[path].decode() for path in modules(assets)]
    keys = {key for source in sources for key in KEY.findall(source)}
    beginnings = tuple({beginning for source in sources for beginning in KEY_BEGINNING.findall(source)})
    return {key: text for key, text in catalogue.items() if key in keys or key.startswith(beginnings)}

"""What the folder contains, and the version that stands for it."""

import dataclasses
import hashlib
import json
import pathlib
import posixpath
import re
import subprocess
import sys
import tempfile

from . import AssemblyError, first_page

WEB = "Services/Web"
CATALOGUES = "Shared/Texts/Catalogues"

# Files of the folder itself: what has these endings beside the app, and robots.txt.
ROOT_ENDINGS = {".html", ".js", ".webmanifest", ".svg", ".png", ".ico"}
# What the browser never asks for: types and tests.
UNSERVED_ENDINGS = (".d.ts", ".test.js", ".md")

VERSION_MARK = b"@VERSION@"
FILES_MARK = b"@FILES@"
PRELOADS_MARK = b"@PRELOADS@"

# The style sheets, which import all others: that of the first page, and that of the other pages.
STYLES = ("app/main.css", "app/pages.css")
STYLE_IMPORT = re.compile(r'@import "\./([^"]+)";\n')


@dataclasses.dataclass(frozen=True)
class Contents:
    """The files of the app: `root` as they are written here, `assets` below assets/<version>, both by path.

    `lazy` are the beginnings of paths of assets that are fetched when they are needed, rather than when the app is installed.
    """

    root: dict
    assets: dict
    lazy: tuple = ()

    @classmethod
    def gather(cls, repository, libraries):
        """Reads the sources, and the libraries that the app refers to."""
        web = pathlib.Path(repository) / WEB
        root = {path.name: path.read_bytes() for path in sorted(web.iterdir()) if is_root_file(path)}
        if "index.html" not in root:
            raise AssemblyError(f"{WEB}/index.html does not exist")
        app = {f"app/{name}": content for name, content in files(web / "app").items()}
        join_styles(app)
        shown = texts(repository, libraries.areas, app)
        assets = app | shown | drawn_icons(web) | libraries.files(app)
        return cls(root, assets, libraries.lazy)

    @property
    def version(self):
        """16 hexadecimal digits that change with any file."""
        digest = hashlib.sha256()
        for place, entries in (("root", self.root), ("assets", self.assets)):
            for path, content in sorted(entries.items()):
                digest.update(f"{place} {path} {len(content)}\n".encode())
                digest.update(content)
        return digest.hexdigest()[:16]

    @property
    def precached(self):
        """The paths of what the service worker stores when it is installed, as the browser asks for them."""
        root = ["/" if name == "index.html" else f"/{name}" for name in sorted(self.root)]
        unneeded = {"/service-worker.js", "/robots.txt"}
        assets = [f"/assets/{self.version}/{path}" for path in sorted(self.assets) if not path.startswith(self.lazy)]
        return [path for path in root if path not in unneeded] + assets

    @property
    def preloads(self):
        """Links that let the browser fetch all modules of the first page at once, rather than each after what imports it."""
        links = [f'<link rel="modulepreload" href="/assets/{self.version}/{path}">' for path in first_page.modules(self.assets)]
        return "\n".join(links)

    def completed_root(self):
        """The files of the folder itself, with the version and the list of files in the places left for them."""
        list_of_files = json.dumps(self.precached).encode()
        completed = {}
        for name, content in self.root.items():
            content = content.replace(PRELOADS_MARK, self.preloads.encode())
            content = content.replace(VERSION_MARK, self.version.encode())
            if name == "service-worker.js":
                content = content.replace(FILES_MARK, list_of_files)
            completed[name] = content
        return completed


def join_styles(app):
    """Puts the style sheets that the two import in the place of their imports. Fails where one does not exist."""
    for sheet in STYLES:
        if sheet not in app:
            continue

        def content(found, sheet=sheet):
            path = posixpath.join(posixpath.dirname(sheet), found.group(1))
            if path not in app:
                raise AssemblyError(f"{sheet} imports {path}, which does not exist")
            return app.pop(path).decode()

        app[sheet] = STYLE_IMPORT.sub(content, app[sheet].decode()).encode()


def is_root_file(path):
    """Whether a file beside the app is served at the address `/<its name>`."""
    if not path.is_file() or path.name.endswith(UNSERVED_ENDINGS):
        return False
    return path.suffix in ROOT_ENDINGS or path.name == "robots.txt"


def files(folder):
    """The files below a folder that browsers may ask for, by their path there."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and not path.name.startswith(".") and not path.name.endswith(UNSERVED_ENDINGS)
    }


def texts(repository, areas, app):
    """The texts of the app's areas, as texts/<language>/app.json, and those of the first page, as first.json beside it."""
    found = {}
    for language in sorted((pathlib.Path(repository) / CATALOGUES).glob("*/")):
        catalogue = {}
        for area in areas:
            catalogue |= read_catalogue(language / f"{area}.json", f"{CATALOGUES}/{language.name}/{area}.json")
        found[f"texts/{language.name}/app.json"] = compact(catalogue)
        found[f"texts/{language.name}/first.json"] = compact(first_page.texts(catalogue, app))
    return found


def compact(catalogue):
    """Texts as JSON, without the layout for its readers."""
    return json.dumps(catalogue, ensure_ascii=False, separators=(",", ":")).encode()


def read_catalogue(path, name):
    """The texts of a file."""
    if not path.is_file():
        raise AssemblyError(f"the texts {name} do not exist")
    try:
        return json.loads(path.read_text())
    except ValueError as error:
        raise AssemblyError(f"{path} is not JSON: {error}") from error


def drawn_icons(web):
    """What the script icons.py draws into the folder that it is given, as icons/<name>."""
    script = web / "icons.py"
    if not script.is_file():
        return {}
    with tempfile.TemporaryDirectory() as folder:
        drawing = subprocess.run([sys.executable, script, folder], capture_output=True, text=True)
        if drawing.returncode != 0:
            raise AssemblyError(f"{WEB}/icons.py failed: {drawing.stderr.strip()}")
        return {f"icons/{name}": content for name, content in files(pathlib.Path(folder)).items()}

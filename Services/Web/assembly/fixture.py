"""A small repository in a temporary folder, for the tests of the assembly."""

import hashlib
import pathlib
import zipfile

SETTINGS = """\
areas = ["app"]

[libraries."small.js"]
pypi = "small-library"
version = "1.0"
lazy = false
files = { "small/small.js" = "small.js" }
licences = { "own/small.txt" = "licences/small.txt" }

[libraries.map]
debian = "libjs-map"
version = "1.7."
lazy = true
files = { "usr/share/javascript/map/map.js" = "map/map.js", "usr/share/javascript/map/images/" = "map/images/" }
licences = { "usr/share/doc/libjs-map/copyright" = "licences/map.txt" }
"""

FILES = {
    "Services/Web/assembly/assembly.toml": SETTINGS,
    "Services/Web/assembly/licences/small.txt": "Do as you like.",
    "Services/Web/index.html": '<script type="module" src="/assets/@VERSION@/app/main.js"></script>',
    "Services/Web/service-worker.js": 'const version = "@VERSION@";\nconst files = JSON.parse(`@FILES@`);\n',
    "Services/Web/robots.txt": "User-agent: *\n",
    "Services/Web/tsconfig.json": "{}",
    "Services/Web/README.md": "# The app",
    "Services/Web/app/main.js": 'import "./log/page.js";\n',
    "Services/Web/app/log/page.js": "export const page = 1;\n",
    "Services/Web/app/log/page.d.ts": "export const page: number;\n",
    "Services/Web/app/log/page.test.js": "failure();\n",
    "Shared/Texts/Catalogues/en/app.json": '{\n  "log.title": "Log"\n}\n',
    "Shared/Texts/Catalogues/en/mail.json": "{}",
    "Shared/Texts/Catalogues/fr/app.json": '{\n  "log.title": "Dépenses"\n}\n',
}

DEBIAN_FILES = {
    "usr/share/javascript/map/map.js": "export const map = 1;",
    "usr/share/javascript/map/images/pin.png": "a picture",
    "usr/share/doc/libjs-map/copyright": "Some rights reserved.",
}


def write(folder, files):
    """Writes files by their path."""
    for path, text in files.items():
        path = pathlib.Path(folder) / path
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)


def repository(folder, **changes):
    """A repository whose app uses no library. `changes` are further files of the app."""
    write(folder, FILES | {f"Services/Web/app/{name}.js": text for name, text in changes.items()})
    return pathlib.Path(folder)


def debian(folder, version):
    """The root of a system with a version of libjs-map; None for a system without it."""
    write(folder, DEBIAN_FILES)
    status = f"Package: libjs-map\nStatus: install ok installed\nMaintainer: Us\nArchitecture: all\nVersion: {version}\n"
    write(folder, {"var/lib/dpkg/status": status + "Description: maps\n" if version else "\n", "var/lib/dpkg/info/format": "1\n"})
    return pathlib.Path(folder)


def wheel(folder, content="export const small = 1;"):
    """A package for pip, and the line of libraries.txt that pins it."""
    path = pathlib.Path(folder) / "small_library-1.0-py3-none-any.whl"
    path.parent.mkdir(parents=True, exist_ok=True)
    information = "small_library-1.0.dist-info"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("small/small.js", content)
        archive.writestr(f"{information}/METADATA", "Metadata-Version: 2.1\nName: small-library\nVersion: 1.0\n")
        archive.writestr(f"{information}/WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n")
        archive.writestr(f"{information}/RECORD", "")
    return f"{path.as_uri()} --hash=sha256:{hashlib.sha256(path.read_bytes()).hexdigest()}\n"

"""Writes the folder in such a way that it is whole at any moment, also while the gateway serves it."""

import pathlib
import shutil
import tempfile


def write(contents, out):
    """Makes or updates the folder.

    The new version's assets are there before any page names them; only then are those of former versions removed.
    """
    out = pathlib.Path(out)
    assets = out / "assets"
    assets.mkdir(parents=True, exist_ok=True)
    write_assets(contents.assets, assets / contents.version)
    # What names the others comes last.
    completed = contents.completed_root()
    for name in sorted(completed, key=lambda name: name in ("index.html", "service-worker.js")):
        replace(out / name, completed[name])
    for path in out.iterdir():
        if path.is_file() and path.name not in completed:
            path.unlink()
    for path in assets.iterdir():
        if path.name != contents.version:
            shutil.rmtree(path)


def write_assets(assets, folder):
    """Writes a version's assets aside and puts them in their place at once; nothing when they are there."""
    if folder.is_dir():
        return
    aside = pathlib.Path(tempfile.mkdtemp(prefix=".new-", dir=folder.parent))
    try:
        for path, content in assets.items():
            (aside / path).parent.mkdir(parents=True, exist_ok=True)
            (aside / path).write_bytes(content)
        aside.chmod(0o755)
        aside.rename(folder)
    except BaseException:
        shutil.rmtree(aside, ignore_errors=True)
        raise


def replace(path, content):
    """Writes a file aside and puts it in its place; leaves one alone that is the same."""
    if path.is_file() and path.read_bytes() == content:
        return
    aside = path.with_name(f".{path.name}.new")
    aside.write_bytes(content)
    aside.rename(path)

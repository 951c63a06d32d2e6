"""A small package in a temporary folder, for the tests of the checks."""

import pathlib

from package import Package


def package(folder, targets, files):
    """Writes files and makes a package of targets given as name: (folder, dependencies)."""
    root = pathlib.Path(folder)
    for path, text in files.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text)
    manifest = root / "Package.swift"
    manifest.write_text("".join(f'.target(name: "{name}"),\n' for name in targets))
    entries = [
        {
            "name": name,
            "type": "test" if name.endswith("Tests") else "regular",
            "path": path,
            "dependencies": [{"byName": [each, None]} for each in dependencies],
        }
        for name, (path, dependencies) in targets.items()
    ]
    return Package(root, {"targets": entries})

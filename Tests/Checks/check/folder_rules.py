"""Which folder of a module may name the types of which: rules/dependencies.toml against the sources."""

import dataclasses
import pathlib

from violation import Violation


@dataclasses.dataclass(frozen=True)
class Folders:
    """The folders of a module, each with the folders whose types it may name beside its own."""

    module: str
    root: str
    uses: dict

    @staticmethod
    def of(entry, package):
        """Reads one entry of the rules."""
        folder = next(target.folder for target in package.targets if target.name == entry["module"])
        return Folders(entry["module"], folder, {name: tuple(uses) for name, uses in entry["uses"].items()})

    def folder_of(self, path):
        """The first folder of a file's path inside the module; "." for the module's own."""
        parts = pathlib.PurePosixPath(path).relative_to(self.root).parts
        return parts[0] if len(parts) > 1 else "."


def violations(entries, package):
    """Every type that a folder names against its module's rules."""
    for entry in entries:
        yield from undue_names(Folders.of(entry, package), package)


def undue_names(folders, package):
    """The violations within one module."""
    files = [(folders.folder_of(file.path), file) for file in package.sources(folders.module)]
    declared = {}
    for folder, file in files:
        for name in file.declared_types:
            declared.setdefault(name, set()).add(folder)
    for folder, file in files:
        if folder not in folders.uses:
            yield Violation(file.path, 1, f"no rule of dependencies.toml says what {folders.module}/{folder} may name")
            continue
        allowed = {folder, *folders.uses[folder]}
        for found in file.names:
            homes = declared.get(found.name)
            if homes and not homes & allowed:
                home = min(homes)
                sentence = f"{folders.module}/{folder} must not name {found.name} of {folders.module}/{home}"
                yield Violation(file.path, found.line, sentence)

"""The app's libraries, from packages of PyPI and Debian: see assembly.toml."""

import pathlib
import shutil
import subprocess
import sys
import tempfile
import tomllib
import zipfile

from . import AssemblyError

HERE = "Services/Web/assembly"
# Kept when the build is removed, so that an installation without network goes on working.
CACHE = ".larder/web-libraries"
DEBIAN_ROOT = pathlib.Path("/")


class Libraries:
    """What assembly.toml lists. With `offline` nothing is fetched."""

    def __init__(self, repository, offline=False, debian_root=DEBIAN_ROOT):
        self.repository = pathlib.Path(repository)
        self.offline = offline
        self.debian_root = debian_root
        settings = tomllib.loads((self.repository / HERE / "assembly.toml").read_text())
        self.areas = settings["areas"]
        self.listed = settings["libraries"]

    @property
    def lazy(self):
        """The beginnings of the paths of what no browser needs when the app is installed."""
        names = [name for name, library in self.listed.items() if library["lazy"]]
        return ("libraries/licences/", *(f"libraries/{name}/" for name in names))

    def files(self, app):
        """The files of the libraries that the app's files name, as libraries/<path>."""
        sources = b"\n".join(app.values())
        found = {}
        for name, library in self.listed.items():
            if f"libraries/{name}".encode() in sources:
                found |= self.library_files(library)
        return {f"libraries/{path}": content for path, content in found.items()}

    def library_files(self, library):
        """One library's files with its licences, by their path below libraries/."""
        folder = self.pypi_folder(library["pypi"]) if "pypi" in library else self.debian_folder(library)
        found = {}
        for source, target in (library["files"] | library["licences"]).items():
            if source.startswith("own/"):
                path = self.repository / HERE / "licences" / source.removeprefix("own/")
            else:
                path = folder / source
            found |= read(path, target)
        return found

    def debian_folder(self, library):
        """The root of the system, after the version of the package was compared."""
        package, version = library["debian"], library["version"]
        query = ["dpkg-query", f"--admindir={self.debian_root}/var/lib/dpkg", "--show", "--showformat=${Version}", package]
        try:
            installed = subprocess.run(query, capture_output=True, text=True).stdout
        except FileNotFoundError:
            installed = ""
        if not installed:
            raise AssemblyError(f"the package {package} is missing; deploy/local/packages.sh {package} installs it")
        if not installed.startswith(version):
            raise AssemblyError(f"the package {package} has the version {installed}, where {version}x is expected")
        return self.debian_root

    def pypi_folder(self, package):
        """The folder of an unpacked package of libraries.txt; all of them are fetched when that has changed."""
        cache = self.repository / CACHE
        pinned = (self.repository / HERE / "libraries.txt").read_bytes()
        stamp = cache / "libraries.txt"
        if not stamp.is_file() or stamp.read_bytes() != pinned:
            self.fetch(cache, pinned)
        return cache / package.replace("-", "_")

    def fetch(self, cache, pinned):
        """Downloads the packages of libraries.txt and unpacks each into the folder of its name."""
        if self.offline:
            raise AssemblyError("the web app's libraries were not fetched yet, which takes a network once")
        cache.parent.mkdir(parents=True, exist_ok=True)
        work = pathlib.Path(tempfile.mkdtemp(prefix=".web-libraries-", dir=cache.parent))
        try:
            download(self.repository / HERE / "libraries.txt", work / "wheels")
            for wheel in (work / "wheels").glob("*.whl"):
                with zipfile.ZipFile(wheel) as archive:
                    archive.extractall(work / "unpacked" / wheel.name.split("-")[0])
            # Written last, so that an interrupted run is repeated.
            (work / "unpacked" / "libraries.txt").write_bytes(pinned)
            shutil.rmtree(cache, ignore_errors=True)
            (work / "unpacked").rename(cache)
        finally:
            shutil.rmtree(work, ignore_errors=True)


def download(requirements, folder):
    """Fetches exactly the wheels of a list with hashes."""
    pip = [sys.executable, "-m", "pip"]
    if subprocess.run([*pip, "--version"], capture_output=True).returncode != 0:
        raise AssemblyError("pip is missing, which fetches libraries; deploy/local/packages.sh python3-pip installs it")
    options = ["--disable-pip-version-check", "--no-cache-dir", "--progress-bar=off", "--retries=2", "--timeout=10"]
    exactly = ["--no-deps", "--require-hashes", "--only-binary=:all:"]
    command = [*pip, "download", *options, *exactly, f"--dest={folder}", f"--requirement={requirements}"]
    fetching = subprocess.run(command, capture_output=True, text=True)
    if fetching.returncode != 0:
        reason = (fetching.stderr.strip().splitlines() or ["pip failed"])[-1]
        raise AssemblyError(f"the web app's libraries cannot be fetched (is there a network?): {reason}")


def read(path, target):
    """The content of a file as `target`, or of each file in a folder below it."""
    try:
        if target.endswith("/"):
            return {f"{target}{file.name}": file.read_bytes() for file in sorted(path.iterdir()) if file.is_file()}
        return {target: path.read_bytes()}
    except OSError as error:
        raise AssemblyError(f"{path} cannot be read: {error.strerror}; a package has changed, see {HERE}") from error

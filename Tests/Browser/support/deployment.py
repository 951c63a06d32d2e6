"""The Larder that the tests run against."""

import os
import pathlib
import re
import shutil
import signal
import subprocess
import threading
import time

from .tiles import CREDIT, TileServer

ROOT = pathlib.Path(__file__).resolve().parents[3]
ADDRESS = re.compile(r"Open (http://localhost:\d+) in a browser")
# Which of several processes this is that run tests side by side, each at a deployment of its own: from 0.
PROCESS = int(os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw"))
# What our own deployment stores, and the app's files that it serves.
WORK = ROOT / (f".build/browser-tests-{PROCESS}" if PROCESS else ".build/browser-tests")
SITE = WORK / "web"
# Where it puts its mails; that of a Larder at LARDER_WEB is the folder of `make run` unless LARDER_MAILS names another.
MAILS = pathlib.Path(
    os.environ.get("LARDER_MAILS", ROOT / ".larder/mail" if "LARDER_WEB" in os.environ else WORK / "larder/mail")
)
# The gateway's; that for browsers and those of the services are above it.
PORT = int(os.environ.get("LARDER_PORT", "7643")) + 20 * PROCESS
# How its users reach those who run it.
CONTACT = "help@larder.example"
START_SECONDS = 120
STOP_SECONDS = 60


class Deployment:
    """A running deployment: one that was there before, or one of our own."""

    def __init__(self, address, launcher=None, tiles=None):
        self.address = address
        self.launcher = launcher
        # The tiles of its maps; none of ours for one that was there before.
        self.tiles = tiles

    @property
    def data(self):
        """The folder of its data, of one of our own."""
        return WORK / "larder"

    @property
    def is_own(self):
        """Whether its programs may be killed and restarted."""
        return self.launcher is not None

    @classmethod
    def given_or_started(cls):
        """The one at LARDER_WEB; without that a new one, of the programs in LARDER_PROGRAMS."""
        given = os.environ.get("LARDER_WEB")
        return cls(given.rstrip("/")) if given else cls.start()

    @classmethod
    def start(cls):
        """Starts all programs on an empty folder. Raises RuntimeError with what they print when they do not serve."""
        programs = pathlib.Path(os.environ.get("LARDER_PROGRAMS", ROOT / ".build/release"))
        shutil.rmtree(WORK, ignore_errors=True)
        shutil.copytree(ROOT / ".build/web", SITE)
        options = ["--data", WORK / "larder", "--web", SITE, "--port", str(PORT)]
        tiles = TileServer()
        shown = {"LARDER_WEB_TILES": tiles.url, "LARDER_WEB_TILES_CREDIT": CREDIT, "LARDER_WEB_CONTACT": CONTACT}
        launcher = subprocess.Popen(
            [programs / "larder-local", *options, "--models", "no"],
            cwd=ROOT,
            env=os.environ | shown | {"LARDER_LIMITS_REGISTRATION_PER_MINUTE": "0"},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            # A stop from the terminal is for the tests, which then stop the programs.
            start_new_session=True,
        )
        try:
            return cls(wait_until_serving(launcher), launcher, tiles)
        except BaseException:
            stop(launcher)
            tiles.stop()
            raise

    def stop(self):
        """Stops what was started here."""
        if self.launcher:
            stop(self.launcher)
            self.tiles.stop()

    def execute(self, statement):
        """Runs a statement in the database of our own deployment, as its superuser."""
        script = ROOT / "deploy/local/postgres.sh"
        state = subprocess.run([script, "status", self.data / "postgres", "--env"], capture_output=True, text=True, check=True)
        place = dict(line.split("=", 1) for line in state.stdout.splitlines() if line.startswith("PG"))
        command = ["psql", "--no-psqlrc", "--quiet", "--dbname=larder", "--username=postgres", f"--command={statement}"]
        subprocess.run(command, env=os.environ | place, check=True, cwd="/")

    def kill_gateway(self):
        """Ends the gateway at once; the launcher starts it again."""
        # By the thread of the launcher that started it.
        threads = pathlib.Path(f"/proc/{self.launcher.pid}/task").glob("*/children")
        children = [child for thread in threads for child in thread.read_text().split()]
        gateways = [int(child) for child in children if program(child) == "larder-gateway"]
        if not gateways:
            raise RuntimeError("the gateway is not running")
        for process in gateways:
            os.kill(process, signal.SIGKILL)


def release():
    """Makes the files that the gateway reads at its next start those of another version; returns its name.

    Nothing but the version differs, which is part of every address.
    """
    (former,) = (SITE / "assets").iterdir()
    version = former.name[::-1]
    former.rename(former.with_name(version))
    for path in SITE.iterdir():
        if path.is_file():
            path.write_bytes(path.read_bytes().replace(former.name.encode(), version.encode()))
    return version


def program(process):
    """The name of the program of a process; empty when it has ended."""
    try:
        return pathlib.Path(f"/proc/{process}/cmdline").read_bytes().split(b"\0")[0].decode().rsplit("/", 1)[-1]
    except OSError:
        return ""


def wait_until_serving(launcher):
    """The address that the launcher prints once all is up. What it prints later is read and dropped."""
    printed = []
    found = threading.Event()

    def read():
        for line in launcher.stdout:
            printed.append(line)
            if ADDRESS.search(line):
                found.set()
        found.set()

    threading.Thread(target=read, daemon=True).start()
    found.wait(START_SECONDS)
    for line in printed:
        if match := ADDRESS.search(line):
            return match.group(1)
    raise RuntimeError("Larder does not start:\n" + "".join(printed))


def stop(launcher):
    """Asks the launcher to stop, and waits."""
    if launcher.poll() is None:
        launcher.send_signal(signal.SIGINT)
        try:
            launcher.wait(STOP_SECONDS)
        except subprocess.TimeoutExpired:
            launcher.kill()
            launcher.wait()


def eventually(check, seconds=30, what="it"):
    """The first true value that `check` returns; AssertionError when none comes in time."""
    end = time.monotonic() + seconds
    while True:
        value = check()
        if value:
            return value
        if time.monotonic() > end:
            raise AssertionError(f"{what} did not happen within {seconds} seconds")
        time.sleep(0.1)

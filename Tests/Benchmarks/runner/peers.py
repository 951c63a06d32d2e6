"""The programs that are compared: how they are built, started, called and stopped."""

import dataclasses
import json
import os
import pathlib
import shlex
import signal
import socket
import subprocess
import time

FOLDER = pathlib.Path(__file__).resolve().parent.parent
# What the Swift peers are built from, in the words of git ls-files.
LARDER = ["Package.swift", "Measuring", "Larder/EchoServer", "Larder/EchoClient", "Larder/EchoConnections"] + [
    f"../../{path}"
    for path in ("Package.swift", "Shared/CLibraries", "Shared/MessageCoding", "Shared/Messages", "Shared/RPC")
    + ("Shared/TLS", "Shared/Wire")
]
GATEWAY = LARDER + ["Peers/larder-gateway", "../../Services/Gateway", "../../Shared/ServiceKit"]
SOURCES = {
    "larder": LARDER,
    "larder-gateway": GATEWAY,
    "grpc-swift-2": ["Peers/grpc-swift", "Measuring"],
}
TICKS = os.sysconf("SC_CLK_TCK")


class Failure(Exception):
    """A sentence for the person at the terminal."""


@dataclasses.dataclass(frozen=True)
class Certificate:
    """A self-signed certificate for localhost and its key, as files."""

    certificate: str
    key: str

    @staticmethod
    def make(folder):
        """Makes one with an EC key on P-256."""
        made = Certificate(f"{folder}/localhost.pem", f"{folder}/localhost-key.pem")
        command = [
            "openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes",
            "-days", "2", "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1",
            "-keyout", made.key, "-out", made.certificate,
        ]
        done = subprocess.run(command, capture_output=True, text=True)
        if done.returncode != 0:
            raise Failure(f"openssl could not make a certificate: {done.stderr.strip()}")
        return made


@dataclasses.dataclass(frozen=True)
class Peer:
    """One entry of peers.json."""

    name: str
    build: str
    made: str
    sources: tuple
    server: str
    client: str

    @staticmethod
    def all():
        """Every peer, in the order of the file."""
        entries = json.loads((FOLDER / "peers.json").read_text())
        return [Peer(e["name"], e["build"], e["made"], tuple(e["from"]), e["server"], e["client"]) for e in entries]

    @staticmethod
    def update_sources():
        """Lists the files that the Swift peers are built from, for those who rebuild only when a file has changed."""
        path = FOLDER / "peers.json"
        entries = json.loads(path.read_text())
        for entry in entries:
            if entry["name"] in SOURCES:
                listed = subprocess.run(
                    ["git", "ls-files", *SOURCES[entry["name"]]], cwd=FOLDER, capture_output=True, text=True, check=True
                )
                entry["from"] = sorted(listed.stdout.split())
        path.write_text(json.dumps(entries, indent=2) + "\n")

    def make(self):
        """Builds the programs. The build systems see for themselves what has changed."""
        if subprocess.run(self.build, shell=True, cwd=FOLDER, stdout=subprocess.DEVNULL).returncode != 0:
            raise Failure(f"{self.name} could not be built: {self.build}")
        if not (FOLDER / self.made).exists():
            raise Failure(f"{self.name} was built, yet there is no {self.made}")


class Server:
    """A running server of a peer; use it in a `with` statement."""

    def __init__(self, peer, certificate, lifetime, under=(), environment=None):
        self.peer = peer
        self.certificate = certificate
        self.port = free_port()
        command = peer.server.format(
            port=self.port, cert=certificate.certificate, key=certificate.key, lifetime=lifetime
        )
        self.process = subprocess.Popen(
            [*under, *shlex.split(command)],
            cwd=FOLDER,
            stdin=subprocess.DEVNULL,
            env={**os.environ, **(environment or {})},
        )
        try:
            self.wait_until_listening()
        except BaseException:
            self.stop()
            raise

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.stop()

    @property
    def pid(self):
        """The process that serves: commands end up in it by exec."""
        return self.process.pid

    def wait_until_listening(self):
        """Waits until a connection is accepted."""
        end = time.monotonic() + 60
        while time.monotonic() < end:
            if self.process.poll() is not None:
                raise Failure(f"the server of {self.peer.name} ended with status {self.process.returncode}")
            try:
                socket.create_connection(("127.0.0.1", self.port), timeout=1).close()
                return
            except OSError:
                time.sleep(0.05)
        raise Failure(f"the server of {self.peer.name} doesn't listen")

    def stop(self):
        """Asks it to end, and makes it."""
        self.process.send_signal(signal.SIGTERM)
        try:
            self.process.wait(timeout=10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()

    def cpu_seconds(self):
        """User and system time of all its threads until now, in steps of a clock tick."""
        return cpu_seconds(self.pid)

    def memory(self, field):
        """A field of its /proc status in bytes, such as VmRSS."""
        for line in pathlib.Path(f"/proc/{self.pid}/status").read_text().splitlines():
            if line.startswith(f"{field}:"):
                return int(line.split()[1]) * 1024
        raise Failure(f"/proc/{self.pid}/status has no {field}")

    def call(self, command, **values):
        """Runs a client to its end. Its report, and the seconds of processor time that it took."""
        words = self.client_command(command, **values)
        process = subprocess.Popen(words, cwd=FOLDER, stdout=subprocess.PIPE, text=True)
        output = process.stdout.read()
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        report = parse_report(output)
        if process.returncode != 0 or report is None or report.get("errors", 0) != 0:
            raise Failure(f"a client of {self.peer.name} failed: {output.strip() or 'no report'}")
        return report, usage.ru_utime + usage.ru_stime

    def client_command(self, command, **values):
        """The words of a client's command line, with everything filled in."""
        return shlex.split(command.format(port=self.port, cert=self.certificate.certificate, **values))


def parse_report(output):
    """The last line when it is JSON, else None."""
    lines = output.strip().splitlines()
    try:
        return json.loads(lines[-1]) if lines else None
    except ValueError:
        return None


def cpu_seconds(pid):
    """User and system time of a process (proc(5), fields 14 and 15 of stat)."""
    fields = pathlib.Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


def free_port():
    """A port that nobody listens on at the moment."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]

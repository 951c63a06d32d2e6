"""Conformance cases and the context in which they run."""

from __future__ import annotations

import contextlib
import dataclasses
import subprocess
import sys
from typing import Any, Callable, Iterator

from . import messages
from .call import CallStatus
from .connection import DEFAULT_SETTINGS, Connection
from .frames import Code, Settings
from .transport import Address, connect


class Failed(Exception):
    """A case failed."""


class Skipped(Exception):
    """A case does not apply here."""


def require(holds: bool, sentence: str) -> None:
    """Fails the case unless a condition holds."""
    if not holds:
        raise Failed(sentence)


def require_equal(found: object, expected: object, what: str) -> None:
    """Fails the case unless two values are equal."""
    if found != expected:
        raise Failed(f"{what}: expected {expected!r}, found {found!r}")


def require_status(status: CallStatus, code: Code, what: str = "status") -> None:
    """Fails the case unless a call ended with a code."""
    if status.code != code:
        raise Failed(f"{what}: expected {code.name}, found {status.code.name}: {status.message}")


@dataclasses.dataclass(frozen=True)
class Options:
    """How the cases are run."""

    address: Address | None
    server_command: list[str] | None
    client_command: list[str] | None
    authority: str
    certificate: str | None
    key: str | None
    name: str
    is_gateway: bool
    soak_calls: int
    soak_connections: int
    concurrent_calls: int


class Context:
    """The servers and connections of a case, which are closed when it ends."""

    def __init__(self, options: Options, address: Address | None, bystander: Connection | None) -> None:
        self.options = options
        self._address = address
        self._stack = contextlib.ExitStack()
        #: An earlier connection; cases that break a rule on another one check that it still works.
        self.bystander = bystander

    def close(self) -> None:
        """Closes everything that the case has opened."""
        self._stack.close()

    @property
    def address(self) -> Address:
        """The server that all cases share."""
        if self._address is None:
            raise Skipped("needs --port or --server")
        return self._address

    def connect(self, settings: Settings = DEFAULT_SETTINGS, address: Address | None = None) -> Connection:
        """Opens a connection and waits for the server's settings."""
        connection = Connection(connect(address or self.address), settings)
        self._stack.callback(connection.close)
        connection.wait(lambda: connection.has_settings, what="the server's SETTINGS")
        return connection

    def start_server(self, *arguments: str) -> "ServerProcess":
        """Starts a server for this case alone."""
        if self.options.server_command is None:
            raise Skipped("needs --server, to start a server with other limits")
        return self._stack.enter_context(running_server(self.options, *arguments))

    def defer(self, action: Callable[[], Any]) -> None:
        """Runs an action when the case ends."""
        self._stack.callback(action)


class ServerProcess:
    """A server process under test."""

    def __init__(self, process: "subprocess.Popen[str]", address: Address) -> None:
        self._process = process
        self.address = address

    def ask_to_stop(self) -> None:
        """Sends SIGTERM."""
        self._process.terminate()

    def wait_for_exit(self, timeout: float = 15.0) -> int:
        """The exit status."""
        return self._process.wait(timeout)

    def end(self) -> None:
        """Terminates it gracefully, or kills it after 15 seconds."""
        if self._process.poll() is None:
            self._process.terminate()
            try:
                self._process.wait(15)
            except subprocess.TimeoutExpired:
                self._process.kill()
                self._process.wait()


@contextlib.contextmanager
def running_server(options: Options, *arguments: str) -> Iterator[ServerProcess]:
    """Starts the server under test with further arguments and terminates it afterwards."""
    assert options.server_command is not None
    process = subprocess.Popen([*options.server_command, *arguments], stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    line = process.stdout.readline()
    if not line.strip().isdigit():
        process.kill()
        process.wait()
        sys.exit(f"the server under test printed {line!r} instead of its port")
    address = Address(int(line), options.authority, name=options.name)
    server = ServerProcess(process, address)
    try:
        yield server
    finally:
        server.end()
        process.stdout.close()


@dataclasses.dataclass(frozen=True)
class Case:
    """A case: its name, its group, and a function that raises if it fails."""

    name: str
    group: str
    run: Callable[[Context], None]
    #: Whether any server can take it, a gateway among them; otherwise it calls `larder.rpc.v1.Conformance`.
    takes_any_server: bool = False


CASES: list[Case] = []


def case(
    name: str, group: str, *, takes_any_server: bool = False
) -> Callable[[Callable[[Context], None]], Callable[[Context], None]]:
    """A decorator that registers a function as a case."""

    def add(function: Callable[[Context], None]) -> Callable[[Context], None]:
        assert all(known.name != name for known in CASES), f"two cases are named {name}"
        CASES.append(Case(name, group, function, takes_any_server))
        return function

    return add


# Helpers that many cases use.


def unary(connection: Connection, method: str, request: Any, response: type, **options: Any) -> Any:
    """Makes a unary call and returns its response; raises `CallFailed`."""
    call = connection.start(method, **options)
    call.send(request.SerializeToString(), end=True)
    return response.FromString(call.result())


def empty_call(connection: Connection) -> None:
    """Makes an empty call, which must succeed."""
    unary(connection, messages.EMPTY_CALL, messages.conformance.Empty(), messages.conformance.Empty)


def check_health(connection: Connection) -> None:
    """Asks for the server's health, which every server must answer."""
    unary(connection, messages.CHECK_HEALTH, messages.health.CheckHealthRequest(), messages.health.CheckHealthResponse)


def tally(connection: Connection) -> Any:
    """The server's counts of running and cancelled handlers."""
    return unary(connection, messages.GET_TALLY, messages.conformance.Empty(), messages.conformance.Tally)


def wait_for_tally(connection: Connection, holds: Callable[[Any], bool], what: str, attempts: int = 500) -> Any:
    """Requests the server's counts until a condition holds."""
    for _ in range(attempts):
        state = tally(connection)
        if holds(state):
            return state
    raise Failed(f"{what} did not happen: {state}")

"""Runs the cases and reports the result of each.

    cd Tests/Conformance
    python3 -m client --list
    python3 -m client --authority ca.pem --port 7443
    python3 -m client --authority ca.pem --server 'larder-conformance-server --certificate FILE --key FILE'
    python3 -m client --authority ca.pem --gateway localhost:7443
"""

from __future__ import annotations

import argparse
import contextlib
import fnmatch
import json
import shlex
import sys
import time
import traceback
from typing import Iterator

from . import cases  # noqa: F401
from .connection import Connection
from .suite import CASES, Case, Context, Failed, Options, Skipped, running_server
from .transport import Address, Lost, connect


def host_and_port(text: str) -> tuple[str, int]:
    """The parts of `HOST:PORT`; an IPv6 address is in brackets."""
    host, _, port = text.rpartition(":")
    if not host or not port.isdigit() or not 0 < int(port) < 65_536:
        raise argparse.ArgumentTypeError(f"{text} is not HOST:PORT")
    return host.removeprefix("[").removesuffix("]"), int(port)


def arguments() -> argparse.Namespace:
    """The command line's arguments."""
    parser = argparse.ArgumentParser(
        prog="python3 -m client",
        description="Tests a server and a client of the Larder protocol. The exit status is 0 when no case failed.",
    )
    parser.add_argument("--list", action="store_true", help="only list the cases, one JSON object per line")
    parser.add_argument("--json", action="store_true", help="print the results as one JSON object per line")
    parser.add_argument("--case", action="append", metavar="NAME", help="run only this case; repeatable, accepts *")
    parser.add_argument("--without", action="append", metavar="NAME", default=[], help="skip this case; the same")
    parser.add_argument("--port", type=int, help="port on 127.0.0.1 of a server of larder.rpc.v1.Conformance")
    parser.add_argument(
        "--gateway",
        type=host_and_port,
        metavar="HOST:PORT",
        help="a running gateway; cases that call larder.rpc.v1.Conformance, which it does not offer, are skipped",
    )
    parser.add_argument("--server", help="command that starts such a server, which prints its port as the first line")
    parser.add_argument("--client", help="command of a client to test, such as larder-conformance-client")
    parser.add_argument("--authority", help="authority of the servers' certificates, PEM")
    parser.add_argument("--certificate", help="certificate of the server that --client connects to, PEM")
    parser.add_argument("--key", help="key of --certificate, PEM")
    parser.add_argument("--name", help="name in the server's certificate (localhost; the host of --gateway)")
    parser.add_argument("--soak-calls", type=int, default=200, help="calls of rpc_soak (200; the full run has 10000)")
    parser.add_argument(
        "--soak-connections", type=int, default=50, help="connections of channel_soak (50; the full run has 100)"
    )
    parser.add_argument(
        "--concurrent-calls", type=int, default=1_000, help="calls of concurrent_large_unary (1000, as in gRPC)"
    )
    parsed = parser.parse_args()
    if not parsed.list and parsed.authority is None:
        parser.error("--authority is required")
    if sum(given is not None for given in (parsed.port, parsed.server, parsed.gateway)) > 1:
        parser.error("--port, --server and --gateway exclude one another")
    return parsed


def chosen(patterns: list[str], without: list[str]) -> list[Case]:
    """The cases to run."""

    def fits(case: Case, patterns: list[str]) -> bool:
        return any(fnmatch.fnmatchcase(case.name, pattern) for pattern in patterns)

    found = [case for case in CASES if fits(case, patterns) and not fits(case, without)]
    if not found:
        sys.exit(f"no case is named {' or '.join(patterns)}")
    return found


@contextlib.contextmanager
def shared_server(options: Options) -> Iterator[Address | None]:
    """The server that all cases share."""
    if options.server_command is None:
        yield options.address
    else:
        with running_server(options) as server:
            yield server.address


class Runner:
    """Runs cases one after the other."""

    def __init__(self, options: Options, address: Address | None, as_json: bool) -> None:
        self._options = options
        self._address = address
        self._as_json = as_json
        self._bystander: Connection | None = None
        #: How many cases had each result.
        self.results = {"passed": 0, "skipped": 0, "failed": 0}

    def run(self, case: Case) -> None:
        """Runs one case and prints its result."""
        started = time.monotonic()
        result, detail = self._outcome(case)
        seconds = time.monotonic() - started
        self.results[result] += 1
        if self._as_json:
            line = {"case": case.name, "group": case.group, "result": result, "seconds": round(seconds, 3)}
            print(json.dumps({**line, "detail": detail}), flush=True)
        else:
            print(f"{result:8} {seconds:7.3f} s  {case.name}{': ' + detail if detail else ''}", flush=True)

    def _outcome(self, case: Case) -> tuple[str, str]:
        context: Context | None = None
        if self._options.is_gateway and not case.takes_any_server:
            return "skipped", "calls larder.rpc.v1.Conformance, which gateways do not offer"
        try:
            context = Context(self._options, self._address, self._connected_bystander())
            case.run(context)
            return "passed", ""
        except Skipped as reason:
            return "skipped", str(reason)
        except Failed as failure:
            return "failed", str(failure)
        except Exception as error:  # noqa: BLE001: any other error fails the case
            place = traceback.extract_tb(error.__traceback__)[-1]
            return "failed", f"{type(error).__name__}: {error} ({place.filename}:{place.lineno})"
        finally:
            if context is not None:
                context.close()

    def _connected_bystander(self) -> Connection | None:
        """A connection that stays open through all cases; a lost one is replaced, so that only one case fails."""
        if self._address is not None and (self._bystander is None or self._bystander.ended is not None):
            self._bystander = Connection(connect(self._address))
        return self._bystander


def address_of(asked: argparse.Namespace) -> Address | None:
    """The running server that the command line names, if any."""
    if asked.gateway is not None:
        host, port = asked.gateway
        return Address(port, asked.authority, host, asked.name or host)
    return Address(asked.port, asked.authority, name=asked.name or "localhost") if asked.port is not None else None


def main() -> int:
    """Runs the program; returns its exit status."""
    asked = arguments()
    wanted = chosen(asked.case or ["*"], asked.without)
    if asked.list:
        for case in wanted:
            print(json.dumps({"case": case.name, "group": case.group}))
        return 0
    options = Options(
        address=address_of(asked),
        server_command=shlex.split(asked.server) if asked.server else None,
        client_command=shlex.split(asked.client) if asked.client else None,
        authority=asked.authority,
        certificate=asked.certificate,
        key=asked.key,
        name=asked.name or "localhost",
        is_gateway=asked.gateway is not None,
        soak_calls=asked.soak_calls,
        soak_connections=asked.soak_connections,
        concurrent_calls=asked.concurrent_calls,
    )
    if options.is_gateway and options.address is not None:
        try:
            connect(options.address).close()
        except (OSError, Lost) as error:
            print(f"The gateway cannot be reached: {error}", file=sys.stderr)
            return 2
    with shared_server(options) as address:
        runner = Runner(options, address, asked.json)
        for case in wanted:
            runner.run(case)
    if not asked.json:
        print(", ".join(f"{count} {result}" for result, count in runner.results.items()))
    return 1 if runner.results["failed"] else 0


sys.exit(main())

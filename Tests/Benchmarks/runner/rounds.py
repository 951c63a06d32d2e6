"""Rounds of unary echoes: every peer in turn, in every case."""

import dataclasses
import statistics

from peers import Server


@dataclasses.dataclass(frozen=True)
class Case:
    """How many calls run at once, over how many connections, with how many bytes."""

    name: str
    title: str
    connections: int
    concurrency: int
    size: int


CASES = [
    Case("one", "1 in flight, 64 bytes", 1, 1, 64),
    Case("many", "64 in flight on 1 connection, 64 bytes", 1, 64, 64),
    Case("wide", "256 in flight on 4 connections, 64 bytes", 4, 256, 64),
    Case("large", "16 in flight on 1 connection, 16 KiB", 1, 16, 16_384),
]


@dataclasses.dataclass(frozen=True)
class Figures:
    """What one run showed, or what several show together."""

    calls_per_second: float
    p50: float
    p99: float
    server: float
    """Processor time of the server for a call in µs."""
    client: float
    """Processor time of the client for a call in µs."""

    @staticmethod
    def of(runs):
        """The medians of several runs; the least for processor time, which other load on the machine only adds to."""

        def median(value):
            return statistics.median(value(run) for run in runs)

        return Figures(
            median(lambda run: run.calls_per_second),
            median(lambda run: run.p50),
            median(lambda run: run.p99),
            min(run.server for run in runs),
            min(run.client for run in runs),
        )


def run_once(peer, case, certificate, warmup, seconds):
    """Starts the server, makes the calls, stops it."""
    with Server(peer, certificate, lifetime=int(warmup + seconds + 60)) as server:
        before = server.cpu_seconds()
        report, client = server.call(
            peer.client, conns=case.connections, conc=case.concurrency, bytes=case.size, warmup=warmup, seconds=seconds
        )
        used = server.cpu_seconds() - before
    calls = max(1, report["total_calls"])
    return Figures(report["rps"], report["p50_us"], report["p99_us"], used / calls * 1e6, client / calls * 1e6)


def run_rounds(peers, cases, certificate, rounds, warmup, seconds, say):
    """All rounds. A dictionary from (peer's name, case's name) to its figures."""
    runs = {}
    for round_number in range(1, rounds + 1):
        for case in cases:
            for peer in peers:
                say(f"round {round_number} of {rounds}, {case.title}: {peer.name}")
                run = run_once(peer, case, certificate, warmup, seconds)
                runs.setdefault((peer.name, case.name), []).append(run)
    return {key: Figures.of(of_all_rounds) for key, of_all_rounds in runs.items()}

"""What Larder promises beside the others, and whether a run has kept it."""

import dataclasses


@dataclasses.dataclass(frozen=True)
class Outcome:
    """A target and what was measured for it; None when the run has not measured it."""

    sentence: str
    measured: float | None
    unit: str
    limit: float
    is_most: bool
    """Whether the limit is the most that is allowed, or the least."""

    @property
    def is_met(self):
        if self.measured is None:
            return None
        return self.measured <= self.limit if self.is_most else self.measured >= self.limit


def outcomes(figures, loads):
    """Every target, in the order of the table. Rates and times are ratios within the run, as machines differ."""

    def value(peer, case, name):
        found = figures.get((peer, case))
        return getattr(found, name) if found else None

    def ratio(case, name, peer, other):
        ours, theirs = value(peer, case, name), value(other, case, name)
        return ours / theirs if ours is not None and theirs else None

    def rate(case, other):
        return ratio(case, "calls_per_second", "larder", other)

    def saving(case, peer):
        return ratio(case, "server", "grpc-cpp", peer)

    direct = ratio("one", "p50", "larder-gateway", "larder")
    gateway = saving("many", "larder-gateway")
    idle, peaks, fair = loads.get("idle"), loads.get("uploads"), loads.get("fairness")
    silent = idle and idle["connections"] - idle["answered"]
    return [
        Outcome("64 in flight: calls/s beside gRPC C++", rate("many", "grpc-cpp"), "×", 8, False),
        Outcome("64 in flight: server CPU of gRPC C++ beside its own", saving("many", "larder"), "×", 10, False),
        Outcome("256 in flight: calls/s beside gRPC C++", rate("wide", "grpc-cpp"), "×", 12, False),
        Outcome("256 in flight: server CPU of gRPC C++ beside its own", saving("wide", "larder"), "×", 12, False),
        Outcome("1 in flight: p50 beside bare", ratio("one", "p50", "larder", "bare"), "×", 1.5, True),
        Outcome("16 KiB: bytes/s beside bare-gathered", rate("large", "bare-gathered"), "×", 0.7, False),
        Outcome("Gateway, 64 in flight: server CPU of gRPC C++ beside its own", gateway, "×", 7, False),
        Outcome("Gateway, 1 in flight: p50 beside the direct one", direct, "×", 2, True),
        Outcome("Gateway: memory of an idle connection", idle and idle["kib_each"], "KiB", 24, True),
        Outcome("Gateway: idle connections that are open", idle and idle["connections"], "", 10_000, False),
        Outcome("Gateway: idle connections that don't answer", silent, "", 0, True),
        Outcome("64 uploads of 1 MiB at once: server memory", peaks and max(peaks.values()), "MB", 200, True),
        Outcome("Small calls beside an upload of 20 MB: p99", fair and fair["p99_us"] / 1000, "ms", 5, True),
    ]

"""Measures Larder's RPC beside others: see README.md."""

import argparse
import json
import pathlib
import shutil
import subprocess
import sys
import tempfile

import counts
import loads
import table
import targets
from peers import FOLDER, Certificate, Failure, Peer
from rounds import CASES, run_rounds

LOADS = ["idle", "uploads", "fairness", "counts"]


def parse():
    parser = argparse.ArgumentParser(prog="bench-rpc", description="Measures Larder's RPC layer beside others.")
    parser.add_argument("--peers", help="names from peers.json, with commas; all unless given")
    parser.add_argument("--cases", default=",".join(case.name for case in CASES), help="default: %(default)s")
    parser.add_argument("--loads", default=",".join(LOADS), help="default: %(default)s; none for no such measurement")
    parser.add_argument("--rounds", type=int, default=3, help="default: %(default)s")
    parser.add_argument("--warmup", type=float, default=1, help="seconds, default: %(default)s")
    parser.add_argument("--seconds", type=float, default=4, help="measured seconds of a run, default: %(default)s")
    parser.add_argument("--idle", type=int, default=10_000, help="idle connections, default: %(default)s")
    parser.add_argument("--quick", action="store_true", help="one round of one second")
    parser.add_argument("--no-build", action="store_true", help="take the programs as they are")
    parser.add_argument("--write-readme", action="store_true", help="keep the tables in README.md")
    parser.add_argument("--write-counts", action="store_true", help="keep allocations and instructions in counts.json")
    parser.add_argument("--json", type=pathlib.Path, help="write all figures to this file too")
    parser.add_argument("--update-sources", action="store_true", help="only list Larder's sources in peers.json anew")
    options = parser.parse_args()
    if options.quick:
        options.rounds, options.warmup, options.seconds = 1, 0.5, 1
    return options


def say(sentence):
    print(sentence, file=sys.stderr, flush=True)


def chosen(names, known, what):
    """The members of a list that were asked for by name."""
    wanted = names.split(",") if names else [name for name, _ in known]
    wanted = [] if wanted == ["none"] else wanted
    unknown = set(wanted) - {name for name, _ in known}
    if unknown:
        raise Failure(f"there is no {what} called {', '.join(sorted(unknown))}")
    return [value for name, value in known if name in wanted]


def measure_loads(names, everyone, certificate, folder, options):
    """What is measured of Larder alone."""
    larder, gateway = everyone["larder"], everyone["larder-gateway"]
    found = {}
    if "idle" in names:
        say(f"{options.idle} idle connections at the gateway")
        found["idle"] = loads.idle_connections(gateway, certificate, options.idle)
    if "uploads" in names:
        say("64 uploads of 1 MiB at once")
        found["uploads"] = loads.uploads(larder, certificate, options.seconds)
    if "fairness" in names:
        say("small calls beside an upload")
        found["fairness"] = loads.fairness(larder, certificate, options.warmup, options.seconds)
    if "counts" in names:
        say("allocations and instructions of a call")
        found["allocations"] = {
            peer.name: loads.allocations(peer, certificate, folder, options.seconds) for peer in (larder, gateway)
        }
        found["instructions"] = loads.instructions(larder, certificate, folder, options.seconds)
    return found


def run(options):
    if options.update_sources:
        return Peer.update_sources()
    everyone = {peer.name: peer for peer in Peer.all()}
    peers = chosen(options.peers, list(everyone.items()), "peer")
    cases = chosen(options.cases, [(case.name, case) for case in CASES], "case")
    load_names = chosen(options.loads, [(name, name) for name in LOADS], "load")
    needed = {peer.name: peer for peer in peers}
    if load_names:
        needed |= {name: everyone[name] for name in ("larder", "larder-gateway")}
    if not options.no_build:
        for peer in needed.values():
            say(f"building {peer.name}")
            peer.make()
        if load_names:
            loads.build_loads()
    folder = tempfile.mkdtemp()
    try:
        certificate = Certificate.make(folder)
        figures = run_rounds(peers, cases, certificate, options.rounds, options.warmup, options.seconds, say)
        found = measure_loads(load_names, everyone, certificate, folder, options)
    finally:
        shutil.rmtree(folder)
    return finish(options, peers, figures, found)


def finish(options, peers, figures, found):
    """Prints and keeps what was measured. Exit status 1 when a target is missed or a count has risen."""
    outcomes = targets.outcomes(figures, found)
    plural = "round" if options.rounds == 1 else "rounds"
    settings = f"median of {options.rounds} {plural} of {options.seconds:g} s, least CPU"
    text = table.report(peers, figures, found, outcomes, settings)
    print(text)
    if options.json:
        runs = [{"peer": key[0], "case": key[1], **vars(value)} for key, value in figures.items()]
        options.json.write_text(json.dumps({"runs": runs, "loads": found}, indent=2) + "\n")
    if options.write_readme:
        table.write_readme(FOLDER / "README.md", text)
    risen = counts.risen(found)
    for sentence in risen:
        print(f"\n{sentence}")
    if options.write_counts:
        counts.write(found)
    return 1 if risen or any(outcome.is_met is False for outcome in outcomes) else 0


def main():
    try:
        sys.exit(run(parse()))
    except Failure as failure:
        say(f"bench-rpc: {failure}")
        sys.exit(2)
    except (KeyboardInterrupt, subprocess.SubprocessError) as error:
        say(f"bench-rpc: {type(error).__name__}")
        sys.exit(130)


main()

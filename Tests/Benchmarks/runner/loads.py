"""What is measured of Larder alone: memory, fairness, and what a call costs in allocations and instructions."""

import dataclasses
import json
import pathlib
import re
import resource
import shutil
import struct
import subprocess
import time

from peers import FOLDER, Failure, Server
from rounds import CASES

PROGRAMS = ".build/release"
GATEWAY_METHOD = "larder.auth.v1.Keys/ListKeys"
# Descriptors that a process needs beside its connections.
SPARE_DESCRIPTORS = 200


def build_loads():
    """Builds the clients that only these measurements need, and the allocation counter."""
    for program in ["larder-idle-client", "larder-upload-client", "larder-fairness-client"]:
        if subprocess.run(["swift", "build", "-c", "release", "--quiet", "--product", program], cwd=FOLDER).returncode:
            raise Failure(f"{program} could not be built")
    library = FOLDER / ".build/malloc_counter.so"
    command = ["cc", "-O2", "-shared", "-fPIC", "-o", str(library), "Counting/malloc_counter.c"]
    if subprocess.run(command, cwd=FOLDER).returncode != 0:
        raise Failure("the allocation counter could not be built")


def allow_descriptors():
    """Raises the limit of open files for this process and its children; how many there may be."""
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    return hard


def idle_connections(gateway, certificate, wanted):
    """Memory of the gateway for each idle connection, and whether all still answer."""
    count = min(wanted, allow_descriptors() - SPARE_DESCRIPTORS)
    with Server(gateway, certificate, lifetime=600) as server:
        server.call(gateway.client, conns=1, conc=1, bytes=64, warmup=0, seconds=0.2)
        before = server.memory("VmRSS")
        command = (
            f"{PROGRAMS}/larder-idle-client --port {{port}} --cert {{cert}}"
            f" --method {GATEWAY_METHOD} --conns {count}"
        )
        client = subprocess.Popen(
            server.client_command(command), cwd=FOLDER, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        if client.stdout.readline().strip() != "open":
            raise Failure("the idle connections could not be opened")
        # Idle memory is that of a server which has nothing left to do.
        wait_until_idle(server)
        after = server.memory("VmRSS")
        output, _ = client.communicate("\n", timeout=120)
    report = json.loads(output)
    return {
        "connections": count,
        "answered": report["answered"],
        "kib_each": (after - before) / count / 1024,
        "connect_seconds": report["connect_seconds"],
    }


def wait_until_idle(server):
    """Waits until the server takes no processor time for a second, half a minute at most."""
    for _ in range(30):
        before = server.cpu_seconds()
        time.sleep(1)
        if server.cpu_seconds() - before < 0.02:
            return


def uploads(larder, certificate, seconds):
    """The most memory of a server under 64 uploads of 1 MiB at once, in MB: as messages that are echoed, over
    a connection each; as streams of 64 KiB parts over one."""
    kinds = {"echoed": "--conns 64 --bytes 1048576", "streamed": "--conns 1 --bytes 1048576 --part 65536"}
    peaks = {}
    for kind, flags in kinds.items():
        with Server(larder, certificate, lifetime=int(seconds) + 120) as server:
            command = f"{PROGRAMS}/larder-upload-client --port {{port}} --cert {{cert}} --uploads 64 {flags}"
            server.call(f"{command} --seconds {seconds}")
            peaks[kind] = server.memory("VmHWM") / 1e6
    return peaks


def fairness(larder, certificate, warmup, seconds):
    """The figures of small calls on a connection on which uploads of 20 MB run, one after the other."""
    command = (
        f"{PROGRAMS}/larder-fairness-client --port {{port}} --cert {{cert}} --upload 20000000 --part 1000000"
        f" --conc 4 --bytes 64 --warmup {warmup} --seconds {seconds}"
    )
    with Server(larder, certificate, lifetime=int(warmup + seconds) + 60) as server:
        report, _ = server.call(command)
    return report


def call_many(peer, server, warmup, seconds):
    """Calls as in the case of 64 in flight; how many there were."""
    case = next(case for case in CASES if case.name == "many")
    report, _ = server.call(
        peer.client, conns=case.connections, conc=case.concurrency, bytes=case.size, warmup=warmup, seconds=seconds
    )
    return report["total_calls"]


def allocations(peer, certificate, folder, seconds):
    """Heap allocations of the server for a call, at 64 in flight."""
    environment = {"LD_PRELOAD": str(FOLDER / ".build/malloc_counter.so"), "MALLOC_COUNTER_FOLDER": folder}
    with Server(peer, certificate, lifetime=int(seconds) + 60, environment=environment) as server:

        def count():
            return struct.unpack("=Q", (pathlib.Path(folder) / str(server.pid)).read_bytes())[0]

        call_many(peer, server, 0, 0.5)
        before = count()
        calls = call_many(peer, server, 0, seconds)
        return (count() - before) / calls


def instructions(larder, certificate, folder, seconds):
    """Instructions of the server for a call, at 64 in flight; None without valgrind and strip."""
    if any(shutil.which(tool) is None for tool in ["valgrind", "callgrind_control", "strip"]):
        return None
    # Valgrind 3.19 ends at the debugging information that Swift writes.
    stripped = f"{folder}/server"
    subprocess.run(["strip", "--strip-debug", "-o", stripped, FOLDER / larder.made], check=True)
    peer = dataclasses.replace(larder, server=larder.server.replace(larder.made, stripped))
    out = pathlib.Path(folder) / "callgrind"
    under = ["valgrind", "--tool=callgrind", "--instr-atstart=no", "--quiet", f"--callgrind-out-file={out}"]
    with Server(peer, certificate, lifetime=int(seconds) + 300, under=under) as server:
        call_many(peer, server, 0, 1)
        control(server, "--instr=on")
        calls = call_many(peer, server, 0, seconds)
        control(server, "--instr=off")
        control(server, "--dump")
    counted = 0
    for dump in out.parent.glob("callgrind*"):
        found = re.findall(r"^(?:summary|totals): (\d+)", dump.read_text(errors="replace"), re.MULTILINE)
        counted = max([counted, *(int(number) for number in found)])
    return counted / calls


def control(server, request):
    """Tells callgrind what to do."""
    done = subprocess.run(["callgrind_control", request, str(server.pid)], capture_output=True, text=True)
    if done.returncode != 0:
        raise Failure(f"callgrind_control {request} failed: {done.stderr.strip() or done.stdout.strip()}")

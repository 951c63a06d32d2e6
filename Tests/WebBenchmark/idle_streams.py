#!/usr/bin/env python3
"""Measures what idle live streams cost the gateway.

    idle_streams.py --programs .build/release --data FOLDER [--port 8043] [--count 10000]
    idle_streams.py --port 7443 [--count 10000]

With --programs it starts a Larder of its own, otherwise it measures the one that runs at the port. Each stream follows one
purchase, as a browser does that shows it. Fails above the bar.
"""

import argparse
import asyncio
import contextlib
import json
import pathlib
import resource
import sys

from larder_web import SHED, Failure, Larder, own_larder, read_head

# Streams that one user may have.
STREAMS_PER_USER = 30
BAR_KIB = 40


async def open_streams(larder, user, count):
    """Opens streams of one user, each on a connection of its own."""
    address = f"127.0.{1 + user // 250}.{1 + user % 250}"
    token = await larder.new_user(address)
    purchase = await larder.new_purchase(token, address)
    topic = {"method": "larder.budget.v1.Purchases/WatchPurchase", "request": {"purchaseId": purchase}}
    body = json.dumps({"topics": {"purchase": topic}}).encode()
    opened = []
    for _ in range(count):
        while True:
            reader, writer = await larder.connect(address)
            writer.write(larder.head("/live", body, token) + body)
            status, _fields = await read_head(reader)
            # A gateway that cannot keep up sheds load, as it should.
            if status not in SHED:
                break
            writer.close()
            await asyncio.sleep(1)
        if status != 200:
            raise Failure(f"a stream was answered with {status}")
        # Until the purchase itself has come.
        while b'"message"' not in await reader.readline():
            pass
        opened.append((reader, writer))
    return opened


async def measure(larder, count):
    """The bytes of each stream, and how many there were."""
    resource.setrlimit(resource.RLIMIT_NOFILE, (resource.getrlimit(resource.RLIMIT_NOFILE)[1],) * 2)
    await open_streams(larder, 0, 10)
    await asyncio.sleep(6)
    before = larder.resident_bytes()
    streams = []
    users = range(1, 1 + -(-count // STREAMS_PER_USER))
    for start in range(0, len(users), 2):
        batch = users[start : start + 2]
        opened = await asyncio.gather(*(open_streams(larder, user, STREAMS_PER_USER) for user in batch))
        streams += [stream for entries in opened for stream in entries]
        print(f"\r{len(streams):,} streams", end="", flush=True, file=sys.stderr)
    await asyncio.sleep(20)
    after = larder.resident_bytes()
    alive = sum(not reader.at_eof() for reader, _ in streams)
    return (after - before) / len(streams), len(streams), alive


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--programs", type=pathlib.Path, help="the folder of the programs to start")
    parser.add_argument("--data", type=pathlib.Path, help="the folder for what they store; needed with --programs")
    parser.add_argument("--port", type=int, default=8_043, help="the gateway's port (8043)")
    parser.add_argument("--count", type=int, default=10_000, help="the number of streams (10000)")
    options = parser.parse_args()
    if bool(options.programs) != bool(options.data):
        parser.error("--programs and --data belong together.")
    larder = Larder(options.port, options.data) if options.programs else Larder(options.port)
    started = own_larder(options.programs, options.data, options.port) if options.programs else contextlib.nullcontext()
    try:
        with started:
            each, opened, alive = asyncio.run(measure(larder, options.count))
    except Failure as failure:
        print(f"idle_streams.py: {failure}", file=sys.stderr)
        return 1
    print(f"\n{opened:,} idle live streams at the gateway: {each / 1024:.1f} KiB each, of which {alive:,} are open")
    print(f"at most {BAR_KIB} KiB each: {'met' if each <= BAR_KIB * 1024 and alive == opened else 'missed'}")
    return 0 if each <= BAR_KIB * 1024 and alive == opened else 1


if __name__ == "__main__":
    sys.exit(main())

"""What a server must reject and what it must accept: every row of the page that is sent to a server."""

from __future__ import annotations

import re

from .. import page
from ..frames import PREFACE, UNPROCESSED, Breach, Code, Frame, FrameType
from ..primitives import Reader
from ..raw import RawConnection
from ..suite import CASES, Case, Context, Failed, check_health, require, require_equal

PING_VALUE = b"behind!!"


def beginning(after: str) -> bytes:
    """What is sent to a server before a row's own bytes."""
    opened = PREFACE + Frame(FrameType.SETTINGS, 0, 0).encode()
    return {"TLS": b"", "preface": PREFACE, "opened": opened, "call": opened + page.vector("held-call")}[after]


def is_breach(frame: Frame) -> bool:
    """Whether a frame is a GOAWAY that reports a breach."""
    return frame.type == FrameType.GOAWAY and frame.payload[4] != Breach.NONE


def require_goaway(raw: RawConnection, codes: list[int]) -> None:
    """Requires a GOAWAY with one of the codes as the last frame, and then a TLS close alert."""
    goaway = raw.wait_for(is_breach, what="GOAWAY")
    reader = Reader(goaway.payload)
    reader.number(4)
    code = reader.number(1)
    sentence = reader.take(reader.left).decode("utf-8", "replace")
    if code not in codes:
        expected = " or ".join(Breach(code).name for code in codes)
        raise Failed(f"GOAWAY has the code {Breach(code).name} ({sentence}), expected {expected}")
    require(sentence != "", "GOAWAY has no sentence")
    is_in_order = raw.wait_for_end()
    require(is_in_order, f"the connection ended without a TLS close alert: {raw.end}")
    require_equal(raw.frames[-1].type, int(FrameType.GOAWAY), "the type of the last frame")


def require_status(raw: RawConnection, stream: int, code: int, is_unprocessed: bool) -> None:
    """Requires that a call ends with a code."""
    frame = raw.wait_for(
        lambda frame: frame.type == FrameType.STATUS and frame.stream == stream, what=f"STATUS on {stream}"
    )
    found = Reader(frame.payload).varint()
    require_equal(Code(found).name, Code(code).name, f"status of stream {stream}")
    require_equal(bool(frame.flags & UNPROCESSED), is_unprocessed, "UNPROCESSED")


def check(raw: RawConnection, consequence: str) -> None:
    """Checks the consequence that the page states for the bytes that were sent."""
    for part in consequence.split(", then "):
        if match := re.fullmatch(r"GOAWAY (\d)(?:, or (\d) .*)?", part):
            return require_goaway(raw, [int(code) for code in match.groups() if code])
        if match := re.fullmatch(r"STATUS (\d+)( UNPROCESSED)? on (\d+)(?: and (\d+))?", part):
            for stream in filter(None, match.groups()[2:]):
                require_status(raw, int(stream), int(match[1]), match[2] is not None)
        elif part.startswith("none") or part == "as CANCELLED":
            pass
        else:
            raise Failed(f"the page's consequence cannot be read: {part}")
    raw.wait_for_answer(PING_VALUE)
    require(not any(is_breach(frame) for frame in raw.frames), f"GOAWAY came; {raw.seen()}")


def run_row(row: page.Row, context: Context) -> None:
    """Sends a row's bytes to the server and checks the consequence there and on another connection."""
    raw = RawConnection(context.address)
    context.defer(raw.close)
    raw.send(beginning(row.after) + row.data)
    check(raw, row.consequence)
    assert context.bystander is not None
    check_health(context.bystander)


def add_rows() -> None:
    """Adds a case for each row."""
    for row in page.rows():
        if row.to == "server":
            group = "rejected" if row.id.startswith("R") else "accepted"
            CASES.append(Case(row.name, group, lambda context, row=row: run_row(row, context), takes_any_server=True))


add_rows()

"""The page's test vectors: this client encodes and decodes exactly what the page shows."""

from __future__ import annotations

from typing import Callable

from .. import page
from ..compression import decompressed
from ..frames import (
    ACK,
    COMPRESSED,
    END,
    MORE,
    PREFACE,
    UNPROCESSED,
    Code,
    Frame,
    FrameReader,
    FrameType,
    Settings,
    call_frame,
    cancel_frame,
    goaway_frame,
    message_frame,
    metadata_frame,
    ping_frame,
    settings_frame,
    status_frame,
    window_frame,
)
from ..messages import conformance, status
from ..primitives import Reader, varint
from ..suite import CASES, Case, require_equal

#: The column "Default here" of the settings.
DEFAULTS = Settings(32_768, 262_144, 1_048_576, 1_024, 4_194_304, 16_384, 16, 1)

ECHO = b"\x0a\x02hi"
PING_VALUE = bytes(range(1, 9))


def unary_request() -> list[Frame]:
    """A call that defines a template, and its request."""
    traceparent = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"
    call = call_frame(
        1,
        "larder.rpc.v1.Echo/UnaryEcho",
        template=1,
        define=True,
        steady=[("user-agent", "example/1")],
        microseconds=250_000,
        own=[("traceparent", traceparent), ("key-bin", b"\x00\xff")],
    )
    return [call, message_frame(1, ECHO, END)]


def status_error() -> list[Frame]:
    """A rejection with details."""
    details = status.StatusDetails(retry_delay=status.RetryDelay(milliseconds=1_500), reason="EMPTY")
    return [status_frame(2, Code.INVALID_ARGUMENT, "Send a message.", details.SerializeToString())]


#: The frames of each vector, as this client sends them.
WRITTEN: dict[str, Callable[[], list[Frame]]] = {
    "server-opening": lambda: [settings_frame(DEFAULTS)],
    "unary-request": unary_request,
    "unary-response": lambda: [metadata_frame(1, [("served-by", "a")]), message_frame(1, ECHO, END)],
    "template-reused": lambda: [call_frame(2, template=1), Frame(FrameType.HALF_CLOSE, 0, 2)],
    "template-none": lambda: [call_frame(3, "larder.rpc.v1.Echo/ExchangeEchoes")],
    "status-error": status_error,
    "going-away": lambda: [
        goaway_frame(3, text="restart"),
        status_frame(4, Code.UNAVAILABLE, "the server is going away", flags=UNPROCESSED),
    ],
    "message-parts": lambda: [message_frame(3, b"\0\0\0\x06abc", MORE), message_frame(3, b"def")],
    "cancel": lambda: [cancel_frame(3, Code.DEADLINE_EXCEEDED)],
    "window": lambda: [window_frame(0, 524_304), window_frame(5, 131_072)],
    "ping": lambda: [ping_frame(PING_VALUE)],
    "ping-answer": lambda: [ping_frame(PING_VALUE, ACK)],
    "held-call": lambda: [call_frame(1, "larder.rpc.v1.Health/WatchHealth")],
    "going-away-first": lambda: [goaway_frame(2**31 - 1, text="stopping"), ping_frame(PING_VALUE)],
    "going-away-second": lambda: [goaway_frame(4, text="stopping")],
}


def written(name: str) -> None:
    """Requires that this client encodes and decodes the frames of a vector exactly."""
    frames = WRITTEN[name]()
    found = page.vector(name)
    require_equal(b"".join(frame.encode() for frame in frames).hex(), found.hex(), name)
    reader = FrameReader(DEFAULTS)
    reader.feed(found)
    require_equal([reader.next() for _ in frames] + [reader.next()], frames + [None], f"{name}, read")


def client_opening() -> None:
    """Requires the preface and the settings of the client's opening."""
    require_equal((PREFACE + settings_frame(DEFAULTS).encode()).hex(), page.vector("client-opening").hex(), "opening")


def varints() -> None:
    """Requires that varints are encoded and decoded as shown."""
    values = [0, 127, 128, 300, 2**32 - 1, 2**64 - 1]
    require_equal(b"".join(map(varint, values)).hex(), page.vector("varints").hex(), "varints")
    reader = Reader(page.vector("varints"))
    require_equal([reader.varint() for _ in values] + [reader.left], values + [0], "varints, read")


def message_compressed() -> None:
    """Requires that a compressed message is decoded, whole and in parts."""
    reader = FrameReader(DEFAULTS)
    reader.feed(page.vector("message-compressed") + page.vector("message-compressed-parts"))
    whole, first, last = (reader.next() for _ in range(3))
    assert whole is not None and first is not None and last is not None
    require_equal((whole.flags, first.flags, last.flags), (END | COMPRESSED, MORE | COMPRESSED, END), "flags")
    require_equal(first.payload[4:] + last.payload, whole.payload, "parts")
    message = conformance.Payload.FromString(decompressed(whole.payload, DEFAULTS))
    require_equal(message.body, b"a" * 64, "message")


def page_references() -> None:
    """Requires that what the page refers to is there, and that no rule has another's number."""
    require_equal(page.loose_ends(), [], "references")


def add_vectors() -> None:
    """Adds a case for each vector."""
    others = {"client-opening": client_opening, "varints": varints, "message-compressed": message_compressed}
    for name, check in others.items():
        CASES.append(Case(f"vector_{name}", "vectors", lambda context, check=check: check(), True))
    CASES.append(Case("page_references", "vectors", lambda context: page_references(), True))
    for name in WRITTEN:
        CASES.append(Case(f"vector_{name}", "vectors", lambda context, name=name: written(name), True))


add_vectors()

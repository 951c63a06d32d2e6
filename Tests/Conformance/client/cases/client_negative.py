"""gRPC's negative cases as gRPC has them: how a client treats a server that misbehaves."""

from __future__ import annotations

import dataclasses
import ssl
from typing import Any

from ..compression import compressed, decompressed
from ..connection import DEFAULT_SETTINGS
from ..frames import (
    COMPRESSED,
    END,
    MORE,
    Code,
    FrameType,
    Settings,
    cancel_frame,
    goaway_frame,
    message_frame,
    metadata_frame,
    ping_frame,
    status_frame,
    window_frame,
)
from ..primitives import Reader
from ..server import GENEROUS, ClientProcess, ScriptedConnection, ScriptedServer
from ..suite import Context, Failed, case, require, require_equal
from .standard import LARGE_RESPONSE, m


def answer(connection: ScriptedConnection, stream: int, size: int = LARGE_RESPONSE) -> None:
    """Responds to a unary call correctly, in parts if the response is large."""
    body = m.SimpleResponse(payload=m.Payload(body=bytes(size))).SerializeToString()
    connection.send(metadata_frame(stream, [("served-by", "python")]).encode())
    if len(body) <= 16_000:
        return connection.send(message_frame(stream, body, END).encode())
    connection.send(message_frame(stream, len(body).to_bytes(4, "big") + body[:16_000], MORE).encode())
    for start in range(16_000, len(body), 16_000):
        is_last = start + 16_000 >= len(body)
        connection.send(message_frame(stream, body[start : start + 16_000], END if is_last else MORE).encode())


def start(
    context: Context, *calls: str, settings: Settings = GENEROUS
) -> tuple[ScriptedServer, ClientProcess, ScriptedConnection]:
    """A scripted server that has received the first request of the client under test."""
    server = ScriptedServer(context)
    client = ClientProcess(context, server.port, *calls)
    connection = server.accept()
    connection.open(settings)
    connection.wait_for_request(1)
    return server, client, connection


def require_outcome(client: ClientProcess, code: str) -> dict[str, Any]:
    """Requires that the client's next call ends with a code, and returns the outcome."""
    outcome = client.outcomes(1)[0]
    require_equal(outcome["code"], code, f"the client's status ({outcome['message']})")
    return outcome


@case("client_goaway", "client_negative")
def client_goaway(context: Context) -> None:
    """After a GOAWAY during the first call, the client makes the second call on a new connection."""
    server, client, first = start(context, "unary", "unary")
    first.send(goaway_frame(1).encode())
    answer(first, 1)
    require_outcome(client, "OK")
    second = server.accept()
    second.open()
    second.wait_for_request(1)
    answer(second, 1)
    require_outcome(client, "OK")
    late = [frame for frame in first.frames if frame.type == FrameType.CALL and frame.stream > 1]
    require(not late, "the client started a call on the connection that goes away")
    first.wait_for_end()
    client.finish()


@case("client_goaway_in_two_steps", "client_negative")
def client_goaway_in_two_steps(context: Context) -> None:
    """A call that crosses the first GOAWAY completes, and the client makes the next one on a new connection."""
    server, client, first = start(context, "unary", "unary")
    first.send(goaway_frame(2**31 - 1).encode())
    first.wait_for_answer(b"crossing")
    first.send(goaway_frame(1).encode())
    answer(first, 1)
    require_outcome(client, "OK")
    second = server.accept()
    second.open()
    second.wait_for_request(1)
    answer(second, 1)
    require_outcome(client, "OK")
    client.finish()


@case("client_goaway_before_the_call", "client_negative")
def client_goaway_before_the_call(context: Context) -> None:
    """A call above the GOAWAY's last stream is repeated on a new connection although it is not idempotent."""
    server, client, first = start(context, "unary")
    first.send(goaway_frame(0).encode())
    second = server.accept()
    second.open()
    second.wait_for_request(1)
    answer(second, 1)
    require_outcome(client, "OK")
    client.finish()


@case("client_rst_after_header", "client_negative")
def client_rst_after_header(context: Context) -> None:
    """A call that fails after its initial metadata ends with the received status."""
    _, client, connection = start(context, "unary")
    connection.send(metadata_frame(1, [("served-by", "python")]).encode())
    connection.send(status_frame(1, Code.INTERNAL, "reset").encode())
    outcome = require_outcome(client, "INTERNAL")
    require_equal((outcome["message"], outcome["responses"]), ("reset", 0), "outcome")
    client.finish()


@case("client_rst_during_data", "client_negative")
def client_rst_during_data(context: Context) -> None:
    """A call that fails within its response ends with the received status and without a response."""
    _, client, connection = start(context, "unary")
    connection.send(metadata_frame(1, []).encode())
    connection.send(message_frame(1, (100_000).to_bytes(4, "big") + bytes(10_000), MORE).encode())
    connection.send(status_frame(1, Code.ABORTED, "reset").encode())
    outcome = require_outcome(client, "ABORTED")
    require_equal(outcome["responses"], 0, "responses")
    client.finish()


@case("client_rst_after_data", "client_negative")
def client_rst_after_data(context: Context) -> None:
    """A call that fails after its complete response ends with the received status."""
    _, client, connection = start(context, "unary")
    body = m.SimpleResponse(payload=m.Payload(body=bytes(100))).SerializeToString()
    connection.send(metadata_frame(1, []).encode())
    connection.send(message_frame(1, body).encode())
    connection.send(status_frame(1, Code.ABORTED, "reset").encode())
    require_outcome(client, "ABORTED")
    client.finish()


@case("client_lost_during_data", "client_negative")
def client_lost_during_data(context: Context) -> None:
    """A call whose connection is lost within its response ends as UNAVAILABLE and is not repeated."""
    server, client, connection = start(context, "unary")
    connection.send(message_frame(1, (100_000).to_bytes(4, "big") + bytes(10_000), MORE).encode())
    connection.flush()
    connection.close()
    require_outcome(client, "UNAVAILABLE")
    require(not server.has_more(), "the client repeated a call that may have been executed")
    client.finish()


@case("client_lost_idempotent", "client_negative")
def client_lost_idempotent(context: Context) -> None:
    """A call of a method without side effects is repeated when the connection is lost."""
    server, client, connection = start(context, "cacheable")
    connection.close()
    second = server.accept()
    second.open()
    second.wait_for_request(1)
    answer(second, 1)
    require_outcome(client, "OK")
    client.finish()


@case("client_ping", "client_negative")
def client_ping(context: Context) -> None:
    """Pings before, during and after a response are answered, and the call continues."""
    _, client, connection = start(context, "unary")
    connection.wait_for_answer(b"ahead of")
    body = m.SimpleResponse(payload=m.Payload(body=bytes(LARGE_RESPONSE))).SerializeToString()
    connection.send(metadata_frame(1, []).encode())
    connection.wait_for_answer(b"metadata")
    connection.send(message_frame(1, len(body).to_bytes(4, "big") + body[:16_000], MORE).encode())
    for begin in range(16_000, len(body), 16_000):
        is_last = begin + 16_000 >= len(body)
        connection.send(ping_frame(begin.to_bytes(8, "big")).encode())
        connection.send(message_frame(1, body[begin : begin + 16_000], END if is_last else MORE).encode())
    connection.wait_for_answer(b"behind!!")
    require_equal(require_outcome(client, "OK")["bytes"], LARGE_RESPONSE, "size")
    client.finish()


@case("client_max_streams", "client_negative")
def client_max_streams(context: Context) -> None:
    """A client never exceeds a limit of one concurrent call: ten concurrent calls run one by one, and all succeed."""
    settings = Settings(stream_window=2**30 - 1, connection_window=2**30 - 1, calls_at_once=1)
    server, client, first = start(context, "unary", "unary*10", settings=settings)
    answer(first, 1)
    require_outcome(client, "OK")
    answered = serve_one_at_a_time(first, 10)
    require_equal(answered, 10, "calls on the connection")
    require_equal([outcome["code"] for outcome in client.outcomes(10)], ["OK"] * 10, "the client's statuses")
    client.finish()


def serve_one_at_a_time(connection: ScriptedConnection, count: int) -> int:
    """Responds to calls, which must arrive one at a time; returns their number."""
    for stream in range(2, count + 2):
        connection.wait_for_request(stream)
        connection.wait_for_answer(stream.to_bytes(8, "big"))
        highest = max(frame.stream for frame in connection.frames if frame.type == FrameType.CALL)
        require_equal(highest, stream, "the highest stream while one call runs")
        answer(connection, stream)
    return count


@case("client_keeps_to_credit", "client_negative")
def client_keeps_to_credit(context: Context) -> None:
    """A client sends a large request in parts within its credit, and continues as credit arrives."""
    server = ScriptedServer(context)
    client = ClientProcess(context, server.port, "unary")
    connection = server.accept()
    connection.open(settings=None)
    first = connection.wait_for(lambda frame: frame.type == FrameType.MESSAGE, what="the first part")
    length = Reader(first.payload).number(4)
    given, total = 65_536, length + 4
    while given < total:
        connection.wait(lambda: message_bytes(connection, 1) == given, what=f"{given} bytes of the request")
        connection.wait_for_answer(given.to_bytes(8, "big"))
        require_equal(message_bytes(connection, 1), given, "bytes received without further credit")
        more = min(65_536, total - given)
        connection.send(window_frame(0, more).encode() + window_frame(1, more).encode())
        given += more
    connection.wait_for_request(1)
    sizes = [len(frame.payload) for frame in connection.frames if frame.type == FrameType.MESSAGE]
    require(max(sizes) <= 16_384, "a part is larger than the server accepts")
    require_equal(sum(sizes), total, "bytes of the request")
    answer(connection, 1, 10)
    require_outcome(client, "OK")
    client.finish()


def message_bytes(connection: ScriptedConnection, stream: int) -> int:
    """Payload bytes of messages received on a stream."""
    frames = [frame for frame in connection.frames if frame.type == FrameType.MESSAGE and frame.stream == stream]
    return sum(len(frame.payload) for frame in frames)


@case("client_deadline", "client_negative")
def client_deadline(context: Context) -> None:
    """A client whose server never responds ends the call at its deadline and sends CANCEL."""
    server = ScriptedServer(context)
    client = ClientProcess(context, server.port, "unary", more=["--timeout-seconds", "1"])
    connection = server.accept()
    connection.open()
    reader = Reader(connection.wait_for_call(1).payload)
    if reader.varint() != 0:
        reader.string(), reader.metadata()
    require(500_000 < reader.varint() <= 1_000_000, "the CALL does not carry the time left of one second")
    expected = cancel_frame(1, Code.DEADLINE_EXCEEDED)
    connection.wait(lambda: expected in connection.frames, what="CANCEL with DEADLINE_EXCEEDED")
    require_outcome(client, "DEADLINE_EXCEEDED")
    client.finish()


@case("client_wrong_host_name", "client_negative")
def client_wrong_host_name(context: Context) -> None:
    """A client rejects a certificate for another name, and its call fails."""
    server = ScriptedServer(context)
    more = ["--timeout-seconds", "1", "--server-name", "elsewhere.example"]
    client = ClientProcess(context, server.port, "unary", more=more)
    try:
        server.accept()
    except ssl.SSLError:
        pass
    else:
        raise Failed("the client accepted the certificate for another name")
    outcome = client.outcomes(1)[0]
    require(outcome["code"] in ("UNAVAILABLE", "DEADLINE_EXCEEDED"), f"the call ended as {outcome['code']}")
    client.finish()


@case("client_compresses", "client_negative")
def client_compresses(context: Context) -> None:
    """A client compresses, when asked to, for a server that accepts zlib."""
    _, client, connection = start(context, "compressed", settings=dataclasses.replace(GENEROUS, encodings=1))
    parts = [frame for frame in connection.frames if frame.type == FrameType.MESSAGE]
    require(bool(parts[0].flags & COMPRESSED), "the request is not compressed")
    require_equal(len(parts), 1, "parts of the compressed request")
    request = m.SimpleRequest.FromString(decompressed(parts[0].payload, DEFAULT_SETTINGS))
    require_equal(len(request.payload.body), 271_828, "size of the request")
    body = m.SimpleResponse(payload=m.Payload(body=bytes(50_000))).SerializeToString()
    connection.send(message_frame(1, compressed(body), END | COMPRESSED).encode())
    require_equal(require_outcome(client, "OK")["bytes"], 50_000, "size of the response")
    client.finish()


@case("client_compresses_nothing_for_a_server_without_zlib", "client_negative")
def client_compresses_nothing_for_a_server_without_zlib(context: Context) -> None:
    """A client sends plain requests, even if asked to compress, to a server that offers no encoding."""
    _, client, connection = start(context, "compressed")
    require(all(not frame.flags & COMPRESSED for frame in connection.frames), "the request is compressed")
    answer(connection, 1, 10)
    require_outcome(client, "OK")
    client.finish()

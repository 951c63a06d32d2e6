"""gRPC's negative cases, translated: how a server treats a client that misbehaves, and how it shuts down."""

from __future__ import annotations

from .. import messages
from ..frames import (
    ACK,
    END,
    MORE,
    PREFACE,
    UNPROCESSED,
    Code,
    Frame,
    FrameType,
    call_frame,
    message_frame,
    ping_frame,
)
from ..raw import RawConnection
from ..suite import (
    Context,
    ServerProcess,
    Skipped,
    case,
    empty_call,
    require,
    require_equal,
    require_status,
    tally,
    wait_for_tally,
)
from ..transport import Address
from .load import hold
from .standard import output_request, response_size, simple_request


@case("goaway", "negative")
def goaway(context: Context) -> None:
    """A server that shuts down sends GOAWAY, completes the running call, and exits with status 0."""
    server = context.start_server()
    connection = context.connect(address=server.address)
    call = connection.start(messages.FULL_DUPLEX_CALL)
    call.send(output_request(10, request_size=10).SerializeToString())
    require_equal(response_size(call.receive()), 10, "size")
    server.ask_to_stop()
    connection.wait(lambda: connection.goaway is not None, what="GOAWAY")
    require_equal(connection.goaway.code.name, "NONE", "connection code")
    call.send(output_request(20, request_size=20).SerializeToString())
    require_equal(response_size(call.receive()), 20, "size")
    call.half_close()
    require_status(call.wait_for_end(), Code.OK)
    connection.close()
    require_equal(server.wait_for_exit(), 0, "exit status")


@case("goaway_in_two_steps", "negative")
def goaway_in_two_steps(context: Context) -> None:
    """A server that shuts down serves calls that cross its first GOAWAY."""
    server = context.start_server()
    raw = with_open_call(context, server.address)
    server.ask_to_stop()
    first = raw.wait_for(lambda frame: frame.type == FrameType.GOAWAY, what="GOAWAY")
    if not is_goaway(first, 2**31 - 1):
        raise Skipped("the server omits the first step, as the page allows")
    raw.send(call_frame(2, messages.EMPTY_CALL).encode() + message_frame(2, b"", END).encode())
    crossing = raw.wait_for(lambda frame: frame.stream == 2, what="the response of the call that crossed")
    require_equal((crossing.type, crossing.flags), (int(FrameType.MESSAGE), END), "response")
    answer_ping(raw)
    raw.wait_for(lambda frame: is_goaway(frame, 2), what="the second GOAWAY")
    end_in_order(raw, server)


@case("call_behind_goaway", "negative")
def call_behind_goaway(context: Context) -> None:
    """A call after the GOAWAY of a server that shuts down is rejected as unprocessed; a running call continues."""
    server = context.start_server()
    raw = with_open_call(context, server.address)
    server.ask_to_stop()
    first = raw.wait_for(lambda frame: frame.type == FrameType.GOAWAY, what="GOAWAY")
    if is_goaway(first, 2**31 - 1):
        answer_ping(raw)
    raw.wait_for(lambda frame: is_goaway(frame, 1), what="GOAWAY with the last call")
    raw.send(call_frame(2, messages.EMPTY_CALL).encode() + message_frame(2, b"", END).encode())
    rejected = raw.wait_for(lambda frame: frame.stream == 2, what="the rejection of the later call")
    require_equal((rejected.type, rejected.flags), (int(FrameType.STATUS), UNPROCESSED), "rejection")
    require_equal(rejected.payload[0], int(Code.UNAVAILABLE), "status")
    end_in_order(raw, server)


def with_open_call(context: Context, address: Address) -> RawConnection:
    """A connection with a running call, on stream 1."""
    raw = RawConnection(address)
    context.defer(raw.close)
    opening = PREFACE + Frame(FrameType.SETTINGS, 0, 0).encode()
    raw.send(opening + call_frame(1, messages.FULL_DUPLEX_CALL).encode())
    raw.wait_for_answer(b"call one")
    return raw


def answer_ping(raw: RawConnection) -> None:
    """Answers the server's PING."""
    probe = raw.wait_for(lambda frame: frame.type == FrameType.PING and frame.flags == 0, what="a PING")
    raw.send(ping_frame(probe.payload, ACK).encode())


def end_in_order(raw: RawConnection, server: ServerProcess) -> None:
    """Ends call 1 and requires that the server, which waits for it, then closes and exits."""
    require(all(frame.stream != 1 for frame in raw.frames), "the running call was ended")
    raw.send(Frame(FrameType.HALF_CLOSE, 0, 1).encode())
    ending = raw.wait_for(lambda frame: frame.stream == 1, what="the end of the first call")
    require_equal((ending.type, ending.payload[0]), (int(FrameType.STATUS), int(Code.OK)), "end of the first call")
    require(raw.wait_for_end(), f"the connection ended without a TLS close alert: {raw.end}")
    raw.close()
    require_equal(server.wait_for_exit(), 0, "exit status")


def is_goaway(frame: Frame, last: int) -> bool:
    """Whether a frame is a graceful GOAWAY with this last stream."""
    return frame.type == FrameType.GOAWAY and frame.payload[:5] == last.to_bytes(4, "big") + b"\0"


@case("rst_after_header", "negative")
def rst_after_header(context: Context) -> None:
    """A call that is cancelled right after its CALL does not affect the connection."""
    connection = context.connect()
    before = tally(connection).running
    call = connection.start(messages.FULL_DUPLEX_CALL)
    connection.ping(b"calls in")
    connection.wait(lambda: bool(connection.ping_answers))
    call.cancel()
    wait_for_tally(connection, lambda now: now.running <= before, "the end of the handler")


@case("rst_during_data", "negative")
def rst_during_data(context: Context) -> None:
    """A call that is cancelled within a message affects neither the connection nor its credit."""
    connection = context.connect()
    before = tally(connection).running
    part = message_frame(0, (100_000).to_bytes(4, "big") + bytes(16_000), MORE).payload
    for _ in range(200):
        call = connection.start(messages.STREAMING_INPUT_CALL)
        require(connection.send_credit >= len(part), "the server does not return the credit of cancelled messages")
        connection.send_credit -= len(part)
        connection.send(message_frame(call.stream, part, MORE))
        call.cancel()
        empty_call(connection)
    wait_for_tally(connection, lambda now: now.running <= before, "the end of all handlers")


@case("rst_after_data", "negative")
def rst_after_data(context: Context) -> None:
    """A call that is cancelled after a complete message does not affect the connection."""
    connection = context.connect()
    before = tally(connection).running
    for call in hold(connection, 20):
        call.cancel()
    wait_for_tally(connection, lambda now: now.running <= before, "the end of all handlers")
    empty_call(connection)


@case("ping", "negative")
def ping(context: Context) -> None:
    """Pings before, during and after calls are all answered, in order and with their payloads."""
    connection = context.connect()
    values = [index.to_bytes(8, "big") for index in range(60)]
    for index, value in enumerate(values):
        connection.ping(value)
        if index % 3 == 1:
            call = connection.start(messages.UNARY_CALL)
            call.send(simple_request(1_000, 1_000).SerializeToString(), end=True)
            connection.ping(value)
            call.result()
    connection.wait(lambda: len(connection.ping_answers) == 80, what="80 answers")
    order = list(dict.fromkeys(connection.ping_answers))
    require_equal(order, values, "answers")

"""gRPC's interoperability cases: cancellation and deadlines."""

from __future__ import annotations

from .. import messages
from ..frames import Code
from ..suite import Context, case, empty_call, require_equal, require_status, tally, wait_for_tally
from .standard import output_request, response_size

#: A message with a field that no message type declares: number 15, the varint 0.
UNKNOWN_FIELD = b"\x78\x00"


@case("cancel_after_begin", "standard")
def cancel_after_begin(context: Context) -> None:
    """A call that is cancelled before it has sent anything ends as CANCELLED, and its handler is cancelled."""
    connection = context.connect()
    before = tally(connection)
    call = connection.start(messages.STREAMING_INPUT_CALL)
    call.cancel()
    require_status(call.wait_for_end(), Code.CANCELLED)
    wait_for_tally(connection, lambda now: now.running <= before.running, "the end of the handler")


@case("cancel_after_first_response", "standard")
def cancel_after_first_response(context: Context) -> None:
    """A bidirectional call that is cancelled after its first response ends as CANCELLED."""
    connection = context.connect()
    before = tally(connection)
    call = connection.start(messages.FULL_DUPLEX_CALL)
    call.send(output_request(31_415, request_size=27_182).SerializeToString())
    require_equal(response_size(call.receive()), 31_415, "size")
    call.cancel()
    require_status(call.wait_for_end(), Code.CANCELLED)
    wait_for_tally(connection, lambda now: now.cancelled > before.cancelled, "the cancellation of the handler")


@case("timeout_on_sleeping_server", "standard")
def timeout_on_sleeping_server(context: Context) -> None:
    """A call whose handler sleeps past the deadline ends as DEADLINE_EXCEEDED, and the handler is cancelled."""
    connection = context.connect()
    before = tally(connection)
    call = connection.start(messages.FULL_DUPLEX_CALL, timeout=0.05)
    call.send(output_request(1, interval_us=60_000_000, request_size=27_182).SerializeToString())
    require_status(call.wait_for_end(), Code.DEADLINE_EXCEEDED)
    wait_for_tally(connection, lambda now: now.cancelled > before.cancelled, "the cancellation of the handler")


@case("deadline_kept_by_the_server", "extra")
def deadline_kept_by_the_server(context: Context) -> None:
    """A server ends an expired call by itself even if the client does not cancel it."""
    connection = context.connect()
    call = connection.start(messages.HOLD_CALL, timeout=0.05)
    call.deadline = None
    call.send(b"", end=True)
    status = call.wait_for_end()
    require_status(status, Code.DEADLINE_EXCEEDED)
    empty_call(connection)


@case("deadline_just_met", "extra")
def deadline_just_met(context: Context) -> None:
    """A call that takes most of its time still succeeds."""
    call = context.connect().start(messages.STREAMING_OUTPUT_CALL, timeout=5.0)
    call.send(output_request(1, interval_us=100_000).SerializeToString(), end=True)
    require_equal(response_size(call.receive()), 1, "size")
    require_status(call.wait_for_end(), Code.OK)


@case("cancel_before_start", "extra")
def cancel_before_start(context: Context) -> None:
    """A CALL that is cancelled at once leaves no handler running."""
    connection = context.connect()
    before = tally(connection)
    for _ in range(50):
        connection.start(messages.HOLD_CALL).cancel()
    wait_for_tally(connection, lambda now: now.running <= before.running, "the end of all handlers")


@case("cancel_after_sent_message", "extra")
def cancel_after_sent_message(context: Context) -> None:
    """A unary call that is cancelled while it is served has its handler cancelled."""
    connection = context.connect()
    before = tally(connection)
    call = connection.start(messages.HOLD_CALL)
    call.send(b"", end=True)
    wait_for_tally(connection, lambda now: now.running > before.running, "the start of the handler")
    call.cancel()
    require_status(call.wait_for_end(), Code.CANCELLED)
    wait_for_tally(connection, lambda now: now.cancelled > before.cancelled, "the cancellation of the handler")


@case("thousands_of_timeouts", "extra")
def thousands_of_timeouts(context: Context) -> None:
    """Hundreds of calls that exceed their deadlines at once do not affect their connection.

    A CANCEL that crosses the server's STATUS costs two tokens of its load bucket, so this is close to the number
    of calls that may expire within a second.
    """
    connection = context.connect()
    before = tally(connection)
    at_once = min(500, connection.peer.calls_at_once - 1)
    for _ in range(3):
        calls = [connection.start(messages.HOLD_CALL, timeout=0.02) for _ in range(at_once)]
        for call in calls:
            call.send(UNKNOWN_FIELD, end=True)
        for call in calls:
            require_status(call.wait_for_end(), Code.DEADLINE_EXCEEDED)
        wait_for_tally(connection, lambda now: now.running <= before.running, "the end of all handlers")
    empty_call(connection)

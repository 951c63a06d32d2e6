"""gRPC's interoperability cases with many calls and connections."""

from __future__ import annotations

from .. import messages
from ..call import Call, CallFailed
from ..connection import Connection
from ..frames import Code
from ..suite import Context, Failed, case, empty_call, require, require_equal, require_status, tally, wait_for_tally
from .standard import large_unary_on, m, simple_request


@case("rpc_soak", "standard")
def rpc_soak(context: Context) -> None:
    """Large calls, one after another on one connection, all succeed. gRPC makes 1,000; see --soak-calls."""
    connection = context.connect()
    for _ in range(context.options.soak_calls):
        large_unary_on(connection)


@case("channel_soak", "standard")
def channel_soak(context: Context) -> None:
    """Large calls, each on its own connection, all succeed. See --soak-connections."""
    for _ in range(context.options.soak_connections):
        connection = context.connect()
        large_unary_on(connection)
        connection.close()


@case("long_lived_channel", "standard")
def long_lived_channel(context: Context) -> None:
    """A connection still works after idle periods: gRPC's last hours, these a quarter of a second each, with a ping."""
    connection = context.connect()
    for index in range(3):
        large_unary_on(connection)
        value = index.to_bytes(8, "big")
        connection.ping(value)
        connection.wait(lambda: value in connection.ping_answers, what="the answer of a ping")
        try:
            connection.wait(lambda: False, timeout=0.25)
        except TimeoutError:
            pass
    large_unary_on(connection)


@case("concurrent_large_unary", "standard")
def concurrent_large_unary(context: Context) -> None:
    """Concurrent large unary calls on one connection all succeed; gRPC makes 1,000. See --concurrent-calls.

    Responses are read in the order of arrival, since any other order needs memory for all of them. A call that the
    server rejects for lack of memory is repeated after another one has ended.
    """
    connection = context.connect()
    count = min(context.options.concurrent_calls, connection.peer.calls_at_once)
    request = simple_request().SerializeToString()

    def start() -> Call:
        call = connection.start(messages.UNARY_CALL)
        call.send(request, end=True)
        return call

    running = {start() for _ in range(count)}
    answered, again = 0, 0
    while answered < count:
        connection.wait(lambda: any(call.inbox or call.is_over for call in running), 60, "the end of any call")
        for call in [call for call in running if call.inbox or call.is_over]:
            running.remove(call)
            try:
                response = m.SimpleResponse.FromString(call.result(timeout=60))
            except CallFailed as failure:
                status = failure.status
                require_equal(status.code, Code.RESOURCE_EXHAUSTED, "code")
                require(b"OVERLOADED" in status.details, f"a call failed: {status.message}")
                again += 1
                continue
            require_equal(len(response.payload.body), 314_159, "size")
            answered += 1
            if again:
                again -= 1
                running.add(start())
        require(bool(running) or answered == count, "the server rejects every call")


@case("thousand_small_calls_at_once", "extra")
def thousand_small_calls_at_once(context: Context) -> None:
    """A thousand concurrent calls on one connection each receive their own response."""
    connection = context.connect()
    count = min(1_000, connection.peer.calls_at_once)
    calls = []
    for size in range(count):
        call = connection.start(messages.UNARY_CALL)
        call.send(m.SimpleRequest(response_size=size).SerializeToString(), end=True)
        calls.append(call)
    for size, call in enumerate(calls):
        require_equal(len(m.SimpleResponse.FromString(call.result()).payload.body), size, "size")


def hold(connection: Connection, count: int) -> list[Call]:
    """Starts calls that run until they are cancelled."""
    before = tally(connection).running
    calls = []
    for _ in range(count):
        call = connection.start(messages.HOLD_CALL)
        call.send(b"", end=True)
        calls.append(call)
    if count < connection.peer.calls_at_once:
        wait_for_tally(connection, lambda now: now.running >= before + count, "the start of all calls")
    return calls


@case("max_streams", "negative")
def max_streams(context: Context) -> None:
    """Calls above the server's limit are rejected as unprocessed, and the others continue."""
    server = context.start_server("--calls-at-once", "4")
    connection = context.connect(address=server.address)
    require_equal(connection.peer.calls_at_once, 4, "the server's limit of concurrent calls")
    held = hold(connection, 4)
    for _ in range(3):
        status = connection.start(messages.EMPTY_CALL).wait_for_end()
        require_status(status, Code.RESOURCE_EXHAUSTED, "the call above the limit")
        require(status.is_unprocessed, "the call above the limit is not marked as unprocessed")
    require(all(not call.is_over for call in held), "a call within the limit ended")
    held.pop().cancel()
    # The slot is free once the handler has ended, which the client cannot observe.
    for _ in range(500):
        call = connection.start(messages.EMPTY_CALL)
        call.send(b"", end=True)
        status = call.wait_for_end()
        if status.code == Code.OK:
            break
        require(status.is_unprocessed, f"a call ended as {status.code.name}")
    else:
        raise Failed("the slot of a cancelled call is never free again")


@case("max_concurrent_streams_connection_scaling", "standard")
def max_concurrent_streams_connection_scaling(context: Context) -> None:
    """The limit applies to each connection: a second one accepts as many calls as the first, which has reached it."""
    server = context.start_server("--calls-at-once", "4")
    first = context.connect(address=server.address)
    hold(first, 4)
    second = context.connect(address=server.address)
    hold(second, 3)
    empty_call(second)


@case("cancelled_calls_count_until_their_handlers_end", "extra")
def cancelled_calls_count(context: Context) -> None:
    """Rapidly starting and cancelling calls never runs more handlers than the limit of concurrent calls."""
    server = context.start_server("--calls-at-once", "4")
    connection = context.connect(address=server.address)
    observer = context.connect(address=server.address)
    for _ in range(100):
        call = connection.start(messages.HOLD_CALL)
        call.send(b"", end=True)
        call.cancel()
    connection.ping(b"\0" * 8)
    connection.wait(lambda: bool(connection.ping_answers) or connection.ended is not None)
    require(tally(observer).running <= 4, "more handlers run than the limit of concurrent calls")
    wait_for_tally(observer, lambda now: now.running == 0, "the end of all handlers")

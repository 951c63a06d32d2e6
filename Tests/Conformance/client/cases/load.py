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
    """Large calls one after the other on one connection, none of which fails. gRPC makes 1,000; see --soak-calls."""
    connection = context.connect()
    for _ in range(context.options.soak_calls):
        large_unary_on(connection)


@case("channel_soak", "standard")
def channel_soak(context: Context) -> None:
    """Large calls, each on a connection of its own, none of which fails. See --soak-connections."""
    for _ in range(context.options.soak_connections):
        connection = context.connect()
        large_unary_on(connection)
        connection.close()


@case("long_lived_channel", "standard")
def long_lived_channel(context: Context) -> None:
    """A connection is as good behind idle times as it was. gRPC waits for hours; here they are a quarter second each,
    with a ping in each."""
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
    """Large unary calls that share one connection, all at once; gRPC makes 1,000. Responses are taken as they come: whoever
    takes them in another order needs memory for all of them. A call that the server has no room for at present is made
    again once another one has ended, as the server advises. See --concurrent-calls."""
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
        require(bool(running) or answered == count, "the server has room for no call at all")


@case("thousand_small_calls_at_once", "extra")
def thousand_small_calls_at_once(context: Context) -> None:
    """A thousand calls are in flight at once on one connection, and each gets its own answer."""
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
    """Calls that run until they are cancelled."""
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
    """A client that goes over the server's limit has those calls refused as unprocessed, and the others go on."""
    server = context.start_server("--calls-at-once", "4")
    connection = context.connect(address=server.address)
    require_equal(connection.peer.calls_at_once, 4, "calls at once, as the server tells them")
    held = hold(connection, 4)
    for _ in range(3):
        status = connection.start(messages.EMPTY_CALL).wait_for_end()
        require_status(status, Code.RESOURCE_EXHAUSTED, "the call that is one too many")
        require(status.is_unprocessed, "the call that is one too many is not told to be unprocessed")
    require(all(not call.is_over for call in held), "a call within the limit ended")
    held.pop().cancel()
    # The place is free once the handler has ended, which the client cannot see.
    for _ in range(500):
        call = connection.start(messages.EMPTY_CALL)
        call.send(b"", end=True)
        status = call.wait_for_end()
        if status.code == Code.OK:
            break
        require(status.is_unprocessed, f"a call ended as {status.code.name}")
    else:
        raise Failed("the place of a cancelled call is never free again")


@case("max_concurrent_streams_connection_scaling", "standard")
def max_concurrent_streams_connection_scaling(context: Context) -> None:
    """The limit is one of each connection: with the first one full, a second one takes as many calls again."""
    server = context.start_server("--calls-at-once", "4")
    first = context.connect(address=server.address)
    hold(first, 4)
    second = context.connect(address=server.address)
    hold(second, 3)
    empty_call(second)


@case("cancelled_calls_count_until_their_handlers_end", "extra")
def cancelled_calls_count(context: Context) -> None:
    """Starting and cancelling calls without end never runs more handlers than calls are allowed at once."""
    server = context.start_server("--calls-at-once", "4")
    connection = context.connect(address=server.address)
    observer = context.connect(address=server.address)
    for _ in range(100):
        call = connection.start(messages.HOLD_CALL)
        call.send(b"", end=True)
        call.cancel()
    connection.ping(b"\0" * 8)
    connection.wait(lambda: bool(connection.ping_answers) or connection.ended is not None)
    require(tally(observer).running <= 4, "more handlers run than calls are allowed at once")
    wait_for_tally(observer, lambda now: now.running == 0, "the end of all handlers")

"""gRPC's interoperability cases: the four kinds of calls, metadata and status."""

from __future__ import annotations

from .. import messages
from ..call import CallFailed
from ..connection import Connection
from ..frames import Code
from ..suite import Context, Failed, case, empty_call, require, require_equal, require_status, unary

m = messages.conformance

REQUEST_SIZES = [27_182, 8, 1_828, 45_904]
RESPONSE_SIZES = [31_415, 9, 2_653, 58_979]
LARGE_REQUEST, LARGE_RESPONSE = 271_828, 314_159


def simple_request(response_size: int = LARGE_RESPONSE, request_size: int = LARGE_REQUEST) -> m.SimpleRequest:
    """A request whose payload consists of zeros."""
    return m.SimpleRequest(response_size=response_size, payload=m.Payload(body=bytes(request_size)))


def output_request(*sizes: int, interval_us: int = 0, request_size: int = 0) -> m.StreamingOutputCallRequest:
    """A request for responses of these sizes."""
    parameters = [m.ResponseParameters(size=size, interval_us=interval_us) for size in sizes]
    return m.StreamingOutputCallRequest(
        response_parameters=parameters, payload=m.Payload(body=bytes(request_size))
    )


def response_size(message: bytes | None) -> int:
    """Bytes in the payload of a streamed response."""
    if message is None:
        raise Failed("the call ended before a response")
    body = m.StreamingOutputCallResponse.FromString(message).payload.body
    require_equal(body, bytes(len(body)), "payload")
    return len(body)


def large_unary_on(connection: Connection, method: str = messages.UNARY_CALL) -> None:
    """Makes one call with a large request and a larger response."""
    response = unary(connection, method, simple_request(), m.SimpleResponse)
    require_equal(response.payload.body, bytes(LARGE_RESPONSE), "payload")


@case("empty_unary", "standard")
def empty_unary(context: Context) -> None:
    """An empty request receives an empty response."""
    call = context.connect().start(messages.EMPTY_CALL)
    call.send(b"", end=True)
    require_equal(call.result(), b"", "response")


@case("cacheable_unary", "standard")
def cacheable_unary(context: Context) -> None:
    """A method without side effects is called twice, as by a retry; both responses are the same.

    In gRPC's case a proxy's cache answers the second call. This protocol has no caches.
    """
    connection = context.connect()
    request = simple_request(response_size=100, request_size=100)
    answers = [unary(connection, messages.CACHEABLE_UNARY_CALL, request, m.SimpleResponse) for _ in range(2)]
    require_equal(answers[0], answers[1], "the second response")
    require_equal(len(answers[0].payload.body), 100, "payload")


@case("large_unary", "standard")
def large_unary(context: Context) -> None:
    """271,828 bytes up, 314,159 bytes down."""
    large_unary_on(context.connect())


@case("client_streaming", "standard")
def client_streaming(context: Context) -> None:
    """Four requests receive the sum of their sizes as response."""
    call = context.connect().start(messages.STREAMING_INPUT_CALL)
    for size in REQUEST_SIZES:
        call.send(m.StreamingInputCallRequest(payload=m.Payload(body=bytes(size))).SerializeToString())
    call.half_close()
    response = m.StreamingInputCallResponse.FromString(call.result())
    require_equal(response.aggregated_payload_size, 74_922, "sum of the sizes")


@case("server_streaming", "standard")
def server_streaming(context: Context) -> None:
    """One request receives four responses of the sizes that it asks for."""
    call = context.connect().start(messages.STREAMING_OUTPUT_CALL)
    call.send(output_request(*RESPONSE_SIZES).SerializeToString(), end=True)
    require_equal([response_size(message) for message in call.messages()], RESPONSE_SIZES, "sizes")
    require_status(call.wait_for_end(), Code.OK)


@case("ping_pong", "standard")
def ping_pong(context: Context) -> None:
    """Four requests, each sent after the response to the previous one."""
    call = context.connect().start(messages.FULL_DUPLEX_CALL)
    for size, answer in zip(REQUEST_SIZES, RESPONSE_SIZES):
        call.send(output_request(answer, request_size=size).SerializeToString())
        require_equal(response_size(call.receive()), answer, "size")
    call.half_close()
    require_equal(call.receive(), None, "message after the last")
    require_status(call.wait_for_end(), Code.OK)


@case("half_duplex", "standard")
def half_duplex(context: Context) -> None:
    """Four requests receive their responses in order, and only after the client has half-closed."""
    call = context.connect().start(messages.HALF_DUPLEX_CALL)
    for size, answer in zip(REQUEST_SIZES, RESPONSE_SIZES):
        call.send(output_request(answer, request_size=size).SerializeToString())
    require(not call.has_message, "a response came before the requests ended")
    call.half_close()
    require_equal([response_size(message) for message in call.messages()], RESPONSE_SIZES, "sizes")
    require_status(call.wait_for_end(), Code.OK)


@case("empty_stream", "standard")
def empty_stream(context: Context) -> None:
    """No request, no response, OK."""
    call = context.connect().start(messages.FULL_DUPLEX_CALL)
    call.half_close()
    require_equal(list(call.messages()), [], "messages")
    require_status(call.wait_for_end(), Code.OK)


INITIAL = ("x-grpc-test-echo-initial", "test_initial_metadata_value")
TRAILING = ("x-grpc-test-echo-trailing-bin", b"\x0a\x0b\x0a\x0b\x0a\x0b\x00\xff")


@case("custom_metadata", "standard")
def custom_metadata(context: Context) -> None:
    """Text returns as initial and bytes as trailing metadata, for a unary and a bidirectional call."""
    connection = context.connect()
    call = connection.start(messages.UNARY_CALL, own=[INITIAL, TRAILING])
    call.send(simple_request(1, 1).SerializeToString(), end=True)
    call.result()
    require(INITIAL in (call.metadata or []), f"unary: {INITIAL} did not come back; {call.metadata} did")
    trailing = list(call.wait_for_end().trailing)
    require(TRAILING in trailing, f"unary: {TRAILING} did not come back; {trailing} did")

    call = connection.start(messages.FULL_DUPLEX_CALL, steady=[INITIAL], own=[TRAILING])
    require(INITIAL in call.wait_for_metadata(), "duplex: the text did not come back before any message")
    call.send(output_request(1, request_size=1).SerializeToString(), end=True)
    require_equal(response_size(call.receive()), 1, "size")
    trailing = list(call.wait_for_end().trailing)
    require(TRAILING in trailing, f"duplex: {TRAILING} did not come back; {trailing} did")


def echoed_status(connection: Connection, code: Code, sentence: str) -> None:
    """Requires that a unary and a bidirectional call end with the status that they ask for."""
    status = m.EchoStatus(code=code, message=sentence)
    call = connection.start(messages.UNARY_CALL)
    call.send(m.SimpleRequest(response_status=status).SerializeToString(), end=True)
    ended = call.wait_for_end()
    require_status(ended, code, "unary")
    require_equal(ended.message, sentence, "unary: message")

    call = connection.start(messages.FULL_DUPLEX_CALL)
    call.send(m.StreamingOutputCallRequest(response_status=status).SerializeToString(), end=True)
    ended = call.wait_for_end()
    require_status(ended, code, "duplex")
    require_equal(ended.message, sentence, "duplex: message")


@case("status_code_and_message", "standard")
def status_code_and_message(context: Context) -> None:
    """Every code other than OK is transmitted with its message."""
    connection = context.connect()
    for code in Code:
        if code != Code.OK:
            echoed_status(connection, code, "test status message")


@case("special_status_message", "standard")
def special_status_message(context: Context) -> None:
    """White space, line ends and characters of any plane are transmitted in a status message."""
    sentence = "\t\ntest with whitespace\r\nand Unicode BMP ☺ and non-BMP 😈\t\n"
    echoed_status(context.connect(), Code.UNKNOWN, sentence)


@case("unimplemented_method", "standard")
def unimplemented_method(context: Context) -> None:
    """A method that a served service declares but does not implement is UNIMPLEMENTED."""
    unimplemented(context.connect(), messages.UNIMPLEMENTED_CALL)


@case("unimplemented_service", "standard")
def unimplemented_service(context: Context) -> None:
    """A method of an unknown service is UNIMPLEMENTED."""
    unimplemented(context.connect(), messages.UNIMPLEMENTED_SERVICE_CALL)


def unimplemented(connection: Connection, method: str) -> None:
    """Requires that a call ends as UNIMPLEMENTED and that the connection continues."""
    try:
        unary(connection, method, m.Empty(), m.Empty)
    except CallFailed as failure:
        require_status(failure.status, Code.UNIMPLEMENTED)
    else:
        raise Failed("the call was answered")
    empty_call(connection)

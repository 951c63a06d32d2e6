"""Cases that gRPC's documents list as desired, and further guarantees of the page."""

from __future__ import annotations

import dataclasses
import socket
import ssl

from .. import messages, page
from ..connection import DEFAULT_SETTINGS, Connection
from ..frames import (
    END,
    PREFACE,
    Breach,
    Code,
    FrameType,
    Settings,
    call_frame,
    cancel_frame,
    goaway_frame,
    message_frame,
    settings_frame,
)
from ..raw import RawConnection
from ..suite import Context, Failed, case, empty_call, require, require_equal, require_status, unary
from ..transport import ALPN, client_context, connect
from .rejections import beginning, require_goaway
from .standard import large_unary_on, m, output_request, response_size, simple_request


@case("first_call", "extra", takes_any_server=True)
def first_call(context: Context) -> None:
    """The call with which the page begins: its bytes, sent as they are, are answered with the bytes that it shows."""
    raw = RawConnection(context.address)
    context.defer(raw.close)
    raw.send(page.vector("first-call"))
    raw.send(call_frame(2, "larder.rpc.v1.Health/Never").encode())
    for name, stream in (("first-answer", 1), ("first-failure", 2)):
        answer = raw.wait_for(lambda frame: frame.stream == stream, what=f"the answer on stream {stream}")
        # Servers may have other settings.
        require(page.vector(name).endswith(answer.encode()), f"{name}: found {answer.encode().hex()}")


@case("server_first", "extra")
def server_first(context: Context) -> None:
    """A server responds before the client has sent a message."""
    call = context.connect().start(messages.SERVER_FIRST_CALL)
    require_equal(call.receive(), b"", "message")
    call.half_close()
    require_status(call.wait_for_end(), Code.OK)


@case("calls_without_waiting_for_settings", "extra")
def calls_without_waiting_for_settings(context: Context) -> None:
    """Calls that follow the client's SETTINGS are served before the server's SETTINGS have arrived."""
    connection = Connection(connect(context.address))
    context.defer(connection.close)
    require(not connection.has_settings, "the server's SETTINGS are there already")
    large_unary_on(connection)


@case("large_headers", "extra")
def large_headers(context: Context) -> None:
    """63 KB of metadata are rejected at the frame header, and other connections continue.

    The longest CALL is the server's metadata limit plus 16,384 bytes; a longer one ends the connection.
    """
    connection = context.connect()
    limit = connection.peer.metadata_limit + 16_384
    require(limit < 63 * 1_024, "the server takes 63 KB of metadata")
    call = connection.start(messages.EMPTY_CALL, own=[("padding-bin", bytes(63 * 1_024))], uses_template=False)
    require_status(call.wait_for_end(), Code.UNAVAILABLE)
    require(connection.goaway is not None, "no GOAWAY came")
    require_equal(connection.goaway.code.name, "FRAME_TOO_LARGE", "connection code")
    empty_call(context.connect())


@case("metadata_at_the_limit", "extra")
def metadata_at_the_limit(context: Context) -> None:
    """Metadata of exactly the limit is accepted; with one byte more the call is rejected as unprocessed."""
    connection = context.connect()
    room = connection.peer.metadata_limit - len("padding-bin") - 4
    unary(connection, messages.EMPTY_CALL, m.Empty(), m.Empty, own=[("padding-bin", bytes(room))])
    status = connection.start(messages.EMPTY_CALL, own=[("padding-bin", bytes(room + 1))]).wait_for_end()
    require_status(status, Code.RESOURCE_EXHAUSTED)
    require(status.is_unprocessed, "the call is not told to be unprocessed")
    empty_call(connection)


@case("template_and_own_metadata_add_up", "extra")
def template_and_own_metadata_add_up(context: Context) -> None:
    """The limit applies to the metadata of template and call together."""
    connection = context.connect()
    half = connection.peer.metadata_limit // 2
    steady = [("steady-bin", bytes(half))]
    unary(connection, messages.EMPTY_CALL, m.Empty(), m.Empty, steady=steady)
    call = connection.start(messages.EMPTY_CALL, steady=steady, own=[("own-bin", bytes(half))])
    status = call.wait_for_end()
    require_status(status, Code.RESOURCE_EXHAUSTED)
    require(status.is_unprocessed, "the call is not told to be unprocessed")
    unary(connection, messages.EMPTY_CALL, m.Empty(), m.Empty, steady=steady)


@case("more_templates_than_are_kept", "extra")
def more_templates_than_are_kept(context: Context) -> None:
    """Three times as many templates as the server keeps, used in turn: each call has its own template's metadata."""
    connection = context.connect()
    name = "x-grpc-test-echo-initial"
    for _ in range(2):
        for index in range(3 * connection.peer.templates):
            call = connection.start(messages.UNARY_CALL, steady=[(name, f"value {index}")])
            call.send(b"", end=True)
            call.result()
            require_equal(call.metadata, [(name, f"value {index}")], "metadata")


@case("largest_message", "extra")
def largest_message(context: Context) -> None:
    """A message of exactly the limit is accepted; one byte more ends its call, and the connection continues."""
    connection = context.connect()
    limit = connection.peer.largest_message
    body = limit - len(m.SimpleRequest(payload=m.Payload(body=bytes(limit))).SerializeToString()) + limit
    request = m.SimpleRequest(payload=m.Payload(body=bytes(body)))
    require_equal(len(request.SerializeToString()), limit, "size of the request")
    unary(connection, messages.UNARY_CALL, request, m.SimpleResponse)
    request.payload.body += b"\0"
    call = connection.start(messages.UNARY_CALL)
    call.send(request.SerializeToString(), end=True)
    require_status(call.wait_for_end(), Code.RESOURCE_EXHAUSTED)
    empty_call(connection)


@case("response_over_the_clients_limit", "extra")
def response_over_the_clients_limit(context: Context) -> None:
    """A response above the client's limit ends the call as RESOURCE_EXHAUSTED, and the connection continues."""
    connection = context.connect(dataclasses.replace(DEFAULT_SETTINGS, largest_message=50_000))
    call = connection.start(messages.UNARY_CALL)
    call.send(simple_request(60_000, 0).SerializeToString(), end=True)
    require_status(call.wait_for_end(), Code.RESOURCE_EXHAUSTED)
    empty_call(connection)


@case("smallest_windows", "extra")
def smallest_windows(context: Context) -> None:
    """A client with the smallest allowed windows receives messages many times larger than them."""
    connection = context.connect(Settings())
    large_unary_on(connection)
    call = connection.start(messages.STREAMING_OUTPUT_CALL)
    call.send(output_request(*[100_000] * 10).SerializeToString(), end=True)
    require_equal([response_size(message) for message in call.messages()], [100_000] * 10, "sizes")
    require_status(call.wait_for_end(), Code.OK)


@case("slow_reader_holds_the_server_back", "extra")
def slow_reader_holds_the_server_back(context: Context) -> None:
    """A call whose client reads nothing receives no more than its window; other calls of the connection continue."""
    connection = context.connect()
    call = connection.start(messages.STREAMING_OUTPUT_CALL)
    sizes = [16_000] * 200
    call.send(output_request(*sizes).SerializeToString(), end=True)
    connection.wait(lambda: len(call.inbox) >= 10, what="the first responses")
    for _ in range(20):
        empty_call(connection)
    waiting = sum(message.stream_bytes for message in call.inbox)
    require(waiting <= 262_144 + 16_384, f"{waiting} bytes came with a window of 262,144 and the rest of one message")
    require(not call.is_over, "the server had credit for all")
    require_equal(len(list(call.messages())), 200, "responses")
    require_status(call.wait_for_end(), Code.OK)


@case("small_calls_pass_an_upload", "extra")
def small_calls_pass_an_upload(context: Context) -> None:
    """Small calls are answered while a large message of another call is being sent on the same connection."""
    connection = context.connect()
    upload = connection.start(messages.STREAMING_INPUT_CALL)
    for _ in range(4):
        upload.send(m.StreamingInputCallRequest(payload=m.Payload(body=bytes(4_000_000))).SerializeToString())
    answered = 0
    while upload.outbox:
        empty_call(connection)
        answered += 1
    upload.half_close()
    response = m.StreamingInputCallResponse.FromString(upload.result(30))
    require_equal(response.aggregated_payload_size, 16_000_000, "sum of the sizes")
    require(answered >= 3, f"only {answered} small calls were answered during the upload")


@case("wrong_host_name", "extra", takes_any_server=True)
def wrong_host_name(context: Context) -> None:
    """A client that expects another name rejects the server's certificate."""
    try:
        connect(dataclasses.replace(context.address, name="elsewhere.example"))
    except ssl.SSLCertVerificationError:
        return
    raise Failed("the certificate was accepted for another name")


def rejected_handshake(context: Context, tls: ssl.SSLContext, what: str) -> None:
    """Requires that the server rejects a handshake."""
    address = context.address
    with socket.create_connection((address.host, address.port), timeout=10) as plain:
        try:
            with tls.wrap_socket(plain, server_hostname=address.name) as secure:
                # With TLS 1.3 the handshake may be complete for the client before the server has rejected it.
                require_equal(secure.recv(1), b"", f"what the server says to {what}")
        except (ssl.SSLError, ConnectionResetError):
            return
    raise Failed(f"the server accepted {what}")


@case("no_alpn", "extra", takes_any_server=True)
def no_alpn(context: Context) -> None:
    """A client that offers only other protocols is rejected with a TLS alert."""
    rejected_handshake(context, client_context(context.address.authority, ("h2",)), "h2")
    rejected_handshake(context, client_context(context.address.authority, ()), "no protocol")


@case("tls_1_2", "extra", takes_any_server=True)
def tls_1_2(context: Context) -> None:
    """A client without TLS 1.3 is rejected with a TLS alert."""
    tls = client_context(context.address.authority, (ALPN,))
    tls.minimum_version = ssl.TLSVersion.TLSv1_2
    tls.maximum_version = ssl.TLSVersion.TLSv1_2
    rejected_handshake(context, tls, "TLS 1.2")


@case("one_byte_at_a_time", "extra")
def one_byte_at_a_time(context: Context) -> None:
    """Frames that arrive byte by byte, each byte in its own TLS record, are read as usual."""
    raw = RawConnection(context.address)
    context.defer(raw.close)
    request = PREFACE + settings_frame(DEFAULT_SETTINGS).encode()
    request += call_frame(1, messages.EMPTY_CALL, own=[("a", "b")]).encode() + message_frame(1, b"", END).encode()
    for byte in request:
        raw.send(bytes([byte]))
        raw.flush()
    answer = raw.wait_for(lambda frame: frame.stream == 1)
    require_equal((answer.type, answer.flags, answer.payload), (2, END, b""), "answer")


@case("call_behind_a_clients_goaway", "extra", takes_any_server=True)
def call_behind_a_clients_goaway(context: Context) -> None:
    """A client that has said GOAWAY and starts another call has broken its word: the connection ends."""
    raw = opened(context)
    raw.send(goaway_frame(1).encode() + call_frame(2, messages.CHECK_HEALTH).encode())
    require_goaway(raw, [Breach.PROTOCOL_ERROR])


@case("client_that_goes_away", "extra", takes_any_server=True)
def client_that_goes_away(context: Context) -> None:
    """A server answers a client's GOAWAY with its own, and closes once the client's last call has ended."""
    raw = opened(context)
    raw.send(goaway_frame(1).encode())
    answer = raw.wait_for(lambda frame: frame.type == FrameType.GOAWAY, what="GOAWAY")
    require_equal(answer.payload[:5].hex(), "0000000100", "last stream and code")
    raw.wait_for_answer(b"still on")
    raw.send(cancel_frame(1, Code.CANCELLED).encode())
    require(raw.wait_for_end(), f"the connection ended without a TLS close alert: {raw.end}")


@case("goaway_with_a_breach", "extra", takes_any_server=True)
def goaway_with_a_breach(context: Context) -> None:
    """After a client's GOAWAY with another code than none nothing more is read, and the connection closes."""
    for code in (1, 5, 77):
        raw = opened(context)
        raw.send(goaway_frame(1, code).encode())
        raw.wait_for_end()
        require(all(frame.type != FrameType.GOAWAY for frame in raw.frames), f"GOAWAY came; {raw.seen()}")


def opened(context: Context) -> RawConnection:
    """A raw connection with a call that goes on, on stream 1."""
    raw = RawConnection(context.address)
    context.defer(raw.close)
    raw.send(beginning("call"))
    raw.wait_for_answer(b"call one")
    return raw

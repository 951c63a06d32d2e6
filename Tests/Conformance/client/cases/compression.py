"""gRPC's interoperability cases for compressed messages."""

from __future__ import annotations

import dataclasses

from .. import messages
from ..call import CallFailed
from ..connection import DEFAULT_SETTINGS, Connection
from ..frames import Code
from ..suite import Context, Failed, Skipped, case, require, require_equal, require_status, unary
from .standard import LARGE_REQUEST, LARGE_RESPONSE, m, response_size


def compressing(context: Context) -> Connection:
    """A connection to a server that accepts zlib; skips the case if it does not."""
    connection = context.connect()
    if not connection.peer.encodings & 1:
        raise Skipped("the server's settings offer no encoding")
    return connection


def boolean(value: bool) -> m.BoolValue:
    """A bool with presence."""
    return m.BoolValue(value=value)


@case("client_compressed_unary", "standard")
def client_compressed_unary(context: Context) -> None:
    """Compressed and plain requests are accepted; an uncompressed one that claims otherwise is INVALID_ARGUMENT."""
    connection = compressing(context)
    probe = m.SimpleRequest(expect_compressed=boolean(True), response_size=LARGE_RESPONSE)
    probe.payload.body = bytes(LARGE_REQUEST)
    try:
        unary(connection, messages.UNARY_CALL, probe, m.SimpleResponse)
    except CallFailed as failure:
        require_status(failure.status, Code.INVALID_ARGUMENT, "a request that should have been compressed")
    else:
        raise Failed("the server did not see that the request came uncompressed")
    for is_compressed in (True, False):
        probe.expect_compressed.value = is_compressed
        call = connection.start(messages.UNARY_CALL)
        call.send(probe.SerializeToString(), end=True, compress=is_compressed)
        response = m.SimpleResponse.FromString(call.result())
        require_equal(len(response.payload.body), LARGE_RESPONSE, "size")


@case("server_compressed_unary", "standard")
def server_compressed_unary(context: Context) -> None:
    """A response is compressed or plain, as the request asks."""
    connection = compressing(context)
    for is_compressed in (True, False):
        request = m.SimpleRequest(response_compressed=boolean(is_compressed), response_size=LARGE_RESPONSE)
        request.payload.body = bytes(LARGE_REQUEST)
        call = connection.start(messages.UNARY_CALL)
        call.send(request.SerializeToString(), end=True)
        require_equal(m.SimpleResponse.FromString(call.result()).payload.body, bytes(LARGE_RESPONSE), "payload")
        require_equal(call.last_was_compressed, is_compressed, "compressed")


@case("client_compressed_streaming", "standard")
def client_compressed_streaming(context: Context) -> None:
    """Compressed and plain requests follow one another in one call."""
    connection = compressing(context)
    probe = m.StreamingInputCallRequest(expect_compressed=boolean(True), payload=m.Payload(body=bytes(27_182)))
    call = connection.start(messages.STREAMING_INPUT_CALL)
    call.send(probe.SerializeToString())
    require_status(call.wait_for_end(), Code.INVALID_ARGUMENT, "a request that should have been compressed")

    call = connection.start(messages.STREAMING_INPUT_CALL)
    call.send(probe.SerializeToString(), compress=True)
    plain = m.StreamingInputCallRequest(expect_compressed=boolean(False), payload=m.Payload(body=bytes(45_904)))
    call.send(plain.SerializeToString(), end=True)
    response = m.StreamingInputCallResponse.FromString(call.result())
    require_equal(response.aggregated_payload_size, 73_086, "sum of the sizes")


@case("server_compressed_streaming", "standard")
def server_compressed_streaming(context: Context) -> None:
    """The first of two responses is compressed, the second is plain."""
    connection = compressing(context)
    parameters = [
        m.ResponseParameters(compressed=boolean(True), size=31_415),
        m.ResponseParameters(compressed=boolean(False), size=92_653),
    ]
    call = connection.start(messages.STREAMING_OUTPUT_CALL)
    call.send(m.StreamingOutputCallRequest(response_parameters=parameters).SerializeToString(), end=True)
    for parameter in parameters:
        require_equal(response_size(call.receive()), parameter.size, "size")
        require_equal(call.last_was_compressed, parameter.compressed.value, "compressed")
    require_status(call.wait_for_end(), Code.OK)


@case("compressed_in_parts", "extra")
def compressed_in_parts(context: Context) -> None:
    """A compressed message that stays large, and is sent in parts, is reassembled."""
    connection = compressing(context)
    body = bytes((index * index * 7 + (index >> 3)) % 251 for index in range(200_000))
    request = m.SimpleRequest(payload=m.Payload(body=body), response_size=1)
    call = connection.start(messages.UNARY_CALL)
    call.send(request.SerializeToString(), end=True, compress=True)
    require_equal(len(m.SimpleResponse.FromString(call.result()).payload.body), 1, "size")


@case("nothing_compressed_for_a_client_without_zlib", "extra")
def nothing_compressed_for_a_client_without_zlib(context: Context) -> None:
    """A server does not compress for a client that cannot decompress, even if the request asks for it."""
    connection = context.connect(dataclasses.replace(DEFAULT_SETTINGS, encodings=0))
    call = connection.start(messages.UNARY_CALL)
    request = m.SimpleRequest(response_compressed=boolean(True), response_size=100_000)
    call.send(request.SerializeToString(), end=True)
    require_equal(len(m.SimpleResponse.FromString(call.result()).payload.body), 100_000, "size")
    require(not call.last_was_compressed, "the response was compressed")

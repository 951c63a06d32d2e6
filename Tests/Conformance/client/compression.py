"""Compressed messages: an encoding number and the compressed form; encoding 1 is zlib."""

from __future__ import annotations

import zlib

from .frames import Code, Settings


class Unreadable(Exception):
    """A compressed message cannot be read."""

    def __init__(self, code: Code, sentence: str) -> None:
        super().__init__(sentence)
        self.code = code


def compressed(message: bytes) -> bytes:
    """The payload that carries a message with the flag COMPRESSED."""
    return b"\x01" + zlib.compress(message)


def decompressed(payload: bytes, own: Settings) -> bytes:
    """The message in a payload with the flag COMPRESSED; raises `Unreadable`."""
    encoding = payload[0] if payload else 0
    if encoding != 1 or not own.encodings & 1:
        raise Unreadable(Code.INTERNAL, f"The server used encoding {encoding}, which was not offered.")
    stream = zlib.decompressobj()
    try:
        message = stream.decompress(payload[1:], own.largest_message + 1)
    except zlib.error as error:
        raise Unreadable(Code.INTERNAL, f"A compressed message is damaged: {error}") from None
    if len(message) > own.largest_message:
        raise Unreadable(Code.RESOURCE_EXHAUSTED, "A response is larger than this client's limit.")
    if not stream.eof or stream.unused_data:
        raise Unreadable(Code.INTERNAL, "A compressed message is truncated or has trailing bytes.")
    return message

"""The page's primitives: fixed-width numbers, varints, strings and metadata."""

from __future__ import annotations

from typing import Iterable, Sequence, Union

#: Ordered pairs of name and value; values are bytes for names that end in "-bin" and text for all others.
Metadata = Sequence[tuple[str, Union[str, bytes]]]


class Malformed(ValueError):
    """A payload ends before its fields do, or a field breaks its rules."""


class Reader:
    """Reads the fields of a payload in order."""

    def __init__(self, payload: bytes) -> None:
        self._payload = payload
        self._at = 0

    @property
    def left(self) -> int:
        """The number of unread bytes."""
        return len(self._payload) - self._at

    def take(self, count: int) -> bytes:
        """The next `count` bytes."""
        if count > self.left:
            raise Malformed(f"{count} bytes are announced, but only {self.left} are left")
        self._at += count
        return self._payload[self._at - count : self._at]

    def number(self, width: int) -> int:
        """A u8, u16, u24, u32 or u64."""
        return int.from_bytes(self.take(width), "big")

    def varint(self) -> int:
        """An unsigned LEB128 number of at most ten bytes and 64 bits."""
        value = 0
        for index in range(10):
            byte = self.number(1)
            value |= (byte & 0x7F) << (7 * index)
            if byte < 0x80:
                if value >> 64:
                    raise Malformed("a varint has more than 64 bits")
                return value
        raise Malformed("a varint has more than ten bytes")

    def bytes(self) -> bytes:
        """Bytes prefixed with their length."""
        return self.take(self.varint())

    def string(self) -> str:
        """UTF-8 prefixed with its length in bytes."""
        try:
            return self.bytes().decode("utf-8")
        except UnicodeDecodeError as error:
            raise Malformed(f"a string is not UTF-8: {error}") from None

    def metadata(self) -> list[tuple[str, str | bytes]]:
        """Pairs of name and value with their count in front."""
        pairs: list[tuple[str, str | bytes]] = []
        for _ in range(self.varint()):
            name = self.string()
            check_name(name)
            if name.endswith("-bin"):
                pairs.append((name, self.bytes()))
            else:
                pairs.append((name, check_text(self.string())))
        return pairs


_NAME_CHARACTERS = frozenset("abcdefghijklmnopqrstuvwxyz0123456789-_.")


def check_name(name: str) -> None:
    """Raises `Malformed` unless a metadata name is valid."""
    if not 1 <= len(name) <= 128 or not _NAME_CHARACTERS.issuperset(name):
        raise Malformed(f"{name!r} is not a metadata name")


def check_text(value: str) -> str:
    """Returns text without control characters; raises `Malformed` otherwise."""
    if any(ord(character) < 0x20 or 0x7F <= ord(character) <= 0x9F for character in value):
        raise Malformed("a metadata value has a control character")
    return value


def number(value: int, width: int) -> bytes:
    """A u8, u16, u24, u32 or u64."""
    return value.to_bytes(width, "big")


def varint(value: int) -> bytes:
    """An unsigned LEB128 number in the shortest form."""
    out = bytearray()
    while value >= 0x80:
        out.append(value & 0x7F | 0x80)
        value >>= 7
    out.append(value)
    return bytes(out)


def prefixed(value: str | bytes) -> bytes:
    """A string or bytes, prefixed with the length."""
    raw = value.encode("utf-8") if isinstance(value, str) else value
    return varint(len(raw)) + raw


def metadata(pairs: Metadata) -> bytes:
    """Pairs of name and value with their count in front."""
    out = [varint(len(pairs))]
    for name, value in pairs:
        check_name(name)
        if name.endswith("-bin") != isinstance(value, bytes):
            raise ValueError(f"the value of {name} is {'bytes' if name.endswith('-bin') else 'text'}")
        out.append(prefixed(name) + prefixed(value))
    return b"".join(out)


def metadata_size(pairs: Iterable[tuple[str, str | bytes]]) -> int:
    """The size that counts against the metadata limit: the bytes of names and values, plus four for each pair."""
    return sum(
        len(name.encode()) + len(value.encode() if isinstance(value, str) else value) + 4 for name, value in pairs
    )

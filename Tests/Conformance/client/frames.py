"""Frames: header, types, flags, payloads, and settings."""

from __future__ import annotations

import dataclasses
import enum

from .primitives import Malformed, Metadata, Reader, metadata, number, prefixed, varint

PREFACE = bytes.fromhex("4c 41 52 44 45 52 01 0a")
HEADER_SIZE = 9
HIGHEST_STREAM = 2**31 - 1
HIGHEST_CREDIT = 2**31 - 1


class FrameType(enum.IntEnum):
    SETTINGS = 0
    CALL = 1
    MESSAGE = 2
    HALF_CLOSE = 3
    STATUS = 4
    CANCEL = 5
    WINDOW = 6
    PING = 7
    GOAWAY = 8
    METADATA = 9


#: The flags of the frame types, see `KNOWN_FLAGS`.
DEFINE = 0x01
END = 0x01
MORE = 0x02
COMPRESSED = 0x04
UNPROCESSED = 0x01
ACK = 0x01

KNOWN_FLAGS = {
    FrameType.CALL: DEFINE,
    FrameType.MESSAGE: END | MORE | COMPRESSED,
    FrameType.STATUS: UNPROCESSED,
    FrameType.PING: ACK,
}


class Code(enum.IntEnum):
    """Status codes."""

    OK = 0
    CANCELLED = 1
    UNKNOWN = 2
    INVALID_ARGUMENT = 3
    DEADLINE_EXCEEDED = 4
    NOT_FOUND = 5
    ALREADY_EXISTS = 6
    PERMISSION_DENIED = 7
    RESOURCE_EXHAUSTED = 8
    FAILED_PRECONDITION = 9
    ABORTED = 10
    OUT_OF_RANGE = 11
    UNIMPLEMENTED = 12
    INTERNAL = 13
    UNAVAILABLE = 14
    DATA_LOSS = 15
    UNAUTHENTICATED = 16

    @classmethod
    def _missing_(cls, value: object) -> "Code":
        return cls.UNKNOWN


class Breach(enum.IntEnum):
    """Connection codes."""

    NONE = 0
    PROTOCOL_ERROR = 1
    FLOW_CONTROL = 2
    FRAME_TOO_LARGE = 3
    EXCESSIVE_LOAD = 4
    INTERNAL_ERROR = 5
    NOT_LARDER = 6

    @classmethod
    def _missing_(cls, value: object) -> "Breach":
        return cls.INTERNAL_ERROR


class BreachError(Exception):
    """The other side broke a rule, which ends the connection."""

    def __init__(self, code: Breach, sentence: str) -> None:
        super().__init__(f"{code.name}: {sentence}")
        self.code = code
        self.sentence = sentence


@dataclasses.dataclass(frozen=True)
class Frame:
    """One frame."""

    type: int
    flags: int
    stream: int
    payload: bytes = b""

    def encode(self) -> bytes:
        return header(len(self.payload), self.type, self.flags, self.stream) + self.payload


def header(length: int, kind: int, flags: int, stream: int) -> bytes:
    """The nine bytes before a payload."""
    return number(length, 3) + number(kind, 1) + number(flags, 1) + number(stream, 4)


@dataclasses.dataclass
class Settings:
    """Limits for what the other side sends; the values apply to a peer that has not sent SETTINGS."""

    frame_limit: int = 16_384
    stream_window: int = 65_536
    connection_window: int = 65_536
    calls_at_once: int = 100
    largest_message: int = 4_194_304
    metadata_limit: int = 8_192
    templates: int = 8
    encodings: int = 0

    def encode(self) -> bytes:
        """The payload of a SETTINGS frame with every setting."""
        pairs = zip(SETTING_IDS, dataclasses.astuple(self))
        return b"".join(number(setting, 2) + number(value, 4) for setting, value in pairs)

    @staticmethod
    def decode(payload: bytes) -> "Settings":
        """Decodes a payload; unknown settings are skipped, and the last of two with the same id applies."""
        if len(payload) % 6:
            raise Malformed("a setting is cut off")
        settings = Settings()
        reader = Reader(payload)
        while reader.left:
            setting, value = reader.number(2), reader.number(4)
            if setting in SETTING_IDS:
                low, high = SETTING_IDS[setting][1]
                if not low <= value <= high:
                    raise Malformed(f"setting {setting} is {value}, and {low} to {high} is allowed")
                setattr(settings, SETTING_IDS[setting][0], value)
        return settings


#: Name and range of each setting.
SETTING_IDS: dict[int, tuple[str, tuple[int, int]]] = {
    1: ("frame_limit", (16_384, 1_048_576)),
    2: ("stream_window", (65_536, 2**30 - 1)),
    3: ("connection_window", (65_536, 2**30 - 1)),
    4: ("calls_at_once", (1, 2**31 - 1)),
    5: ("largest_message", (0, 2**30 - 1)),
    6: ("metadata_limit", (8_192, 16_711_680)),
    7: ("templates", (8, 64)),
    8: ("encodings", (0, 2**32 - 1)),
}

EXACT_LENGTHS = {
    FrameType.HALF_CLOSE: 0,
    FrameType.CANCEL: 1,
    FrameType.WINDOW: 4,
    FrameType.PING: 8,
}


def longest_payload(kind: int, own: Settings) -> int:
    """The longest payload that a receiver with these settings accepts."""
    if kind in EXACT_LENGTHS:
        return EXACT_LENGTHS[FrameType(kind)]
    if kind in (FrameType.CALL, FrameType.STATUS, FrameType.METADATA):
        return own.metadata_limit + 16_384
    if kind == FrameType.SETTINGS:
        return 384
    return 1_024 if kind == FrameType.GOAWAY else own.frame_limit


def call_frame(
    stream: int,
    method: str = "",
    *,
    template: int = 0,
    define: bool = False,
    steady: Metadata = (),
    microseconds: int = 0,
    own: Metadata = (),
) -> Frame:
    """A CALL frame."""
    payload = varint(template)
    if template == 0 or define:
        payload += prefixed(method) + metadata(steady)
    payload += varint(microseconds) + metadata(own)
    return Frame(FrameType.CALL, DEFINE if define else 0, stream, payload)


def message_frame(stream: int, payload: bytes = b"", flags: int = 0) -> Frame:
    """A MESSAGE frame: a whole message or a part of one."""
    return Frame(FrameType.MESSAGE, flags, stream, payload)


def window_frame(stream: int, credit: int) -> Frame:
    """A WINDOW frame."""
    return Frame(FrameType.WINDOW, 0, stream, number(credit, 4))


def ping_frame(value: bytes, flags: int = 0) -> Frame:
    """A PING frame, or with ACK its answer."""
    return Frame(FrameType.PING, flags, 0, value)


def cancel_frame(stream: int, code: int = Code.CANCELLED) -> Frame:
    """A CANCEL frame."""
    return Frame(FrameType.CANCEL, 0, stream, number(code, 1))


def goaway_frame(last: int, code: int = Breach.NONE, text: str = "") -> Frame:
    """A GOAWAY frame."""
    return Frame(FrameType.GOAWAY, 0, 0, number(last, 4) + number(code, 1) + text.encode())


def status_frame(
    stream: int,
    code: int,
    message: str = "",
    details: bytes = b"",
    trailing: Metadata = (),
    flags: int = 0,
) -> Frame:
    """A STATUS frame."""
    payload = varint(code) + prefixed(message) + prefixed(details) + metadata(trailing)
    return Frame(FrameType.STATUS, flags, stream, payload)


def metadata_frame(stream: int, pairs: Metadata) -> Frame:
    """A METADATA frame."""
    return Frame(FrameType.METADATA, 0, stream, metadata(pairs))


def settings_frame(settings: Settings) -> Frame:
    """A SETTINGS frame with every setting."""
    return Frame(FrameType.SETTINGS, 0, 0, settings.encode())


class FrameReader:
    """Splits a stream of bytes into frames; rejects an oversized frame at its header."""

    def __init__(self, own: Settings) -> None:
        self._own = own
        self._buffer = bytearray()

    def feed(self, data: bytes) -> None:
        """Adds received bytes."""
        self._buffer += data

    def next(self) -> Frame | None:
        """The next complete frame; None when there is none yet."""
        if len(self._buffer) < HEADER_SIZE:
            return None
        length = int.from_bytes(self._buffer[:3], "big")
        kind, flags = self._buffer[3], self._buffer[4]
        stream = int.from_bytes(self._buffer[5:9], "big")
        if length > longest_payload(kind, self._own):
            raise BreachError(Breach.FRAME_TOO_LARGE, f"a frame of type {kind} has {length} bytes")
        if kind in EXACT_LENGTHS and length != EXACT_LENGTHS[FrameType(kind)]:
            raise BreachError(Breach.PROTOCOL_ERROR, f"a frame of type {kind} has {length} bytes")
        if len(self._buffer) < HEADER_SIZE + length:
            return None
        payload = bytes(self._buffer[HEADER_SIZE : HEADER_SIZE + length])
        del self._buffer[: HEADER_SIZE + length]
        return Frame(kind, flags, stream, payload)

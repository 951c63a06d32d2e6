"""A connection that sends any bytes that a case asks for, valid or not."""

from __future__ import annotations

import time
from typing import Callable

from .frames import ACK, Frame, FrameReader, FrameType, Settings, ping_frame
from .transport import Address, ClosedCleanly, Lost, TLSTransport, connect

#: Large enough for anything that a peer with default settings may send.
_ANYTHING = Settings(frame_limit=1_048_576, metadata_limit=16_711_680)


class Ended(Exception):
    """The connection ended before the expected frame arrived."""


class RawConnection:
    """Sends bytes and reads frames."""

    def __init__(self, over: Address | TLSTransport) -> None:
        self._transport = connect(over) if isinstance(over, Address) else over
        self._reader = FrameReader(_ANYTHING)
        #: Complete frames received, in order.
        self.frames: list[Frame] = []
        #: Why the connection ended; None while it is open.
        self.end: Lost | None = None

    def send(self, data: bytes) -> None:
        """Queues bytes."""
        self._transport.send(data)

    def flush(self, timeout: float = 10.0) -> None:
        """Writes everything that is queued."""
        limit = time.monotonic() + timeout
        while self._transport.has_unsent and self.end is None:
            if time.monotonic() > limit:
                raise TimeoutError("the other side reads nothing")
            self._pump(0.0)

    def _pump(self, seconds: float) -> None:
        try:
            self._reader.feed(self._transport.exchange(seconds))
        except Lost as error:
            self.end = error
        while (frame := self._reader.next()) is not None:
            self.frames.append(frame)

    def wait(self, until: Callable[[], bool], timeout: float = 10.0, what: str = "the other side") -> None:
        """Reads until a condition holds; raises `Ended` or `TimeoutError` if it does not."""
        limit = time.monotonic() + timeout
        while not until():
            if self.end is not None:
                raise Ended(f"{self.end} while waiting for {what}; {self.seen()}")
            left = limit - time.monotonic()
            if left <= 0:
                raise TimeoutError(f"waited {timeout:g} seconds for {what}; {self.seen()}")
            self._pump(left)

    def wait_for(self, wanted: Callable[[Frame], bool], timeout: float = 10.0, what: str = "a frame") -> Frame:
        """The first matching frame among those received and those still to come."""
        self.wait(lambda: any(wanted(frame) for frame in self.frames), timeout, what)
        return next(frame for frame in self.frames if wanted(frame))

    def wait_for_end(self, timeout: float = 10.0) -> bool:
        """Waits for the end of the connection; True if it was closed with a TLS close alert."""
        self.wait(lambda: self.end is not None, timeout, "the end of the connection")
        return isinstance(self.end, ClosedCleanly)

    def wait_for_answer(self, value: bytes, timeout: float = 10.0) -> None:
        """Sends a PING and waits for its answer."""
        self.send(ping_frame(value).encode())
        expected = Frame(FrameType.PING, ACK, 0, value)
        self.wait(lambda: expected in self.frames, timeout, "the answer of a PING")

    def seen(self) -> str:
        """A summary of the received frames, for failure messages."""

        def described(frame: Frame) -> str:
            name = FrameType(frame.type).name if frame.type <= FrameType.METADATA else str(frame.type)
            return f"{name}({frame.stream}, {frame.payload[:40].hex()})"

        return "received: " + (" ".join(map(described, self.frames[:8])) or "nothing")

    def close(self) -> None:
        """Closes the connection."""
        self._transport.close()

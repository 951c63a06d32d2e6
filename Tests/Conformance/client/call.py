"""One call: its queued and received messages, and its status."""

from __future__ import annotations

import collections
import dataclasses
from typing import TYPE_CHECKING, Iterator

from .compression import compressed
from .frames import COMPRESSED, END, MORE, Breach, BreachError, Code
from .primitives import Metadata

if TYPE_CHECKING:
    from .connection import Connection


@dataclasses.dataclass(frozen=True)
class CallStatus:
    """How a call ended."""

    code: Code
    message: str = ""
    details: bytes = b""
    trailing: Metadata = ()
    is_unprocessed: bool = False


class CallFailed(Exception):
    """A call ended with a code other than OK."""

    def __init__(self, status: CallStatus) -> None:
        super().__init__(f"{status.code.name}: {status.message}")
        self.status = status


@dataclasses.dataclass
class OutgoingMessage:
    """A queued message; without a body it is a half-close."""

    body: bytes | None
    is_last: bool
    is_compressed: bool = False
    sent: int = 0


@dataclasses.dataclass(frozen=True)
class IncomingMessage:
    """A received message that the application has not read yet."""

    body: bytes
    was_compressed: bool
    stream_bytes: int
    connection_bytes: int


class Call:
    """A call on a connection. Its methods wait by pumping the connection."""

    def __init__(
        self, connection: "Connection", stream: int, method: str, send_credit: int, received_credit: int
    ) -> None:
        self._connection = connection
        self.stream = stream
        self.method = method
        self.deadline: float | None = None
        #: The initial metadata; None while none has been received.
        self.metadata: list[tuple[str, str | bytes]] | None = None
        self.status: CallStatus | None = None
        self.has_message = False
        self.last_was_compressed = False

        self.send_credit = send_credit
        self.outbox: collections.deque[OutgoingMessage] = collections.deque()
        self._has_ended_sending = False

        self.received_credit = received_credit
        self.credit_to_return = 0
        self.overdraft = 0
        self.inbox: collections.deque[IncomingMessage] = collections.deque()
        self._parts = bytearray()
        self._first_flags = 0
        self._frame_bytes = 0
        self.is_within_message = False
        self.expected_length = 0

    # Used by the application

    def send(self, message: bytes, end: bool = False, compress: bool = False) -> None:
        """Queues a message; with `end` it is the last."""
        assert not self._has_ended_sending, "the client's side has ended"
        if self.is_over:
            return
        self._has_ended_sending = end
        body = compressed(message) if compress else message
        self.outbox.append(OutgoingMessage(body, is_last=end, is_compressed=compress))
        self._connection.queue(self)

    def half_close(self) -> None:
        """Half-closes the call without another message."""
        assert not self._has_ended_sending, "the client's side has ended"
        if self.is_over:
            return
        self._has_ended_sending = True
        self.outbox.append(OutgoingMessage(None, is_last=True))
        self._connection.queue(self)

    def cancel(self) -> None:
        """Cancels the call, which ends it as CANCELLED."""
        if not self.is_over:
            self._connection.cancel(self, Code.CANCELLED, CallStatus(Code.CANCELLED, "Cancelled here."))

    def receive(self, timeout: float = 10.0) -> bytes | None:
        """The next message; None when the call has ended and all were read."""
        self._connection.wait(lambda: bool(self.inbox) or self.is_over, timeout, f"a message of {self.method}")
        if not self.inbox:
            return None
        message = self.inbox.popleft()
        self.last_was_compressed = message.was_compressed
        self._connection.used(self, message.connection_bytes, message.stream_bytes)
        return message.body

    def messages(self, timeout: float = 10.0) -> Iterator[bytes]:
        """The messages until the end of the call."""
        while (message := self.receive(timeout)) is not None:
            yield message

    def wait_for_metadata(self, timeout: float = 10.0) -> list[tuple[str, str | bytes]]:
        """The initial metadata; empty if the server sent none."""
        self._connection.wait(lambda: self.metadata is not None or self.has_message or self.is_over, timeout)
        return self.metadata or []

    def wait_for_end(self, timeout: float = 10.0) -> CallStatus:
        """Waits for the call's status and returns it."""
        self._connection.wait(lambda: self.is_over, timeout, f"the end of {self.method}")
        assert self.status is not None
        return self.status

    def result(self, timeout: float = 10.0) -> bytes:
        """The only response; raises `CallFailed` when the call failed."""
        message = self.receive(timeout)
        status = self.wait_for_end(timeout)
        if status.code != Code.OK:
            raise CallFailed(status)
        if message is None:
            raise CallFailed(CallStatus(Code.INTERNAL, "The server sent no response."))
        return message

    # Used by the connection

    @property
    def is_over(self) -> bool:
        """Whether the call has ended."""
        return self.status is not None

    @property
    def part_bytes(self) -> int:
        """Received bytes of the incomplete message."""
        return len(self._parts)

    def add_part(self, body: bytes, length: int | None, flags: int) -> None:
        """Adds a message or a part of one; `length` is the whole message's, given in its first part."""
        self.has_message = True
        if flags & MORE and flags & END:
            raise BreachError(Breach.PROTOCOL_ERROR, "MORE and END are on the same part")
        if not self.is_within_message:
            self._first_flags = flags
            self._parts.clear()
            self._frame_bytes = 0
            self.expected_length = len(body) if length is None else length
        self._parts += body
        self._frame_bytes += len(body) + (4 if length is not None else 0)
        self.is_within_message = bool(flags & MORE)
        adds_up = len(self._parts) < self.expected_length if flags & MORE else len(self._parts) == self.expected_length
        if not adds_up:
            raise BreachError(Breach.PROTOCOL_ERROR, "the parts of a message do not add up")

    def take_message(self) -> tuple[bytes, bool, int]:
        """The complete message, whether it is compressed, and its bytes as counted by the stream's credit."""
        return bytes(self._parts), bool(self._first_flags & COMPRESSED), self._frame_bytes

    def deliver(self, body: bytes, was_compressed: bool, *, stream_bytes: int, connection_bytes: int) -> None:
        """Queues a message until the application reads it."""
        self.inbox.append(IncomingMessage(body, was_compressed, stream_bytes, connection_bytes))

    def finish(self, status: CallStatus) -> None:
        """Ends the call."""
        self.status = status

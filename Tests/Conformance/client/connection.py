"""The client's side of a connection.

It has no thread of its own: whoever waits for something pumps the connection, which sends queued frames and processes
received ones. One connection carries many concurrent calls.
"""

from __future__ import annotations

import collections
import dataclasses
import time
from typing import Callable

from .call import Call, CallStatus
from .compression import Unreadable, decompressed
from .frames import (
    ACK,
    COMPRESSED,
    END,
    HIGHEST_CREDIT,
    KNOWN_FLAGS,
    MORE,
    PREFACE,
    UNPROCESSED,
    Breach,
    BreachError,
    Code,
    Frame,
    FrameReader,
    FrameType,
    Settings,
    call_frame,
    cancel_frame,
    goaway_frame,
    message_frame,
    ping_frame,
    settings_frame,
    window_frame,
)
from .primitives import Malformed, Metadata, Reader, metadata_size
from .transport import Lost, TLSTransport

#: The settings that this client sends by default.
DEFAULT_SETTINGS = Settings(
    stream_window=262_144, connection_window=1_048_576, metadata_limit=16_384, templates=16, encodings=1
)


#: How many ended streams have their credit checked; for older ones only the connection's credit is.
REMEMBERED_STREAMS = 1_000


class ConnectionEnded(Exception):
    """The connection has ended or is going away, and no call can be started on it."""


@dataclasses.dataclass(frozen=True)
class GoAway:
    """The contents of the server's GOAWAY."""

    last_stream: int
    code: Breach
    text: str


class Connection:
    """Carries calls to one server."""

    def __init__(self, transport: TLSTransport, settings: Settings = DEFAULT_SETTINGS) -> None:
        self._transport = transport
        self._own = settings
        self._frames = FrameReader(settings)
        self._calls: dict[int, Call] = {}
        self._last_started = 0
        self._templates: dict[tuple[str, tuple[tuple[str, str | bytes], ...]], int] = {}
        self._template_numbers: dict[int, tuple[str, tuple[tuple[str, str | bytes], ...]]] = {}
        self._next_template = 1
        self._turns: collections.deque[Call] = collections.deque()
        #: The remaining credit of recently ended streams.
        self._left_credit: collections.OrderedDict[int, int] = collections.OrderedDict()
        self._credit_to_return = 0
        self._received_credit = settings.connection_window
        self.peer = Settings()
        self.has_settings = False
        self.send_credit = self.peer.connection_window
        self.goaway: GoAway | None = None
        self.ended: str | None = None
        self.ping_answers: list[bytes] = []
        transport.send(PREFACE + settings_frame(settings).encode())

    # Calls

    def start(
        self,
        method: str,
        *,
        steady: Metadata = (),
        own: Metadata = (),
        timeout: float | None = None,
        uses_template: bool = True,
    ) -> Call:
        """Starts a call of `package.Service/Method`.

        `steady` metadata belongs to the template that the server keeps, `own` metadata to this call alone. After
        `timeout` seconds the call ends as DEADLINE_EXCEEDED.
        """
        if self.ended is not None or self.goaway is not None:
            raise ConnectionEnded(self.ended or "the server is going away")
        self._last_started += 1
        stream = self._last_started
        call = Call(self, stream, method, self.peer.stream_window, self._own.stream_window)
        microseconds = 0
        if timeout is not None:
            call.deadline = time.monotonic() + timeout
            microseconds = max(1, int(timeout * 1_000_000))
        self._calls[stream] = call
        number, is_new = self._template(method, steady) if uses_template else (0, False)
        self.send(
            call_frame(
                stream, method, template=number, define=is_new, steady=steady, microseconds=microseconds, own=own
            )
        )
        return call

    def _template(self, method: str, steady: Metadata) -> tuple[int, bool]:
        """The number of a template, and whether this call has to define it."""
        key = (method, tuple(steady))
        if key in self._templates:
            return self._templates[key], False
        if metadata_size(steady) > self.peer.metadata_limit:
            # The server would reject the definition.
            return 0, False
        number = self._next_template
        self._next_template = number % self.peer.templates + 1
        self._templates.pop(self._template_numbers.get(number, ("", ())), None)
        self._templates[key], self._template_numbers[number] = number, key
        return number, True

    def cancel(self, call: Call, code: Code, local: CallStatus) -> None:
        """Cancels a call and notifies the server; messages that the application has not read are dropped."""
        self.send(cancel_frame(call.stream, code))
        self._end(call, local)
        while call.inbox:
            self.used(None, call.inbox.popleft().connection_bytes)

    def forget(self, call: Call) -> None:
        """Removes a call that has ended; its further messages are dropped, within its stream's remaining credit."""
        self._calls.pop(call.stream, None)
        self._left_credit[call.stream] = call.received_credit
        if len(self._left_credit) > REMEMBERED_STREAMS:
            self._left_credit.popitem(last=False)
        call.outbox.clear()

    def _end(self, call: Call, status: CallStatus) -> None:
        call.finish(status)
        self.forget(call)

    # Sending

    def send(self, frame: Frame) -> None:
        """Queues a frame unchanged."""
        if self.ended is None:
            self._transport.send(frame.encode())

    def ping(self, value: bytes) -> None:
        """Sends a PING, whose answer is added to `ping_answers`."""
        self.send(ping_frame(value))

    def queue(self, call: Call) -> None:
        """Schedules a call that has a message to send."""
        if call not in self._turns:
            self._turns.append(call)
        self._send_messages()

    def _send_messages(self) -> None:
        """Sends what the credit allows: one part of each call in turn."""
        idle = 0
        while self._turns and idle < len(self._turns):
            call = self._turns.popleft()
            if not call.outbox:
                continue
            if self._send_part(call):
                idle = 0
            else:
                idle += 1
            if call.outbox:
                self._turns.append(call)

    def _send_part(self, call: Call) -> bool:
        """Sends one frame of a call's current message; returns False when there is no credit for it."""
        message = call.outbox[0]
        if message.body is None:
            self.send(Frame(FrameType.HALF_CLOSE, 0, call.stream))
            call.outbox.popleft()
            return True
        left = len(message.body) - message.sent
        credit = min(call.send_credit, self.send_credit, self.peer.frame_limit)
        flags = COMPRESSED if message.is_compressed and message.sent == 0 else 0
        if message.sent == 0 and left <= credit:
            payload, is_last = message.body, True
        elif message.sent == 0:
            if credit < 5:
                return False
            payload = len(message.body).to_bytes(4, "big") + message.body[: credit - 4]
            message.sent, is_last = credit - 4, False
        else:
            if credit < 1:
                return False
            payload = message.body[message.sent : message.sent + credit]
            message.sent += len(payload)
            is_last = message.sent == len(message.body)
        flags |= (END if message.is_last else 0) if is_last else MORE
        call.send_credit -= len(payload)
        self.send_credit -= len(payload)
        self.send(message_frame(call.stream, payload, flags))
        if is_last:
            call.outbox.popleft()
        return True

    # Waiting

    def wait(self, until: Callable[[], bool], timeout: float = 10.0, what: str = "the other side") -> None:
        """Sends and receives until a condition holds.

        Raises `TimeoutError` if it does not hold in time and `ConnectionEnded` if the connection ends before.
        """
        limit = time.monotonic() + timeout
        while not until():
            if self.ended is not None:
                raise ConnectionEnded(self.ended)
            now = time.monotonic()
            if now >= limit:
                raise TimeoutError(f"waited {timeout:g} seconds for {what}")
            self._pump(min(limit, self._next_deadline()) - now)

    def _next_deadline(self) -> float:
        return min((call.deadline for call in self._calls.values() if call.deadline is not None), default=float("inf"))

    def _pump(self, seconds: float) -> None:
        try:
            data = self._transport.exchange(max(0.0, seconds))
            if data:
                self._frames.feed(data)
                while self.ended is None and (frame := self._frames.next()) is not None:
                    self._receive(frame)
        except BreachError as error:
            self._reject(error)
        except Malformed as error:
            self._reject(BreachError(Breach.PROTOCOL_ERROR, str(error)))
        except Lost as error:
            self._lost(str(error))
        now = time.monotonic()
        for call in [call for call in self._calls.values() if call.deadline is not None and call.deadline <= now]:
            late = CallStatus(Code.DEADLINE_EXCEEDED, "The call took longer than its deadline.")
            self.cancel(call, Code.DEADLINE_EXCEEDED, late)
        self._send_messages()

    def _reject(self, error: BreachError) -> None:
        self._transport.send(goaway_frame(self._last_started, error.code, error.sentence).encode())
        self.close()
        self._lost(str(error))

    def _lost(self, why: str) -> None:
        self.ended = why
        for call in list(self._calls.values()):
            self._end(call, CallStatus(Code.UNAVAILABLE, f"The connection ended: {why}"))

    def close(self) -> None:
        """Closes the connection; running calls end as UNAVAILABLE."""
        if self.ended is None:
            self._lost("closed here")
        self._transport.close()

    # Receiving

    def _receive(self, frame: Frame) -> None:
        if not self.has_settings and frame.type != FrameType.SETTINGS:
            raise BreachError(Breach.NOT_LARDER, "the first frame is not SETTINGS")
        if frame.type not in FrameType.__members__.values():
            return
        kind = FrameType(frame.type)
        if frame.stream > 2**31 - 1:
            raise BreachError(Breach.PROTOCOL_ERROR, "a stream id has the highest bit")
        if frame.flags & 0x0F & ~KNOWN_FLAGS.get(kind, 0):
            raise BreachError(Breach.PROTOCOL_ERROR, f"{kind.name} has unknown flags {frame.flags:#04x}")
        if kind in (FrameType.CALL, FrameType.HALF_CLOSE, FrameType.CANCEL):
            raise BreachError(Breach.PROTOCOL_ERROR, f"a server sent {kind.name}")
        if kind in (FrameType.SETTINGS, FrameType.PING, FrameType.GOAWAY) and frame.stream != 0:
            raise BreachError(Breach.PROTOCOL_ERROR, f"{kind.name} is on stream {frame.stream}")
        handlers = {
            FrameType.SETTINGS: self._receive_settings,
            FrameType.MESSAGE: self._receive_message,
            FrameType.STATUS: self._receive_status,
            FrameType.WINDOW: self._receive_window,
            FrameType.PING: self._receive_ping,
            FrameType.GOAWAY: self._receive_goaway,
            FrameType.METADATA: self._receive_metadata,
        }
        handlers[kind](frame)

    def _receive_settings(self, frame: Frame) -> None:
        if self.has_settings:
            raise BreachError(Breach.PROTOCOL_ERROR, "SETTINGS came again")
        assumed, self.peer = self.peer, Settings.decode(frame.payload)
        self.has_settings = True
        self.send_credit += self.peer.connection_window - assumed.connection_window
        for call in self._calls.values():
            call.send_credit += self.peer.stream_window - assumed.stream_window

    def _running(self, frame: Frame) -> Call | None:
        """The call that a frame belongs to; None when it has ended."""
        if not 1 <= frame.stream <= self._last_started:
            raise BreachError(Breach.PROTOCOL_ERROR, f"stream {frame.stream} was never started")
        return self._calls.get(frame.stream)

    def _receive_message(self, frame: Frame) -> None:
        call, size = self._running(frame), len(frame.payload)
        self._received_credit -= size
        if self._received_credit < 0:
            raise BreachError(Breach.FLOW_CONTROL, "message bytes came without credit of the connection")
        if call is None:
            return self._drop(frame.stream, size)
        call.received_credit -= size
        if call.received_credit < 0:
            raise BreachError(Breach.FLOW_CONTROL, "message bytes came without credit of the stream")
        body, length = frame.payload, None
        if not call.is_within_message and frame.flags & MORE:
            reader = Reader(body)
            length, body = reader.number(4), reader.take(reader.left)
        call.add_part(body, length, frame.flags)
        if call.expected_length > self._own.largest_message:
            self.used(None, size)
            sentence = "A response is larger than this client's limit."
            return self.cancel(call, Code.RESOURCE_EXHAUSTED, CallStatus(Code.RESOURCE_EXHAUSTED, sentence))
        if frame.flags & MORE:
            # The connection's credit is returned at once; the stream's window limits the bytes held.
            self.used(None, size)
            self._grant_overdraft(call)
            return
        self._finish_message(call, size, frame.flags)

    def _drop(self, stream: int, size: int) -> None:
        """Drops message bytes of an ended stream and returns their credit to the connection."""
        if stream in self._left_credit:
            self._left_credit[stream] -= size
            if self._left_credit[stream] < 0:
                raise BreachError(Breach.FLOW_CONTROL, "message bytes came without credit of a stream that is over")
        self.used(None, size)

    def _grant_overdraft(self, call: Call) -> None:
        """Grants the missing credit for the rest of a message that is larger than the window."""
        lacking = call.expected_length - call.part_bytes - call.received_credit
        if lacking > 0:
            call.overdraft += lacking
            call.received_credit += lacking
            self.send(window_frame(call.stream, lacking))

    def _finish_message(self, call: Call, last_part: int, flags: int) -> None:
        message, is_compressed, payload_bytes = call.take_message()
        if is_compressed:
            try:
                message = decompressed(message, self._own)
            except Unreadable as error:
                self.used(None, last_part)
                sent = Code.RESOURCE_EXHAUSTED if error.code == Code.RESOURCE_EXHAUSTED else Code.CANCELLED
                return self.cancel(call, sent, CallStatus(error.code, str(error)))
        call.deliver(message, is_compressed, stream_bytes=payload_bytes, connection_bytes=last_part)
        if flags & END:
            self._end(call, CallStatus(Code.OK))

    def used(self, call: Call | None, size: int, stream_size: int = 0) -> None:
        """Records bytes that were read, and returns credit once half a window has been read."""
        self._credit_to_return += size
        if self._credit_to_return >= self._own.connection_window // 2:
            self.send(window_frame(0, self._credit_to_return))
            self._received_credit += self._credit_to_return
            self._credit_to_return = 0
        if call is None or call.is_over:
            return
        paid = min(call.overdraft, stream_size)
        call.overdraft -= paid
        call.credit_to_return += stream_size - paid
        if call.credit_to_return >= self._own.stream_window // 2:
            self.send(window_frame(call.stream, call.credit_to_return))
            call.received_credit += call.credit_to_return
            call.credit_to_return = 0

    def _receive_status(self, frame: Frame) -> None:
        reader = Reader(frame.payload)
        code, message, details = reader.varint(), reader.string(), reader.bytes()
        status = CallStatus(Code(code), message, details, reader.metadata(), bool(frame.flags & UNPROCESSED))
        call = self._running(frame)
        if call is None:
            return
        if status.code == Code.OK and call.is_within_message:
            raise BreachError(Breach.PROTOCOL_ERROR, "OK came within a message")
        self._end(call, status)

    def _receive_metadata(self, frame: Frame) -> None:
        pairs = Reader(frame.payload).metadata()
        call = self._running(frame)
        if call is None:
            return
        if call.metadata is not None or call.has_message:
            raise BreachError(Breach.PROTOCOL_ERROR, "METADATA came again or behind a message")
        call.metadata = pairs

    def _receive_window(self, frame: Frame) -> None:
        credit = Reader(frame.payload).number(4)
        if not 1 <= credit <= HIGHEST_CREDIT:
            raise BreachError(Breach.PROTOCOL_ERROR, f"a WINDOW gives {credit}")
        if frame.stream == 0:
            self.send_credit += credit
            level = self.send_credit
        else:
            call = self._running(frame)
            if call is None:
                return
            call.send_credit += credit
            level = call.send_credit
        if level > HIGHEST_CREDIT:
            raise BreachError(Breach.FLOW_CONTROL, "credit is above 2^31 - 1")

    def _receive_ping(self, frame: Frame) -> None:
        if frame.flags & ACK:
            self.ping_answers.append(frame.payload)
        else:
            self.send(ping_frame(frame.payload, ACK))

    def _receive_goaway(self, frame: Frame) -> None:
        reader = Reader(frame.payload)
        last, code = reader.number(4), Breach(reader.number(1))
        if self.goaway is not None and last > self.goaway.last_stream:
            raise BreachError(Breach.PROTOCOL_ERROR, "a second GOAWAY names a later stream")
        self.goaway = GoAway(last, code, reader.take(reader.left).decode("utf-8", "replace"))
        for call in [call for call in self._calls.values() if call.stream > last]:
            self._end(call, CallStatus(Code.UNAVAILABLE, "The server goes away.", is_unprocessed=True))

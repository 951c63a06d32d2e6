"""A client of the Larder protocol, written from PROTOCOL.md alone, with Python's own modules.

    python3 proto/example_client.py localhost:7443 .larder/certificates/ca.pem .larder/mail

from the folder of `make run`: the address of a gateway, the file with the authority of its certificate, and the folder into which
that Larder puts its mails. Without the folder it asks for the link that was mailed.

Registers a user, confirms the address by the mailed link, signs in, makes a unary call and reads a stream. It makes one call after another and leaves out what the page's
"The least a client does" allows; numbers in comments are those of the page's rules.
"""

from __future__ import annotations

import email
import email.policy
import pathlib
import secrets
import socket
import ssl
import sys
import time
from typing import Iterator

CALL, MESSAGE, HALF_CLOSE, STATUS, CANCEL, WINDOW, PING, GOAWAY, METADATA = range(1, 10)
SETTINGS = 0
END, MORE, ACK, UNPROCESSED = 1, 2, 1, 1
#: No stream ever needs an overdraft with windows above the largest message (17.1).
LARGEST_WINDOW, LARGEST_MESSAGE = 2**30 - 1, 4_194_304


class CallFailed(Exception):
    """A call ended with a code other than OK."""

    def __init__(self, code: int, message: str, reason: str = "", unprocessed: bool = False) -> None:
        super().__init__(f"code {code} {reason}: {message}")
        self.code, self.reason, self.unprocessed = code, reason, unprocessed


# Numbers, text and metadata (1)


def varint(value: int) -> bytes:
    """A number in groups of seven bits, low ones first."""
    groups = bytearray()
    while value > 127:
        groups.append(value & 127 | 128)
        value >>= 7
    return bytes([*groups, value])


def text(value: str | bytes) -> bytes:
    """A length and the bytes."""
    data = value.encode() if isinstance(value, str) else value
    return varint(len(data)) + data


def metadata(entries: dict[str, str]) -> bytes:
    """A count, then names and values."""
    return varint(len(entries)) + b"".join(text(name) + text(value) for name, value in entries.items())


class Reader:
    """Reads what a payload consists of."""

    def __init__(self, data: bytes) -> None:
        self.data, self.at = data, 0

    def take(self, count: int) -> bytes:
        if self.at + count > len(self.data):
            raise ConnectionError("a payload is cut off")
        self.at += count
        return self.data[self.at - count : self.at]

    def varint(self) -> int:
        value = shift = 0
        while (byte := self.take(1)[0]) > 127:
            value |= (byte & 127) << shift
            shift += 7
        return value | byte << shift

    def text(self) -> bytes:
        return self.take(self.varint())


# Protobuf messages (7.1), as far as they are needed here: numbers, and fields with a length


def message(fields: dict[int, str]) -> bytes:
    """An encoded message of strings."""
    return b"".join(varint(number << 3 | 2) + text(value) for number, value in fields.items())


def fields(data: bytes) -> dict[int, int | bytes]:
    """The fields of a message; of a repeated one the last."""
    found: dict[int, int | bytes] = {}
    reader = Reader(data)
    while reader.at < len(data):
        key = reader.varint()
        sizes = {1: 8, 5: 4}
        kind = key & 7
        found[key >> 3] = reader.varint() if kind == 0 else reader.text() if kind == 2 else reader.take(sizes[kind])
    return found


class Client:
    """A connection on which one call is made after another."""

    def __init__(self, host: str, port: int, authority: str) -> None:
        context = ssl.create_default_context(cafile=authority)  # 3.2: verifies certificate and name
        context.minimum_version = ssl.TLSVersion.TLSv1_3  # 3.1
        context.set_alpn_protocols(["larder/1"])
        self.socket = context.wrap_socket(socket.create_connection((host, port), timeout=10), server_hostname=host)
        if self.socket.selected_alpn_protocol() != "larder/1":
            raise ConnectionError("the server does not speak larder/1")
        self.received = bytearray()
        self.last_stream = 0
        self.is_going_away = False
        # The assumed values (5.4) hold until the server's SETTINGS have come.
        self.frame_limit, self.stream_window, self.connection_credit = 16_384, 65_536, 65_536
        self.stream_credit = 0
        limits = {2: LARGEST_WINDOW, 3: LARGEST_WINDOW, 5: LARGEST_MESSAGE}
        settings = b"".join(id.to_bytes(2, "big") + value.to_bytes(4, "big") for id, value in limits.items())
        self.socket.sendall(b"LARDER\x01\n")  # 4.1
        self.send(SETTINGS, 0, settings)

    # Frames (5)

    def send(self, type: int, stream: int, payload: bytes, flags: int = 0) -> None:
        header = len(payload).to_bytes(3, "big") + bytes([type, flags]) + stream.to_bytes(4, "big")
        self.socket.sendall(header + payload)

    def read(self, count: int, deadline: float) -> bytes:
        while len(self.received) < count:
            left = deadline - time.monotonic()
            if left <= 0:
                raise TimeoutError
            self.socket.settimeout(left)
            data = self.socket.recv(65_536)
            if not data:
                raise ConnectionError("the server closed the connection")
            self.received += data
        taken = bytes(self.received[:count])
        del self.received[:count]
        return taken

    def next_frame(self, stream: int, deadline: float) -> tuple[int, int, bytes] | None:
        """The next frame of a stream: type, flags, payload; None for one that is of no interest to it."""
        if len(self.received) < 9:
            self.received[:0] = self.read(9, deadline)
        length = int.from_bytes(self.received[:3], "big")
        frame = self.read(9 + length, deadline)
        type, flags, of = frame[3], frame[4], int.from_bytes(frame[5:9], "big")
        payload = frame[9:]
        if type == SETTINGS:
            self.adopt(payload)
        elif type == PING and not flags & ACK:
            self.send(PING, 0, payload, ACK)  # 13.1
        elif type == GOAWAY:
            self.is_going_away = True  # 5.7.1: no more calls here
            if payload[4] != 0:
                raise ConnectionError(f"the server ended the connection: {payload[5:].decode(errors='replace')}")
            if stream > int.from_bytes(payload[:4], "big"):
                raise CallFailed(14, "the server goes away", unprocessed=True)
        elif type == WINDOW:
            credit = int.from_bytes(payload, "big")
            if of == 0:
                self.connection_credit += credit
            elif of == stream:
                self.stream_credit += credit
        elif type == MESSAGE and payload:
            # 8.3, 8.4: at once, to the connection also for streams that are over.
            self.send(WINDOW, 0, len(payload).to_bytes(4, "big"))
            if of == stream and not flags & END:
                self.send(WINDOW, stream, len(payload).to_bytes(4, "big"))
        # 5.1: unknown types are skipped. 6.5: so is what comes for calls that are over.
        return (type, flags, payload) if of == stream and type in (MESSAGE, STATUS) else None

    def adopt(self, settings: bytes) -> None:
        """Takes over the server's limits (5.4.2)."""
        for at in range(0, len(settings), 6):
            id, value = int.from_bytes(settings[at : at + 2], "big"), int.from_bytes(settings[at + 2 : at + 6], "big")
            if id == 1:
                self.frame_limit = value
            elif id == 2:
                self.stream_credit += value - self.stream_window
                self.stream_window = value
            elif id == 3:
                self.connection_credit += value - 65_536

    # Calls (6)

    def call(self, method: str, request: bytes, own: dict[str, str] = {}, timeout: float = 10) -> Iterator[bytes]:
        """Makes a call with one request; its responses, until the call has ended. Raises `CallFailed`."""
        if self.is_going_away:
            raise CallFailed(14, "the server goes away; connect again", unprocessed=True)
        self.last_stream += 1
        stream, deadline = self.last_stream, time.monotonic() + timeout
        self.stream_credit = self.stream_window
        template = varint(0) + text(method) + metadata({})  # 5.5: none
        self.send(CALL, stream, template + varint(int(timeout * 1_000_000)) + metadata(own))
        try:
            yield from self.exchange(stream, request, deadline)
        except TimeoutError:
            self.send(CANCEL, stream, b"\x04")  # 9.1
            raise CallFailed(4, "no answer in time") from None
        except GeneratorExit:
            self.send(CANCEL, stream, b"\x01")  # The caller has read enough.
            raise

    def exchange(self, stream: int, request: bytes, deadline: float) -> Iterator[bytes]:
        unsent, is_first = request, True
        partial: bytearray | None = None
        while True:
            # What there is credit for (8.1): the whole message, or a part of it (7.2).
            while unsent is not None:
                room = min(self.frame_limit, self.stream_credit, self.connection_credit)
                if len(unsent) <= room:
                    part, flags, unsent = unsent, END, None
                elif room > 4:
                    prefix = len(request).to_bytes(4, "big") if is_first else b""
                    taken = room - len(prefix)
                    part, flags, unsent, is_first = prefix + unsent[:taken], MORE, unsent[taken:], False
                else:
                    break
                self.stream_credit -= len(part)
                self.connection_credit -= len(part)
                self.send(MESSAGE, stream, part, flags)
            if (frame := self.next_frame(stream, deadline)) is None:
                continue
            type, flags, payload = frame
            if type == STATUS:
                if (failure := status(payload, flags)).code != 0:
                    raise failure
                return
            if flags & MORE or partial is not None:
                if partial is None:
                    partial, payload = bytearray(), payload[4:]
                partial += payload
                payload = bytes(partial)
            if flags & MORE:
                continue
            partial = None
            yield payload  # 6.1.1: also one of no bytes
            if flags & END:
                return

    def unary(self, method: str, request: bytes = b"", own: dict[str, str] = {}) -> dict[int, int | bytes]:
        """Makes a unary call and returns the fields of its response."""
        responses = list(self.call(method, request, own))
        if not responses:
            raise CallFailed(13, "no response")
        return fields(responses[0])

    def close(self) -> None:
        """Ends the connection."""
        try:
            self.socket.unwrap()  # 3.4
        except OSError:
            pass
        self.socket.close()


def status(payload: bytes, flags: int) -> CallFailed:
    """How a call ended (5.6)."""
    reader = Reader(payload)
    code, sentence, details = reader.varint(), reader.text().decode(), fields(reader.text())
    reason = details.get(3, b"")
    assert isinstance(reason, bytes)
    return CallFailed(code, sentence, reason.decode(), bool(flags & UNPROCESSED))


def shown(value: int | bytes) -> str:
    """Text for a terminal: without control characters (16.5)."""
    return "".join(letter for letter in bytes(value).decode() if letter.isprintable())


def mailed_link(folder: str, address: str) -> str:
    """The link in the mail to an address, which comes within a moment."""
    for _ in range(600):
        for file in pathlib.Path(folder).glob("new/*"):
            mail = email.message_from_bytes(file.read_bytes(), policy=email.policy.default)
            if mail["to"] == address:
                lines = mail.get_body(("plain",)).get_content().split()
                return next(line for line in lines if "/verify#" in line)
        time.sleep(0.05)
    sys.exit("No mail has come.")


def main() -> None:
    """Runs the example."""
    if len(sys.argv) not in (3, 4):
        sys.exit("Please give the address of a gateway, such as localhost:7443, and the file with its authority.")
    address, authority, *mails = sys.argv[1:]
    host, port = address.rsplit(":", 1)
    client = Client(host, int(port), authority)
    name = f"example{secrets.token_hex(6)}"
    password = f"{secrets.token_urlsafe(12)}-a1"
    terms = client.unary("larder.auth.v1.Accounts/GetTerms")[1]
    print(f"terms {shown(terms)}")
    key = {"idempotency-key": secrets.token_hex(16)}
    account = {1: name, 2: f"{name}@example.com", 3: password, 4: shown(terms)}
    client.unary("larder.auth.v1.Accounts/Register", message(account), key)
    link = mailed_link(mails[0], f"{name}@example.com") if mails else input("The link in the mail: ")
    client.unary("larder.auth.v1.EmailAddresses/ConfirmEmail", message({1: link.strip().split("#")[-1], 2: password}))
    tokens = client.unary("larder.auth.v1.Sessions/SignIn", message({1: name, 2: password, 3: "example"}))
    print(f"signed in as {shown(tokens[6])}")
    signed_in = {"authorization": f"Bearer {shown(tokens[1])}"}
    found = client.unary("larder.auth.v1.Accounts/GetAccount", own=signed_in)
    print(f"account of {shown(found[3])}")
    try:
        client.unary("larder.auth.v1.Accounts/GetAccount")
    except CallFailed as failure:
        print(f"without a token: {failure.reason}")
    for health in client.call("larder.rpc.v1.Health/WatchHealth", message({1: "budget"})):
        print("budget serves" if fields(health).get(1) == 1 else "budget does not serve")
        break  # which cancels the call
    client.unary("larder.auth.v1.Sessions/SignOut", message({1: shown(tokens[3])}))
    client.close()
    print("signed out")


if __name__ == "__main__":
    main()

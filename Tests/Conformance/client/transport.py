"""Non-blocking TLS 1.3 over TCP."""

from __future__ import annotations

import dataclasses
import select
import socket
import ssl
import time

ALPN = "larder/1"


class Lost(Exception):
    """The connection is over."""


class ClosedCleanly(Lost):
    """The other side closed the connection with a TLS close alert."""


@dataclasses.dataclass(frozen=True)
class Address:
    """A server's address, the authority that it must be signed by, and the name in its certificate."""

    port: int
    authority: str
    host: str = "127.0.0.1"
    name: str = "localhost"


def client_context(authority: str, protocols: tuple[str, ...] = (ALPN,)) -> ssl.SSLContext:
    """The TLS settings of a client: at least TLS 1.3, one authority, and the ALPN protocols that it offers."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.minimum_version = ssl.TLSVersion.TLSv1_3
    context.load_verify_locations(authority)
    if protocols:
        context.set_alpn_protocols(list(protocols))
    return context


def connect(address: Address, timeout: float = 10.0) -> "TLSTransport":
    """Connects and completes the TLS handshake; raises `ssl.SSLError`, `OSError` or `Lost`."""
    plain = socket.create_connection((address.host, address.port), timeout=timeout)
    plain.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    try:
        secure = client_context(address.authority).wrap_socket(
            plain, server_hostname=address.name, suppress_ragged_eofs=False
        )
    except BaseException:
        plain.close()
        raise
    if secure.selected_alpn_protocol() != ALPN:
        secure.close()
        raise Lost(f"the server does not speak {ALPN}")
    return TLSTransport(secure)


class TLSTransport:
    """Bytes over an established TLS connection. Sent bytes are queued until `exchange` can write them."""

    def __init__(self, secure: ssl.SSLSocket) -> None:
        secure.setblocking(False)
        self._socket = secure
        self._outbound = bytearray()
        self._is_closed = False

    def send(self, data: bytes) -> None:
        """Queues bytes."""
        self._outbound += data

    @property
    def has_unsent(self) -> bool:
        """Whether queued bytes have not been written yet."""
        return bool(self._outbound)

    def exchange(self, seconds: float) -> bytes:
        """Writes what can be written and returns received bytes; waits for either for at most `seconds`.

        Raises `ClosedCleanly` or `Lost` when the connection has ended and everything has been read.
        """
        if self._is_closed:
            raise Lost("the connection is closed")
        limit = time.monotonic() + seconds
        while True:
            self._write()
            data = self._read()
            if data:
                return data
            left = limit - time.monotonic()
            if left <= 0:
                return b""
            writes = [self._socket] if self._outbound else []
            readable, writable, _ = select.select([self._socket], writes, [], left)
            if not readable and not writable:
                return b""

    def _write(self) -> None:
        while self._outbound:
            try:
                sent = self._socket.send(bytes(self._outbound[:65_536]))
            except (ssl.SSLWantWriteError, ssl.SSLWantReadError):
                return
            except OSError:
                # What the other side sent before it closed can still be read.
                self._outbound.clear()
                return
            del self._outbound[:sent]

    def _read(self) -> bytes:
        parts: list[bytes] = []
        try:
            while len(parts) < 64:
                data = self._socket.recv(65_536)
                if not data:
                    if parts:
                        break
                    raise ClosedCleanly("the server closed the connection")
                parts.append(data)
        except (ssl.SSLWantReadError, ssl.SSLWantWriteError):
            pass
        except OSError as error:
            if not parts:
                raise Lost(f"the connection was lost: {error}") from None
        return b"".join(parts)

    def close(self) -> None:
        """Writes what can be written at once, sends the TLS close alert and closes."""
        if self._is_closed:
            return
        self._is_closed = True
        self._write()
        try:
            self._socket.unwrap()
        except (OSError, ValueError):
            pass
        self._socket.close()

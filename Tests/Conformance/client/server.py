"""The server's side of connections, to test a client against conforming and misbehaving servers."""

from __future__ import annotations

import json
import socket
import ssl
import subprocess
import threading
from typing import Any, Sequence

from .frames import PREFACE, Frame, FrameType, Settings, settings_frame
from .raw import RawConnection
from .suite import Context, Failed, Skipped, require_equal
from .transport import ALPN, TLSTransport

#: Windows that are large enough for a case never to return credit.
GENEROUS = Settings(frame_limit=1_048_576, stream_window=2**30 - 1, connection_window=2**30 - 1, templates=64)


class ScriptedServer:
    """Listens on a port of 127.0.0.1 and accepts connections one by one."""

    def __init__(self, context: Context) -> None:
        options = context.options
        if options.certificate is None or options.key is None or options.client_command is None:
            raise Skipped("needs --client, --certificate and --key, to test a client")
        self._tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        self._tls.minimum_version = ssl.TLSVersion.TLSv1_3
        self._tls.load_cert_chain(options.certificate, options.key)
        self._tls.set_alpn_protocols([ALPN])
        self._listener = socket.create_server(("127.0.0.1", 0))
        self._listener.settimeout(10)
        context.defer(self._listener.close)
        self._context = context

    @property
    def port(self) -> int:
        """The port on which it listens."""
        return self._listener.getsockname()[1]

    def accept(self) -> "ScriptedConnection":
        """Accepts a client, up to and including its preface; raises `ssl.SSLError` if the handshake fails."""
        plain, _ = self._listener.accept()
        plain.settimeout(10)
        plain.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._context.defer(plain.close)
        secure = self._tls.wrap_socket(plain, server_side=True, suppress_ragged_eofs=False)
        require_equal(secure.selected_alpn_protocol(), ALPN, "ALPN")
        connection = ScriptedConnection(secure)
        self._context.defer(connection.close)
        return connection

    def has_more(self) -> bool:
        """Whether another client has connected."""
        self._listener.settimeout(0)
        try:
            plain, _ = self._listener.accept()
            plain.close()
            return True
        except (BlockingIOError, TimeoutError):
            return False
        finally:
            self._listener.settimeout(10)


class ScriptedConnection(RawConnection):
    """The server's side of a client's connection, after the preface."""

    def __init__(self, secure: ssl.SSLSocket) -> None:
        start = b""
        while len(start) < len(PREFACE):
            data = secure.recv(len(PREFACE) - len(start))
            if not data:
                raise Failed("the client closed the connection before its preface")
            start += data
        require_equal(start, PREFACE, "preface")
        super().__init__(TLSTransport(secure))

    def send(self, data: bytes) -> None:
        """Sends bytes and flushes them, since a case may next wait for the client's program instead of for a frame."""
        super().send(data)
        self.flush()

    def open(self, settings: Settings | None = GENEROUS) -> None:
        """Sends settings; with None an empty SETTINGS frame, which leaves all at their initial values."""
        self.send(settings_frame(settings).encode() if settings else Frame(FrameType.SETTINGS, 0, 0).encode())

    def wait_for_call(self, stream: int) -> Frame:
        """Waits for the CALL of a stream."""
        return self.wait_for(
            lambda frame: frame.type == FrameType.CALL and frame.stream == stream, what=f"CALL of stream {stream}"
        )

    def wait_for_request(self, stream: int) -> None:
        """Waits until the client has sent a whole message with END on a stream, or has half-closed it."""
        self.wait_for_call(stream)
        self.wait_for(
            lambda frame: frame.stream == stream
            and (frame.type == FrameType.HALF_CLOSE or frame.type == FrameType.MESSAGE and frame.flags & 0x03 == 1),
            what=f"the request of stream {stream}",
        )


class ClientProcess:
    """The client under test, which calls a scripted server and runs until `finish`."""

    def __init__(self, context: Context, port: int, *calls: str, more: Sequence[str] = ()) -> None:
        options = context.options
        assert options.client_command is not None
        command = [*options.client_command, "--port", str(port), "--authority", options.authority, "--linger"]
        command += [*more, *calls]
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self._calls = calls
        context.defer(self._end)

    def outcomes(self, count: int) -> list[dict[str, Any]]:
        """The outcomes of the next calls, in the order in which they ended."""
        assert self._process.stdout is not None
        timer = threading.Timer(20, self._process.kill)
        timer.start()
        try:
            lines = [self._process.stdout.readline() for _ in range(count)]
        finally:
            timer.cancel()
        if not all(lines):
            raise Failed(f"the client reported {sum(map(bool, lines))} of {count} outcomes of its calls {self._calls}")
        return [json.loads(line) for line in lines]

    def finish(self) -> None:
        """Closes the client's standard input and waits for its exit, which must be successful."""
        assert self._process.stdin is not None
        self._process.stdin.close()
        require_equal(self._process.wait(10), 0, "exit status of the client")

    def _end(self) -> None:
        if self._process.poll() is None:
            self._process.kill()
            self._process.wait()
        for stream in (self._process.stdin, self._process.stdout):
            if stream is not None:
                stream.close()

"""A server of map tiles on this machine."""

import http.server
import struct
import threading
import zlib

CREDIT = "© Tests of Larder"
SIDE = 256


class TileServer:
    """Serves one grey tile for every place, or fails while `is_failing`."""

    def __init__(self):
        self.is_failing = False
        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), self.handler())
        self.server.daemon_threads = True
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    @property
    def url(self):
        """The address of tiles, as `web.tiles` takes it."""
        return f"http://localhost:{self.server.server_port}/{{z}}/{{x}}/{{y}}.png"

    def handler(self):
        """What answers requests."""
        tiles, picture = self, grey_tile()

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                self.send_response(503 if tiles.is_failing else 200)
                self.send_header("Content-Type", "image/png")
                self.send_header("Cache-Control", "no-store")
                self.end_headers()
                if not tiles.is_failing:
                    self.wfile.write(picture)

            def log_message(self, *_):
                """Says nothing of requests."""

        return Handler

    def stop(self):
        """Ends the server."""
        self.server.shutdown()
        self.server.server_close()


def grey_tile(shade=232):
    """A grey square in PNG, with a line at its edges."""
    rows = b"".join(b"\0" + bytes(200 if 0 in (row, column) else shade for column in range(SIDE)) for row in range(SIDE))
    header = struct.pack(">IIBBBBB", SIDE, SIDE, 8, 0, 0, 0, 0)
    parts = [(b"IHDR", header), (b"IDAT", zlib.compress(rows)), (b"IEND", b"")]
    return b"\x89PNG\r\n\x1a\n" + b"".join(chunk(name, content) for name, content in parts)


def chunk(name, content):
    """A part of a PNG file."""
    return struct.pack(">I", len(content)) + name + content + struct.pack(">I", zlib.crc32(name + content))

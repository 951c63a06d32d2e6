"""A push service and a browser behind it, for tests: takes messages on a free port of loopback and decrypts them.

    server.py CERTIFICATE KEY

Its first line is JSON with its port and the browser's keys. Each message that comes is a line of JSON. The path says how it answers,
such as /410. It ends with its standard input.
"""

import base64
import json
import os
import ssl
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import http_ece
import jwt
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

BROWSER = ec.generate_private_key(ec.SECP256R1())
SECRET = os.urandom(16)


def decoded(text):
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


class Service(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        kind, _, rest = self.headers["Authorization"].partition(" ")
        parts = dict(part.strip().split("=", 1) for part in rest.split(","))
        key = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), decoded(parts["k"]))
        audience = f"https://localhost:{self.server.server_port}"
        # The test's clock stands still.
        claims = jwt.decode(
            parts["t"], key, algorithms=["ES256"], audience=audience, options={"verify_exp": False}
        )
        padded = len(body)
        message = http_ece.decrypt(body, private_key=BROWSER, auth_secret=SECRET, version="aes128gcm")
        got = {
            "path": self.path,
            "message": message.decode(),
            "size": padded,
            "scheme": kind,
            "key": base64.b64encode(decoded(parts["k"])).decode(),
            "contact": claims["sub"],
            "expiry": int(claims["exp"]),
            "ttl": self.headers["TTL"],
            "urgency": self.headers["Urgency"],
            "encoding": self.headers["Content-Encoding"],
        }
        print(json.dumps(got), flush=True)
        status = int(self.path.split("/")[1])
        if status == 0:
            threading.Event().wait()
        self.send_response(status)
        if status == 429:
            self.send_header("Retry-After", "1800")
        if status == 307:
            self.send_header("Location", audience + "/201")
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *_):
        pass


def main():
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(*sys.argv[1:3])
    server = ThreadingHTTPServer(("127.0.0.1", 0), Service)
    server.daemon_threads = True
    server.socket = context.wrap_socket(server.socket, server_side=True)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    point = BROWSER.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    first = {
        "port": server.server_port,
        "publicKey": base64.b64encode(point).decode(),
        "secret": base64.b64encode(SECRET).decode(),
    }
    print(json.dumps(first), flush=True)
    sys.stdin.read()


main()

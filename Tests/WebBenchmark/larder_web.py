"""A running Larder as programs see it over HTTP, with nothing but Python's own library."""

import asyncio
import contextlib
import json
import os
import pathlib
import re
import signal
import subprocess
import sys
import time
import urllib.request
import uuid

PASSWORD = "Secret-99x!"
# What a gateway answers that sheds load: the request has done nothing and may be sent again.
SHED = (429, 503)
ROOT = pathlib.Path(__file__).resolve().parents[2]
# Seconds in which all programs serve, on a busy machine, too.
START = 120

sys.path.append(str(ROOT / "Tests/MailFolder"))
from mail_folder import MailFolder  # noqa: E402


class Failure(Exception):
    """Why something cannot be measured, in a sentence."""


class Larder:
    """A Larder that `make run` has started on a port."""

    def __init__(self, port, data=ROOT / ".larder"):
        self.port = port
        self.mails = MailFolder(data / "mail")
        self.web_port = port + 7
        self.metrics_port = port + 100

    async def connect(self, address="127.0.0.1"):
        """A connection from an address of loopback: the gateway counts each for itself."""
        return await asyncio.open_connection("127.0.0.1", self.web_port, local_addr=(address, 0))

    def head(self, path, body, token=None, content_type="application/json"):
        """The head of a request."""
        lines = [
            f"POST {path} HTTP/1.1",
            f"Host: localhost:{self.web_port}",
            f"Content-Type: {content_type}",
            f"Content-Length: {len(body)}",
        ]
        if token:
            lines.append(f"Authorization: Bearer {token}")
        return ("\r\n".join(lines) + "\r\n\r\n").encode()

    async def call(self, method, message, token=None, address="127.0.0.1", key=None):
        """Calls a method on a connection of its own, again and again while the gateway sheds load."""
        body = json.dumps(message).encode()
        head = self.head(f"/{method}", body, token)
        if key:
            head = head[:-2] + f"Idempotency-Key: {key}\r\n\r\n".encode()
        for attempt in range(60):
            if attempt:
                await asyncio.sleep(1)
            reader, writer = await self.connect(address)
            writer.write(head + body)
            status, answer = await read_answer(reader)
            writer.close()
            if status not in SHED:
                break
        if status != 200:
            raise Failure(f"{method}: {status} {answer.decode()}")
        return json.loads(answer)

    async def new_user(self, address):
        """Registers a user from an address; the access token."""
        terms = await self.call("larder.auth.v1.Accounts/GetTerms", {}, address=address)
        name = f"b{uuid.uuid4().hex[:16]}"
        account = {"username": name, "email": f"{name}@example.org", "password": PASSWORD}
        accepted = {"acceptedTermsVersion": terms["version"]}
        await self.call("larder.auth.v1.Accounts/Register", account | accepted, address=address)
        token = await asyncio.to_thread(self.mails.token, account["email"])
        confirmation = {"token": token, "password": PASSWORD}
        await self.call("larder.auth.v1.EmailAddresses/ConfirmEmail", confirmation, address=address)
        tokens = await self.call("larder.auth.v1.Sessions/SignIn", {"name": name, "password": PASSWORD}, address=address)
        return tokens["accessToken"]

    async def new_purchase(self, token, address="127.0.0.1"):
        """Adds a purchase of a user; its id."""
        purchase = {"currency": "CAD", "total": {"minorUnits": "100", "currency": "CAD"}}
        method = "larder.budget.v1.Purchases/CreatePurchase"
        return (await self.call(method, purchase, token, address, key=str(uuid.uuid4())))["id"]

    def resident_bytes(self):
        """The resident memory of the gateway."""
        with urllib.request.urlopen(f"http://127.0.0.1:{self.metrics_port}/metrics", timeout=10) as answer:
            found = re.search(r"^process_resident_memory_bytes (\S+)", answer.read().decode(), re.MULTILINE)
        return float(found.group(1))


@contextlib.contextmanager
def own_larder(programs, data, port):
    """Runs a Larder of its own, which stores in a folder; its output is in a file there."""
    data.mkdir(parents=True, exist_ok=True)
    command = [programs.resolve() / "larder-local", "--data", data.resolve(), "--port", str(port), "--models", "no"]
    with open(data / "output", "wb") as output:
        unlimited = os.environ | {"LARDER_LIMITS_REGISTRATION_PER_MINUTE": "0"}
        launcher = subprocess.Popen(command, cwd=ROOT, env=unlimited, stdout=output, stderr=subprocess.STDOUT)
    try:
        wait_until_serving(launcher, port + 100, data / "output")
        yield
    finally:
        launcher.send_signal(signal.SIGTERM)
        launcher.wait()


def wait_until_serving(launcher, metrics_port, output):
    """Returns once the gateway serves, which comes last."""
    end = time.monotonic() + START
    while launcher.poll() is None and time.monotonic() < end:
        with contextlib.suppress(OSError):
            with urllib.request.urlopen(f"http://127.0.0.1:{metrics_port}/readyz", timeout=5):
                return
        time.sleep(0.2)
    raise Failure(f"Larder does not serve; {output} says why.")


async def read_head(reader):
    """The status and the fields of an answer."""
    lines = (await reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
    fields = dict(line.lower().split(": ", 1) for line in lines[1:] if ": " in line)
    return int(lines[0].split(" ")[1]), fields


async def read_answer(reader):
    """The status and the body of an answer of known length."""
    status, fields = await read_head(reader)
    return status, await reader.readexactly(int(fields.get("content-length", 0)))

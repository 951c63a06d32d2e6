"""An SMTP server for tests: takes mails on a free port of loopback, or fails in one way.

    server.py BEHAVIOUR [CERTIFICATE KEY]

Its first line is the port. Each mail that it takes is a line of JSON, as Python's own parser reads it. With a certificate it
offers STARTTLS, and insists on it. It ends with its standard input.
"""

import asyncio
import email
import email.policy
import json
import ssl
import sys

from aiosmtpd.smtp import SMTP, AuthResult


class Mails:
    """What the server does with mails."""

    def __init__(self, behaviour):
        self.behaviour = behaviour

    async def handle_RCPT(self, server, session, envelope, address, options):
        replies = {
            "unknown": "550 5.1.1 <%s> is unknown" % address,
            "unknown-plainly": "550 no such user here",
            "forbidden": "550 5.7.1 relaying denied",
            "busy": "451 4.7.1 try again later",
        }
        if self.behaviour in replies:
            return replies[self.behaviour]
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server, session, envelope):
        if self.behaviour == "hang":
            await asyncio.sleep(3600)
        if self.behaviour == "drop":
            server.transport.abort()
            return "451 dropped"
        if self.behaviour == "refuse":
            return "554 5.7.1 looks like spam"
        message = email.message_from_bytes(envelope.original_content, policy=email.policy.default)
        parts = {part.get_content_type(): part.get_content() for part in message.walk() if not part.is_multipart()}
        headers = {name.lower(): str(value) for name, value in message.items()}
        mail = {
            "from": envelope.mail_from,
            "to": envelope.rcpt_tos,
            "headers": headers,
            "parts": parts,
            "isEncrypted": session.ssl is not None,
            "user": session.auth_data.decode() if session.authenticated else "",
            "defects": [str(defect) for part in message.walk() for defect in part.defects],
        }
        print(json.dumps(mail), flush=True)
        return "250 2.0.0 taken"


def authenticate(server, session, envelope, mechanism, data):
    """Knows one name and password."""
    isKnown = data.login == b"larder" and data.password == b"secret"
    return AuthResult(success=isKnown, handled=isKnown, auth_data=data.login)


async def main():
    behaviour, *files = sys.argv[1:]
    options = {}
    if files:
        context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
        context.load_cert_chain(*files)
        options = {"tls_context": context, "require_starttls": True}
    if behaviour == "password":
        options |= {"authenticator": authenticate, "auth_required": True, "auth_require_tls": bool(files)}
    loop = asyncio.get_running_loop()
    made = await loop.create_server(lambda: SMTP(Mails(behaviour), loop=loop, **options), "127.0.0.1", 0)
    print(made.sockets[0].getsockname()[1], flush=True)
    await loop.run_in_executor(None, sys.stdin.read)


asyncio.run(main())

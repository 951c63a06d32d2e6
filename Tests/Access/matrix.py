"""Calls every method that there is, as everybody who may or may not, and compares with the table in matrix.json.

    matrix.py SETUP

SETUP is a JSON file that says which Larder is called, which methods there are, which callers, and what the owner has:

    {"address": "http://localhost:7450",
     "methods": [{"path": …, "kind": "unary", "access": "user", "roles": […], "consents": […], "plan": "", "beforeTerms": false,
                  "secondFactor": false}],
     "callers": {"member": TOKEN, "operator": TOKEN, "operator with factor": TOKEN, …, "pending": TOKEN, "expired": TOKEN,
                 "ended": TOKEN, "closed": TOKEN, "locked": TOKEN},
     "owned": {"purchase": ID, …}, "marker": TEXT}

matrix.json has an entry for each method: who may call it (`access`: anyone, user, services; `roles`; `consents`; `plan`;
`beforeTerms`; `secondFactor`), the `request` that a stranger makes for what is the owner's, and what the stranger gets: a code, or `nothing` for a
response without anything of the owner's. Exits with 1 and a line for each difference.
"""

import http.client
import json
import pathlib
import select
import struct
import sys
import time
import urllib.parse

TABLE = json.loads((pathlib.Path(__file__).parent / "matrix.json").read_text())
# How the table describes a method, and what stands for nothing.
RULE = {"access": "", "roles": [], "consents": [], "plan": "", "beforeTerms": False, "secondFactor": False}
ROLES = ["operator", "moderator", "administrator", "healthcare_provider"]
# What the rule of a method decides; other codes come from its handler.
DENIALS = ("unauthenticated", "permission_denied")
OPEN = "open"
# What no handler may answer to a request that it has received.
FAILURES = ("internal", "unavailable", "unimplemented", "unknown", "data_loss")
# Behind the name of a caller whose session was signed in with a second factor.
WITH_FACTOR = " with factor"
# What methods are called of that several services have.
TARGET = "budget"
# A stream that says nothing stays open for so long.
STREAM_MILLISECONDS = 1500
# How long it may take until the gateway takes a connection.
OPENING_SECONDS = 30


class Caller:
    """Makes calls over the Connect protocol."""

    def __init__(self, address):
        place = urllib.parse.urlsplit(address)
        self.connection = http.client.HTTPConnection(place.hostname, place.port, timeout=30)

    def call(self, method, request, token):
        """The code, the reason and the text of the answer; the code is `ok` for a success."""
        # What is no method to the gateway has no kind either.
        is_stream = method["kind"] != "unary" and method["access"] != "services"
        body = json.dumps(request).encode()
        kind = "application/connect+json" if is_stream else "application/json"
        headers = {"Content-Type": kind, "Connect-Protocol-Version": "1", "Target-Service": TARGET}
        if is_stream:
            body = struct.pack(">BI", 0, len(body)) + body
            headers["Connect-Timeout-Ms"] = str(STREAM_MILLISECONDS)
        if token:
            headers["Authorization"] = f"Bearer {token}"
        answer, content = self.post("/" + method["path"], body, headers)
        if answer.status == 404 and not content.startswith(b"{"):
            return "unimplemented", "", ""
        # A stream that does not begin is answered as a call is.
        if is_stream and answer.status == 200:
            return outcome_of_stream(content)
        if answer.status == 200:
            return "ok", "", content.decode()
        return outcome_of(json.loads(content))


    def post(self, path, body, headers):
        """The answer to a request and its content.

        The gateway may close a connection at the moment at which the request is sent on it, unanswered; then it is made once more.
        """
        try:
            return self.send(path, body, headers)
        except ConnectionError:
            self.connection.close()
            return self.send(path, body, headers)

    def send(self, path, body, headers):
        """The answer to a request, which is made once, and its content."""
        if not self.is_open():
            self.open()
        self.connection.request("POST", path, body, headers)
        answer = self.connection.getresponse()
        return answer, answer.read()

    def is_open(self):
        """Whether there is a connection, and the gateway has not closed it since its last answer."""
        place = self.connection.sock
        return place is not None and not select.select([place], [], [], 0)[0]

    def open(self):
        """Opens a connection that the gateway takes: of one network it takes so many in a second, and closes the others unanswered."""
        end = time.monotonic() + OPENING_SECONDS
        while time.monotonic() < end:
            self.connection.close()
            try:
                self.connection.request("GET", "/")
                self.connection.getresponse().read()
                return
            except (ConnectionError, http.client.HTTPException):
                time.sleep(0.05)
        raise RuntimeError("the gateway takes no connection")


def outcome_of_stream(content):
    """The outcome of a stream by its envelopes."""
    texts = []
    while content:
        flags, size = struct.unpack(">BI", content[:5])
        text, content = content[5 : 5 + size].decode(), content[5 + size :]
        if not flags & 2:
            texts.append(text)
            continue
        error = json.loads(text).get("error")
        # One that would have gone on is a success.
        if error and error["code"] != "deadline_exceeded":
            return outcome_of(error)
    return "ok", "", "".join(texts)


def outcome_of(error):
    """The code, the reason and the text of a failure."""
    debug = (error.get("details") or [{}])[0].get("debug", {})
    return error["code"], debug.get("reason", ""), json.dumps(error)


def expected(entry, caller):
    """What a caller of a method gets: a code with its reason, or OPEN when the handler decides."""
    if entry["access"] == "services":
        return "unimplemented", ""
    if entry["access"] == "anyone":
        return OPEN
    if caller in ("nobody", "forged"):
        return "unauthenticated", "SIGN_IN_REQUIRED"
    if caller == "expired":
        return "unauthenticated", "TOKEN_EXPIRED"
    if caller in ("ended", "closed"):
        return "unauthenticated", "SESSION_ENDED"
    roles = entry.get("roles", [])
    if roles and caller.removesuffix(WITH_FACTOR) not in roles:
        return "permission_denied", "CALLER_NOT_ALLOWED"
    if caller == "pending" and not entry.get("beforeTerms"):
        return "permission_denied", "TERMS_NOT_ACCEPTED"
    if entry.get("secondFactor") and not caller.endswith(WITH_FACTOR):
        return "permission_denied", "SECOND_FACTOR_MISSING"
    # None of the callers has given a consent, or has another plan than Basic.
    if entry.get("consents"):
        return "permission_denied", "CONSENT_REQUIRED"
    if entry.get("plan", "basic") != "basic":
        return "permission_denied", "PLAN_REQUIRED"
    return OPEN


def filled(value, owned):
    """A request with the ids of what is the owner's."""
    if isinstance(value, dict):
        return {key: filled(each, owned) for key, each in value.items()}
    if isinstance(value, list):
        return [filled(each, owned) for each in value]
    if isinstance(value, str) and value.startswith("{"):
        return owned[value[1:-1]]
    return value


def check_table(setup):
    """Differences between the table and the methods that there are."""
    methods = {method["path"]: method for method in setup["methods"]}
    for path in sorted(methods.keys() - TABLE.keys()):
        yield f"{path} has no entry in Tests/Access/matrix.json: say who may call it"
    for path in sorted(TABLE.keys() - methods.keys()):
        yield f"{path} is in Tests/Access/matrix.json and nowhere else"
    for path in sorted(TABLE.keys() & methods.keys()):
        for name, nothing in RULE.items():
            stated, declared = TABLE[path].get(name, nothing), methods[path][name]
            if sorted(stated) != sorted(declared) if isinstance(nothing, list) else stated != declared:
                yield f"{path}: {name} is {declared!r} in its .proto file and {stated!r} in the table"


def check_callers(setup, caller):
    """Callers who get something else than the table says."""
    callers = {"nobody": None, **setup["callers"]}
    callers["forged"] = forged(callers["member"])
    for method in setup["methods"]:
        entry = TABLE.get(method["path"], {"access": ""})
        for name, token in callers.items():
            code, reason, _ = caller.call(method, {}, token)
            wanted = expected(entry, name)
            if not is_of_handler(entry, code, reason) if wanted == OPEN else (code, reason) != wanted:
                yield f"{method['path']} as {name}: {code} {reason}, expected {wanted}"


def is_of_handler(entry, code, reason):
    """Whether an outcome is one of a handler that was reached and did not fail."""
    if code in FAILURES:
        return False
    is_denied_by_handler = reason == "WRONG_CREDENTIALS" or entry["access"] == "anyone" and code == "unauthenticated"
    return code not in DENIALS or is_denied_by_handler


def forged(token):
    """A token with another signature."""
    head, body, signature = token.split(".")
    return f"{head}.{body}.{signature[::-1]}"


def check_strangers(setup, caller):
    """What another user gets of the owner's."""
    owned, token = setup["owned"], setup["callers"]["stranger"]
    secrets = [*owned.values(), setup["marker"]]
    for method in setup["methods"]:
        entry = TABLE.get(method["path"], {})
        if entry.get("access") != "user" or entry.get("roles"):
            continue
        if "stranger" not in entry:
            yield f"{method['path']} has no entry for a stranger"
            continue
        code, reason, text = caller.call(method, filled(entry.get("request", {}), owned), token)
        wanted = "ok" if entry["stranger"] == "nothing" else entry["stranger"]
        if code != wanted:
            yield f"{method['path']} for what is somebody else's: {code} {reason}, expected {wanted}"
        shown = [secret for secret in secrets if secret in text and wanted == "ok"]
        if shown:
            yield f"{method['path']} shows a stranger {shown}"


def main():
    """Prints the differences, and how many calls were made."""
    setup = json.loads(pathlib.Path(sys.argv[1]).read_text())
    caller = Caller(setup["address"])
    found = [*check_table(setup), *check_callers(setup, caller), *check_strangers(setup, caller)]
    print("\n".join(found) or f"{len(setup['methods'])} methods, {len(setup['callers']) + 2} callers: as the table says")
    sys.exit(bool(found))


main()

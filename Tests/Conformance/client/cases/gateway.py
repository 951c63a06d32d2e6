"""What the page says of the gateway, as anybody who is not signed in can see it."""

from __future__ import annotations

import base64
import json
import re

from .. import messages, page
from ..call import CallStatus
from ..connection import Connection
from ..frames import Code
from ..suite import Context, Skipped, case, check_health, require, require_equal, require_status

GET_TERMS = "larder.auth.v1.Accounts/GetTerms"
REGISTER = "larder.auth.v1.Accounts/Register"
LIST_PURCHASES = "larder.budget.v1.Purchases/ListPurchases"


def gateway(context: Context) -> Connection:
    """A connection to the gateway."""
    if not context.options.is_gateway:
        raise Skipped("needs --gateway")
    return context.connect()


def end_of(connection: Connection, method: str, request: bytes = b"", **options: object) -> CallStatus:
    """Makes a call with one request and returns how it ended."""
    call = connection.start(method, **options)
    call.send(request, end=True)
    return call.wait_for_end()


def require_refused(status: CallStatus, code: Code, reason: str, what: str) -> None:
    """Requires a code, a reason, and a sentence for people."""
    require_status(status, code, what)
    require_equal(messages.status.StatusDetails.FromString(status.details).reason, reason, f"{what}: reason")
    require(status.message != "", f"{what}: no sentence")


def forged_tokens() -> dict[str, str]:
    """Values of `authorization` that no gateway may accept."""

    def part(value: object) -> str:
        return base64.urlsafe_b64encode(json.dumps(value).encode()).decode().rstrip("=")

    claims = part({"sub": "00000000-0000-4000-8000-000000000000", "iss": "larder", "iat": 0, "exp": 4_102_444_800})
    return {
        "an empty token": "Bearer ",
        "another scheme": "Basic YTpi",
        "no JWT": "Bearer nonsense",
        "a token that is not signed": f"Bearer {part({'alg': 'none', 'kid': 'a'})}.{claims}.",
        "a token of an unknown key": f"Bearer {part({'alg': 'EdDSA', 'kid': 'a'})}.{claims}.{'A' * 86}",
        "a token above 4,096 bytes": f"Bearer {part({'alg': 'EdDSA', 'kid': 'a'})}.{'A' * 4_096}.{'A' * 86}",
    }


@case("user_methods_need_a_token", "gateway", takes_any_server=True)
def user_methods_need_a_token(context: Context) -> None:
    """Without a valid access token a method for users is UNAUTHENTICATED, whatever is in its place."""
    connection = gateway(context)
    status = end_of(connection, LIST_PURCHASES)
    require_refused(status, Code.UNAUTHENTICATED, "SIGN_IN_REQUIRED", "no token")
    for what, value in forged_tokens().items():
        status = end_of(connection, LIST_PURCHASES, own=[("authorization", value)])
        # The key may have been withdrawn, which renewing the session mends.
        reason = "TOKEN_EXPIRED" if what == "a token of an unknown key" else "SIGN_IN_REQUIRED"
        require_refused(status, Code.UNAUTHENTICATED, reason, what)


@case("open_methods_ignore_tokens", "gateway", takes_any_server=True)
def open_methods_ignore_tokens(context: Context) -> None:
    """A method for anybody is served without a token and with one that is not valid."""
    connection = gateway(context)
    require_status(end_of(connection, GET_TERMS), Code.OK)
    for what, value in forged_tokens().items():
        require_status(end_of(connection, GET_TERMS, own=[("authorization", value)]), Code.OK, what)


@case("methods_for_services_do_not_exist", "gateway", takes_any_server=True)
def methods_for_services_do_not_exist(context: Context) -> None:
    """Methods for services, and those of a package for services, are UNIMPLEMENTED, like one that nobody serves."""
    connection = gateway(context)
    for method in (
        "larder.budget.v1.Purchases/RecordPurchase",
        "larder.events.v1.EventSink/DeliverEvent",
        "larder.rpc.v1.Echo/UnaryEcho",
        "larder.nobody.v1.Nothing/Never",
    ):
        require_status(end_of(connection, method), Code.UNIMPLEMENTED, method)


@case("methods_for_operators_are_forbidden", "gateway", takes_any_server=True)
def methods_for_operators_are_forbidden(context: Context) -> None:
    """The gateway's own methods for operators are PERMISSION_DENIED; reflection needs a token."""
    connection = gateway(context)
    status = end_of(connection, "larder.rpc.v1.Diagnostics/ListServers")
    require_refused(status, Code.PERMISSION_DENIED, "CALLER_NOT_ALLOWED", "Diagnostics")
    status = end_of(connection, "larder.rpc.v1.Reflection/ListServices")
    require_refused(status, Code.UNAUTHENTICATED, "SIGN_IN_REQUIRED", "Reflection")


@case("health_without_details", "gateway", takes_any_server=True)
def health_without_details(context: Context) -> None:
    """Anybody learns which services serve; explanations and numbers of instances are for operators."""
    connection = gateway(context)
    call = connection.start(messages.LIST_HEALTH)
    call.send(b"", end=True)
    services = messages.health.ListHealthResponse.FromString(call.result()).services
    require_equal(services[0].service, "gateway", "first service")
    require("budget" in [service.service for service in services], "budget is not listed")
    for service in services:
        require_equal((service.explanation, service.healthy_instances, service.instances), ("", 0, 0), service.service)


def declared() -> tuple[dict[str, tuple[str, str]], dict[str, int]]:
    """What the .proto files say: the methods of each service by caller, and the requests larger than usual."""
    services: dict[str, tuple[str, str]] = {}
    sizes: dict[str, int] = {}
    for file in sorted(messages.PROTO_FOLDER.glob("larder/*/v1/*.proto")):
        package, *parts = re.split(r"^(?:package|service) ", file.read_text("utf-8"), flags=re.MULTILINE)[1:]
        package = package.split(";")[0]
        for part in parts if package != "larder.rpc.v1" else []:
            name, body = part.split("{", 1)
            service = f"{package}.{name.strip()}"
            methods: dict[str, list[str]] = {"CALLER_ANYONE": [], "CALLER_USER": []}
            for method in re.split(r"^  rpc ", body.split("\n}")[0], flags=re.MULTILINE)[1:]:
                caller = re.search(r"caller: (\w+)", method)[1].removesuffix("_OR_SERVICE")
                if caller in methods:
                    methods[caller].append(method.split("(")[0])
                    if size := re.search(r"max_request_bytes: (\d+)", method):
                        sizes[f"{service}/{methods[caller][-1]}"] = int(size[1])
            if any(methods.values()):
                services[service] = tuple(", ".join(names) or "–" for names in methods.values())
    return services, sizes


@case("page_of_services", "vectors", takes_any_server=True)
def page_of_services(_: Context) -> None:
    """The page lists the services behind the gateway, their methods and the largest requests as they are declared."""
    services, sizes = declared()
    require_equal({row[0].strip("`"): (row[1], row[2]) for row in page.table("12.1.2")}, services, "services")
    listed = {row[0].strip("`"): int(row[1].replace(",", "")) for row in page.table("12.4.2")}
    require_equal(listed, sizes, "sizes")


@case("health_of_unknown_names", "gateway", takes_any_server=True)
def health_of_unknown_names(context: Context) -> None:
    """A service that there is not is NOT_FOUND; a watch of it says so and goes on."""
    connection = gateway(context)
    request = messages.health.CheckHealthRequest(service="nobody").SerializeToString()
    require_status(end_of(connection, messages.CHECK_HEALTH, request), Code.NOT_FOUND)
    call = connection.start(messages.WATCH_HEALTH)
    call.send(request, end=True)
    status = messages.health.CheckHealthResponse.FromString(call.receive() or b"").status
    require_equal(status, messages.health.SERVING_STATUS_SERVICE_UNKNOWN, "status")
    require(not call.is_over, "the watch has ended")
    call.cancel()


@case("services_of_the_gateway", "gateway", takes_any_server=True)
def services_of_the_gateway(context: Context) -> None:
    """Every method on the page is there: users' methods need a token, the others take the call."""
    connection = gateway(context)
    for service, for_anybody, for_users, _ in page.table("12.1.2"):
        for method in for_users.strip("–").split(", "):
            if method:
                status = end_of(connection, f"{service.strip('`')}/{method}")
                require_refused(status, Code.UNAUTHENTICATED, "SIGN_IN_REQUIRED", method)
        for method in for_anybody.strip("–").split(", "):
            if method:
                status = end_of(connection, f"{service.strip('`')}/{method}")
                require(status.code not in (Code.UNIMPLEMENTED, Code.UNAVAILABLE), f"{method}: {status.code.name}")


@case("request_size_of_a_method", "gateway", takes_any_server=True)
def request_size_of_a_method(context: Context) -> None:
    """A request of 16 KiB is taken; one byte more ends its call as RESOURCE_EXHAUSTED, and the connection goes on."""
    connection = gateway(context)

    def request(size: int) -> bytes:
        # Field 2,000, which no message has: a key of two bytes, a length of three, and the filling.
        filling = size - 5
        return b"\x82\x7d" + bytes([filling & 127 | 128, filling >> 7 & 127 | 128, filling >> 14]) + bytes(filling)

    require_status(end_of(connection, GET_TERMS, request(16_384)), Code.OK, "16,384 bytes")
    require_status(end_of(connection, GET_TERMS, request(16_385)), Code.RESOURCE_EXHAUSTED, "16,385 bytes")
    check_health(connection)


@case("short_idempotency_key", "gateway", takes_any_server=True)
def short_idempotency_key(context: Context) -> None:
    """Methods for anybody that use an idempotency key take none of fewer than 8 characters."""
    connection = gateway(context)
    require_status(end_of(connection, REGISTER, own=[("idempotency-key", "short")]), Code.INVALID_ARGUMENT)

"""gRPC's cases without a counterpart in Larder, each with the reason."""

from __future__ import annotations

from ..suite import CASES, Case, Skipped

_GOOGLE = "needs Google's cloud: credentials of its machines and accounts, which Larder does not take"
_TOKENS = (
    "needs a verifier of access tokens, which the gateway has and the test server has not; "
    "the gateway's tests cover tokens on every call"
)
_ORCA = "needs reports of a backend's load to a balancer (ORCA), which the protocol does not carry"

REASONS = {
    "compute_engine_creds": _GOOGLE,
    "compute_engine_channel_credentials": _GOOGLE,
    "google_default_credentials": _GOOGLE,
    "service_account_creds": _GOOGLE,
    "jwt_token_creds": _TOKENS,
    "oauth2_auth_token": _TOKENS,
    "per_rpc_creds": _TOKENS,
    "orca_per_rpc": _ORCA,
    "orca_oob": _ORCA,
    "pick_first_unary": "is about a client's choice among servers, which the protocol leaves to clients",
}


def _skip(reason: str) -> None:
    raise Skipped(reason)


for _name, _reason in REASONS.items():
    CASES.append(Case(_name, "not_applicable", lambda context, reason=_reason: _skip(reason), True))

"""An authenticator and its browser in software, on Yubico's fido2, for tests: a request in JSON a line, and a response a line.

`{"create": {...}}` makes a credential, `{"sign": {...}}` uses it. Bytes are in Base64. What a request doesn't have is as it
should be; what it has stands in place of it.
"""

import base64
import hashlib
import json
import secrets
import sys

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec, ed25519, padding, rsa
from fido2.cose import ES256, RS256, EdDSA
from fido2.webauthn import AttestedCredentialData, AuthenticatorData, CollectedClientData

AAGUID = bytes(16)
ALGORITHMS = {
    -7: (ES256, lambda: ec.generate_private_key(ec.SECP256R1())),
    -8: (EdDSA, ed25519.Ed25519PrivateKey.generate),
    -257: (RS256, lambda: rsa.generate_private_key(65537, 2048)),
}
credentials = {}


def text(value):
    """Bytes as they go over the line."""
    return base64.b64encode(value).decode()


def client_data(kind, request):
    """What the browser says."""
    challenge = base64.b64decode(request["challenge"])
    return CollectedClientData.create(
        request.get("type", kind),
        challenge,
        request.get("origin", "http://localhost:7450"),
        request.get("crossOrigin", False),
    )


def authenticator_data(request, flags, credential=b""):
    """What the authenticator says. By default its user is present and verified."""
    relying_party = hashlib.sha256(request.get("relyingParty", "localhost").encode()).digest()
    right = AuthenticatorData.create(relying_party, flags, request.get("count", 0), credential)
    # The library makes none whose flags are wrong.
    return right[:32] + bytes([request.get("flags", flags)]) + right[33:]


def create(request):
    """Makes a credential."""
    algorithm = request.get("algorithm", -7)
    kind, generate = ALGORITHMS[algorithm]
    key = generate()
    identifier = secrets.token_bytes(request.get("idLength", 32))
    credentials[text(identifier)] = (algorithm, key)
    attested = AttestedCredentialData.create(AAGUID, identifier, kind.from_cryptography_key(key.public_key()))
    return {
        "credential": text(identifier),
        "clientData": text(client_data("webauthn.create", request)),
        "authenticatorData": text(authenticator_data(request, 0x45, attested)),
    }


def sign(request):
    """Signs a challenge with a credential."""
    algorithm, key = credentials[request["credential"]]
    data = authenticator_data(request, 0x05)
    client = client_data("webauthn.get", request)
    signed = bytes(data) + hashlib.sha256(client).digest()
    if algorithm == -7:
        signature = key.sign(signed, ec.ECDSA(hashes.SHA256()))
    elif algorithm == -8:
        signature = key.sign(signed)
    else:
        signature = key.sign(signed, padding.PKCS1v15(), hashes.SHA256())
    return {
        "credential": request["credential"],
        "clientData": text(client),
        "authenticatorData": text(data),
        "signature": text(signature),
    }


for line in sys.stdin:
    (action, request), = json.loads(line).items()
    print(json.dumps({"create": create, "sign": sign}[action](request)), flush=True)

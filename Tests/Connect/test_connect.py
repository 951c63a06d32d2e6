"""Larder's methods over the Connect protocol, by a client that others have written, from the same .proto files.

LARDER_WEB is the address of a running Larder, such as http://localhost:7450, and LARDER_WEB_AUTHORITY the file with the
authority of its certificate, if it has one; LARDER_MAILS is the folder into which it puts its mails.
"""

import os
import pathlib
import sys
import uuid

import pytest
from connectrpc.code import Code
from connectrpc.codec import proto_binary_codec, proto_json_codec
from connectrpc.errors import ConnectError
from larder.auth.v1 import accounts_connect, accounts_pb, emails_connect, emails_pb, sessions_connect, sessions_pb
from larder.budget.v1 import purchases_connect, purchases_pb
from larder.common.v1 import values_pb
from larder.ocr.v1 import receipts_connect, receipts_pb
from larder.rpc.v1 import status_pb
from protobuf import Oneof
from pyqwest import HTTPVersion, SyncClient, SyncHTTPTransport

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1] / "MailFolder"))
from mail_folder import MailFolder  # noqa: E402

WEB = os.environ["LARDER_WEB"]
AUTHORITY = os.environ.get("LARDER_WEB_AUTHORITY")
PASSWORD = "Secret-99x!"
RECEIPT = pathlib.Path(__file__).resolve().parents[2] / "deploy/sample/receipt.jpg"


@pytest.fixture(scope="module", params=["json", "proto"])
def codec(request):
    """How messages are written."""
    return proto_json_codec() if request.param == "json" else proto_binary_codec()


def connection():
    """Connections to Larder: HTTP/2 over TLS, otherwise HTTP/1.1."""
    if not AUTHORITY:
        return SyncClient()
    authority = pathlib.Path(AUTHORITY).read_bytes()
    return SyncClient(SyncHTTPTransport(tls_ca_cert=authority, http_version=HTTPVersion.HTTP2))


def client(kind, codec):
    """The client of a service."""
    return kind(WEB, codec=codec, http_client=connection())


@pytest.fixture(scope="module")
def token(codec):
    """The access token of a new user."""
    with client(accounts_connect.AccountsClientSync, codec) as accounts:
        terms = accounts.get_terms(accounts_pb.GetTermsRequest())
        name = f"u{uuid.uuid4().hex[:12]}"
        account = accounts.register(
            accounts_pb.RegisterRequest(
                username=name,
                email=f"{name}@example.org",
                password=PASSWORD,
                accepted_terms_version=terms.version,
            )
        )
        assert account.username == name and account.created_at.seconds > 0
    with client(emails_connect.EmailAddressesClientSync, codec) as emails:
        link = MailFolder(os.environ["LARDER_MAILS"]).token(account.email)
        confirmed = emails.confirm_email(emails_pb.ConfirmEmailRequest(token=link, password=PASSWORD))
        assert confirmed.username == name
    with client(sessions_connect.SessionsClientSync, codec) as sessions:
        return sessions.sign_in(sessions_pb.SignInRequest(name=name, password=PASSWORD)).access_token


def headers(token, **more):
    return {"Authorization": f"Bearer {token}"} | more


def failure(body):
    """The error that a call ends with."""
    with pytest.raises(ConnectError) as caught:
        body()
    return caught.value


def test_errors_have_their_details(codec):
    with client(accounts_connect.AccountsClientSync, codec) as accounts:
        error = failure(lambda: accounts.register(accounts_pb.RegisterRequest(username="a", email="b", password="c")))
    assert error.code == Code.INVALID_ARGUMENT
    details = error.details[0].value(status_pb.StatusDetails)
    assert details.reason == "INVALID_FIELDS"
    assert {entry.field for entry in details.field_violations} >= {"username", "email", "password"}


def test_nobody_and_strangers_are_told_apart_from_users(codec, token):
    with client(accounts_connect.AccountsClientSync, codec) as accounts:
        assert failure(lambda: accounts.get_account(accounts_pb.GetAccountRequest())).code == Code.UNAUTHENTICATED
        error = failure(lambda: accounts.get_account(accounts_pb.GetAccountRequest(), headers=headers("x.y.z")))
        assert error.code == Code.UNAUTHENTICATED
        assert accounts.get_account(accounts_pb.GetAccountRequest(), headers=headers(token)).username.startswith("u")


def test_a_repeated_request_with_a_key_counts_once(codec, token):
    amount = values_pb.Money(minor_units=1250, currency="CAD")
    request = purchases_pb.CreatePurchaseRequest(store_name="Corner shop", currency="CAD", total=amount)
    key = headers(token, **{"Idempotency-Key": str(uuid.uuid4())})
    with client(purchases_connect.PurchasesClientSync, codec) as purchases:
        first = purchases.create_purchase(request, headers=key)
        assert purchases.create_purchase(request, headers=key).id == first.id
        listed = purchases.list_purchases(purchases_pb.ListPurchasesRequest(), headers=headers(token)).purchases
        assert [entry.id for entry in listed].count(first.id) == 1
        assert first.total.minor_units == 1250 and first.recorded_at.seconds > 0


def test_a_time_limit_ends_a_call(codec, token):
    # Nothing ends within a millisecond of a purchase that does not change.
    with client(purchases_connect.PurchasesClientSync, codec) as purchases:
        made = purchases.create_purchase(
            purchases_pb.CreatePurchaseRequest(currency="CAD", total=values_pb.Money(minor_units=1, currency="CAD")),
            headers=headers(token, **{"Idempotency-Key": str(uuid.uuid4())}),
        )
        request = purchases_pb.WatchPurchaseRequest(purchase_id=made.id)
        error = failure(lambda: list(purchases.watch_purchase(request, headers=headers(token), timeout_ms=500)))
    assert error.code == Code.DEADLINE_EXCEEDED


def test_a_photo_becomes_a_purchase(codec, token):
    def requests():
        photo = RECEIPT.read_bytes()
        header = receipts_pb.UploadHeader(size=len(photo), time_zone="America/Vancouver")
        yield receipts_pb.UploadReceiptRequest(part=Oneof("header", header))
        for start in range(0, len(photo), 65536):
            yield receipts_pb.UploadReceiptRequest(part=Oneof("chunk", photo[start : start + 65536]))

    with client(receipts_connect.ReceiptsClientSync, codec) as receipts:
        receipt = receipts.upload_receipt(requests(), headers=headers(token)).receipt_id
        watched = receipts.watch_receipt(receipts_pb.WatchReceiptRequest(receipt_id=receipt), headers=headers(token))
        last = list(watched)[-1]
        assert last.state == receipts_pb.ReceiptState.DONE and last.purchase_id
        request = receipts_pb.DownloadPhotoRequest(receipt_id=receipt)
        error = failure(lambda: list(receipts.download_photo(request, headers=headers(token), timeout_ms=5000)))
        assert error.code == Code.NOT_FOUND


def test_a_missing_record_ends_a_stream_with_its_error(codec, token):
    with client(receipts_connect.ReceiptsClientSync, codec) as receipts:
        request = receipts_pb.WatchReceiptRequest(receipt_id=str(uuid.uuid4()))
        assert failure(lambda: list(receipts.watch_receipt(request, headers=headers(token)))).code == Code.NOT_FOUND

"""Users of the deployment, and what they have there, made through the gateway's calls rather than the pages."""

import http.client
import itertools
import json
import os
import sys
import urllib.error
import urllib.request
import uuid

from .deployment import MAILS, ROOT, eventually
from .tiles import grey_tile

sys.path.append(str(ROOT / "Tests/MailFolder"))
from mail_folder import MailFolder  # noqa: E402

PASSWORD = "Pantry-shelf-7"
SAMPLE = ROOT / "deploy/sample/receipt.jpg"
numbers = itertools.count(1)


class Person:
    """A registered user with a session of their own beside those of their browsers."""

    def __init__(self, address, name=None, is_introduced=True, gets_badge_notices=False):
        """Registers somebody, who has seen the introduction and gets no notices of badges unless a test is about that."""
        self.address = address
        self.name = name or f"anna{os.getpid()}x{next(numbers)}"
        terms = self.send("/larder.auth.v1.Accounts/GetTerms", {})
        self.email = f"{self.name}@example.org"
        registration = {"username": self.name, "email": self.email, "password": PASSWORD}
        self.send("/larder.auth.v1.Accounts/Register", registration | {"acceptedTermsVersion": terms["version"]})
        link = {"token": MailFolder(MAILS).token(self.email), "password": PASSWORD}
        self.send("/larder.auth.v1.EmailAddresses/ConfirmEmail", link)
        self.sign_in()
        if is_introduced:
            seen = {"settings": {"finishedTutorials": ["introduction"]}, "fields": ["finished_tutorials"]}
            self.call("larder.auth.v1.Settings/UpdateSettings", seen)
        if not gets_badge_notices:
            # They come with the first entry, receipt and goal, whatever a test does with these.
            off = {"kind": "badge_awarded", "channel": "NOTICE_CHANNEL_INBOX", "isOn": False}
            self.call("larder.notifications.v1.NoticePreferences/SetNoticePreference", off)

    def sign_in(self):
        """Begins another session: the first one, or one with a token that is not outdated."""
        self.token = None
        signed_in = self.send("/larder.auth.v1.Sessions/SignIn", {"name": self.name, "password": PASSWORD})
        self.token = signed_in["accessToken"]

    def call(self, method, request=None, key=None):
        """Calls a method and returns its response."""
        return self.send(f"/{method}", request or {}, key=key)

    def send(self, path, body, kind="application/json", key=None):
        """Posts JSON or bytes. Tries again when the gateway is not there or has too much to do."""
        headers = {"Content-Type": kind, "Idempotency-Key": key or str(uuid.uuid4())}
        if getattr(self, "token", None):
            headers["Authorization"] = f"Bearer {self.token}"
        data = body if isinstance(body, bytes) else json.dumps(body).encode()
        request = urllib.request.Request(self.address + path, data=data, headers=headers)

        def answer():
            try:
                with urllib.request.urlopen(request, timeout=60) as response:
                    return {"value": json.loads(response.read() or b"{}")}
            except urllib.error.HTTPError as error:
                printed = error.read().decode()
                if error.code in (429, 503):
                    return None
                raise AssertionError(f"{path} failed with {error.code}: {printed}") from error
            except (urllib.error.URLError, ConnectionError, http.client.HTTPException):
                # The gateway is being restarted; the key makes repeating safe.
                return None

        return eventually(answer, 60, f"an answer of {path}")["value"]

    def upload(self, photo=SAMPLE):
        """Sends a photo of a receipt; returns the receipt's id."""
        path = "/files/receipts?timeZone=Europe/Paris&keeping=PHOTO_KEEPING_KEEP"
        return self.send(path, photo.read_bytes(), kind="image/jpeg")["receiptId"]

    def read_receipt(self, photo=SAMPLE):
        """Sends a photo and waits until it is read; returns the receipt's and the purchase's id."""
        receipt = self.upload(photo)

        def state():
            found = self.call("larder.ocr.v1.Receipts/GetReceipt", {"receiptId": receipt})
            assert found["state"] != "RECEIPT_STATE_FAILED", found
            return found["state"] == "RECEIPT_STATE_DONE" and found

        purchase = eventually(state, 120, "reading the receipt")["purchaseId"]
        return receipt, self.matched(self.purchase(purchase))

    def fail_receipt(self, shade=232):
        """Sends a picture without a receipt and waits until reading it has failed; returns the receipt's id. The same picture is
        sent once."""
        path = "/files/receipts?timeZone=Europe/Paris&keeping=PHOTO_KEEPING_KEEP"
        receipt = self.send(path, grey_tile(shade), kind="image/png")["receiptId"]

        def has_failed():
            found = self.call("larder.ocr.v1.Receipts/GetReceipt", {"receiptId": receipt})
            assert found["state"] != "RECEIPT_STATE_DONE", found
            return found["state"] == "RECEIPT_STATE_FAILED"

        eventually(has_failed, 120, "failing to read the picture")
        return receipt

    def record(self, store="Corner shop", minor_units=250, day="2026-11-20", items=("Milk",), currency="EUR"):
        """Records a purchase that was typed in; the total is that of all items, each a name or what else an item has. Returns its id."""
        amount = {"minorUnits": str(minor_units), "currency": currency}
        purchase = {
            "storeName": store,
            "purchasedAt": {"date": day},
            "currency": currency,
            "items": [{**(item if isinstance(item, dict) else {"name": item}), "amount": amount} for item in items],
            "total": {"minorUnits": str(minor_units * len(items)), "currency": currency},
        }
        return self.matched(self.call("larder.budget.v1.Purchases/CreatePurchase", purchase))

    def spend(
        self, name="Coffee", minor_units=1500, day="2026-11-20", category="coffee-tea", place="", note="", refund=False, currency="EUR"
    ):
        """Records an expenditure. Returns its id."""
        symbols = {"coffee-tea": "☕", "transport": "🚌", "housing": "🏠", "eating-out": "🍽️"}
        expenditure = {
            **{"name": name, "amount": {"minorUnits": str(minor_units), "currency": currency}, "category": category},
            **{"categorySymbol": symbols.get(category, ""), "purchasedAt": {"date": day}, "place": place, "note": note},
            "refund": refund,
        }
        return self.matched(self.call("larder.budget.v1.Purchases/CreateExpenditure", expenditure))

    def matched(self, purchase):
        """The id of a purchase, once the catalog has said what its store and its lines are. That is a step of its own, and comes later
        where the catalog takes more than a second: between a change and its undoing, for example, which is rejected then."""
        if purchase.get("awaitsMatching"):
            eventually(lambda: not self.purchase(purchase["id"]).get("awaitsMatching"), 60, "matching the purchase")
        return purchase["id"]

    def set_goal(self, minor_units=10000, period="MONTH", **terms):
        """Sets a goal in euros. Returns its id."""
        limit = {"minorUnits": str(minor_units), "currency": "EUR"}
        goal = {"terms": {"period": f"GOAL_PERIOD_{period}", "limit": limit, **terms}}
        return self.call("larder.budget.v1.Goals/CreateGoal", goal)["id"]

    def accept_prices(self, lowest, highest, **target):
        """Says from what to what something may cost, in minor units of euros; 0 is no bound. `target` is a category or a product."""
        preference = {"currency": "EUR", "lowestMinor": str(lowest), "highestMinor": str(highest), **target}
        self.call("larder.budget.v1.Preferences/SetPreference", {"preference": preference})

    def tempt(self, name, radius=100, place=None):
        """Stores a place in the middle of Fernhollow, for somebody who has consented to that. Returns its id."""
        place = place or str(uuid.uuid4())
        location = {"latitudeMicrodegrees": "49600000", "longitudeMicrodegrees": "-119680000"}
        stored = {"id": place, "name": name, "location": location, "radiusMetres": radius}
        self.call("larder.notifications.v1.TemptingPlaces/SetPlace", {"place": stored})
        return place

    def repeat(self, name, minor_units, day, unit="MONTH"):
        """Adds a recurring expenditure in euros from a day on. Returns its id."""
        expenditure = {
            **{"name": name, "amount": {"minorUnits": str(minor_units), "currency": "EUR"}, "category": "housing"},
            **{"categorySymbol": "🏠", "purchasedAt": {"date": day}},
        }
        terms = {"expenditure": expenditure, "unit": f"RECURRENCE_UNIT_{unit}"}
        return self.call("larder.budget.v1.Recurring/CreateRecurring", {"terms": terms})["id"]

    def purchase(self, purchase):
        """A purchase as it is now."""
        return self.call("larder.budget.v1.Purchases/GetPurchase", {"purchaseId": purchase})

"""What waits in a browser to be sent, as a test puts it there and takes it away."""

# Runs a function with the stores of the browser's database, and tells the page that the queue has changed.
WITH_STORES = """(body, given) => new Promise((resolve, reject) => {
  const opening = indexedDB.open("larder");
  opening.onerror = () => reject(opening.error);
  opening.onsuccess = () => {
    const transaction = opening.result.transaction(["settings", "queue"], "readwrite");
    transaction.oncomplete = () => {
      opening.result.close();
      new BroadcastChannel("larder-queue").postMessage("changed");
      resolve();
    };
    body(transaction.objectStore("settings"), transaction.objectStore("queue"), given);
  };
})"""
EMPTY = """(_, queue) => queue.clear()"""
PUT = """(settings, queue, entry) => {
  const asked = settings.get("person");
  asked.onsuccess = () => queue.put({ ...entry, owner: asked.result.accountId, at: Date.now() }, entry.id);
}"""


def run(page, body, given=None):
    """Runs one of the functions above."""
    page.evaluate(f"(given) => ({WITH_STORES})({body}, given)", given)


def empty(page):
    """Takes away all that waits."""
    run(page, EMPTY)


def put_rejected(page, purchase):
    """Puts changes of a purchase there that were rejected, which are not sent by themselves."""
    edits = [
        {"total": {"value": {"minorUnits": "12890", "currency": "EUR"}}},
        {"note": {"value": "Organic whole milk from the mountains, and what Ada wanted for the party"}},
    ]
    entry = {
        **{"id": "rejected", "kind": "edit", "name": "Juniper Street Market", "isTried": True},
        "path": "/larder.budget.v1.Purchases/EditPurchase",
        "edit": {"purchaseId": purchase, "baseVersion": "1", "edits": edits},
        "rejection": {"code": "aborted", "message": "", "reason": "VERSION_CONFLICT", "fields": []},
    }
    run(page, PUT, entry)

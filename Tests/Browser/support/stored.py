"""What a browser stores, as tests read it."""

# All values of a store of the browser's database, by key.
VALUES = """(name) => new Promise((resolve, reject) => {
  const opening = indexedDB.open("larder");
  opening.onerror = () => reject(opening.error);
  opening.onsuccess = () => {
    const found = {};
    const transaction = opening.result.transaction(name);
    transaction.objectStore(name).openCursor().onsuccess = ({ target }) => {
      if (!target.result) return;
      found[target.result.key] = target.result.value;
      target.result.continue();
    };
    transaction.oncomplete = () => { opening.result.close(); resolve(found); };
  };
})"""


def values(page, store):
    """The values of a store, by key: one of `settings`, `drafts`, `copies` and `queue`. It can be asked of a page or a worker."""
    return page.evaluate(VALUES, store)


def copied_stores(page):
    """The stores of the copy of the log."""
    return [purchase["storeName"] for purchase in values(page, "copies").get("log") or []]

import assert from "node:assert/strict";
import { test } from "node:test";
import { editEntry, editRequest, entriesOf, isOnItsWay, isOnTopOf, rebased, renewed } from "./edit-entry.js";

const purchase = { id: "p", version: "3", storeName: "Corner shop", items: [{ productName: "Milk" }] };
const store = { storeName: { value: "Kiosk" } };
const first = { at: 1_500, edits: [store] };
const sent = { key: "k", owner: "anna", isTried: false };
const entry = editEntry(purchase, first, sent);

test("a request says on which version and when it was edited", () => {
  assert.deepEqual(editRequest(purchase, [store], 1_500), {
    ...{ purchaseId: "p", baseVersion: "3", edits: [store] },
    madeAt: { seconds: "1", nanos: 500_000_000 },
  });
});

test("an entry is named by its store or by what was spent on, and former versions of the app can send it", () => {
  assert.deepEqual(
    [entry.id, entry.kind, entry.owner, entry.at, entry.name],
    ["k", "edit", "anna", 1_500, "Corner shop"],
  );
  assert.deepEqual(entry.purchase, entry.edit);
  const coffee = { ...purchase, kind: /** @type {const} */ ("PURCHASE_KIND_EXPENDITURE") };
  assert.equal(editEntry(coffee, first, sent).name, "Milk");
});

test("edits are on their way once they may have arrived, until they are rejected", () => {
  const rejection = { code: "internal", message: "", reason: "", fields: [] };
  assert.equal(isOnItsWay(entry), false);
  assert.equal(isOnItsWay({ ...entry, isSending: true }), true);
  assert.equal(isOnItsWay({ ...entry, isTried: true }), true);
  assert.equal(isOnItsWay({ ...entry, isTried: true, rejection }), false);
  assert.equal(isOnItsWay({ ...entry, edit: undefined, isSending: true }), false);
});

test("what was rejected is sent once more as another request, on the present version", () => {
  const rejection = { code: "aborted", message: "", reason: "", fields: [] };
  const again = renewed({ ...entry, isTried: true, rejection }, "7");
  assert.notEqual(again.id, "k");
  assert.deepEqual([again.edit?.baseVersion, again.isTried, again.rejection], ["7", false, undefined]);
  assert.deepEqual(again.purchase, again.edit);
});

test("edits are on top of those whose answer is the version after theirs", () => {
  assert.equal(isOnTopOf(entry, { id: "p", version: "4" }), true);
  assert.equal(isOnTopOf(entry, { id: "p", version: "5" }), false);
  assert.equal(isOnTopOf(entry, { id: "q", version: "4" }), false);
  assert.equal(isOnTopOf({ ...entry, isTried: true }, { id: "p", version: "4" }), false);
  assert.equal(rebased(entry, "4").edit?.baseVersion, "4");
});

test("only entries with edits are of a purchase", () => {
  const photo = { ...entry, edit: undefined };
  assert.deepEqual(entriesOf([photo, entry], "p"), [entry]);
  assert.deepEqual(entriesOf([photo, entry], "q"), []);
  assert.deepEqual(entriesOf([photo], undefined), []);
});

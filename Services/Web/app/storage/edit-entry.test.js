import assert from "node:assert/strict";
import { test } from "node:test";
import {
  appended,
  editEntry,
  editRequest,
  entriesOf,
  isOnTopOf,
  rebased,
  renewed,
  stepsOf,
  withoutStep,
} from "./edit-entry.js";

const purchase = { id: "p", version: "3", storeName: "Corner shop", items: [{ productName: "Milk" }] };
const store = { storeName: { value: "Kiosk" } };
const note = { note: { value: "For Ada" } };
const first = { id: "1", at: 1_500, edits: [store] };
const second = { id: "2", at: 2_750, edits: [note, { date: { value: "2026-11-20" } }] };
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

test("a further step makes another request of the entry, with the time of the latest", () => {
  const both = appended(entry, second, "3");
  assert.ok(both);
  assert.notEqual(both.id, "k");
  assert.equal(both.at, 1_500);
  assert.deepEqual(both.edit, editRequest(purchase, [store, ...second.edits], 2_750));
  assert.deepEqual(both.purchase, both.edit);
  assert.deepEqual(stepsOf(both), [first, second]);
});

test("a step is not appended to what may have arrived, was rejected, is on another version or is full", () => {
  const rejection = { code: "internal", message: "", reason: "", fields: [] };
  assert.equal(appended({ ...entry, isTried: true }, second, "3"), undefined);
  assert.equal(appended({ ...entry, rejection }, second, "3"), undefined);
  assert.equal(appended(entry, second, "4"), undefined);
  const many = (/** @type {number} */ count) => ({ id: "3", at: 3_000, edits: Array(count).fill(note) });
  assert.equal(appended(entry, many(99), "3")?.edit?.edits?.length, 100);
  assert.equal(appended(entry, many(100), "3"), undefined);
});

test("a step is taken out, and the entry with its only one", () => {
  const both = /** @type {import("./queue-entry.js").Stored} */ (appended(entry, second, "3"));
  const rest = withoutStep(both, "2");
  assert.deepEqual(rest?.edit, entry.edit);
  assert.notEqual(rest?.id, both.id);
  assert.deepEqual(stepsOf(/** @type {any} */ (withoutStep(both, "1"))), [second]);
  assert.equal(withoutStep(entry, "1"), null);
  // What may have arrived as a whole is taken out as a whole.
  assert.equal(withoutStep({ ...both, isTried: true }, "2"), undefined);
  assert.equal(withoutStep({ ...entry, isTried: true }, "1"), null);
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

import assert from "node:assert/strict";
import { test } from "node:test";
import { editEntry } from "../storage/edit-entry.js";
import { editedOf, withWaiting } from "./waiting-edits.js";

const purchase = { id: "p", version: "3", storeName: "Corner shop", currency: "EUR" };
const other = { ...purchase, id: "q" };
const rename = (/** @type {string} */ value) => ({ key: value, at: 1, edits: [{ storeName: { value } }] });
const note = { key: "note", at: 2, edits: [{ note: { value: "For Ada" } }] };
const rejection = { code: "aborted", message: "", reason: "", fields: [] };

/**
 * An entry of the queue.
 *
 * @param {import("../storage/edit-entry.js").Saved & {key: string}} saved
 * @returns {import("../storage/waiting.js").Entry}
 */
const entry = ({ key, ...saved }, more = {}) => ({
  ...editEntry(purchase, saved, { key, owner: "anna", isTried: false }),
  ...more,
});

test("a purchase is shown with what waits, in its order, and with how much does", () => {
  const shown = withWaiting(purchase, [entry(rename("Kiosk")), entry(note), entry(rename("Market"))]);
  assert.deepEqual([shown.storeName, shown.note, shown.waits, shown.rejected], ["Market", "For Ada", 3, 0]);
  assert.equal(withWaiting(other, [entry(note)]), other);
});

test("what was rejected is not shown, but counted", () => {
  const shown = withWaiting(purchase, [entry(rename("Kiosk"), { rejection }), entry(note)]);
  assert.deepEqual([shown.storeName, shown.note, shown.waits, shown.rejected], ["Corner shop", "For Ada", 1, 1]);
});

test("what is being sent stays on the page, whichever newer version of another device comes", () => {
  const later = { ...purchase, version: "4", note: "Of another device" };
  const shown = withWaiting(later, [entry(rename("Kiosk"), { isSending: true })]);
  assert.deepEqual([shown.storeName, shown.note, shown.waits], ["Kiosk", "Of another device", 1]);
  assert.equal(withWaiting(later, []).storeName, "Corner shop");
});

test("of a list those are shown with edits that have some, each once", () => {
  const shown = editedOf([purchase, other, purchase], [entry(rename("Kiosk")), entry(note)]);
  assert.deepEqual(
    shown.map(({ id, storeName }) => [id, storeName]),
    [["p", "Kiosk"]],
  );
  assert.deepEqual(editedOf([purchase, other], []), []);
});

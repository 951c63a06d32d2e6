import assert from "node:assert/strict";
import { test } from "node:test";
import { arrivals, latestOf } from "./arrivals.js";

/**
 * @param {string} id
 * @param {number} microseconds
 */
function entry(id, microseconds, readAt = false) {
  const createdAt = { seconds: "1800000000", nanos: microseconds * 1000 };
  return { id, createdAt, ...(readAt && { readAt: { seconds: "1800000001" } }) };
}

/** @param {import("./entries.js").Entry[]} entries */
const ids = (entries) => entries.map(({ id }) => id);
const latest = latestOf([entry("known", 10)], 0);

test("entries that have come since are announced, newest first", () => {
  const found = arrivals([entry("b", 11), entry("c", 12), entry("a", 10)], latest, new Set());
  assert.deepEqual(ids(found), ["c", "b"]);
});

test("entries that were read or restored meanwhile are not", () => {
  const changed = [entry("read", 11, true), entry("restored", 12), entry("older", 9)];
  assert.deepEqual(arrivals(changed, latest, new Set(["restored"])), []);
});

test("the latest entry counts in microseconds, whichever order entries come in", () => {
  assert.equal(latestOf([entry("b", 12), entry("a", 11)], latest), latest + 2);
  assert.equal(latestOf([entry("old", 1)], latest), latest);
  assert.equal(latestOf([], latest), latest);
});

import assert from "node:assert/strict";
import test from "node:test";
import { descending, merged } from "./merging.js";

const entries = [
  { id: "c", at: 3 },
  { id: "b", at: 2 },
  { id: "a", at: 1 },
];
const compare = (one, other) => descending(one.at, other.at);

test("an entry is replaced, added, moved or removed, and the others are the same objects", () => {
  const changed = [
    { id: "b", at: 5 },
    { id: "d", at: 4 },
  ];
  const list = merged(entries, { changed, removed: ["a"] }, compare);
  assert.deepEqual(list, [{ id: "b", at: 5 }, { id: "d", at: 4 }, entries[0]]);
  assert.equal(list[2], entries[0]);
  assert.equal(entries.length, 3);
});

test("applying changes again changes nothing", () => {
  const changes = { changed: [{ id: "b", at: 5 }], removed: ["a", "nothing"] };
  const list = merged(entries, changes, compare);
  assert.deepEqual(merged(list, changes, compare), list);
});

test("an entry that no longer belongs to the list leaves it", () => {
  const isWanted = (entry) => entry.at > 1;
  const list = merged(entries, { changed: [{ id: "c", at: 0 }] }, compare, { isWanted });
  assert.deepEqual(
    list.map((entry) => entry.id),
    ["b", "a"],
  );
});

test("an entry that comes with a later page is left out, unless there is none", () => {
  const changed = [{ id: "old", at: 0 }];
  assert.equal(merged(entries, { changed }, compare, { isWhole: false }).length, 3);
  assert.equal(merged(entries, { changed }, compare).length, 4);
  assert.equal(merged([], { changed }, compare, { isWhole: false }).length, 1);
});

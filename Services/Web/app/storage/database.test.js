import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { state } from "../../testing/indexed-db.js";

const { drafts, queue, settings, whenDraftIsLost } = await import("./database.js");

beforeEach(() => Object.assign(state, { isFull: false, isClosed: false }));

// The first one, as the database stays open from then on.
test("a database that could not be opened is opened the next time", async () => {
  state.isClosed = true;
  assert.equal(await settings.set("language", "fr"), false);
  state.isClosed = false;
  assert.equal(await settings.set("language", "fr"), true);
  assert.equal(await settings.get("language"), "fr");
});

test("a store without room says so and keeps what it had", async () => {
  await queue.set("1", { at: 1 });
  state.isFull = true;
  assert.equal(await queue.set("1", { at: 2 }), false);
  assert.deepEqual(await queue.get("1"), { at: 1 });
});

test("a draft that cannot be kept is told of", async () => {
  let lost = 0;
  whenDraftIsLost(() => (lost += 1));
  await drafts.set("purchase", "Kiosk");
  assert.equal(lost, 0);
  state.isFull = true;
  await drafts.set("purchase", "Kiosk at the station");
  assert.equal(lost, 1);
});

test("a value is changed only where there is one", async () => {
  await queue.set("2", { tries: 1 });
  assert.deepEqual(await queue.change("2", (value) => ({ tries: value.tries + 1 })), { tries: 2 });
  assert.equal(await queue.change("none", () => ({ tries: 9 })), undefined);
  assert.deepEqual(await queue.get("2"), { tries: 2 });
  assert.equal(await queue.get("none"), undefined);
});

test("a value is replaced by one under another key, or removed, only where there is one", async () => {
  await queue.set("3", { edits: 1 });
  assert.equal(await queue.replace("3", (value) => ["4", { edits: value.edits + 1 }]), true);
  assert.deepEqual([await queue.get("3"), await queue.get("4")], [undefined, { edits: 2 }]);
  assert.equal(await queue.replace("3", () => ["5", {}]), false);
  assert.equal(await queue.replace("4", () => undefined), false);
  assert.equal(await queue.replace("4", () => null), true);
  assert.deepEqual([await queue.get("4"), await queue.get("5")], [undefined, undefined]);
});

test("what there is no room for replaces and changes nothing", async () => {
  await queue.set("6", { edits: 1 });
  state.isFull = true;
  assert.equal(await queue.replace("6", () => ["7", {}]), false);
  assert.equal(await queue.change("6", () => ({ edits: 2 })), undefined);
  assert.deepEqual(await queue.get("6"), { edits: 1 });
});

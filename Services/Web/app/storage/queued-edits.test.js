import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { answer, failing, settled, until } from "../../testing/browser.js";
import { state, stored } from "../../testing/indexed-db.js";

const { person } = await import("../session/session.js");
const sending = await import("./sending.js");
const edits = await import("./queued-edits.js");
const { isOnItsWay } = await import("./edit-entry.js");
const { waiting, whenSent } = await import("./waiting.js");

const purchase = { id: "p", version: "3", storeName: "Corner shop" };
const network = /** @type {{onLine: boolean}} */ (navigator);
/** @type {{key: string, body: any}[]} */
let asked = [];
/** @type {(body: any) => Response | Promise<Response>} */
let reply;

globalThis.fetch = /** @type {any} */ (
  async (/** @type {string} */ _path, /** @type {any} */ { headers, body }) => {
    asked.push({ key: headers["Idempotency-Key"], body: JSON.parse(body) });
    return await reply(asked.at(-1)?.body);
  }
);

await sending.startQueue();

beforeEach(async () => {
  network.onLine = true;
  Object.assign(state, { isFull: false });
  person.set({ accountId: "anna", username: "anna" });
  reply = () => answer(200, { id: "p", version: "4" });
  await sending.removeAllQueued("anna");
  await settled();
  asked = [];
  network.onLine = false;
});

/**
 * Saves a note of a purchase.
 *
 * @param {string} value
 */
async function save(value, { isTried = false, owner = "anna" } = {}) {
  const saved = { at: value.length, edits: [{ note: { value } }] };
  await edits.queueEdits(purchase, saved, { key: `key of ${value}`, owner, isTried });
  await settled();
}

/** The network is there again. */
async function reconnect() {
  network.onLine = true;
  dispatchEvent(new Event("online"));
  await settled();
}

/** What is stored: the notes of each entry, in its order. */
const kept = () => waiting.value.map(({ edit }) => edit?.edits?.map(({ note }) => note?.value));
const sentNotes = () => asked.map(({ body }) => body.edits.map((/** @type {any} */ { note }) => note.value));

/** Answers each request with the version after its own. */
const taken = (/** @type {any} */ { baseVersion }) =>
  answer(200, { id: "p", version: String(Number(baseVersion) + 1) });

test("each save is a request of its own, with its own key and time, on top of the answer to the one before", async () => {
  await save("a");
  await save("bb");
  await save("ccc");
  assert.deepEqual([kept(), stored.queue.size], [[["a"], ["bb"], ["ccc"]], 3]);
  assert.equal(await edits.hasWaitingEdits("p"), true);
  assert.equal(await edits.hasWaitingEdits("q"), false);
  reply = taken;
  await reconnect();
  assert.deepEqual(
    asked.map(({ key, body }) => [key, body.madeAt.nanos, body.baseVersion]),
    [
      ["key of a", 1_000_000, "3"],
      ["key of bb", 2_000_000, "4"],
      ["key of ccc", 3_000_000, "5"],
    ],
  );
  assert.deepEqual(sentNotes(), [["a"], ["bb"], ["ccc"]]);
  assert.deepEqual([kept(), stored.queue.size], [[], 0]);
});

test("what is saved later is sent later, although the clock was set back", async () => {
  await save("ccc");
  await save("a");
  reply = taken;
  await reconnect();
  assert.deepEqual(sentNotes(), [["ccc"], ["a"]]);
  assert.equal(asked[1].body.madeAt.nanos, 1_000_000);
});

test("what may have arrived is sent under the same key, and what follows on top of its answer", async () => {
  await save("a", { isTried: true });
  await save("bb");
  reply = taken;
  await reconnect();
  assert.deepEqual(
    asked.map(({ key, body }) => [key, body.baseVersion]),
    [
      ["key of a", "3"],
      ["key of bb", "4"],
    ],
  );
});

test("what is saved while the edits before it are being sent waits for their answer", async () => {
  await save("a");
  let arrive = (/** @type {Response} */ _) => {};
  reply = () => new Promise((resolve) => (arrive = resolve));
  await reconnect();
  await save("bb");
  assert.deepEqual([sentNotes(), kept()], [[["a"]], [["a"], ["bb"]]]);
  // It cannot be taken back any more.
  assert.equal(await edits.removeWaitingEdits("key of a"), false);
  assert.equal(await edits.withdraw(waiting.value[0]), undefined);
  assert.deepEqual(kept(), [["a"], ["bb"]]);
  reply = () => answer(200, { id: "p", version: "5" });
  arrive(answer(200, { id: "p", version: "4" }));
  await until(() => asked.length === 2);
  assert.equal(asked[1].body.baseVersion, "4");
});

test("what was saved is taken back while it waits", async () => {
  await save("a");
  await save("bb");
  assert.equal(edits.lastWaitingEdits("p")?.id, "key of bb");
  assert.equal(await edits.removeWaitingEdits("key of bb"), true);
  assert.deepEqual(kept(), [["a"]]);
  assert.equal(await edits.removeWaitingEdits("key of a"), true);
  assert.deepEqual([kept(), stored.queue.size], [[], 0]);
  assert.equal(await edits.removeWaitingEdits("key of a"), false);
  assert.equal(edits.lastWaitingEdits("p"), undefined);
});

test("what may have arrived is not taken back, and is known to be on its way", async () => {
  await save("a");
  reply = () => failing(503, "unavailable");
  await reconnect();
  network.onLine = false;
  assert.deepEqual([asked.length, waiting.value[0].isSending, isOnItsWay(waiting.value[0])], [1, false, true]);
  assert.equal(await edits.removeWaitingEdits("key of a"), false);
  assert.equal(await edits.withdraw(waiting.value[0]), undefined);
  assert.deepEqual([kept(), stored.queue.size], [[["a"]], 1]);
});

test("what another tab or the worker has begun to send is not taken back, although this page does not know", async () => {
  await save("a");
  stored.queue.set("key of a", { ...stored.queue.get("key of a"), isTried: true });
  assert.equal(isOnItsWay(waiting.value[0]), false);
  assert.equal(await edits.withdraw(waiting.value[0]), undefined);
  assert.equal(stored.queue.size, 1);
});

test("what is withdrawn can be put back, also after it was rejected", async () => {
  await save("a");
  const restore = await edits.withdraw(waiting.value[0]);
  assert.deepEqual([kept(), stored.queue.size], [[], 0]);
  await restore?.();
  assert.deepEqual([kept(), stored.queue.size], [[["a"]], 1]);
  reply = () => failing(400, "failed_precondition");
  await reconnect();
  const putBack = await edits.withdraw(waiting.value[0]);
  assert.equal(stored.queue.size, 0);
  await putBack?.();
  assert.equal(waiting.value[0].rejection?.code, "failed_precondition");
});

test("the answer is told as the entry leaves what waits", async () => {
  await save("a");
  const told = /** @type {any[]} */ ([]);
  const leave = whenSent((entry, answer) => told.push([entry.edit?.purchaseId, answer.version, waiting.value.length]));
  await reconnect();
  leave();
  assert.deepEqual(told, [["p", "4", 0]]);
});

test("a rejection keeps nothing from what follows, and is sent once more on the present version", async () => {
  await save("a", { isTried: true });
  await save("bb");
  reply = ({ edits: [{ note }] }) =>
    note.value === "a" ? failing(400, "failed_precondition") : answer(200, { id: "p", version: "8" });
  await reconnect();
  assert.deepEqual([sentNotes(), kept()], [[["a"], ["bb"]], [["a"]]]);
  assert.equal(sending.rejectionOf(waiting.value[0]), "This is failed_precondition.");
  reply = () => answer(200, { id: "p", version: "9" });
  await edits.sendEditsAgain(waiting.value[0].id, "8");
  await until(() => !waiting.value.length);
  const again = asked[2];
  assert.deepEqual([again.body.baseVersion, again.body.edits], ["8", [{ note: { value: "a" } }]]);
  assert.notEqual(again.key, "key of a");
});

test("edits that cannot be stored are left to their form", async () => {
  state.isFull = true;
  await assert.rejects(save("a"), { code: "not_stored" });
  assert.deepEqual(kept(), []);
});

test("what is nobody's is not stored", async () => {
  await assert.rejects(save("a", { owner: "" }), { code: "not_stored" });
  assert.equal(stored.queue.size, 0);
});

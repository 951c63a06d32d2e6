import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { answer, failing, settled, until } from "../../testing/browser.js";
import { state, stored } from "../../testing/indexed-db.js";

const { person } = await import("../session/session.js");
const sending = await import("./sending.js");
const edits = await import("./queued-edits.js");
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
async function save(value, { isTried = false, version = "3" } = {}) {
  const step = { id: value, at: value.length, edits: [{ note: { value } }] };
  await edits.queueEdits({ ...purchase, version }, step, { key: `key of ${value}`, isTried });
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

test("what is saved step by step is one request of another key", async () => {
  await save("a");
  await save("bb");
  assert.deepEqual([kept(), stored.queue.size], [[["a", "bb"]], 1]);
  assert.equal(await edits.hasWaitingEdits("p"), true);
  assert.equal(await edits.hasWaitingEdits("q"), false);
  await reconnect();
  assert.deepEqual(sentNotes(), [["a", "bb"]]);
  assert.notEqual(asked[0].key, "key of a");
  assert.deepEqual([kept(), stored.queue.size], [[], 0]);
});

test("what may have arrived stays as it is, and what follows is sent behind it, on top of its answer", async () => {
  await save("a", { isTried: true });
  await save("bb");
  await save("ccc");
  assert.deepEqual(kept(), [["a"], ["bb", "ccc"]]);
  reply = ({ baseVersion }) => answer(200, { id: "p", version: String(Number(baseVersion) + 1) });
  await reconnect();
  assert.equal(asked[0].key, "key of a");
  assert.deepEqual(
    asked.map(({ body }) => body.baseVersion),
    ["3", "4"],
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
  assert.equal(await edits.removeWaitingStep("a"), false);
  reply = () => answer(200, { id: "p", version: "5" });
  arrive(answer(200, { id: "p", version: "4" }));
  await until(() => asked.length === 2);
  assert.equal(asked[1].body.baseVersion, "4");
});

test("edits on another version than those before them are an entry of their own", async () => {
  await save("a");
  await save("bb", { version: "4" });
  assert.deepEqual(kept(), [["a"], ["bb"]]);
});

test("what was saved is taken back while it waits", async () => {
  await save("a");
  await save("bb");
  assert.equal(edits.lastWaitingStep("p")?.id, "bb");
  assert.equal(await edits.removeWaitingStep("bb"), true);
  assert.deepEqual(kept(), [["a"]]);
  assert.equal(await edits.removeWaitingStep("a"), true);
  assert.deepEqual([kept(), stored.queue.size], [[], 0]);
  assert.equal(await edits.removeWaitingStep("a"), false);
  assert.equal(edits.lastWaitingStep("p"), undefined);
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

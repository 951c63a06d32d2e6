import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { answer, failing } from "../../testing/browser.js";
import "../../testing/indexed-db.js";

const { queue } = await import("./database.js");
const { editEntry } = await import("./edit-entry.js");
const { pending, sendEntry } = await import("./queue-entry.js");

const entry = { id: "k", kind: /** @type {const} */ ("purchase"), owner: "anna", at: 1, path: "/x", purchase: {} };

/** @param {() => Response} reply */
async function send(reply, tries = 1) {
  globalThis.fetch = /** @type {any} */ (async () => reply());
  return await sendEntry(entry, tries, () => Promise.reject(new Error("there is no photo")));
}

beforeEach(async () => void (await queue.set("k", entry)));

test("an outcome says whether the others wait as well", async () => {
  const unreachable = () => {
    throw new TypeError("no network");
  };
  assert.deepEqual(await send(() => answer(200, { id: "1" })), { state: "sent", answer: { id: "1" } });
  assert.deepEqual(await send(unreachable), { state: "unavailable", retryAfter: 0 });
  for (const [status, code, reason, state] of /** @type {const} */ ([
    [503, "unavailable", "", "unavailable"],
    [401, "unauthenticated", "", "unavailable"],
    [400, "failed_precondition", "OTHER_ACCOUNT", "otherAccount"],
    [500, "internal", "", "failed"],
    [409, "aborted", "", "failed"],
    [429, "resource_exhausted", "STORAGE_FULL", "failed"],
  ]))
    assert.equal((await send(() => failing(status, code, reason))).state, state, code);
  assert.equal((await queue.get("k")).rejection, undefined);
});

test("a rejection is stored, also after too many failures", async () => {
  for (const [code, tries] of /** @type {const} */ ([
    ["invalid_argument", 1],
    ["internal", 10],
  ])) {
    assert.equal((await send(() => failing(400, code), tries)).state, "rejected");
    assert.equal((await queue.get("k")).rejection.code, code);
  }
});

test("a photo is sent for its owner under its key", async () => {
  const photo = new Blob(["x"]);
  const sent = /** @type {any[]} */ ([]);
  await sendEntry({ ...entry, kind: "photo", photo }, 1, async (...given) => sent.push(given));
  assert.deepEqual(sent, [["/x", photo, { key: "k", owner: "anna" }]]);
});

test("what is rejected or another account's is not sent, and the rest in its order", () => {
  const rejection = { code: "internal", message: "", reason: "", fields: [] };
  const entries = [
    { ...entry, id: "later", at: 2 },
    { ...entry, id: "rejected", rejection },
    { ...entry, id: "bert's", owner: "bert" },
    entry,
  ];
  assert.deepEqual(
    pending(entries, "anna").map(({ id }) => id),
    ["k", "later"],
  );
});

/**
 * An entry with an edit of a purchase at version 3.
 *
 * @param {string} key
 * @param {number} at
 * @param {string} id The purchase.
 */
function edited(key, at, id = "p", version = "3", owner = "anna") {
  const saved = { at, edits: [{ note: { value: key } }] };
  return editEntry({ id, version }, saved, { key, owner, isTried: false });
}

/** @type {any[]} */
let requests = [];

/**
 * Sends an entry that is stored.
 *
 * @param {import("./queue-entry.js").Stored} stored
 * @param {Response} reply
 */
async function sendStored(stored, reply) {
  requests = [];
  globalThis.fetch = /** @type {any} */ (
    async (/** @type {string} */ path, /** @type {any} */ options) => {
      requests.push({ path, key: options.headers["Idempotency-Key"], body: JSON.parse(options.body) });
      return reply;
    }
  );
  return await sendEntry(stored, 1, () => Promise.reject(new Error("there is no photo")));
}

test("edits are sent as they are stored by then, and are tried from there on", async () => {
  const first = edited("one", 1);
  await queue.set("one", { ...first, edit: { ...first.edit, baseVersion: "4" } });
  assert.equal((await sendStored(first, answer(200, { id: "p", version: "5" }))).state, "sent");
  const [{ path, key, body }] = requests;
  assert.deepEqual([path, key, body.baseVersion], ["/larder.budget.v1.Purchases/EditPurchase", "one", "4"]);
  assert.deepEqual(body.madeAt, { seconds: "0", nanos: 1_000_000 });
  assert.equal((await queue.get("one")).isTried, true);
});

test("edits that were replaced meanwhile are not sent", async () => {
  assert.deepEqual(await sendStored(edited("gone", 1), answer(200, {})), { state: "gone" });
  assert.equal(requests.length, 0);
});

test("what was edited on top of others is on top of the answer to them, unless something came between", async () => {
  const rejection = { code: "aborted", message: "", reason: "", fields: [] };
  const others = {
    later: edited("later", 2),
    another: edited("another", 2, "q"),
    older: edited("older", 2, "p", "2"),
    berts: edited("berts", 2, "p", "3", "bert"),
    tried: { ...edited("tried", 2), isTried: true },
    rejected: { ...edited("rejected", 2), rejection },
  };
  for (const each of [edited("first", 1), ...Object.values(others)]) await queue.set(each.id, each);
  const bases = async () =>
    Promise.all(Object.keys(others).map(async (key) => (await queue.get(key)).edit.baseVersion));
  await sendStored(edited("first", 1), answer(200, { id: "p", version: "5" }));
  assert.deepEqual(await bases(), ["3", "3", "2", "3", "3", "3"]);
  await sendStored(edited("first", 1), answer(200, { id: "p", version: "4" }));
  assert.deepEqual(await bases(), ["4", "3", "2", "3", "3", "3"]);
  // Former versions of the app send what a purchase would be.
  assert.equal((await queue.get("later")).purchase.baseVersion, "4");
});

test("edits that cannot be merged are rejected at once, and what is under way elsewhere is tried again", async () => {
  await queue.set("one", edited("one", 1));
  assert.equal((await sendStored(edited("one", 1), failing(409, "aborted"))).state, "failed");
  assert.equal((await sendStored(edited("one", 1), failing(409, "aborted", "VERSION_CONFLICT"))).state, "rejected");
  assert.equal((await queue.get("one")).rejection.reason, "VERSION_CONFLICT");
});

test("the edits of a purchase are sent one after the other", () => {
  const entries = [edited("b", 2), edited("a", 1), edited("c", 3, "q"), { ...entry, at: 4 }];
  assert.deepEqual(
    pending(entries, "anna").map(({ id }) => id),
    ["a", "c", "k"],
  );
});

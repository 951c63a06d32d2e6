import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { answer, failing } from "../../testing/browser.js";
import "../../testing/indexed-db.js";

const { queue } = await import("./database.js");
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

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { settled, until } from "../../testing/browser.js";
import { stored } from "../../testing/indexed-db.js";

const { person } = await import("../session/session.js");
const { removeAllQueued } = await import("../storage/sending.js");
const { waiting } = await import("../storage/waiting.js");
const { addTyped } = await import("./adding.js");
const { saveEdits } = await import("./saving-edits.js");

const purchase = { id: "p", version: "3", storeName: "Corner shop" };
/** @type {Record<string, string>[]} The heads of what was asked. */
let asked = [];
let lose = () => {};

globalThis.fetch = /** @type {any} */ (
  (/** @type {string} */ _path, /** @type {any} */ { headers }) => {
    asked.push(headers);
    return new Promise((_, reject) => (lose = () => reject(new TypeError("no network"))));
  }
);

/** @param {string | null} name */
function signIn(name) {
  person.set(name ? { accountId: name, username: name } : null);
}

beforeEach(async () => {
  signIn("anna");
  await removeAllQueued("anna");
  await removeAllQueued("bert");
  asked = [];
});

/** Whose entries are stored. */
const owners = () => [...stored.queue.values()].map(({ owner }) => owner);

for (const [what, body] of /** @type {const} */ ([
  ["an edit", () => saveEdits(purchase, [{ note: { value: "For Ada" } }], { key: "k", owner: "anna" })],
  ["what was typed", () => addTyped({ purchase: { storeName: "Kiosk" } }, "k")],
]))
  for (const next of ["bert", null])
    test(`${what} whose answer was lost waits for who made it, when ${next ?? "nobody"} is signed in by then`, async () => {
      const done = body();
      await until(() => asked.length === 1);
      assert.equal(asked[0]["Larder-Account"], "anna");
      signIn(next);
      lose();
      await done;
      await settled();
      assert.deepEqual([owners(), waiting.value.length], [["anna"], 0]);
    });

test("what was typed by nobody is not stored", async () => {
  signIn(null);
  const done = assert.rejects(addTyped({ purchase: { storeName: "Kiosk" } }, "k"), { code: "not_stored" });
  await until(() => asked.length === 1);
  lose();
  await done;
  assert.deepEqual(owners(), []);
});

import assert from "node:assert/strict";
import { beforeEach, mock, test } from "node:test";
import { answer, failing, settled, until } from "../../testing/browser.js";
import { state, stored } from "../../testing/indexed-db.js";

const { person } = await import("../session/session.js");
const sending = await import("./sending.js");
const { queueReceipt, queueTyped, queued, rejectionOf, removeAllQueued, removeQueued, sendAgain } = sending;
const { waiting } = await import("./waiting.js");

/** @type {{path: string, headers: Record<string, string>, body: string}[]} */
let asked = [];
/** @type {() => Response} */
let reply = () => answer(200, {});

globalThis.fetch = /** @type {any} */ (
  async (/** @type {string} */ path, /** @type {any} */ options) => {
    asked.push({ path, ...options });
    return reply();
  }
);

/** Photos arrive as purchases do. */
globalThis.XMLHttpRequest = /** @type {any} */ (
  class {
    upload = {};
    status = 200;
    responseText = "{}";
    open() {}
    setRequestHeader() {}
    send() {
      asked.push({ path: "photo", headers: {}, body: "" });
      queueMicrotask(() => {
        const { onload, onloadend } = /** @type {any} */ (this);
        onload();
        onloadend();
      });
    }
  }
);

const network = /** @type {{onLine: boolean}} */ (navigator);

await sending.startQueue();

beforeEach(async () => {
  mock.timers.reset();
  reply = () => answer(200, {});
  Object.assign(state, { isFull: false });
  network.onLine = true;
  person.set({ accountId: "anna", username: "anna" });
  await removeAllQueued("anna");
  await removeAllQueued("bert");
  await settled();
  asked = [];
});

/** What is stored of the queue. */
const kept = () => [...stored.queue.values()];

/** The network is there again. */
async function reconnect() {
  network.onLine = true;
  dispatchEvent(new Event("online"));
  await settled();
}

/** @param {string} storeName */
async function queueOffline(storeName, key = storeName) {
  network.onLine = false;
  await queueTyped({ purchase: { storeName } }, key);
  await settled();
}

test("a purchase is sent for its owner under its key, and leaves the queue", async () => {
  await queueOffline("Kiosk", "the first key");
  assert.deepEqual([asked.length, kept().length, waiting.value.length], [0, 1, 1]);
  await reconnect();
  assert.equal(asked[0].headers["Idempotency-Key"], "the first key");
  assert.equal(asked[0].headers["Larder-Account"], "anna");
  assert.equal(JSON.parse(asked[0].body).storeName, "Kiosk");
  assert.deepEqual([asked.length, kept().length, waiting.value.length], [1, 0, 0]);
});

test("what waits is sent in its order", async () => {
  await queueOffline("Kiosk");
  await queueOffline("Market");
  await reconnect();
  assert.deepEqual(
    asked.map(({ body }) => JSON.parse(body).storeName),
    ["Kiosk", "Market"],
  );
});

test("what is rejected stays with the reason, and can be sent once more", async () => {
  reply = () => failing(400, "invalid_argument");
  await queueTyped({ purchase: { storeName: "Kiosk" } }, "k");
  await until(() => kept()[0]?.rejection);
  assert.equal(rejectionOf(waiting.value[0]), "This is invalid_argument.");
  await reconnect();
  assert.equal(asked.length, 1);
  assert.deepEqual(await queued("k"), waiting.value[0]);
  reply = () => answer(200, {});
  await sendAgain("k");
  assert.deepEqual([asked.length, kept().length, waiting.value.length], [2, 0, 0]);
});

test("a rejection keeps nothing from what comes behind it", async () => {
  await queueOffline("Kiosk");
  await queueOffline("Market");
  const replies = [failing(400, "invalid_argument"), answer(200, {})];
  reply = () => /** @type {Response} */ (replies.shift());
  await reconnect();
  assert.deepEqual(
    waiting.value.map(({ id }) => id),
    ["Kiosk"],
  );
});

test("what goes wrong at Larder is tried again later each time, and rejected in the end", async () => {
  mock.timers.enable({ apis: ["setTimeout", "Date"] });
  reply = () => failing(500, "internal");
  await queueTyped({ purchase: { storeName: "Kiosk" } }, "k");
  for (const [tries, pause] of [5, 10, 20, 40, 80, 160, 320, 600, 600].entries()) {
    await settled();
    assert.equal(asked.length, tries + 1);
    assert.equal(waiting.value[0].rejection, undefined);
    mock.timers.tick(pause * 1000 - 1);
    await settled();
    assert.equal(asked.length, tries + 1);
    mock.timers.tick(1);
  }
  await settled();
  assert.equal(asked.length, 10);
  assert.equal(waiting.value[0].rejection?.code, "internal");
});

test("what there is no room for keeps nothing from what comes behind it", async () => {
  await queueOffline("Kiosk");
  await queueOffline("Market");
  const replies = [failing(429, "resource_exhausted", "STORAGE_FULL"), answer(200, {})];
  reply = () => /** @type {Response} */ (replies.shift());
  await reconnect();
  assert.deepEqual(
    waiting.value.map(({ id, tries }) => [id, tries]),
    [["Kiosk", 1]],
  );
});

test("while Larder cannot be reached all waits, and goes on by itself", async () => {
  mock.timers.enable({ apis: ["setTimeout", "Date"] });
  reply = () => failing(503, "unavailable");
  await queueTyped({ purchase: { storeName: "Kiosk" } }, "k");
  await queueTyped({ purchase: { storeName: "Market" } }, "m");
  await settled();
  assert.equal(asked.length, 1);
  reply = () => answer(200, {});
  mock.timers.tick(600_000);
  await until(() => !waiting.value.length);
  assert.equal(asked.length, 3);
});

test("what waits is not sent in the session of somebody else", async () => {
  await queueOffline("Kiosk");
  reply = () => failing(400, "failed_precondition", "OTHER_ACCOUNT");
  await reconnect();
  assert.equal(asked[0].headers["Larder-Account"], "anna");
  assert.equal(kept()[0].rejection, undefined);
  person.set({ accountId: "bert", username: "bert" });
  await settled();
  assert.deepEqual([asked.length, waiting.value.length, kept().length], [1, 0, 1]);
  assert.equal(await queued("Kiosk"), undefined);
  reply = () => answer(200, {});
  person.set({ accountId: "anna", username: "anna" });
  await until(() => !kept().length);
  assert.equal(asked[1].headers["Larder-Account"], "anna");
});

test("a purchase that cannot be stored is left to its form", async () => {
  state.isFull = true;
  await assert.rejects(queueTyped({ purchase: { storeName: "Kiosk" } }), { code: "not_stored" });
  assert.equal(waiting.value.length, 0);
});

test("a photo that cannot be stored waits in memory, for its owner alone", async () => {
  state.isFull = true;
  network.onLine = false;
  assert.equal(await queueReceipt([new Blob(["x"])]), false);
  assert.equal(waiting.value[0].isUnstored, true);
  person.set({ accountId: "bert", username: "bert" });
  await settled();
  assert.equal(waiting.value.length, 0);
  await reconnect();
  assert.equal(asked.length, 0);
  person.set({ accountId: "anna", username: "anna" });
  await until(() => asked.length === 1 && !waiting.value.length);
});

test("leaving the page asks first as long as something is nowhere else", async () => {
  const leave = () => {
    const event = new Event("beforeunload", { cancelable: true });
    dispatchEvent(event);
    return event.defaultPrevented;
  };
  await queueOffline("Kiosk");
  assert.equal(leave(), false);
  state.isFull = true;
  await queueReceipt([new Blob(["x"])]);
  assert.equal(leave(), true);
});

test("what was removed is not sent, unless it is put back", async () => {
  await queueOffline("Kiosk");
  await queueOffline("Market");
  await removeQueued("Kiosk");
  const restore = await removeQueued("Market");
  assert.equal(kept().length, 0);
  await restore();
  await reconnect();
  assert.deepEqual(
    asked.map(({ headers }) => headers["Idempotency-Key"]),
    ["Market"],
  );
});

test("the queue of another tab is shown as it changes", async () => {
  await queueOffline("Kiosk");
  const tab = new BroadcastChannel("larder-queue");
  stored.queue.delete("Kiosk");
  tab.postMessage("changed");
  await until(() => !waiting.value.length);
});

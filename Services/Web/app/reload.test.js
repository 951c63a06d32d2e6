import assert from "node:assert/strict";
import { beforeEach, mock, test } from "node:test";
import { orReload } from "./reload.js";

/** @type {Map<string, string>} */
const kept = new Map();
const reload = mock.fn();
Object.assign(globalThis, {
  sessionStorage: {
    getItem: (/** @type {string} */ key) => kept.get(key) ?? null,
    setItem: (/** @type {string} */ key, /** @type {string} */ value) => kept.set(key, value),
  },
  location: { reload },
});

beforeEach(() => {
  kept.clear();
  reload.mock.resetCalls();
  mock.timers.enable({ apis: ["setTimeout", "Date"], now: 1_700_000_000_000 });
});

/** @type {Promise<string>} */
const nothing = new Promise(() => {});

test("what comes in time reloads nothing", async (context) => {
  context.after(() => mock.timers.reset());
  assert.equal(await orReload(Promise.resolve("en")), "en");
  mock.timers.tick(100_000);
  assert.equal(reload.mock.callCount(), 0);
});

test("what fails is tried once more on a page that is loaded anew, and then passed on", async (context) => {
  context.after(() => mock.timers.reset());
  void orReload(Promise.reject(new Error("a module")));
  await new Promise(setImmediate);
  assert.equal(reload.mock.callCount(), 1);
  await assert.rejects(orReload(Promise.reject(new Error("a module"))), /a module/);
  assert.equal(reload.mock.callCount(), 1);
});

test("as long as something comes it is waited for", (context) => {
  context.after(() => mock.timers.reset());
  let loaded = 1;
  void orReload(nothing, () => loaded);
  for (loaded = 2; loaded < 5; loaded += 1) mock.timers.tick(15_000);
  assert.equal(reload.mock.callCount(), 0);
  mock.timers.tick(15_000);
  mock.timers.tick(15_000);
  assert.equal(reload.mock.callCount(), 1);
});

test("where nothing comes the page is loaded anew once, and then says so", async (context) => {
  context.after(() => mock.timers.reset());
  void orReload(nothing);
  mock.timers.tick(14_999);
  assert.equal(reload.mock.callCount(), 0);
  mock.timers.tick(1);
  assert.equal(reload.mock.callCount(), 1);
  const again = orReload(nothing);
  mock.timers.tick(15_000);
  await assert.rejects(again, /cannot begin/);
  assert.equal(reload.mock.callCount(), 1);
  mock.timers.tick(60_000);
  void orReload(nothing);
  mock.timers.tick(15_000);
  assert.equal(reload.mock.callCount(), 2);
});

import assert from "node:assert/strict";
import { afterEach, beforeEach, mock, test } from "node:test";
import { failing, settled, until } from "../../testing/browser.js";
import { setAccount, whenSessionChanges } from "../api/client.js";

mock.timers.enable({ apis: ["setTimeout", "Date"] });
const { follow, isLive } = await import("./live.js");

/** A stream that the test writes. */
class Stream {
  /** @param {any} options */
  constructor({ body, headers, signal }) {
    this.topics = JSON.parse(body).topics;
    this.headers = headers;
    this.signal = signal;
    const content = new ReadableStream({ start: (controller) => (this.controller = controller) });
    this.response = new Response(content.pipeThrough(new TextEncoderStream()));
    signal.addEventListener("abort", () => this.controller?.error(signal.reason));
  }

  /** @param {any[]} lines */
  write(...lines) {
    for (const line of lines) this.controller?.enqueue(`${JSON.stringify(line)}\n`);
  }

  end() {
    this.controller?.close();
  }
}

/** @type {Stream[]} */
let streams = [];
/** @type {(stream: Stream) => Response | Promise<Response>} */
let reply = (stream) => stream.response;
let ended = 0;
whenSessionChanges(
  () => (ended += 1),
  () => {},
);
/** @type {any} */
let who = { accountId: "anna" };

globalThis.fetch = /** @type {any} */ (
  async (/** @type {string} */ path, /** @type {any} */ options) => {
    if (path === "/session") return who ? new Response(JSON.stringify(who)) : new Response(null, { status: 204 });
    const stream = new Stream(options);
    streams.push(stream);
    return await reply(stream);
  }
);

/** @type {(() => void)[]} */
let leaves = [];

/**
 * Follows a topic; what comes is in the list that it returns.
 *
 * @param {string} name
 */
function watch(name) {
  const received = /** @type {any[]} */ ([]);
  const receive = (/** @type {any} */ message) => {
    received.push(message);
    return { cursor: message.cursor };
  };
  leaves.push(follow(name, "larder.notifications.v1.Inbox/WatchNotifications", { cursor: "" }, receive));
  return received;
}

/** @param {number} milliseconds */
async function pass(milliseconds) {
  mock.timers.tick(milliseconds);
  await settled();
}

/** @returns {Promise<Stream>} The one that is open after the turn. */
async function opened() {
  await settled();
  await pass(0);
  return /** @type {Stream} */ (streams.at(-1));
}

beforeEach(() => {
  setAccount("anna");
  dispatchEvent(new Event("online"));
  reply = (stream) => stream.response;
  who = { accountId: "anna" };
  streams = [];
  ended = 0;
});

afterEach(async () => {
  for (const leave of leaves.splice(0)) leave();
  await pass(0);
});

test("a stream has all that is followed, for the account that is shown", async () => {
  watch("inbox");
  watch("receipts");
  const stream = await opened();
  assert.equal(streams.length, 1);
  assert.deepEqual(Object.keys(stream.topics), ["anna inbox", "anna receipts"]);
  assert.equal(stream.headers["Larder-Account"], "anna");
});

test("a message reaches those who follow its topic, and a break goes on behind it", async () => {
  const inbox = watch("inbox");
  const receipts = watch("receipts");
  const stream = await opened();
  stream.write({}, { topic: "anna inbox", message: { cursor: "7" } });
  await until(() => inbox.length);
  assert.deepEqual([inbox, receipts], [[{ cursor: "7" }], []]);
  stream.end();
  await settled();
  await pass(1000);
  assert.equal(streams.length, 2);
  assert.equal(streams[1].topics["anna inbox"].request.cursor, "7");
  assert.equal(streams[1].topics["anna receipts"].request.cursor, "");
});

test("a topic that has ended is not asked for again, and without topics nothing is asked for", async () => {
  watch("inbox");
  watch("receipts");
  const stream = await opened();
  stream.write({ topic: "anna inbox", end: {} });
  stream.end();
  await settled();
  await pass(1000);
  assert.deepEqual(Object.keys(streams[1].topics), ["anna receipts"]);
  streams[1].write({ topic: "anna receipts", end: { error: { code: "not_found" } } });
  streams[1].end();
  await settled();
  await pass(600_000);
  assert.equal(streams.length, 2);
});

test("streams that end at once without a message are opened ever more seldom", async () => {
  watch("inbox");
  reply = (stream) => {
    stream.write({});
    stream.end();
    return stream.response;
  };
  for (let second = 0; second < 120; second += 1) await pass(1000);
  assert.ok(streams.length >= 5 && streams.length <= 16, `${streams.length} streams in two minutes`);
});

test("a topic that cannot be had does not have the others opened again and again", async () => {
  watch("inbox");
  watch("receipts");
  reply = (stream) => {
    stream.write({ topic: "anna inbox", message: { cursor: "1" } });
    stream.write({ topic: "anna receipts", end: { error: { code: "unavailable" } } });
    return stream.response;
  };
  for (let second = 0; second < 120; second += 1) await pass(1000);
  assert.ok(streams.length >= 5 && streams.length <= 16, `${streams.length} streams in two minutes`);
});

test("after a restart of the gateway it goes on at once, with one stream", async () => {
  watch("inbox");
  watch("receipts");
  const stream = await opened();
  stream.write({ topic: "anna inbox", message: { cursor: "1" } });
  for (const topic of ["anna inbox", "anna receipts"]) stream.write({ topic, end: { error: { code: "unavailable" } } });
  stream.end();
  await settled();
  await pass(1000);
  assert.equal(streams.length, 2);
  assert.deepEqual(Object.keys(streams[1].topics), ["anna inbox", "anna receipts"]);
});

test("a stream that falls silent is opened anew", async () => {
  watch("inbox");
  const stream = await opened();
  stream.write({});
  await settled();
  await pass(30_999);
  assert.equal(stream.signal.aborted, false);
  await pass(1);
  assert.equal(stream.signal.aborted, true);
  await pass(1000);
  assert.equal(streams.length, 2);
});

test("where nothing comes at all there is no live stream, until something does", async () => {
  watch("inbox");
  reply = ({ signal }) => new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
  await opened();
  await pass(14_999);
  assert.equal(isLive.value, true);
  await pass(1);
  assert.equal(isLive.value, false);
  reply = (stream) => stream.response;
  await pass(16_000);
  await pass(1000);
  streams[1].write({});
  await until(() => isLive.value);
});

/**
 * Another tab, which follows receipts of the accounts.
 *
 * @param {string[]} accounts
 * @returns {() => Promise<void>} Ends it as a crash does, without a word of its own.
 */
function openTab(...accounts) {
  let end = () => {};
  const held = new Promise((/** @type {(value?: unknown) => void} */ resolve) => (end = resolve));
  const name = `tab ${Math.random()}`;
  void navigator.locks.request(name, () => held);
  const tab = new BroadcastChannel("larder-live");
  const method = "larder.ocr.v1.Receipts/WatchReceipts";
  for (const account of accounts)
    tab.postMessage({ kind: "follow", tab: name, name: `${account} receipts`, method, request: {} });
  return async () => {
    end();
    await settled();
  };
}

test("what another tab follows is in the stream, but not what is somebody else's", async () => {
  watch("inbox");
  await settled();
  const close = openTab("anna", "bert");
  const stream = await opened();
  assert.deepEqual(Object.keys(stream.topics).sort(), ["anna inbox", "anna receipts"]);
  await close();
});

test("what a tab followed that has crashed is in the stream no more, unless another one follows it, too", async () => {
  watch("inbox");
  await settled();
  const [crash, close] = [openTab("anna"), openTab("anna")];
  const first = await opened();
  await crash();
  const second = await opened();
  assert.notEqual(second, first);
  assert.deepEqual(Object.keys(second.topics), ["anna inbox", "anna receipts"]);
  await close();
  assert.deepEqual(Object.keys((await opened()).topics), ["anna inbox"]);
});

test("a page that the browser has kept aside follows the same when it is shown again, once", async () => {
  watch("inbox");
  await opened();
  dispatchEvent(new Event("pagehide"));
  dispatchEvent(Object.assign(new Event("pageshow"), { persisted: true }));
  const stream = await opened();
  assert.deepEqual(Object.keys(stream.topics), ["anna inbox"]);
  for (const leave of leaves.splice(0)) leave();
  assert.equal(await opened(), stream);
  assert.equal(stream.signal.aborted, true);
});

test("with the session the topics end once it is known to be over", async () => {
  watch("inbox");
  const stream = await opened();
  who = undefined;
  stream.write({ topic: "anna inbox", end: { error: { code: "unauthenticated" } } });
  stream.end();
  await settled();
  assert.equal(ended, 0);
  await pass(2000);
  await until(() => ended === 1);
  await pass(600_000);
  assert.equal(streams.length, 1);
});

test("a session that goes on with another token has its topics again", async () => {
  watch("inbox");
  const stream = await opened();
  stream.write({ topic: "anna inbox", end: { error: { code: "unauthenticated" } } });
  stream.end();
  await settled();
  await pass(2000);
  await pass(1000);
  assert.equal(ended, 0);
  assert.equal(streams.length, 2);
});

test("a stream that is rejected because somebody else has signed in is reported", async () => {
  let others = 0;
  whenSessionChanges(
    () => {},
    () => (others += 1),
  );
  watch("inbox");
  reply = () => failing(400, "failed_precondition", "OTHER_ACCOUNT");
  await opened();
  await until(() => others === 1);
});

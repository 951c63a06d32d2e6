import assert from "node:assert/strict";
import { beforeEach, mock, test } from "node:test";
import { answer, failing } from "../../testing/browser.js";
import { lastReference, request, setAccount, upload, whenAnswered, whenSessionChanges } from "./client.js";

/** @type {{path: string, headers: Record<string, string>, body: unknown, signal: AbortSignal}[]} */
let asked = [];
let ends = 0;
let others = 0;
whenSessionChanges(
  () => (ends += 1),
  () => (others += 1),
);

/** @param {(path: string, options: any) => Response | Promise<Response>} body */
function serve(body) {
  globalThis.fetch = /** @type {any} */ (
    async (/** @type {string} */ path, /** @type {any} */ options) => {
      asked.push({ path, ...options });
      return await body(path, options);
    }
  );
}

beforeEach(() => {
  asked = [];
  ends = 0;
  others = 0;
  setAccount("anna");
});

/** @param {number} [at] */
function accountOf(at = 0) {
  return asked[at].headers["Larder-Account"];
}

test("a request says that it is for the account that is shown", async () => {
  serve(() => answer(200, { id: "1" }));
  assert.deepEqual(await request("POST", "/x", {}), { id: "1" });
  assert.equal(accountOf(), "anna");
});

test("a request can be for another account, or for none", async () => {
  serve(() => answer(200, {}));
  await request("POST", "/x", {}, { owner: "bert" });
  await request("GET", "/session", undefined, { owner: "" });
  assert.equal(accountOf(0), "bert");
  assert.equal(accountOf(1), undefined);
});

test("without anybody shown a request names no account", async () => {
  setAccount("");
  serve(() => answer(200, {}));
  await request("GET", "/configuration.json");
  assert.equal(accountOf(), undefined);
});

test("that somebody else has signed in is told once for who is shown", async () => {
  serve(() => failing(400, "failed_precondition", "OTHER_ACCOUNT"));
  await assert.rejects(request("POST", "/x", {}), { isOtherAccount: true });
  assert.deepEqual([ends, others], [0, 1]);
});

test("what comes for somebody who is not shown any more changes nothing", async () => {
  serve(() => {
    setAccount("bert");
    return failing(401, "unauthenticated");
  });
  await assert.rejects(request("POST", "/x", {}), { isSignedOut: true });
  assert.deepEqual([ends, others], [0, 0]);
});

test("the end of a session is told", async () => {
  serve(() => failing(401, "unauthenticated"));
  await assert.rejects(request("POST", "/x", {}), { isSignedOut: true });
  assert.deepEqual([ends, others], [1, 0]);
});

test("a page that something else gives in Larder's place is no answer", async () => {
  serve(() => new Response("<h1>Welcome to our hotel</h1>"));
  await assert.rejects(request("POST", "/x", {}), { isOffline: true });
});

test("what takes too long counts as a missing network, and what the app gives up as canceled", async () => {
  const forever = (/** @type {any} */ { signal }) =>
    new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
  serve((_, options) => /** @type {Promise<Response>} */ (forever(options)));
  mock.timers.enable({ apis: ["setTimeout"] });
  const late = request("POST", "/x", {}, { timeout: 100 });
  mock.timers.tick(100);
  await assert.rejects(late, { code: "offline" });
  const given = new AbortController();
  const canceled = request("POST", "/x", {}, { signal: given.signal });
  given.abort();
  await assert.rejects(canceled, { code: "canceled" });
  mock.timers.reset();
});

test("the reference of the last failure is kept for reports", async () => {
  serve(() => failing(500, "internal"));
  await assert.rejects(request("POST", "/x", {}), { reference: "reference of internal" });
  assert.equal(lastReference, "reference of internal");
});

test("a photo is sent as it is, and other content as JSON", async () => {
  serve(() => answer(200, {}));
  const photo = new Blob(["x"], { type: "image/png" });
  await request("POST", "/x", photo);
  await request("POST", "/x", { name: "Kiosk" });
  assert.deepEqual(
    asked.map(({ headers, body }) => [headers["Content-Type"], body]),
    [
      ["image/png", photo],
      ["application/json", '{"name":"Kiosk"}'],
    ],
  );
});

/** A transfer that the test answers. */
class Transfer {
  /** @type {Record<string, string>} */
  headers = {};
  /** @type {any} */
  upload = {};
  status = 0;
  responseText = "";
  /** @type {Record<string, string>} */
  fields = {};
  /** @type {() => void} */
  onload = () => {};
  /** @type {() => void} */
  onloadend = () => {};
  /** @type {() => void} */
  onabort = () => {};

  open() {}

  /**
   * @param {string} name
   * @param {string} value
   */
  setRequestHeader(name, value) {
    this.headers[name] = value;
  }

  /** @param {string} name */
  getResponseHeader(name) {
    return this.fields[name] ?? null;
  }

  send() {
    Transfer.last = this;
  }

  abort() {
    this.onabort();
    this.onloadend();
  }

  /**
   * @param {number} status
   * @param {string} text
   */
  finish(status, text, fields = {}) {
    Object.assign(this, { status, responseText: text, fields });
    this.onload();
    this.onloadend();
  }
}
/** @type {Transfer} */
Transfer.last = new Transfer();
globalThis.XMLHttpRequest = /** @type {any} */ (Transfer);

/** @param {{progress?: (fraction: number) => void}} [more] */
function sendPhoto(more = {}) {
  const sent = upload("/files/receipts", new Blob(["x"], { type: "image/png" }), { key: "k", owner: "anna", ...more });
  return { sent, transfer: Transfer.last };
}

test("an upload says whom it is for, and can be repeated", async () => {
  const { sent, transfer } = sendPhoto();
  transfer.finish(200, '{"receiptId":"1"}');
  assert.deepEqual(await sent, { receiptId: "1" });
  assert.equal(transfer.headers["Larder-Account"], "anna");
  assert.equal(transfer.headers["Idempotency-Key"], "k");
  assert.equal(transfer.headers["Content-Type"], "image/png");
});

test("an upload that fails leaves its reference for reports", async () => {
  const { sent, transfer } = sendPhoto();
  transfer.finish(500, '{"code":"internal"}', { "Larder-Reference": "photo" });
  await assert.rejects(sent, { code: "internal" });
  assert.equal(lastReference, "photo");
});

test("an upload that finds no session has that looked into", async () => {
  serve(() => answer(200, { accountId: "anna" }));
  const { sent, transfer } = sendPhoto();
  transfer.finish(401, '{"code":"unauthenticated"}');
  await assert.rejects(sent, { isSignedOut: true });
  assert.deepEqual([asked[0].path, ends], ["/session", 0]);
});

test("an upload that something else has answered has not arrived", async () => {
  const { sent, transfer } = sendPhoto();
  transfer.finish(200, "<h1>Welcome to our hotel</h1>");
  await assert.rejects(sent, { isOffline: true });
});

test("an upload that stands still is given up, and not before", async () => {
  mock.timers.enable({ apis: ["setTimeout"] });
  const fractions = /** @type {number[]} */ ([]);
  const { sent, transfer } = sendPhoto({ progress: (fraction) => fractions.push(fraction) });
  mock.timers.tick(59_000);
  transfer.upload.onprogress({ lengthComputable: true, loaded: 1, total: 2 });
  mock.timers.tick(59_000);
  assert.deepEqual(fractions, [0.5]);
  mock.timers.tick(1_000);
  await assert.rejects(sent, { isOffline: true });
  mock.timers.reset();
});

test("what would be in the way of requests waits for their answers, but not for ever", async () => {
  mock.timers.enable({ apis: ["setTimeout"] });
  /** @type {(answer: Response) => void} */
  let reply = () => {};
  serve(() => new Promise((resolve) => (reply = resolve)));
  const pass = async (/** @type {number} */ count) => {
    for (let each = 0; each < count; each += 1) {
      mock.timers.tick(200);
      await new Promise((resolve) => setImmediate(resolve));
    }
  };
  let ends = 0;
  const asking = request("POST", "/x", {});
  void whenAnswered().then(() => (ends += 1));
  await pass(3);
  assert.equal(ends, 0);
  reply(answer(200, {}));
  await asking;
  await pass(1);
  assert.equal(ends, 1);
  const stuck = request("POST", "/x", {}, { timeout: 3_600_000 });
  void whenAnswered().then(() => (ends += 1));
  await pass(24);
  assert.equal(ends, 1);
  await pass(1);
  assert.equal(ends, 2);
  mock.timers.reset();
  reply(answer(200, {}));
  await stuck;
});

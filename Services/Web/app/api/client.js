import { language } from "../texts/texts.js";
import { Failure, asFailure } from "./failure.js";

/** Called when a call finds that the session is over. */
let onSignedOut = () => {};

/** @param {() => void} body */
export function whenSignedOut(body) {
  onSignedOut = body;
}

/**
 * Finds out whether the session is over, after something else than a call has found that it may be.
 *
 * @returns {Promise<boolean>} Whether it goes on, as far as is known.
 */
export async function checkSession() {
  const who = await request("GET", "/session").catch(() => null);
  if (who === undefined) onSignedOut();
  return who !== undefined;
}

/** The reference of the answer that failed last, for problem reports. */
export let lastReference = "";

/**
 * Sends a request with JSON, and reads JSON.
 *
 * @param {string} method
 * @param {string} path
 * @param {unknown} [body]
 * @param {{signal?: AbortSignal, key?: string, timeout?: number}} options `timeout` in milliseconds.
 * @returns {Promise<any>} Undefined for an answer without content.
 * @throws {Failure}
 */
export async function request(method, path, body, { signal, key, timeout = 15000 } = {}) {
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(), timeout);
  /** @type {Record<string, string>} */
  const headers = { "Accept-Language": language.value };
  if (body !== undefined) headers["Content-Type"] = "application/json";
  if (key) headers["Idempotency-Key"] = key;
  /** @type {Response} */
  let answer;
  try {
    answer = await fetch(path, {
      method,
      headers,
      body: body === undefined ? undefined : JSON.stringify(body),
      signal: either(signal, limit.signal),
    });
  } catch (error) {
    if (limit.signal.aborted && !signal?.aborted) throw new Failure("offline", "");
    throw asFailure(error);
  } finally {
    clearTimeout(timer);
  }
  return await read(answer);
}

/** @param {Response} answer */
async function read(answer) {
  const text = await answer.text().catch(() => {
    throw new Failure("offline", "");
  });
  if (answer.ok) return text ? JSON.parse(text) : undefined;
  let body;
  try {
    body = JSON.parse(text);
  } catch {
    body = undefined;
  }
  const failure = Failure.of(answer.status, body, answer.headers.get("Larder-Reference") ?? "");
  lastReference = failure.reference;
  if (failure.isSignedOut) onSignedOut();
  throw failure;
}

/**
 * @param {AbortSignal | undefined} one
 * @param {AbortSignal | undefined} other
 */
function either(one, other) {
  if (!one || !other) return one ?? other;
  const both = new AbortController();
  for (const signal of [one, other]) {
    if (signal.aborted) both.abort(signal.reason);
    signal.addEventListener("abort", () => both.abort(signal.reason), { once: true });
  }
  return both.signal;
}

/**
 * Calls a method.
 *
 * @template {import("./methods.js").PathOf<"unary">} Path
 * @param {Path} method Such as `larder.budget.v1.Purchases/GetPurchase`.
 * @param {import("./methods.js").Methods[Path]["request"]} message
 * @param {{signal?: AbortSignal, key?: string, timeout?: number}} [options] `key` makes repeating the call safe.
 * @returns {Promise<import("./methods.js").Methods[Path]["response"]>}
 * @throws {Failure}
 */
export function call(method, message, options = {}) {
  return request("POST", `/${method}`, message, options);
}

/** A key with which a request can be repeated. */
export function newKey() {
  return crypto.randomUUID();
}

/**
 * Sends a file, with its progress.
 *
 * @param {string} path
 * @param {Blob} file
 * @param {{key: string, progress?: (fraction: number) => void}} options
 * @returns {Promise<any>}
 * @throws {Failure}
 */
export function upload(path, file, { key, progress }) {
  return new Promise((resolve, reject) => {
    const transfer = new XMLHttpRequest();
    transfer.open("POST", path);
    transfer.setRequestHeader("Content-Type", file.type || "image/jpeg");
    transfer.setRequestHeader("Accept-Language", language.value);
    transfer.setRequestHeader("Idempotency-Key", key);
    transfer.upload.onprogress = (event) => event.lengthComputable && progress?.(event.loaded / event.total);
    transfer.onerror = () => reject(new Failure("offline", ""));
    transfer.onload = () => {
      let body;
      try {
        body = JSON.parse(transfer.responseText);
      } catch {
        body = undefined;
      }
      if (transfer.status === 200) return resolve(body);
      const failure = Failure.of(transfer.status, body, transfer.getResponseHeader("Larder-Reference") ?? "");
      if (failure.isSignedOut) onSignedOut();
      reject(failure);
    };
    transfer.send(file);
  });
}

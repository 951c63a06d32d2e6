import { language } from "../texts/texts.js";
import { Failure, asFailure } from "./failure.js";

/** The account that this page shows, for which its requests are; empty when nobody is signed in. */
export let account = "";

/** @param {string} id */
export function setAccount(id) {
  account = id;
}

/** Called when a request finds that the session is over. */
let onSignedOut = () => {};
/** Called when a request finds that somebody else has signed in in this browser. */
let onOtherAccount = () => {};
/** Called when a request finds that the terms of use in force are to be accepted first. */
let onTermsPending = () => {};

/**
 * @param {() => void} signedOut
 * @param {() => void} otherAccount
 * @param {() => void} termsPending
 */
export function whenSessionChanges(signedOut, otherAccount, termsPending) {
  [onSignedOut, onOtherAccount, onTermsPending] = [signedOut, otherAccount, termsPending];
}

/**
 * Takes notice of why the service has ended something else than a call.
 *
 * @param {unknown} error As the Connect protocol has it.
 */
export function noticeEnd(error) {
  if (Failure.of(0, error, "").isBeforeTerms) onTermsPending();
}

/**
 * Finds out whether the session is over, after something else than a call has found that it may be.
 *
 * @returns {Promise<boolean>} Whether it goes on, as far as is known.
 */
export async function checkSession() {
  const who = await request("GET", "/session", undefined, { owner: "" }).catch(() => null);
  if (who === undefined) onSignedOut();
  return who !== undefined;
}

/** The reference of the answer that failed last, for problem reports. */
export let lastReference = "";

/**
 * The fields of a request's head that say whom it is for and in which language it is answered.
 *
 * @param {string} owner The account; empty for a request that is nobody's. The gateway rejects it in another one's session.
 * @returns {Record<string, string>}
 */
export function heading(owner) {
  return { "Accept-Language": language.value, ...(owner && { "Larder-Account": owner }) };
}

/** How many requests have no answer yet. */
let underWay = 0;

/**
 * Waits until there are answers to what a page has asked for as it was shown, for at most some seconds: for what would be in their
 * way, as a browser has few connections.
 */
export async function whenAnswered() {
  for (let tries = 0; tries === 0 || (underWay > 0 && tries < 25); tries += 1)
    await new Promise((resolve) => setTimeout(resolve, 200));
}

/**
 * Sends a request with JSON or a photo, and reads JSON.
 *
 * @param {string} method
 * @param {string} path
 * @param {unknown} [body]
 * @param {{signal?: AbortSignal, key?: string, timeout?: number, owner?: string}} options `timeout` in milliseconds; `owner` is
 *   the account that it is for, in place of the one that is shown.
 * @returns {Promise<any>} Undefined for an answer without content.
 * @throws {Failure}
 */
export async function request(method, path, body, { signal, key, timeout = 15000, owner = account } = {}) {
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(), timeout);
  const headers = heading(owner);
  if (body !== undefined) headers["Content-Type"] = body instanceof Blob ? typeOf(body) : "application/json";
  if (key) headers["Idempotency-Key"] = key;
  underWay += 1;
  try {
    const answer = await fetch(path, {
      method,
      headers,
      body: body instanceof Blob ? body : JSON.stringify(body),
      signal: either(signal, limit.signal),
    });
    if (!answer.ok) throw await failureOf(answer, owner);
    const text = await answer.text();
    return text ? contentOf(text) : undefined;
  } catch (error) {
    if (limit.signal.aborted && !signal?.aborted) throw new Failure("offline", "");
    throw asFailure(error);
  } finally {
    underWay -= 1;
    clearTimeout(timer);
  }
}

/** @param {Blob} photo */
function typeOf(photo) {
  return photo.type || "image/jpeg";
}

/**
 * The failure that an answer tells.
 *
 * @param {Response} answer
 * @param {string} owner The account that the request was for.
 */
export async function failureOf(answer, owner) {
  const failure = reported(answer.status, await answer.text(), answer.headers.get("Larder-Reference"), owner);
  if (owner === account && failure.isSignedOut) onSignedOut();
  return failure;
}

/**
 * @param {number} status
 * @param {string} text
 * @param {string | null} reference
 * @param {string} owner
 */
function reported(status, text, reference, owner) {
  let body;
  try {
    body = JSON.parse(text);
  } catch {
    body = undefined;
  }
  const failure = Failure.of(status, body, reference ?? "");
  lastReference = failure.reference;
  // What comes late for somebody who was shown before says nothing about who is now.
  if (owner === account && failure.isOtherAccount) onOtherAccount();
  if (owner === account && failure.isBeforeTerms) onTermsPending();
  return failure;
}

/**
 * What an answer has. One that is no JSON is not of Larder but of something before it, such as the sign-in page of a hotel.
 *
 * @param {string} text
 */
function contentOf(text) {
  try {
    return JSON.parse(text);
  } catch {
    throw new Failure("offline", "");
  }
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
 * @param {{signal?: AbortSignal, key?: string, timeout?: number, owner?: string}} [options] `key` makes repeating the call safe;
 *   `owner` as `request` takes it.
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

/** How long an upload may stand still, in milliseconds, until it counts as lost. */
const stall = 60000;

/**
 * Sends a file, with its progress.
 *
 * @param {string} path
 * @param {Blob} file
 * @param {{key: string, owner: string, progress?: (fraction: number) => void}} options
 * @returns {Promise<any>}
 * @throws {Failure}
 */
export function upload(path, file, { key, owner, progress }) {
  return new Promise((resolve, reject) => {
    const transfer = new XMLHttpRequest();
    transfer.open("POST", path);
    const headers = { ...heading(owner), "Content-Type": typeOf(file), "Idempotency-Key": key };
    for (const [name, value] of Object.entries(headers)) transfer.setRequestHeader(name, value);
    let timer = setTimeout(() => transfer.abort(), stall);
    transfer.upload.onprogress = (event) => {
      clearTimeout(timer);
      timer = setTimeout(() => transfer.abort(), stall);
      if (event.lengthComputable) progress?.(event.loaded / event.total);
    };
    transfer.onerror = transfer.onabort = () => reject(new Failure("offline", ""));
    transfer.onload = () => {
      const { status, responseText } = transfer;
      if (status !== 200) {
        const failure = reported(status, responseText, transfer.getResponseHeader("Larder-Reference"), owner);
        // The gateway cannot renew a session under way, as the photo has passed by.
        if (owner === account && failure.isSignedOut) void checkSession();
        return reject(failure);
      }
      try {
        resolve(contentOf(responseText));
      } catch (error) {
        reject(error);
      }
    };
    transfer.onloadend = () => clearTimeout(timer);
    transfer.send(file);
  });
}

import { request } from "../api/client.js";
import { asFailure } from "../api/failure.js";
import { queue } from "./database.js";

/**
 * What waits to be sent, as it is stored: photos, and purchases and expenditures that were typed. The page and the service worker send it.
 *
 * @typedef {{purchase?: import("../api/types.js").Budget.CreatePurchaseRequest,
 *   expenditure?: import("../api/types.js").Budget.CreateExpenditureRequest}} Typed One of both.
 * @typedef {Typed & {id: string, kind: "photo" | "purchase" | "expenditure", owner: string, at: number, photo?: Blob, photos?: number,
 *   rejection?: Rejection, path: string}} Stored `path` is where
 *   it is sent to; `photo` has all `photos` of a receipt, one behind the other, whose sizes are in the path; `id` is the key with
 *   which sending it is repeated.
 * @typedef {Pick<import("../api/failure.js").Failure, "code" | "message" | "reason" | "fields">} Rejection Why the service has
 *   rejected it.
 * @typedef {{state: "sent", answer: any} | {state: "rejected", rejection: Rejection} | {state: "failed" | "otherAccount"} |
 *   {state: "unavailable", retryAfter: number}} Outcome Of sending an entry. One that has failed is tried again after the others;
 *   while Larder is unavailable, or somebody else is signed in, all wait.
 */

/** The lock of the one page or worker that sends. */
export const sendingLock = "larder-sending";
/** The channel by which pages and the worker tell each other that the queue has changed. */
export const changesChannel = "larder-queue";

/** How often an entry is tried that goes wrong on the other side, until it counts as rejected. */
const mostTries = 10;

/**
 * The entries of an account that are to be sent, in their order.
 *
 * @template {Stored} Each
 * @param {Each[]} entries
 * @param {string} [owner]
 */
export function pending(entries, owner) {
  return inOrder(entries.filter((entry) => !entry.rejection && entry.owner === owner));
}

/**
 * Orders entries as they were queued.
 *
 * @template {Stored} Each
 * @param {Each[]} entries
 */
export function inOrder(entries) {
  return entries.sort((one, other) => one.at - other.at);
}

/**
 * Sends an entry for its owner, whoever is signed in by then. One that is rejected stays stored with the reason.
 *
 * @param {Stored} entry
 * @param {number} tries How often it has been tried, with this time.
 * @param {(path: string, photo: Blob, key: {key: string, owner: string}) => Promise<any>} sendPhoto
 * @returns {Promise<Outcome>}
 */
export async function sendEntry({ id, owner, path, photo, purchase, expenditure }, tries, sendPhoto) {
  const key = { key: id, owner };
  try {
    const answer = await (photo ? sendPhoto(path, photo, key) : request("POST", path, expenditure ?? purchase, key));
    return { state: "sent", answer };
  } catch (error) {
    const failure = asFailure(error);
    if (failure.isOtherAccount) return { state: "otherAccount" };
    if (failure.isMishap && tries < mostTries) return { state: "failed" };
    if (failure.isPassing || failure.isSignedOut) return { state: "unavailable", retryAfter: failure.retryAfter };
    const { code, message, reason, fields } = failure;
    const rejection = { code, message, reason, fields };
    await queue.change(id, (stored) => ({ ...stored, rejection }));
    return { state: "rejected", rejection };
  }
}

import { request } from "../api/client.js";
import { asFailure } from "../api/failure.js";
import { queue } from "./database.js";
import { isOnTopOf, rebased } from "./edit-entry.js";

/**
 * What waits to be sent, as it is stored: photos, purchases and expenditures that were typed, and edits of those that there are. The
 * page and the service worker send it.
 *
 * @typedef {{purchase?: import("../api/types.js").Budget.CreatePurchaseRequest,
 *   expenditure?: import("../api/types.js").Budget.CreateExpenditureRequest}} Typed One of both.
 * @typedef {{edit?: import("../api/types.js").Budget.EditPurchaseRequest, name?: string, isTried?: boolean}} Edited What was saved
 *   of a purchase with a name; `isTried` once the request may have arrived.
 * @typedef {Typed & Edited & {id: string, kind: "photo" | "purchase" | "expenditure" | "edit", owner: string, at: number, photo?: Blob,
 *   photos?: number, rejection?: Rejection, path: string}} Stored `path` is where
 *   it is sent to; `photo` has all `photos` of a receipt, one behind the other, whose sizes are in the path; `id` is the key with
 *   which sending it is repeated.
 * @typedef {Pick<import("../api/failure.js").Failure, "code" | "message" | "reason" | "fields">} Rejection Why the service has
 *   rejected it.
 * @typedef {{state: "sent", answer: any} | {state: "rejected", rejection: Rejection} | {state: "failed" | "otherAccount"} |
 *   {state: "unavailable", retryAfter: number} | {state: "gone"}} Outcome Of sending an entry. One that has failed is tried again after
 *   the others; while Larder is unavailable, or somebody else is signed in, all wait. One that is gone was replaced or removed meanwhile.
 */

/** The lock of the one page or worker that sends. */
export const sendingLock = "larder-sending";
/** The channel by which pages and the worker tell each other that the queue has changed. */
export const changesChannel = "larder-queue";

/** How often an entry is tried that goes wrong on the other side, until it counts as rejected. */
const mostTries = 10;

/**
 * The entries of an account that are to be sent, in their order. Of the edits of a purchase it is the first entry alone: those that
 * follow were made on top of it.
 *
 * @template {Stored} Each
 * @param {Each[]} entries
 * @param {string} [owner]
 */
export function pending(entries, owner) {
  const all = inOrder(entries.filter((entry) => !entry.rejection && entry.owner === owner));
  return all.filter(
    ({ edit }, index) => !edit || all.findIndex((other) => other.edit?.purchaseId === edit.purchaseId) === index,
  );
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
export async function sendEntry(entry, tries, sendPhoto) {
  const { id, owner, path, photo, purchase, expenditure } = entry;
  const edit = entry.edit && (await claimed(id))?.edit;
  if (entry.edit && !edit) return { state: "gone" };
  const key = { key: id, owner };
  try {
    const answer = await (photo
      ? sendPhoto(path, photo, key)
      : request("POST", path, edit ?? expenditure ?? purchase, key));
    if (edit) await rebaseOthers(entry, answer);
    return { state: "sent", answer };
  } catch (error) {
    const failure = asFailure(error);
    if (failure.isOtherAccount) return { state: "otherAccount" };
    if (failure.isMishap && !failure.isOvertaken && tries < mostTries) return { state: "failed" };
    if (failure.isPassing || failure.isSignedOut) return { state: "unavailable", retryAfter: failure.retryAfter };
    const { code, message, reason, fields } = failure;
    const rejection = { code, message, reason, fields };
    await queue.change(id, (stored) => ({ ...stored, rejection }));
    return { state: "rejected", rejection };
  }
}

/**
 * The entry that is about to be sent: from here on it is not taken back.
 *
 * @param {string} id
 * @returns {Promise<Stored | undefined>} Undefined when it is there no more.
 */
async function claimed(id) {
  // A browser without room cannot store that.
  return (await queue.change(id, (stored) => ({ ...stored, isTried: true }))) ?? (await queue.get(id));
}

/**
 * Has what was edited on top of an entry sent as a change of what has come of it, so that it is merged with nothing of its own.
 *
 * @param {Stored} entry
 * @param {import("../api/types.js").Budget.Purchase} answer
 */
async function rebaseOthers(entry, answer) {
  for (const { id, owner } of /** @type {Stored[]} */ (await queue.all()))
    if (id !== entry.id && owner === entry.owner)
      await queue.change(id, (stored) => (isOnTopOf(stored, answer) ? rebased(stored, answer.version) : stored));
}

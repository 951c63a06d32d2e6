import { editEntry, entriesOf, isOnItsWay, renewed } from "./edit-entry.js";
import { queue } from "./database.js";
import { loadWaiting, noteChange, queueEntry, removeQueued, storedOf } from "./sending.js";
import { waiting } from "./waiting.js";

/** @typedef {import("../api/types.js").Budget.Purchase} Purchase */
/** @typedef {import("./waiting.js").Entry} Entry */

/**
 * The entries with edits of a purchase that are to be sent, in their order.
 *
 * @param {string} [purchaseId]
 */
function toSend(purchaseId) {
  return entriesOf(waiting.value, purchaseId).filter(({ rejection }) => !rejection);
}

/**
 * Whether edits of a purchase wait, so that further ones have to wait behind them.
 *
 * @param {string} [purchaseId]
 */
export async function hasWaitingEdits(purchaseId) {
  await loadWaiting();
  return toSend(purchaseId).length > 0;
}

/**
 * Puts what was saved of a purchase into the queue, behind what was saved before.
 *
 * @param {Purchase} purchase As it is at the service, as far as is known.
 * @param {import("./edit-entry.js").Saved} saved
 * @param {{key: string, owner: string, isTried: boolean}} request `owner` is the account of who has saved it, before any answer was
 *   waited for; `isTried` where it may have arrived with this key.
 * @throws {import("../api/failure.js").Failure} When it cannot be stored, so that it stays where it was typed.
 */
export async function queueEdits(purchase, saved, request) {
  const entry = editEntry(purchase, saved, request);
  const former = entriesOf(waiting.value, purchase.id).map(({ at }) => at);
  // Its place is the last one, also where the clock was set back, or stands still.
  await queueEntry({ ...entry, at: Math.max(entry.at, ...former.map((at) => at + 1)) });
}

/**
 * What was saved last of the edits of a purchase that wait.
 *
 * @param {string} [purchaseId]
 * @returns {Entry | undefined}
 */
export function lastWaitingEdits(purchaseId) {
  return toSend(purchaseId).at(-1);
}

/**
 * Takes what was saved out of the queue.
 *
 * @param {string} id The entry.
 * @returns {Promise<boolean>} Whether it was there, and not on its way.
 */
export async function removeWaitingEdits(id) {
  if (waiting.value.some((entry) => entry.id === id && entry.isSending)) return false;
  // Another tab or the worker may have begun to send it.
  const isRemoved = await queue.replace(id, (stored) => (isOnItsWay(stored) ? undefined : null));
  if (isRemoved) await noteChange();
  return isRemoved;
}

/**
 * Removes an entry of any kind that is not to be sent any more.
 *
 * @param {Entry} entry
 * @returns {Promise<(() => Promise<void>) | undefined>} Puts it back; undefined where it is on its way, and stays.
 */
export async function withdraw(entry) {
  if (!entry.edit || entry.rejection) return await removeQueued(entry.id);
  return (await removeWaitingEdits(entry.id)) ? () => queueEntry(storedOf(entry)) : undefined;
}

/**
 * Sends edits that were rejected once more.
 *
 * @param {string} id The entry.
 * @param {string} [version] The purchase's, as its owner has seen it since.
 */
export async function sendEditsAgain(id, version) {
  const isReplaced = await queue.replace(id, (stored) => {
    const next = renewed(stored, version);
    return [next.id, next];
  });
  if (isReplaced) await noteChange();
}

import { call } from "../api/client.js";
import { asFailure } from "../api/failure.js";
import { editRequest } from "../storage/edit-entry.js";
import { hasWaitingEdits, queueEdits } from "../storage/queued-edits.js";

/** @typedef {import("../api/types.js").Budget.Purchase} Purchase */

/**
 * Saves edits of a purchase at the service; without a network, or while other changes of the purchase wait, in the queue.
 *
 * @param {Purchase} purchase
 * @param {import("../api/types.js").Budget.PurchaseEdit[]} edits
 * @param {{key: string, owner: string}} request `owner` is the account of who makes them: somebody else may have signed in by the time
 *   of an answer.
 * @returns {Promise<Purchase | undefined>} The purchase with them; undefined when they are queued.
 * @throws {import("../api/failure.js").Failure}
 */
export async function saveEdits(purchase, edits, request) {
  const saved = { at: Date.now(), edits };
  const next = (await hasWaitingEdits(purchase.id)) ? null : await send(purchase, saved, request);
  if (next) return next;
  // Without an answer it may have arrived: it is queued under the same key, so that it is made once.
  await queueEdits(purchase, saved, { ...request, isTried: next === undefined });
  return undefined;
}

/**
 * Sends what was saved.
 *
 * @param {Purchase} purchase
 * @param {import("../storage/edit-entry.js").Saved} saved
 * @param {{key: string, owner: string}} request
 * @returns {Promise<Purchase | null | undefined>} The purchase with it; null when there is no network, undefined when it may have
 *   arrived all the same.
 */
async function send(purchase, { at, edits }, request) {
  const hasNetwork = navigator.onLine;
  try {
    return await call("larder.budget.v1.Purchases/EditPurchase", editRequest(purchase, edits, at), request);
  } catch (error) {
    if (!asFailure(error).isOffline) throw error;
    return hasNetwork ? undefined : null;
  }
}

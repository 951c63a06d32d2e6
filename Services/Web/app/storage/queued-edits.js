import { appended, editEntry, entriesOf, renewed, stepsOf, withoutStep } from "./edit-entry.js";
import { queue } from "./database.js";
import { loadWaiting, noteChange, owner, queueEntry } from "./sending.js";
import { waiting } from "./waiting.js";

/** @typedef {import("../api/types.js").Budget.Purchase} Purchase */

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
 * Puts what was saved of a purchase into the queue: into the entry of what was saved before, as long as that was not tried.
 *
 * @param {Purchase} purchase As it is at the service, as far as is known.
 * @param {import("./edit-entry.js").Saved} step
 * @param {{key: string, isTried: boolean}} request `isTried` where the step may have arrived with this key.
 * @throws {import("../api/failure.js").Failure} When it cannot be stored, so that it stays where it was typed.
 */
export async function queueEdits(purchase, step, { key, isTried }) {
  const last = isTried ? undefined : toSend(purchase.id).at(-1);
  const append = (/** @type {import("./queue-entry.js").Stored} */ stored) => {
    const next = appended(stored, step, purchase.version);
    return next && /** @type {[string, any]} */ ([next.id, next]);
  };
  if (last && (await queue.replace(last.id, append))) await noteChange();
  else await queueEntry(editEntry(purchase, step, { key, owner: owner(), isTried }));
}

/**
 * What was saved last of the edits of a purchase that wait.
 *
 * @param {string} [purchaseId]
 * @returns {import("./edit-entry.js").Saved | undefined}
 */
export function lastWaitingStep(purchaseId) {
  return toSend(purchaseId).flatMap(stepsOf).at(-1);
}

/**
 * Takes what was saved out of the queue.
 *
 * @param {string} stepId
 * @returns {Promise<boolean>} Whether it was there, and not on its way.
 */
export async function removeWaitingStep(stepId) {
  const entry = waiting.value.find(({ steps = [] }) => steps.some(({ id }) => id === stepId));
  if (!entry || entry.isSending) return false;
  const isRemoved = await queue.replace(entry.id, (stored) => {
    const rest = withoutStep(stored, stepId);
    return rest && [rest.id, rest];
  });
  if (isRemoved) await noteChange();
  return isRemoved;
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

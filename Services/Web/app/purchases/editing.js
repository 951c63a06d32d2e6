import { call, newKey } from "../api/client.js";
import { asFailure } from "../api/failure.js";
import { say } from "../frame/messages.js";
import { text } from "../texts/texts.js";

/**
 * Changes a purchase in one step, and offers to undo it.
 *
 * @param {import("../api/types.js").Budget.Purchase} purchase As it is shown; a change of another device since then is not overwritten.
 * @param {import("../api/types.js").Budget.PurchaseEdit[]} edits
 * @param {string} sentence What was done.
 * @param {(purchase: import("../api/types.js").Budget.Purchase) => void} changed Gets the purchase after it, and after undoing it.
 * @throws {import("../api/failure.js").Failure}
 */
export async function edit(purchase, edits, sentence, changed) {
  const next = await call(
    "larder.budget.v1.Purchases/EditPurchase",
    { purchaseId: purchase.id, expectedVersion: purchase.version, edits },
    { key: newKey() },
  );
  changed(next);
  say(sentence, { undo: () => undo(next, changed) });
  return next;
}

/**
 * Undoes the latest step of a purchase.
 *
 * @param {import("../api/types.js").Budget.Purchase} purchase
 * @param {(purchase: import("../api/types.js").Budget.Purchase) => void} changed
 */
export async function undo(purchase, changed) {
  const answer = await call(
    "larder.budget.v1.Purchases/UndoStep",
    { purchaseId: purchase.id, expectedVersion: purchase.version },
    { key: newKey() },
  );
  if (answer.purchase) changed(answer.purchase);
  say(text("purchase.undone"));
}

/**
 * Marks a purchase as checked.
 *
 * @param {import("../api/types.js").Budget.Purchase} purchase
 * @param {(purchase: import("../api/types.js").Budget.Purchase) => void} changed
 */
export async function confirm(purchase, changed) {
  const next = await call("larder.budget.v1.Purchases/ConfirmPurchase", {
    purchaseId: purchase.id,
    expectedVersion: purchase.version,
  });
  changed(next);
  say(text("purchase.confirmed"), { undo: () => undo(next, changed) });
}

/**
 * Whether a change was refused as another one was faster.
 *
 * @param {unknown} error
 */
export function isOvertaken(error) {
  return asFailure(error).code === "aborted";
}

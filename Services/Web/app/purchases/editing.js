import { call, newKey } from "../api/client.js";
import { asFailure } from "../api/failure.js";
import { say } from "../frame/messages.js";
import { go, place } from "../frame/router.js";
import { lastWaitingEdits, removeWaitingEdits } from "../storage/queued-edits.js";
import { owner } from "../storage/sending.js";
import { text } from "../texts/texts.js";
import { saveEdits } from "./saving-edits.js";

/** @typedef {import("../api/types.js").Budget.Purchase} Purchase */

/**
 * A purchase that is shown: `change` makes a change of the one that is shown at present, and has it read anew when another device
 * was faster; `show` shows what it is afterwards.
 *
 * @typedef {{change: (body: (purchase: Purchase) => Promise<unknown>) => Promise<void>, show: (purchase: Purchase) => void}} Shown
 */

/**
 * Changes a purchase in one step, and offers to undo it. What other devices have changed meanwhile stays. Without a network, or
 * while other changes of the purchase wait, it is queued.
 *
 * @param {Shown} shown
 * @param {import("../api/types.js").Budget.PurchaseEdit[]} edits
 * @param {string} sentence What was done.
 * @throws {import("../api/failure.js").Failure}
 */
export async function edit(shown, edits, sentence) {
  // Its owner is who is signed in now.
  const request = { key: newKey(), owner: owner() };
  await shown.change(async (purchase) => {
    const next = await saveEdits(purchase, edits, request);
    if (next) return report(shown, next, sentence);
    say(text("edits.kept"), { undo: () => takeBack(request.key) });
  });
}

/**
 * Takes back what was saved and waits to be sent.
 *
 * @param {string} id The entry of the queue.
 */
async function takeBack(id) {
  if (await removeWaitingEdits(id)) say(text("purchase.undone"));
  else say(text("edits.onItsWay"), { isProblem: true });
}

/**
 * Discards a purchase, offers to undo it, and shows the log in place of its page.
 *
 * @param {Shown} shown
 * @param {string} id
 * @throws {import("../api/failure.js").Failure}
 */
export async function discard(shown, id) {
  await edit(shown, [{ duplicate: "DUPLICATE_DECISION_DISCARD" }], text("purchase.discarded"));
  // Unless its page was left before the answer came.
  if (place.value.path === `/purchases/${id}`) go("/log", { replace: true });
}

/**
 * Marks a purchase as checked.
 *
 * @param {Shown} shown
 * @throws {import("../api/failure.js").Failure}
 */
export async function confirm(shown) {
  await shown.change(async ({ id, version }) => {
    const request = { purchaseId: id, expectedVersion: version };
    const next = await call("larder.budget.v1.Purchases/ConfirmPurchase", request);
    report(shown, next, text("purchase.confirmed"));
  });
}

/**
 * @param {Shown} shown
 * @param {Purchase} next
 * @param {string} sentence
 */
function report(shown, next, sentence) {
  shown.show(next);
  say(sentence, { undo: () => undo(shown, next) });
}

/**
 * Undoes the latest step of a purchase, first those that wait to be sent.
 *
 * @param {Shown} shown
 * @param {Purchase} [step] The purchase after the step, which must be the latest one; otherwise that is whichever it is.
 * @throws {import("../api/failure.js").Failure}
 */
export async function undo(shown, step) {
  await shown.change(async (now) => {
    const waits = step ? undefined : lastWaitingEdits(now.id);
    if (waits) return takeBack(waits.id);
    const { id, version } = step ?? now;
    const request = { purchaseId: id, expectedVersion: version };
    const answer = await call("larder.budget.v1.Purchases/UndoStep", request, { key: newKey() });
    if (answer.purchase) shown.show(answer.purchase);
    say(text("purchase.undone"));
  });
}

/**
 * Whether a change was rejected as another one was faster.
 *
 * @param {unknown} error
 */
export function isOvertaken(error) {
  return asFailure(error).code === "aborted";
}

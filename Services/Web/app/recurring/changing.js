import { call, newKey } from "../api/client.js";
import { say } from "../frame/messages.js";
import { text } from "../texts/texts.js";

/** @typedef {import("../api/types.js").Budget.RecurringExpenditure} Recurring */

/**
 * Ends a recurring expenditure, which can be taken back.
 *
 * @param {Recurring} recurring
 * @param {string} sentence What is said of it.
 */
export async function removeRecurring(recurring, sentence) {
  const request = { recurringId: recurring.id };
  const removed = await call("larder.budget.v1.Recurring/RemoveRecurring", request, { key: newKey() });
  say(sentence, { undo: () => undoRecurring(removed) });
}

/**
 * Takes the latest change of a recurring expenditure back, unless it was changed since.
 *
 * @param {Recurring} recurring As the change has made it.
 */
export async function undoRecurring(recurring) {
  const request = { recurringId: recurring.id, expectedVersion: recurring.version };
  await call("larder.budget.v1.Recurring/UndoRecurring", request, { key: newKey() });
  say(text("recurring.restored"));
}

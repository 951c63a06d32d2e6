import { entriesOf } from "../storage/edit-entry.js";
import { withEdits } from "./apply-edits.js";

/**
 * A purchase as it is shown while edits of it wait to be sent: `waits` is how many changes do, and `rejected` how many entries of the
 * queue were rejected, which are not applied.
 *
 * @typedef {import("../api/types.js").Budget.Purchase} Purchase
 * @typedef {Purchase & {waits?: number, rejected?: number}} ShownPurchase
 * @typedef {import("../storage/waiting.js").Entry} Entry
 */

/**
 * A purchase with its edits that wait, until their entries leave the queue; itself where none do. A newer version says nothing of
 * them: it may be another device's.
 *
 * @param {Purchase} purchase As it is at the service, as far as is known.
 * @param {Entry[]} entries What waits, in its order.
 * @returns {ShownPurchase}
 */
export function withWaiting(purchase, entries) {
  const own = entriesOf(entries, purchase.id);
  if (!own.length) return purchase;
  const toSend = own.filter(({ rejection }) => !rejection);
  const steps = toSend.map(({ id, edit }) => ({ id, edits: edit?.edits ?? [] }));
  return { ...withEdits(purchase, steps), waits: toSend.length, rejected: own.length - toSend.length };
}

/**
 * Those purchases of which edits wait or were rejected, as they are shown, each once.
 *
 * @param {Purchase[]} purchases
 * @param {Entry[]} entries
 * @returns {ShownPurchase[]}
 */
export function editedOf(purchases, entries) {
  const edited = new Set(entries.flatMap(({ edit }) => edit?.purchaseId ?? []));
  return [...edited].flatMap((id) => {
    const purchase = purchases.find((each) => each.id === id);
    return purchase ? [withWaiting(purchase, entries)] : [];
  });
}

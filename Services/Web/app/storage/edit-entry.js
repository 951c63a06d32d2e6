import { newKey } from "../api/client.js";

/**
 * Edits of a purchase in the queue: what was saved at once without a network is an entry of its own, with when that was.
 *
 * @typedef {import("../api/types.js").Budget.PurchaseEdit} Edit
 * @typedef {import("../api/types.js").Budget.EditPurchaseRequest} Request
 * @typedef {import("./queue-entry.js").Stored} Stored
 * @typedef {{at: number, edits: Edit[]}} Saved What was saved at once, and when.
 */

/** Where edits are sent to. */
const path = "/larder.budget.v1.Purchases/EditPurchase";

/**
 * The request of edits that were made on a version of a purchase.
 *
 * @param {{id?: string, version?: string}} purchase
 * @param {Edit[]} edits
 * @param {number} at When they were made, in milliseconds since 1970.
 * @returns {Request}
 */
export function editRequest({ id, version }, edits, at) {
  const madeAt = { seconds: String(Math.floor(at / 1000)), nanos: (at % 1000) * 1_000_000 };
  return { purchaseId: id, baseVersion: version, edits, madeAt };
}

/**
 * An entry of the queue with what was saved.
 *
 * @param {import("../api/types.js").Budget.Purchase} purchase As it is at the service, as far as is known.
 * @param {Saved} saved
 * @param {{key: string, owner: string, isTried: boolean}} more `isTried` where a request with the key may have arrived.
 * @returns {Stored}
 */
export function editEntry(purchase, { at, edits }, { key, owner, isTried }) {
  const isExpenditure = purchase.kind === "PURCHASE_KIND_EXPENDITURE";
  const name = (isExpenditure && purchase.items?.[0]?.productName) || purchase.storeName || "";
  const entry = { id: key, owner, at, kind: /** @type {const} */ ("edit"), path, name, isTried };
  return withRequest(entry, editRequest(purchase, edits, at));
}

/**
 * @param {Stored} entry
 * @param {Request} edit
 * @returns {Stored}
 */
function withRequest(entry, edit) {
  // Former versions of the app, which may send it, know no edits: they send what a purchase would be.
  return { ...entry, edit, purchase: /** @type {any} */ (edit) };
}

/**
 * The entries with edits of a purchase, in their order.
 *
 * @template {Stored} Each
 * @param {Each[]} entries In their order.
 * @param {string} [purchaseId]
 */
export function entriesOf(entries, purchaseId) {
  return entries.filter(({ edit }) => edit && edit.purchaseId === purchaseId);
}

/**
 * Whether the service may have the edits of an entry, so that it is not taken back any more; its history can undo them.
 *
 * @param {Stored & {isSending?: boolean}} entry
 */
export function isOnItsWay({ edit, isTried, isSending, rejection }) {
  return Boolean(edit && !rejection && (isTried || isSending));
}

/**
 * An entry whose edits are made on another version.
 *
 * @param {Stored} entry
 * @param {string} [version]
 */
export function rebased(entry, version) {
  return withRequest(entry, { ...entry.edit, baseVersion: version });
}

/**
 * A rejected entry as it is sent once more, on the version that its owner has seen since, under a key of its own.
 *
 * @param {Stored} entry
 * @param {string} [version]
 * @returns {Stored}
 */
export function renewed(entry, version) {
  return { ...rebased(entry, version), id: newKey(), isTried: false, rejection: undefined };
}

/**
 * Whether edits were made on top of others, and on what the service has made of these: nobody else has changed anything between.
 *
 * @param {Stored} entry
 * @param {import("../api/types.js").Budget.Purchase} answer That to the others.
 */
export function isOnTopOf({ edit, isTried, rejection }, answer) {
  const isNext = BigInt(edit?.baseVersion ?? 0) + 1n === BigInt(answer.version ?? 0);
  // A request that may have arrived stays as it is, since its key is that of no other.
  return edit?.purchaseId === answer.id && isNext && !isTried && !rejection;
}

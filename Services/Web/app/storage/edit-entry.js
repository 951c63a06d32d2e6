import { newKey } from "../api/client.js";

/**
 * Edits of a purchase in the queue: what was saved step by step without a network, and is sent together.
 *
 * @typedef {import("../api/types.js").Budget.PurchaseEdit} Edit
 * @typedef {import("../api/types.js").Budget.EditPurchaseRequest} Request
 * @typedef {import("./queue-entry.js").Stored} Stored
 * @typedef {{id: string, at: number, count: number}} Step What was saved at once: so many edits, and when.
 * @typedef {{id: string, at: number, edits: Edit[]}} Saved A step with its edits.
 */

/** How many edits a request has at most. */
const mostEdits = 100;

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
 * An entry of the queue with one step.
 *
 * @param {import("../api/types.js").Budget.Purchase} purchase As it is at the service, as far as is known.
 * @param {Saved} step
 * @param {{key: string, owner: string, isTried: boolean}} more `isTried` where a request with the key may have arrived.
 * @returns {Stored}
 */
export function editEntry(purchase, { id, at, edits }, { key, owner, isTried }) {
  const isExpenditure = purchase.kind === "PURCHASE_KIND_EXPENDITURE";
  const name = (isExpenditure && purchase.items?.[0]?.productName) || purchase.storeName || "";
  const entry = { id: key, owner, at, kind: /** @type {const} */ ("edit"), path, name, isTried };
  return withRequest({ ...entry, steps: [{ id, at, count: edits.length }] }, editRequest(purchase, edits, at));
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
 * An entry with other steps, and a key of its own, as it is another request.
 *
 * @param {Stored} entry
 * @param {Saved[]} steps At least one.
 */
function withSteps(entry, steps) {
  const { purchaseId: id, baseVersion: version } = entry.edit ?? {};
  const edits = steps.flatMap((step) => step.edits);
  const request = editRequest({ id, version }, edits, Math.max(...steps.map(({ at }) => at)));
  const counted = steps.map(({ id, at, edits }) => ({ id, at, count: edits.length }));
  return withRequest({ ...entry, id: newKey(), steps: counted, isTried: false }, request);
}

/**
 * The edits of an entry, step by step.
 *
 * @param {Stored} entry
 * @returns {Saved[]}
 */
export function stepsOf({ steps = [], edit }) {
  let begin = 0;
  return steps.map(({ id, at, count }) => ({ id, at, edits: (edit?.edits ?? []).slice(begin, (begin += count)) }));
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
 * An entry with a further step; undefined where that has to be an entry of its own: the request may have arrived without it, or it
 * was made on another version, or there would be too many edits.
 *
 * @param {Stored} entry
 * @param {Saved} step
 * @param {string} [version]
 */
export function appended(entry, step, version) {
  const { edit, isTried, rejection } = entry;
  const hasRoom = (edit?.edits?.length ?? 0) + step.edits.length <= mostEdits;
  if (isTried || rejection || !hasRoom || edit?.baseVersion !== version) return undefined;
  return withSteps(entry, [...stepsOf(entry), step]);
}

/**
 * An entry without one of its steps; null when it has no other, and undefined where that cannot be taken out, as the request may have
 * arrived with all of them.
 *
 * @param {Stored} entry
 * @param {string} stepId
 */
export function withoutStep(entry, stepId) {
  const rest = stepsOf(entry).filter(({ id }) => id !== stepId);
  if (!rest.length) return null;
  return entry.isTried ? undefined : withSteps(entry, rest);
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

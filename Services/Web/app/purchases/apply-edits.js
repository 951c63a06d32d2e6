import { digits } from "../texts/formats.js";
import { sumOf } from "./item-sums.js";

/**
 * What edits make of a purchase, as the service does it: for what waits to be sent. What cannot be applied changes nothing.
 *
 * @typedef {import("../api/types.js").Budget.Purchase} Purchase
 * @typedef {import("../api/types.js").Budget.PurchaseItem} Item
 * @typedef {import("../api/types.js").Budget.PurchaseEdit} Edit
 * @typedef {import("../api/types.js").Budget.PurchaseField} Field
 * @typedef {import("../texts/formats.js").Money} Money
 */

/** The beginning of the ids of items that the service does not know yet. */
const temporary = "waiting-";

/**
 * Whether an item was added by an edit that waits.
 *
 * @param {Item} item
 */
export function isTemporary({ id = "" }) {
  return id.startsWith(temporary);
}

/**
 * A purchase with edits.
 *
 * @param {Purchase} purchase
 * @param {{id: string, edits: Edit[]}[]} steps In their order.
 * @returns {Purchase}
 */
export function withEdits(purchase, steps) {
  const all = steps.flatMap(({ id, edits }) =>
    edits.map((edit, index) => ({ edit, id: `${temporary}${id}-${index}` })),
  );
  const edited = all.reduce((former, { edit, id }) => ({ ...former, ...changesOf(former, edit, id) }), purchase);
  // A name that was changed and changed back means the same store as before.
  const isSameStore = edited.storeName === purchase.storeName;
  const { storeId, knownStore } = isSameStore ? purchase : edited;
  return { ...edited, storeId, knownStore, ...sumsOf(edited) };
}

/**
 * What an edit changes.
 *
 * @param {Purchase} purchase
 * @param {Edit} edit
 * @param {string} id That of an item that it adds.
 * @returns {Partial<Purchase>}
 */
function changesOf(purchase, edit, id) {
  const { item, newItem, itemRemoval, itemsCategory, confirmation, duplicate, conflict } = edit;
  const items = purchase.items ?? [];
  const isOfItems = newItem || itemRemoval || edit.subtotal || edit.total || edit.taxes;
  if (isOfItems && purchase.kind === "PURCHASE_KIND_EXPENDITURE") return {};
  if (item) return { items: items.map((each) => (each.id === item.itemId ? corrected(each, item) : each)) };
  if (newItem) return { items: withItem(purchase, newItem, id) };
  if (itemRemoval) return { items: items.filter((each) => each.id !== itemRemoval.itemId) };
  if (itemsCategory) return { items: items.map((each) => categorized(each, itemsCategory)) };
  if (confirmation) return confirmed(purchase, confirmation);
  if (duplicate === "DUPLICATE_DECISION_KEEP") return { duplicateOf: "" };
  if (duplicate === "DUPLICATE_DECISION_DISCARD") return { state: "PURCHASE_STATE_DISCARDED" };
  if (conflict) return settled(purchase, conflict, id);
  return fieldChanges(purchase, edit);
}

/**
 * @param {Purchase} purchase
 * @param {Edit} edit
 * @returns {Partial<Purchase>}
 */
function fieldChanges(purchase, edit) {
  const reviewed = (/** @type {Field} */ field) => ({ fieldsToReview: without(purchase, field) });
  const at = purchase.purchasedAt;
  if (edit.storeName) return { ...renamed(purchase, edit.storeName.value), ...reviewed("PURCHASE_FIELD_STORE_NAME") };
  if (edit.storeAddress)
    return { storeAddress: edit.storeAddress.value ?? "", ...reviewed("PURCHASE_FIELD_STORE_ADDRESS") };
  if (edit.date) return { purchasedAt: { ...at, date: edit.date.value ?? "" }, ...reviewed("PURCHASE_FIELD_DATE") };
  if (edit.time) return { purchasedAt: { ...at, time: edit.time.value ?? "" }, ...reviewed("PURCHASE_FIELD_TIME") };
  if (edit.subtotal) return { subtotal: edit.subtotal.value, ...reviewed("PURCHASE_FIELD_SUBTOTAL") };
  if (edit.total) return { total: edit.total.value, ...reviewed("PURCHASE_FIELD_TOTAL") };
  if (edit.taxes) return { taxes: edit.taxes.taxes ?? [], ...reviewed("PURCHASE_FIELD_TAXES") };
  if (edit.note) return { note: edit.note.value ?? "" };
  const changed = edit.currency && inCurrency(purchase, edit.currency.value || "XXX");
  return changed ? { ...changed, ...reviewed("PURCHASE_FIELD_CURRENCY") } : {};
}

/**
 * @param {Purchase} purchase
 * @param {Field} field
 */
function without({ fieldsToReview = [] }, field) {
  return fieldsToReview.filter((each) => each !== field);
}

/**
 * Another name means another store than the catalog has found.
 *
 * @param {Purchase} purchase
 * @param {string} [storeName]
 * @returns {Partial<Purchase>}
 */
function renamed(purchase, storeName = "") {
  return storeName === (purchase.storeName ?? "") ? {} : { storeName, storeId: "", knownStore: "" };
}

/**
 * The purchase in another currency, as it is printed: 12.30 is 12.30 in that one, too. Undefined where it has more digits.
 *
 * @param {Purchase} purchase
 * @param {string} currency
 * @returns {Partial<Purchase> | undefined}
 */
function inCurrency(purchase, currency) {
  const more = digits(currency) - digits(purchase.currency ?? "XXX");
  const factor = 10n ** BigInt(Math.abs(more));
  let isExact = true;
  const printed = (/** @type {Money | undefined} */ money) => {
    if (!money) return undefined;
    const value = units(money);
    if (more < 0 && value % factor) isExact = false;
    return { minorUnits: String(more < 0 ? value / factor : value * factor), currency };
  };
  const changed = {
    currency,
    suggestedCurrency: "",
    items: (purchase.items ?? []).map((item) => ({
      ...item,
      unitPrice: printed(item.unitPrice),
      amount: printed(item.amount),
      discount: printed(item.discount),
    })),
    taxes: (purchase.taxes ?? []).map((tax) => ({ ...tax, amount: printed(tax.amount) })),
    subtotal: printed(purchase.subtotal),
    total: printed(purchase.total),
  };
  return isExact ? changed : undefined;
}

/**
 * @param {Purchase} purchase
 * @param {import("../api/types.js").Budget.Confirmation} confirmation
 * @returns {Partial<Purchase>}
 */
function confirmed(purchase, { field, itemId, everything }) {
  if (field) return { fieldsToReview: without(purchase, field) };
  const isMeant = (/** @type {Item} */ { id }) => everything || id === itemId;
  const items = (purchase.items ?? []).map((item) => (isMeant(item) ? { ...item, needsReview: false } : item));
  return everything ? { items, fieldsToReview: [] } : { items };
}

/**
 * @param {Purchase} purchase
 * @param {import("../api/types.js").Budget.ConflictResolution} resolution
 * @param {string} id
 * @returns {Partial<Purchase>}
 */
function settled({ conflicts = [], ...purchase }, { conflictId, takeOther }, id) {
  const chosen = takeOther && conflicts.find((each) => each.id === conflictId)?.edit;
  return {
    conflicts: conflicts.filter((each) => each.id !== conflictId),
    ...(chosen ? changesOf(purchase, chosen, id) : {}),
  };
}

/**
 * @param {Item} item
 * @param {import("../api/types.js").Budget.ItemCorrection} correction
 * @returns {Item}
 */
function corrected(item, { name, quantity, unit, unitPrice, amount, discount, product, returned }) {
  const given = amount ?? item.amount;
  const isNegated = returned && Boolean(returned.value) !== units(given) < 0n;
  return {
    ...item,
    needsReview: false,
    ...(product && chosen(product)),
    ...(name && named(item, name.value, Boolean(product))),
    ...(quantity && { quantityThousandths: quantity.thousandths }),
    ...(unit && { unit: unit.value ?? "" }),
    ...(unitPrice && { unitPrice: unitPrice.value }),
    ...(discount && { discount }),
    amount: isNegated ? negated(given) : given,
  };
}

/**
 * A product that was chosen.
 *
 * @param {import("../api/types.js").Budget.ProductChoice} choice
 * @returns {Item}
 */
function chosen({ productId = "", name = "", categorySymbol = "", category = "" }) {
  return { productId, productName: name, categorySymbol, category };
}

/**
 * Another name means another product, unless that was chosen. A category that was chosen without a product stays.
 *
 * @param {Item} item
 * @param {string} productName
 * @param {boolean} isChosen
 * @returns {Item}
 */
function named(item, productName = "", isChosen = false) {
  if (isChosen) return { productName };
  return productName === item.productName || !item.productId ? { productName } : chosen({ name: productName });
}

/**
 * An item with the category that it and others are given, if it is one of them.
 *
 * @param {Item} item
 * @param {import("../api/types.js").Budget.ItemsCategory} given
 * @returns {Item}
 */
function categorized(item, { itemIds = [], category = "", categorySymbol = "" }) {
  return itemIds.includes(item.id ?? "") ? { ...item, category, categorySymbol } : item;
}

/**
 * The items with a new one.
 *
 * @param {Purchase} purchase
 * @param {import("../api/types.js").Budget.NewItem} given
 * @param {string} id
 * @returns {Item[]}
 */
function withItem({ items = [], currency }, given, id) {
  const { name, quantityThousandths, unit, unitPrice, amount, discount, returned, product, afterItemId } = given;
  const item = {
    ...{ id, printedText: "", needsReview: false, confidence: 100, receiptLine: 0 },
    ...chosen({ ...product, name }),
    quantityThousandths: Number(quantityThousandths ?? 0) ? quantityThousandths : "1000",
    unit: unit || "each",
    unitPrice,
    amount: returned && units(amount) > 0n ? negated(amount) : amount,
    discount: discount ?? { minorUnits: "0", currency },
  };
  const before = items.findIndex((each) => each.id === afterItemId);
  return before < 0 ? [...items, item] : [...items.slice(0, before + 1), item, ...items.slice(before + 1)];
}

/**
 * What the parts of a purchase add up to.
 *
 * @param {Purchase} purchase
 * @returns {Partial<Purchase>}
 */
function sumsOf({ items = [], taxes = [], total, currency }) {
  const ofItems = sumOf(items);
  const ofTaxes = taxes.reduce((sum, { amount }) => sum + units(amount), 0n);
  // Where the items alone add up to the total, the prices include the taxes.
  const taxesIncluded = total !== undefined && ofTaxes !== 0n && ofItems === units(total);
  const sum = taxesIncluded ? ofItems : ofItems + ofTaxes;
  return {
    computedTotal: { minorUnits: String(sum), currency },
    totalsAgree: total !== undefined && units(total) === sum,
    taxesIncluded,
  };
}

/** @param {Money | undefined} money */
function units(money) {
  return BigInt(money?.minorUnits ?? 0);
}

/** @param {Money | undefined} money */
function negated(money) {
  return { ...money, minorUnits: String(-units(money)) };
}

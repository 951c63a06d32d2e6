import { categoryNameOf } from "../products/categories.js";
import { day, money, quantity } from "../texts/formats.js";
import { text } from "../texts/texts.js";
import { fields } from "./fields.js";

/** @typedef {import("../api/types.js").Budget.Purchase} Purchase */
/** @typedef {import("../api/types.js").Budget.PurchaseEdit} Edit */
/** @typedef {import("../api/types.js").Catalog.Category} Category */

/**
 * What edits change, for people, one a line.
 *
 * @param {Purchase} purchase
 * @param {Edit[]} edits
 * @param {Category[]} [categories] Those that are known.
 */
export function editWords(purchase, edits, categories = []) {
  return edits.map((edit) => words(purchase, edit, categories));
}

/**
 * @param {Purchase} purchase
 * @param {Edit} edit
 * @param {Category[]} categories
 */
function words(purchase, edit, categories) {
  const { item, newItem, itemRemoval, itemsCategory, confirmation, duplicate } = edit;
  if (item) return line(nameOf(purchase, item.itemId), itemWords(item));
  if (newItem) return line(text("edits.newItem"), [newItem.name, money(newItem.amount)].join(" · "));
  if (itemRemoval) return line(text("edits.removedItem"), nameOf(purchase, itemRemoval.itemId));
  if (itemsCategory) return line(text("products.category"), categoryWords(purchase, itemsCategory, categories));
  if (confirmation) return confirmationWords(purchase, confirmation);
  if (duplicate) return text(duplicate === "DUPLICATE_DECISION_KEEP" ? "purchase.keep" : "purchase.discard");
  if (edit.conflict) return text(edit.conflict.takeOther ? "conflict.take" : "conflict.keep");
  return fieldWords(edit);
}

/** @param {Edit} edit */
function fieldWords({ subtotal, total, taxes, date, ...texts }) {
  if (subtotal) return line(text("purchase.subtotal"), money(subtotal.value));
  if (total) return line(text("purchase.total"), money(total.value));
  if (taxes) {
    const all = (taxes.taxes ?? []).map(({ label = "", amount }) => `${label} ${money(amount)}`.trim());
    return line(text("purchase.taxes"), all.join(" · "));
  }
  if (date) return line(text("purchase.date"), day(date.value));
  const names = /** @type {const} */ (["storeName", "storeAddress", "time", "currency", "note"]);
  const name = names.find((each) => texts[each]);
  return name ? line(text(`purchase.${name}`), texts[name]?.value) : "";
}

/**
 * What is corrected of an item.
 *
 * @param {import("../api/types.js").Budget.ItemCorrection} item
 */
function itemWords({ name, product, quantity: amountOf, unit, unitPrice, amount, discount, returned }) {
  const parts = [
    name?.value || product?.name,
    amountOf && quantity(amountOf.thousandths, unit?.value),
    !amountOf && unit?.value,
    unitPrice && text("item.each", { price: money(unitPrice.value) }),
    amount && money(amount),
    discount && text("item.less", { amount: money(discount) }),
    returned?.value && text("item.returned"),
  ];
  return parts.filter(Boolean).join(" · ");
}

/**
 * Which items are given which category.
 *
 * @param {Purchase} purchase
 * @param {import("../api/types.js").Budget.ItemsCategory} given
 * @param {Category[]} categories
 */
function categoryWords(purchase, { itemIds = [], category = "" }, categories) {
  return [categoryNameOf(category, categories), ...itemIds.map((id) => nameOf(purchase, id))].join(" · ");
}

/**
 * @param {Purchase} purchase
 * @param {import("../api/types.js").Budget.Confirmation} confirmation
 */
function confirmationWords(purchase, { field, itemId, everything }) {
  if (everything) return text("purchase.confirm");
  const [name] = fields.find(([, known]) => known === field) ?? [];
  return text("purchase.isRight", { name: name ? text(`purchase.${name}`) : nameOf(purchase, itemId) });
}

/**
 * What an item is called; one that is there no more is any.
 *
 * @param {Purchase} purchase
 * @param {string} [itemId]
 */
function nameOf({ items = [] }, itemId) {
  const item = items.find(({ id }) => id === itemId);
  return item?.productName || item?.printedText || text("item.name");
}

/**
 * @param {string} what
 * @param {string} [value]
 */
function line(what, value) {
  return text("edits.line", { what, value: value || "–" });
}

import { parseAmount, parseQuantity, typedAmount, typedQuantity } from "../texts/formats.js";
import { text } from "../texts/texts.js";

/** @typedef {import("../api/types.js").Budget.PurchaseItem} Item */
/** @typedef {{name: string, quantity: string, unit: string, unitPrice: string, amount: string, discount: string}} Typed */

/**
 * An item as it is typed. Its discount is typed without a sign.
 *
 * @param {Item} [item]
 * @returns {Typed}
 */
export function typed(item) {
  const discount = item?.discount;
  const hasDiscount = Number(discount?.minorUnits ?? 0) !== 0;
  return {
    name: item?.productName || item?.printedText || "",
    quantity: item ? typedQuantity(item.quantityThousandths) : "1",
    unit: item?.unit || "each",
    unitPrice: typedAmount(item?.unitPrice),
    amount: item ? typedAmount(item.amount ?? { minorUnits: "0", currency: "" }) : "",
    discount: hasDiscount ? typedAmount(discount).replace(/^[-−]/, "") : "",
  };
}

/**
 * What is wrong with an item as it is typed.
 *
 * @param {Typed} entry
 * @param {string} currency
 * @returns {Partial<Typed>}
 */
export function wrongItem(entry, currency) {
  /** @type {Partial<Typed>} */
  const wrong = {};
  if (!entry.name.trim() || entry.name.length > 200) wrong.name = text("item.nameRule");
  if (parseQuantity(entry.quantity) === null) wrong.quantity = text("item.quantityRule");
  if (!parseAmount(entry.amount, currency)) wrong.amount = text("item.amountRule");
  if (parseAmount(entry.unitPrice, currency) === null) wrong.unitPrice = text("item.amountRule");
  if (parseAmount(entry.discount, currency) === null) wrong.discount = text("item.discountRule");
  return wrong;
}

/**
 * Whether an item is one that was returned, which its amount says by a minus sign.
 *
 * @param {Pick<Typed, "amount">} entry
 */
export function isReturned({ amount }) {
  return /^\s*[-−]/.test(amount);
}

/**
 * The amount of an item that was returned, or was not.
 *
 * @param {string} amount As it is typed.
 * @param {boolean} isReturned
 */
export function returnedAmount(amount, isReturned) {
  const plain = amount.replace(/^\s*[-−]\s*/, "");
  return isReturned ? `-${plain}` : plain;
}

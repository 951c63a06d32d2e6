/** @typedef {import("../api/types.js").Budget.PurchaseItem} Item */

/**
 * What an item comes to in minor units, less its discount.
 *
 * @param {Item} item
 */
export function netOf({ amount, discount }) {
  return BigInt(amount?.minorUnits ?? 0) + BigInt(discount?.minorUnits ?? 0);
}

/**
 * What items come to in minor units, less their discounts.
 *
 * @param {Item[]} items
 */
export function sumOf(items) {
  return items.reduce((sum, item) => sum + netOf(item), 0n);
}

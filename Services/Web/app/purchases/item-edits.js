import { parseAmount, parseQuantity } from "../texts/formats.js";
import { isReturned, typed } from "./typed-item.js";

/** @typedef {import("../api/types.js").Budget.PurchaseItem} Item */
/** @typedef {import("./typed-item.js").Typed} Typed */
/** @typedef {{productId: string, name: string, categorySymbol: string, category: string}} Choice A product that was chosen. */

/**
 * The edits of an item as it is typed, or the new item.
 *
 * @param {Item | undefined} item Undefined for a new one.
 * @param {Typed} entry As `wrongItem` accepts it.
 * @param {Choice | null} product
 * @param {string} currency
 * @returns {import("../api/types.js").Budget.PurchaseEdit[]} Empty when nothing has changed.
 */
export function itemEdits(item, entry, product, currency) {
  if (!item) return [{ newItem: newItem(entry, product, currency) }];
  const former = typed(item);
  const { name, amount, discount, unitPrice, quantityThousandths, returned } = newItem(entry, product, currency);
  const change = {
    ...(name !== former.name ? { name: { value: name } } : {}),
    ...(product && product.productId !== item.productId ? { product } : {}),
    ...(entry.quantity !== former.quantity ? { quantity: { thousandths: quantityThousandths } } : {}),
    ...(entry.unit !== former.unit ? { unit: { value: entry.unit.trim() } } : {}),
    ...(entry.unitPrice !== former.unitPrice ? { unitPrice: unitPrice ? { value: unitPrice } : {} } : {}),
    ...(entry.amount !== former.amount ? { amount, ...(returned ? { returned: { value: true } } : {}) } : {}),
    ...(entry.discount !== former.discount ? { discount } : {}),
  };
  if (Object.keys(change).length) return [{ item: { itemId: item.id, ...change } }];
  // Saving without a change says that it is right.
  return item.needsReview ? [{ confirmation: { itemId: item.id } }] : [];
}

/**
 * An item as it is typed.
 *
 * @param {Typed} entry As `wrongItem` accepts it.
 * @param {Choice | null} product
 * @param {string} currency
 */
export function newItem(entry, product, currency) {
  const amount = parseAmount(entry.amount, currency) ?? undefined;
  return {
    name: entry.name.trim(),
    quantityThousandths: parseQuantity(entry.quantity) ?? undefined,
    unit: entry.unit.trim(),
    unitPrice: parseAmount(entry.unitPrice, currency) ?? undefined,
    amount,
    discount: discountOf(entry, currency),
    returned: isReturned(entry),
    product: product ?? undefined,
  };
}

/**
 * A discount, which is zero or negative, however it was typed.
 *
 * @param {Typed} entry
 * @param {string} currency
 */
export function discountOf(entry, currency) {
  const parsed = parseAmount(entry.discount, currency);
  const units = BigInt(parsed?.minorUnits ?? 0);
  return { minorUnits: (units > 0n ? -units : units).toString(), currency };
}

/**
 * How an item is divided at first: one of several, or half of it.
 *
 * @param {Item} item
 * @returns {{thousandths: bigint, minorUnits: bigint}} The second part.
 */
export function firstSplit(item) {
  const whole = BigInt(item.quantityThousandths ?? 0);
  const units = BigInt(item.amount?.minorUnits ?? 0);
  if (whole >= 2000n && whole % 1000n === 0n) return { thousandths: 1000n, minorUnits: units / (whole / 1000n) };
  return { thousandths: whole > 1n ? whole / 2n : whole, minorUnits: units / 2n };
}

/**
 * Makes a part of an item an item of its own. Nothing of the amount or the discount is lost.
 *
 * @param {Item} item
 * @param {{name: string, thousandths: bigint, minorUnits: bigint, category?: {slug?: string, symbol?: string}}} part `category` has
 *   no slug for none.
 * @returns {import("../api/types.js").Budget.PurchaseEdit[]}
 */
export function splitEdits(item, { name, thousandths, minorUnits, category: { slug = "", symbol = "" } = {} }) {
  const currency = item.amount?.currency ?? "XXX";
  const whole = BigInt(item.quantityThousandths ?? 0);
  const units = BigInt(item.amount?.minorUnits ?? 0);
  const discount = BigInt(item.discount?.minorUnits ?? 0);
  const itsDiscount = units === 0n ? 0n : (discount * minorUnits) / units;
  const money = (/** @type {bigint} */ value) => ({ minorUnits: value.toString(), currency });
  const rest = whole - thousandths;
  const productId = name === item.productName ? (item.productId ?? "") : "";
  return [
    {
      item: {
        itemId: item.id,
        ...(rest > 0n ? { quantity: { thousandths: rest.toString() } } : {}),
        amount: money(units - minorUnits),
        ...(discount ? { discount: money(discount - itsDiscount) } : {}),
      },
    },
    {
      newItem: {
        name,
        quantityThousandths: (rest > 0n ? thousandths : whole || 1000n).toString(),
        unit: item.unit || "each",
        amount: money(minorUnits),
        ...(itsDiscount ? { discount: money(itsDiscount) } : {}),
        returned: minorUnits < 0n,
        afterItemId: item.id,
        ...(productId || slug ? { product: { productId, name, categorySymbol: symbol, category: slug } } : {}),
      },
    },
  ];
}

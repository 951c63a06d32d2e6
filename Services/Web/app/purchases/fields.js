import { day, money, parseAmount, typedAmount } from "../texts/formats.js";
import { text } from "../texts/texts.js";

/** @typedef {import("../api/types.js").Budget.Purchase} Purchase */

/** Fields of a purchase besides its items and taxes: the name in our texts, and that of the enumeration. */
export const fields = /** @type {const} */ ([
  ["storeName", "PURCHASE_FIELD_STORE_NAME"],
  ["storeAddress", "PURCHASE_FIELD_STORE_ADDRESS"],
  ["date", "PURCHASE_FIELD_DATE"],
  ["time", "PURCHASE_FIELD_TIME"],
  ["currency", "PURCHASE_FIELD_CURRENCY"],
  ["subtotal", "PURCHASE_FIELD_SUBTOTAL"],
  ["taxes", "PURCHASE_FIELD_TAXES"],
  ["total", "PURCHASE_FIELD_TOTAL"],
]);

/** @typedef {typeof fields[number][0] | "note"} FieldName A note is nothing that is read, and so never checked. */
/** @typedef {Exclude<FieldName, "taxes">} TypedName One that is typed as one text. */

/** Those that stand below the items. */
export const sumFields = /** @type {FieldName[]} */ (["subtotal", "taxes", "total"]);

/**
 * Whether a field is an amount.
 *
 * @param {FieldName} name
 * @returns {name is "subtotal" | "total"}
 */
export function isAmount(name) {
  return name === "total" || name === "subtotal";
}

/**
 * The names of the fields to check.
 *
 * @param {Purchase} purchase
 * @returns {FieldName[]}
 */
export function fieldsToCheck(purchase) {
  const review = new Set(purchase.fieldsToReview ?? []);
  return fields.filter(([, field]) => review.has(field)).map(([name]) => name);
}

/**
 * A field as it is typed.
 *
 * @param {Purchase} purchase
 * @param {TypedName} name
 * @returns {string}
 */
export function typedField(purchase, name) {
  if (name === "date") return purchase.purchasedAt?.date ?? "";
  if (name === "time") return purchase.purchasedAt?.time ?? "";
  if (isAmount(name)) return typedAmount(purchase[name]);
  if (name === "currency") return purchase.currency === "XXX" ? "" : (purchase.currency ?? "");
  return purchase[name] ?? "";
}

/**
 * A field for people.
 *
 * @param {Purchase} purchase
 * @param {FieldName} name
 * @returns {string} Empty when it is unknown.
 */
export function shownField(purchase, name) {
  if (name === "date") return day(purchase.purchasedAt?.date);
  if (name === "taxes") {
    const taxes = purchase.taxes ?? [];
    return taxes.map((tax) => `${tax.label ?? ""} ${money(tax.amount)}`.trim()).join(" · ");
  }
  if (isAmount(name)) return purchase[name] ? money(purchase[name]) : "";
  return typedField(purchase, name);
}

/**
 * The edit that a typed field stands for; null for what is no value.
 *
 * @param {Purchase} purchase
 * @param {FieldName} name
 * @param {string} value
 * @returns {import("../api/types.js").Budget.PurchaseEdit | null}
 */
export function fieldEdit(purchase, name, value) {
  if (name === "note") return { note: { value: value.trim() } };
  if (!isAmount(name)) {
    const line = value
      .trim()
      .replace(/\s*\n\s*/g, ", ")
      .replace(/,,/g, ",");
    const plain = name === "currency" ? line.toUpperCase() || "XXX" : line;
    return { [name]: { value: plain } };
  }
  const amount = parseAmount(value, purchase.currency ?? "XXX");
  return amount === null ? null : { [name]: amount ? { value: amount } : {} };
}

/**
 * The frames on the photo: the fields of the reading, and its items by their line.
 *
 * @param {Purchase} purchase
 * @param {import("../api/types.js").OCR.Reading} reading
 */
export function framesOf(purchase, reading) {
  /** @type {import("../receipts/photo-view.js").Frame[]} */
  const found = [];
  const doubtful = new Set(fieldsToCheck(purchase));
  for (const [name] of fields) {
    const place = name === "taxes" ? reading.taxes?.[0]?.amount : reading[name];
    if (place?.box)
      found.push({ id: name, label: text(`purchase.${name}`), box: place.box, isDoubtful: doubtful.has(name) });
  }
  for (const item of purchase.items ?? []) {
    const box = item.receiptLine ? reading.items?.[item.receiptLine - 1]?.box : undefined;
    const label = item.productName || item.printedText || text("item.name");
    if (box) found.push({ id: item.id ?? "", label, box, isDoubtful: item.needsReview });
  }
  return found;
}

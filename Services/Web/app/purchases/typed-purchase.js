import { parseAmount, typedAmount } from "../texts/formats.js";
import { text } from "../texts/texts.js";
import { discountOf, newItem } from "./item-edits.js";
import { taxesOf, taxField, typedTaxes, wrongTaxes } from "./taxes.js";
import { typed, wrongItem } from "./typed-item.js";

/** @typedef {import("./typed-item.js").Typed} Line */
/** @typedef {import("./taxes.js").Tax} Tax */

/**
 * A purchase as it is typed in. `key` is that of its request: another one after each change, so that sending the same again adds
 * it once.
 *
 * @typedef {{store: string, address: string, date: string, time: string, currency: string, subtotal: string, taxes: Tax[],
 *   total: string, lines: Line[], key: string}} TypedPurchase
 */

/** The most items of a purchase. */
export const mostLines = 500;

/** An item that is not typed yet. */
export const emptyLine = typed;

/**
 * A purchase of which nothing is typed yet.
 *
 * @param {{date: string, currency: string, key: string}} known
 * @returns {TypedPurchase}
 */
export function emptyPurchase(known) {
  return {
    ...{ store: "", address: "", time: "", subtotal: "", total: "" },
    taxes: typedTaxes(),
    lines: [emptyLine()],
    ...known,
  };
}

/**
 * A purchase that was typed before, as it was sent.
 *
 * @param {import("../api/types.js").Budget.CreatePurchaseRequest} request
 * @param {string} key
 * @returns {TypedPurchase}
 */
export function typedPurchase(request, key) {
  const { storeName = "", storeAddress = "", purchasedAt = {}, currency = "XXX", items = [] } = request;
  return {
    store: storeName,
    address: storeAddress,
    date: purchasedAt.date ?? "",
    time: purchasedAt.time ?? "",
    currency: currency === "XXX" ? "" : currency,
    subtotal: typedAmount(request.subtotal),
    taxes: typedTaxes(request.taxes),
    total: typedAmount(request.total),
    lines: [...items.map((item) => typed({ ...item, productName: item.name })), emptyLine()],
    key,
  };
}

/**
 * Whether a line has something in it.
 *
 * @param {Line} line
 */
function isGiven({ name, amount }) {
  return Boolean(name.trim() || amount.trim());
}

/**
 * Whether there is something to lose.
 *
 * @param {TypedPurchase} draft
 */
export function hasContent({ store, address, time, subtotal, taxes, total, lines }) {
  const texts = [store, address, time, subtotal, total, ...taxes.flatMap(({ label, amount }) => [label, amount])];
  return texts.some((each) => each.trim()) || lines.some(isGiven);
}

/**
 * The currency of all amounts that are typed; XXX while it is not known.
 *
 * @param {{currency: string}} draft
 */
export function currencyOf({ currency }) {
  return /^[A-Za-z]{3}$/.test(currency.trim()) ? currency.trim().toUpperCase() : "XXX";
}

/**
 * The name of a field of a line.
 *
 * @param {number} index
 * @param {string} field
 */
export function lineField(index, field) {
  return `${field} ${index}`;
}

/**
 * What is wrong with a purchase as it is typed, by field.
 *
 * @param {TypedPurchase} draft
 * @returns {Record<string, string>}
 */
export function wrongPurchase(draft) {
  const currency = currencyOf(draft);
  const wrong = wrongTaxes(draft.taxes, currency);
  if (!/^[A-Za-z]{3}$/.test(draft.currency.trim())) wrong.currency = text("byHand.currencyRule");
  for (const name of /** @type {const} */ (["subtotal", "total"]))
    if (parseAmount(draft[name], currency) === null) wrong[name] = text("item.amountRule");
  if (!draft.lines.some(isGiven) && !draft.total.trim()) wrong.total = text("byHand.something");
  draft.lines.forEach((line, index) => {
    if (!isGiven(line)) return;
    for (const [field, rule] of Object.entries(wrongItem(line, currency))) wrong[lineField(index, field)] = rule;
  });
  return wrong;
}

/**
 * What the items come to, less their discounts.
 *
 * @param {TypedPurchase} draft
 * @returns {import("../texts/formats.js").Money}
 */
export function sumOf(draft) {
  const currency = currencyOf(draft);
  const units = draft.lines.map(
    (line) =>
      BigInt(parseAmount(line.amount, currency)?.minorUnits ?? 0) + BigInt(discountOf(line, currency).minorUnits),
  );
  return { minorUnits: units.reduce((all, each) => all + each, 0n).toString(), currency };
}

/**
 * The request that a typed purchase stands for.
 *
 * @param {TypedPurchase} draft As `wrongPurchase` accepts it.
 * @param {string} receiptId
 * @param {string} timeZone
 * @returns {import("../api/types.js").Budget.CreatePurchaseRequest}
 */
export function requestOf(draft, receiptId, timeZone) {
  const currency = currencyOf(draft);
  return {
    receiptId,
    storeName: draft.store.trim(),
    storeAddress: draft.address.trim(),
    purchasedAt: { date: draft.date, time: draft.time, timeZone },
    currency,
    items: draft.lines.filter(isGiven).map((line) => newItem(line, null, currency)),
    subtotal: parseAmount(draft.subtotal, currency) ?? undefined,
    taxes: taxesOf(draft.taxes, currency),
    total: parseAmount(draft.total, currency) ?? undefined,
  };
}

/** Fields of a request, and those of the form. */
const fieldNames = /** @type {Record<string, string>} */ ({
  store_name: "store",
  store_address: "address",
  "purchased_at.date": "date",
  "purchased_at.time": "time",
  currency: "currency",
  subtotal: "subtotal",
  total: "total",
});

const itemFields = /** @type {Record<string, string>} */ ({
  name: "name",
  quantity_thousandths: "quantity",
  unit_price: "unitPrice",
  amount: "amount",
  discount: "discount",
});

/**
 * The form's field at the path of a request's.
 *
 * @param {TypedPurchase} draft
 * @param {string} path Such as `items[0].unit_price`.
 */
export function fieldAt(draft, path) {
  const [, list, index, field] = /^(items|taxes)\[(\d+)\]\.?(.*)$/.exec(path) ?? [];
  if (list === "taxes") return taxField(draft.taxes, Number(index));
  if (list !== "items") return fieldNames[path];
  const given = draft.lines.map((line, at) => ({ line, at })).filter(({ line }) => isGiven(line));
  return lineField(given[Number(index)]?.at ?? 0, itemFields[field] ?? "name");
}

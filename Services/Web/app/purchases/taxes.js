import { parseAmount, typedAmount } from "../texts/formats.js";
import { text } from "../texts/texts.js";

/** @typedef {{label: string, amount: string}} Tax As it is typed. */

/** A tax that is not typed yet. */
export const emptyTax = { label: "", amount: "" };

/** The most taxes of a purchase. */
export const mostTaxes = 20;

/**
 * The taxes of a purchase as they are typed, at least an empty one.
 *
 * @param {import("../api/types.js").Budget.PurchaseTax[]} [taxes]
 * @returns {Tax[]}
 */
export function typedTaxes(taxes = []) {
  return taxes.length
    ? taxes.map(({ label = "", amount }) => ({ label, amount: typedAmount(amount) }))
    : [{ ...emptyTax }];
}

/**
 * What is wrong with taxes as they are typed; one without anything in it is none.
 *
 * @param {Tax[]} taxes
 * @param {string} currency
 */
export function wrongTaxes(taxes, currency) {
  /** @type {Record<string, string>} */
  const wrong = {};
  taxes.forEach((tax, index) => {
    if (isGiven(tax) && !parseAmount(tax.amount, currency)) wrong[`tax ${index}`] = text("item.amountRule");
  });
  return wrong;
}

/** @param {Tax} tax */
function isGiven({ label, amount }) {
  return Boolean(label.trim() || amount.trim());
}

/**
 * Taxes as a request has them.
 *
 * @param {Tax[]} taxes As `wrongTaxes` accepts them.
 * @param {string} currency
 */
export function taxesOf(taxes, currency) {
  return taxes.filter(isGiven).map(({ label, amount }) => ({
    label: label.trim(),
    amount: parseAmount(amount, currency) ?? undefined,
  }));
}

/**
 * The field of a tax that a request has, such as the first one's amount.
 *
 * @param {Tax[]} taxes
 * @param {number} index Among those that are given.
 */
export function taxField(taxes, index) {
  const given = taxes.map((tax, at) => ({ tax, at })).filter(({ tax }) => isGiven(tax));
  return `tax ${given[index]?.at ?? 0}`;
}

import { currencyOf } from "../purchases/typed-purchase.js";
import { parseAmount, typedAmount } from "../texts/formats.js";
import { text } from "../texts/texts.js";

/** @typedef {import("../api/types.js").Budget.PricePreference} Preference */

/**
 * A preference as it is typed. `category` is the slug and `productId` the product; both are empty for everything.
 *
 * @typedef {{lowest: string, highest: string, currency: string, category: string, productId: string}} TypedPreference
 */

/**
 * A preference as it would be typed.
 *
 * @param {Preference} preference Without amounts for a new one.
 * @returns {TypedPreference}
 */
export function typedPreference({ category = "", productId = "", currency = "", lowestMinor, highestMinor }) {
  const typed = (/** @type {string | undefined} */ minorUnits) =>
    isBound(minorUnits) ? typedAmount({ minorUnits, currency }) : "";
  return { lowest: typed(lowestMinor), highest: typed(highestMinor), currency, category, productId };
}

/**
 * Whether an amount is a bound: the service has 0 for none.
 *
 * @param {string | undefined} minorUnits
 */
export function isBound(minorUnits) {
  return BigInt(minorUnits ?? 0) !== 0n;
}

/**
 * What is wrong with a preference as it is typed, by field.
 *
 * @param {TypedPreference} draft
 * @returns {Record<string, string>}
 */
export function wrongPreference(draft) {
  /** @type {Record<string, string>} */
  const wrong = {};
  const currency = currencyOf(draft);
  const [lowest, highest] = [parseAmount(draft.lowest, currency), parseAmount(draft.highest, currency)];
  const isAllowed = (/** @type {typeof lowest} */ amount) =>
    amount === undefined || (amount !== null && BigInt(amount.minorUnits ?? 0) > 0n);
  if (!isAllowed(lowest)) wrong.lowest = text("expenditure.amountRule");
  if (!isAllowed(highest)) wrong.highest = text("expenditure.amountRule");
  if (lowest === undefined && highest === undefined) wrong.highest = text("preferences.boundRule");
  const isReversed = lowest && highest && BigInt(lowest.minorUnits ?? 0) > BigInt(highest.minorUnits ?? 0);
  if (isReversed && !wrong.lowest && !wrong.highest) wrong.lowest = text("preferences.rangeRule");
  if (currency === "XXX") wrong.currency = text("byHand.currencyRule");
  return wrong;
}

/**
 * What a typed preference is.
 *
 * @param {TypedPreference} draft As `wrongPreference` accepts it.
 * @returns {Preference}
 */
export function preferenceOf(draft) {
  const currency = currencyOf(draft);
  const [lowest, highest] = [parseAmount(draft.lowest, currency), parseAmount(draft.highest, currency)];
  return {
    ...(draft.category ? { category: draft.category } : draft.productId && { productId: draft.productId }),
    currency,
    ...(lowest && { lowestMinor: lowest.minorUnits }),
    ...(highest && { highestMinor: highest.minorUnits }),
  };
}

/** Fields of a request, and those of the form. */
const fieldNames = /** @type {Record<string, string>} */ ({
  "preference.lowest_minor": "lowest",
  "preference.highest_minor": "highest",
  "preference.currency": "currency",
});

/**
 * The field of the form that the service means.
 *
 * @param {string} path Such as `preference.lowest_minor`.
 */
export function fieldAt(path) {
  return fieldNames[path];
}

/**
 * What the service knows a preference by: its target and its currency.
 *
 * @param {Preference} preference
 */
export function subjectOf({ category = "", productId = "", currency = "" }) {
  return { category, productId, currency };
}

/**
 * Whether of two preferences only one can be.
 *
 * @param {Preference} one
 * @param {Preference} other
 */
export function isSameSubject(one, other) {
  return JSON.stringify(subjectOf(one)) === JSON.stringify(subjectOf(other));
}

/**
 * What is no more once a preference is saved: the one that was changed, and what was said of the same thing before.
 *
 * @param {Preference} saved
 * @param {Preference[]} preferences As they were before.
 * @param {Preference} [changed]
 */
export function replacedBy(saved, preferences, changed) {
  return preferences.filter((each) => isSameSubject(each, saved) || (changed && isSameSubject(each, changed)));
}

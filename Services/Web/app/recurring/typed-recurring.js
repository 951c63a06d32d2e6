import { requestOf, typedExpenditure } from "../expenditures/typed-expenditure.js";
import { text } from "../texts/texts.js";

/** @typedef {import("../api/types.js").Budget.RecurringTerms} Terms */
/** @typedef {import("../expenditures/typed-expenditure.js").TypedExpenditure} TypedExpenditure */

/**
 * An expenditure as it is typed, with how often it comes again: such as `2 week`, empty for once; and the last day on which it may
 * come, empty for no end.
 *
 * @typedef {TypedExpenditure & {repeats: string, lastDay: string}} TypedRecurring
 */

/** The units of distances, and what the service calls them. */
const units = /** @type {const} */ ({
  day: "RECURRENCE_UNIT_DAY",
  week: "RECURRENCE_UNIT_WEEK",
  month: "RECURRENCE_UNIT_MONTH",
  year: "RECURRENCE_UNIT_YEAR",
});

/** The distances that are offered. */
const offered = ["1 day", "1 week", "2 week", "1 month", "2 month", "3 month", "6 month", "1 year"];

/**
 * How often something comes, in words.
 *
 * @param {string} repeats Such as `2 week`.
 */
function inWords(repeats) {
  const [count, unit] = repeats.split(" ");
  return text(`recurring.every.${unit}`, { count: Number(count) });
}

/**
 * The choices of how often it comes.
 *
 * @param {string} present What is chosen, which another device may have set to what is not offered.
 * @returns {string[][]}
 */
export function intervalChoices(present) {
  const all = !present || offered.includes(present) ? offered : [...offered, present];
  return all.map((repeats) => [repeats, inWords(repeats)]);
}

/** @param {Terms} terms */
function repeatsOf({ unit, every }) {
  const name = Object.entries(units).find(([, each]) => each === unit)?.[0] ?? "month";
  return `${every || 1} ${name}`;
}

/**
 * How often it comes, in words.
 *
 * @param {Terms} terms
 */
export function intervalOf(terms) {
  return inWords(repeatsOf(terms));
}

/**
 * A recurring expenditure as it would be typed.
 *
 * @param {Terms} terms
 * @param {string} key
 * @returns {TypedRecurring}
 */
export function typedRecurring(terms, key) {
  return {
    ...typedExpenditure(terms.expenditure ?? {}, key),
    repeats: repeatsOf(terms),
    lastDay: terms.lastDay ?? "",
  };
}

/**
 * What typed terms are.
 *
 * @param {TypedRecurring} draft As `wrongExpenditure` accepts it.
 * @param {string} timeZone
 * @returns {Terms}
 */
export function termsOf(draft, timeZone) {
  const [count, unit] = draft.repeats.split(" ");
  return {
    expenditure: requestOf(draft, timeZone),
    unit: units[/** @type {keyof typeof units} */ (unit)],
    every: Number(count),
    lastDay: draft.lastDay,
  };
}

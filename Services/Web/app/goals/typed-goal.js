import { currencyOf } from "../purchases/typed-purchase.js";
import { parseAmount, typedAmount } from "../texts/formats.js";
import { text } from "../texts/texts.js";

/** @typedef {import("../api/types.js").Budget.Goal} Goal */
/** @typedef {import("../api/types.js").Budget.GoalTerms} Terms */

/** The periods of goals, and what the service calls them. */
export const periods = /** @type {const} */ ({
  day: "GOAL_PERIOD_DAY",
  week: "GOAL_PERIOD_WEEK",
  month: "GOAL_PERIOD_MONTH",
  year: "GOAL_PERIOD_YEAR",
});

/** @typedef {keyof typeof periods} Period */

/**
 * A goal as it is typed. `category` is the slug, empty for everything; a product that another device has chosen is kept.
 *
 * @typedef {{limit: string, currency: string, period: Period, beginsOn: string, category: string, productId: string}} TypedGoal
 */

/**
 * A goal as it would be typed, or an empty one.
 *
 * @param {string} currency That it begins with.
 * @param {Terms} [terms]
 * @returns {TypedGoal}
 */
export function typedGoal(currency, terms) {
  const found = Object.entries(periods).find(([, name]) => name === terms?.period);
  return {
    limit: typedAmount(terms?.limit),
    currency: terms?.limit?.currency ?? currency,
    period: /** @type {Period} */ (found?.[0] ?? "month"),
    beginsOn: String(terms?.beginsOn || 1),
    category: terms?.category ?? "",
    productId: terms?.productId ?? "",
  };
}

/**
 * What is wrong with a goal as it is typed, by field.
 *
 * @param {TypedGoal} draft
 * @returns {Record<string, string>}
 */
export function wrongGoal(draft) {
  /** @type {Record<string, string>} */
  const wrong = {};
  const currency = currencyOf(draft);
  const limit = parseAmount(draft.limit, currency);
  if (!limit || BigInt(limit.minorUnits ?? 0) <= 0n) wrong.limit = text("expenditure.amountRule");
  if (currency === "XXX") wrong.currency = text("byHand.currencyRule");
  return wrong;
}

/**
 * What a typed goal is.
 *
 * @param {TypedGoal} draft As `wrongGoal` accepts it.
 * @returns {Terms}
 */
export function termsOf(draft) {
  const hasBeginning = draft.period === "week" || draft.period === "month";
  return {
    period: periods[draft.period],
    beginsOn: hasBeginning ? Number(draft.beginsOn) : 1,
    limit: parseAmount(draft.limit, currencyOf(draft)) ?? undefined,
    ...(draft.category ? { category: draft.category } : draft.productId && { productId: draft.productId }),
  };
}

/**
 * How far a goal is: the share of its limit that is spent, and the amount that is left, or by which it is passed.
 *
 * @param {Goal} goal
 */
export function standing({ terms, progress }) {
  const limit = BigInt(terms?.limit?.minorUnits ?? 0);
  const spent = BigInt(progress?.spent?.minorUnits ?? 0);
  const forecast = progress?.forecast && BigInt(progress.forecast.minorUnits ?? 0);
  const difference = limit - spent;
  const currency = terms?.limit?.currency ?? "XXX";
  return {
    share: Number(spent) / Math.max(1, Number(limit)),
    isPassed: difference < 0n,
    isAtRisk: difference >= 0n && forecast !== undefined && forecast > limit,
    rest: { minorUnits: String(difference < 0n ? -difference : difference), currency },
  };
}

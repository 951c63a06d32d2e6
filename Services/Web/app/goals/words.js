import { targetName } from "../products/categories.js";
import { text } from "../texts/texts.js";
import { periods } from "./typed-goal.js";

/** @typedef {import("../api/types.js").Budget.Goal} Goal */

/**
 * What a goal is about.
 *
 * @param {Goal} goal
 * @param {import("../products/categories.js").Category | undefined} category
 */
export function titleOf({ terms, productName }, category) {
  return targetName(terms, { category, productName, everything: text("goals.everything") });
}

/**
 * How often a goal begins anew, in words such as "a month".
 *
 * @param {Goal} goal
 */
export function rhythmOf({ terms }) {
  const period = Object.entries(periods).find(([, name]) => name === terms?.period)?.[0] ?? "month";
  return text(`goals.in.${period}`);
}

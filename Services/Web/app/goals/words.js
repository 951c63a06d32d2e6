import { targetName } from "../products/categories.js";
import { ratesInWords } from "../spending/rate-words.js";
import { money } from "../texts/formats.js";
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

/**
 * What of a goal was spent in other currencies, with the rates; empty where nothing was converted.
 *
 * @param {Goal} goal
 */
export function convertedOf({ progress }) {
  if (!progress?.converted) return "";
  const rates = ratesInWords(progress.rates ?? []).join(" · ");
  return text("goals.converted", { amount: money(progress.converted), rates });
}

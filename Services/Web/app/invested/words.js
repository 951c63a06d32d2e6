import { day, money, number } from "../texts/formats.js";
import { text } from "../texts/texts.js";
import { units } from "../spending/groups.js";

/** @typedef {import("../api/types.js").Budget.InvestmentOutcome} Outcome */

/**
 * The change of an outcome in percent, without its sign; empty where nothing was invested.
 *
 * @param {Outcome | undefined} outcome
 */
export function changeOf(outcome) {
  if (!outcome?.change) return "";
  return text("invested.percent", { number: number(Math.abs(Number(outcome.change.basisPoints ?? 0)) / 100) });
}

/**
 * An outcome in a sentence, which says gains and losses alike.
 *
 * @param {Outcome | undefined} outcome
 */
export function sentenceOf(outcome) {
  const gain = units(outcome?.gain);
  const parts = {
    spent: money(outcome?.invested),
    first: day(outcome?.firstDay),
    worth: money(outcome?.worth),
    last: day(outcome?.lastDay),
    amount: money({ ...outcome?.gain, minorUnits: String(gain < 0n ? -gain : gain) }),
    change: changeOf(outcome),
  };
  if (gain > 0n) return text("invested.gain", parts);
  return gain < 0n ? text("invested.loss", parts) : text("invested.same", parts);
}

/**
 * A gain with its sign.
 *
 * @param {import("../texts/formats.js").Money | undefined} gain
 */
export function signed(gain) {
  return units(gain) > 0n ? `+${money(gain)}` : money(gain);
}

/**
 * A day so many years before another one.
 *
 * @param {string} last YYYY-MM-DD
 * @param {number} years
 */
export function yearsBefore(last, years) {
  const [year, month, date] = last.split("-").map(Number);
  // The last day of a February may not be there.
  const length = new Date(year - years, month, 0).getDate();
  const pad = (/** @type {number} */ part) => String(part).padStart(2, "0");
  return `${year - years}-${pad(month)}-${pad(Math.min(date, length))}`;
}

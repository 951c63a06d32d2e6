import { day, digits, money, number } from "../texts/formats.js";
import { locale, text } from "../texts/texts.js";
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
 * An amount in a table, whose head names the currency.
 *
 * @param {import("../texts/formats.js").Money | undefined} amount
 */
export function plain(amount) {
  const places = digits(amount?.currency ?? "");
  const options = { minimumFractionDigits: places, maximumFractionDigits: places };
  return (Number(units(amount)) / 10 ** places).toLocaleString(locale(), options);
}

/**
 * A month where there is little room.
 *
 * @param {string | undefined} month YYYY-MM
 */
export function shortMonth(month = "") {
  const [year, number] = month.split("-").map(Number);
  return new Date(year, number - 1, 1).toLocaleDateString(locale(), { month: "short", year: "numeric" });
}

/**
 * A gain in a table, with its sign.
 *
 * @param {import("../texts/formats.js").Money | undefined} gain
 */
export function signed(gain) {
  return units(gain) > 0n ? `+${plain(gain)}` : plain(gain);
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

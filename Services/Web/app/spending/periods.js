import { today } from "../texts/formats.js";

/**
 * A period by its first and last days, YYYY-MM-DD.
 *
 * @typedef {{from: string, to: string}} Period
 */

/**
 * A day as YYYY-MM-DD.
 *
 * @param {number} year
 * @param {number} month From 0; beyond a year's months it is one of another year.
 * @param {number} date From 1; 0 is the last one of the month before.
 */
function dayOf(year, month, date) {
  return today(new Date(year, month, date));
}

/** The periods that are one tap away. */
export const named = /** @type {const} */ (["month", "lastMonth", "year", "lastYear"]);

/**
 * A period by its name.
 *
 * @param {typeof named[number]} name
 * @returns {Period}
 */
export function periodOf(name, now = new Date()) {
  const [year, month] = [now.getFullYear(), now.getMonth()];
  if (name === "month") return { from: dayOf(year, month, 1), to: dayOf(year, month + 1, 0) };
  if (name === "lastMonth") return { from: dayOf(year, month - 1, 1), to: dayOf(year, month, 0) };
  const which = name === "year" ? year : year - 1;
  return { from: dayOf(which, 0, 1), to: dayOf(which, 11, 31) };
}

/** @param {string} day */
function parts(day) {
  const [year, month, date] = day.split("-").map(Number);
  return { year, month: month - 1, date };
}

/**
 * How many whole months a period is; 0 where it is none.
 *
 * @param {Period} period
 */
export function wholeMonths({ from, to }) {
  const [first, last] = [parts(from), parts(to)];
  if (first.date !== 1 || to !== dayOf(last.year, last.month + 1, 0)) return 0;
  return (last.year - first.year) * 12 + last.month - first.month + 1;
}

/**
 * How many days a period has.
 *
 * @param {Period} period
 */
export function length({ from, to }) {
  return Math.round((Date.parse(`${to}T00:00Z`) - Date.parse(`${from}T00:00Z`)) / 86_400_000) + 1;
}

/**
 * The period before or after one, as long as it.
 *
 * @param {Period} period
 * @param {1 | -1} direction
 * @returns {Period}
 */
export function beside(period, direction) {
  const { year, month, date } = parts(period.from);
  const months = wholeMonths(period) * direction;
  if (months) return { from: dayOf(year, month + months, 1), to: dayOf(year, month + months + Math.abs(months), 0) };
  const days = length(period) * direction;
  const last = parts(period.to);
  return { from: dayOf(year, month, date + days), to: dayOf(last.year, last.month, last.date + days) };
}

/**
 * Whether two days are the limits of a period.
 *
 * @param {string} from
 * @param {string} to
 */
export function isPeriod(from, to) {
  const isDay = (/** @type {string} */ day) => /^\d{4}-\d{2}-\d{2}$/.test(day);
  return isDay(from) && isDay(to) && from >= "1900" && from <= to && length({ from, to }) <= 3660;
}

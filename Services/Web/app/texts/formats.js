import { minorDigits } from "./currencies.js";
import { locale } from "./texts.js";

/** @typedef {{minorUnits?: string, currency?: string}} Money As JSON has it; without units it is zero. */

/**
 * What writes numbers and days, by kind, language and options: making one takes a hundred times as long as using it.
 *
 * @type {Map<string, any>}
 */
const kept = new Map();

/**
 * @param {string} tag
 * @param {Intl.NumberFormatOptions} options
 * @returns {Intl.NumberFormat}
 */
function numberFormat(tag, options) {
  const key = `number ${tag} ${JSON.stringify(options)}`;
  if (!kept.has(key)) kept.set(key, new Intl.NumberFormat(tag, options));
  return kept.get(key);
}

/**
 * @param {string} tag
 * @param {Intl.DateTimeFormatOptions} options
 * @returns {Intl.DateTimeFormat}
 */
function dateFormat(tag, options) {
  const key = `date ${tag} ${JSON.stringify(options)}`;
  if (!kept.has(key)) kept.set(key, new Intl.DateTimeFormat(tag, options));
  return kept.get(key);
}

/**
 * Digits behind the point of a currency, as the services count.
 *
 * @param {string} currency
 */
export function digits(currency) {
  return minorDigits[currency] ?? 2;
}

/**
 * An amount for people.
 *
 * @param {Money | undefined} money
 */
export function money(money) {
  if (!money) return "–";
  const currency = money.currency || "XXX";
  const places = digits(currency);
  return inCurrency(Number(money.minorUnits ?? 0) / 10 ** places, currency, places);
}

/**
 * A value with its currency, which is left out where it is unknown.
 *
 * @param {number} value
 * @param {string} currency
 * @param {number} most The most digits behind the point; the least are those of the currency.
 */
function inCurrency(value, currency, most) {
  const options = { minimumFractionDigits: digits(currency), maximumFractionDigits: most };
  if (currency === "XXX") return numberFormat(locale(), options).format(value);
  return numberFormat(locale(), { style: "currency", currency, ...options }).format(value);
}

/**
 * An amount as it is typed, without its currency.
 *
 * @param {Money | undefined} money
 */
export function typedAmount(money) {
  if (!money) return "";
  const places = digits(money.currency ?? "");
  const value = Number(money.minorUnits ?? 0) / 10 ** places;
  return value.toLocaleString(locale(), {
    minimumFractionDigits: places,
    maximumFractionDigits: places,
    useGrouping: false,
  });
}

/**
 * The amount that somebody has typed, with a point or a comma.
 *
 * @param {string} typed
 * @param {string} currency
 * @returns {Money | null | undefined} Undefined for an empty text, null for what is no amount.
 */
export function parseAmount(typed, currency) {
  const compact = typed.replace(/[\s'\u00a0\u202f]/g, "").replace("−", "-");
  if (compact === "") return undefined;
  const parts = /^(-?)(\d{1,10})(?:[.,](\d*))?$/.exec(compact);
  const places = digits(currency);
  if (!parts || (parts[3] ?? "").length > places) return null;
  const units = BigInt(parts[2] + (parts[3] ?? "").padEnd(places, "0")) * (parts[1] ? -1n : 1n);
  return { minorUnits: units.toString(), currency };
}

/**
 * A quantity for people.
 *
 * @param {string | undefined} thousandths
 * @param {string} [unit]
 */
export function quantity(thousandths, unit = "") {
  const value = Number(thousandths ?? 0) / 1000;
  const number = value.toLocaleString(locale(), { maximumFractionDigits: 3 });
  return unit && unit !== "each" ? `${number} ${unit}` : `${number} ×`;
}

/**
 * A quantity as it is typed.
 *
 * @param {string | undefined} thousandths
 */
export function typedQuantity(thousandths) {
  return (Number(thousandths ?? 0) / 1000).toLocaleString(locale(), {
    maximumFractionDigits: 3,
    useGrouping: false,
  });
}

/**
 * The quantity that somebody has typed, in thousandths.
 *
 * @param {string} typed
 * @returns {string | null} Null for what is no quantity above zero.
 */
export function parseQuantity(typed) {
  const parts = /^\s*(\d{1,6})(?:[.,](\d{0,3}))?\s*$/.exec(typed);
  if (!parts) return null;
  const value = Number(parts[1]) * 1000 + Number((parts[2] ?? "").padEnd(3, "0"));
  return value > 0 ? String(value) : null;
}

/**
 * A day for people: with its weekday in this year, with its year otherwise.
 *
 * @param {string | undefined} day YYYY-MM-DD; empty when unknown.
 */
export function day(day) {
  return dayWith(day, { weekday: "short" });
}

/**
 * The first day of a week for people, without its weekday, since all weeks begin on the same one.
 *
 * @param {string | undefined} day YYYY-MM-DD; empty when unknown.
 */
export function firstOfWeek(day) {
  return dayWith(day, {});
}

/**
 * @param {string | undefined} day
 * @param {Intl.DateTimeFormatOptions} more What is said of a day in this year, where others say their year.
 */
function dayWith(day, more) {
  if (!day) return "";
  const [year, month, date] = day.split("-").map(Number);
  const value = new Date(year, month - 1, date);
  const isThisYear = year === new Date().getFullYear();
  return dateFormat(locale(), {
    day: "numeric",
    month: "short",
    ...(isThisYear ? more : { year: "numeric" }),
  }).format(value);
}

/** Today for people, such as "Monday, 23 November". */
export function longDay(now = new Date()) {
  return now.toLocaleDateString(locale(), { weekday: "long", day: "numeric", month: "long" });
}

/**
 * A month for people.
 *
 * @param {string} month YYYY-MM
 */
export function month(month) {
  const [year, number] = month.split("-").map(Number);
  return dateFormat(locale(), { month: "long", year: "numeric" }).format(new Date(year, number - 1, 1));
}

/**
 * A day of the week for people.
 *
 * @param {number} number 1 is Monday, 7 is Sunday.
 */
export function weekday(number) {
  // The first of January 2024 was a Monday.
  return dateFormat(locale(), { weekday: "long" }).format(new Date(2024, 0, number));
}

/**
 * An instant in milliseconds since 1970; undefined when there is none.
 *
 * @param {{ seconds?: string; nanos?: number } | undefined} timestamp
 */
export function instant(timestamp) {
  return timestamp && Number(timestamp.seconds ?? 0) * 1000 + (timestamp.nanos ?? 0) / 1e6;
}

/**
 * How long ago something was.
 *
 * @param {number | undefined} instant In milliseconds since 1970.
 */
export function ago(instant, now = Date.now()) {
  if (instant === undefined) return "";
  const seconds = (instant - now) / 1000;
  const relative = new Intl.RelativeTimeFormat(locale(), { numeric: "auto" });
  for (const [unit, length] of /** @type {[Intl.RelativeTimeFormatUnit, number][]} */ ([
    ["day", 86400],
    ["hour", 3600],
    ["minute", 60],
  ])) {
    if (Math.abs(seconds) >= length) return relative.format(Math.round(seconds / length), unit);
  }
  return relative.format(0, "second");
}

/** Today in the device's calendar, YYYY-MM-DD. */
export function today(now = new Date()) {
  const pad = (/** @type {number} */ part) => String(part).padStart(2, "0");
  return `${now.getFullYear()}-${pad(now.getMonth() + 1)}-${pad(now.getDate())}`;
}

/**
 * The day of a moment for people, in the device's calendar.
 *
 * @param {{ seconds?: string; nanos?: number } | undefined} timestamp Empty when there is none.
 */
export function dayOf(timestamp) {
  const at = instant(timestamp);
  return at === undefined ? "" : day(today(new Date(at)));
}

/**
 * A number for people, with one digit behind the point at most.
 *
 * @param {number} value
 */
export function number(value) {
  return numberFormat(locale(), { maximumFractionDigits: 1 }).format(value);
}

/**
 * An exact decimal number for people, with all its digits.
 *
 * @param {string | undefined} value At most 10 digits, with a point.
 */
export function decimal(value) {
  return numberFormat(locale(), { maximumSignificantDigits: 10, useGrouping: false }).format(Number(value ?? 0));
}

/**
 * A price for one unit: one below 1 has up to two digits more than amounts have.
 *
 * @param {string | undefined} figure A decimal number.
 * @param {string | undefined} currency
 */
export function priceAmount(figure, currency = "XXX") {
  const places = digits(currency);
  const value = Number(figure ?? 0);
  return inCurrency(value, currency, value < 1 ? places + 2 : places);
}

/**
 * A share or a change for people, in whole percent.
 *
 * @param {number} value 1 is everything.
 */
export function percent(value) {
  return numberFormat(locale(), { style: "percent", maximumFractionDigits: 0 }).format(value);
}

/**
 * A rate for people, to a thousandth of a percent.
 *
 * @param {string | undefined} figure In percent: a decimal number.
 */
export function rate(figure) {
  return numberFormat(locale(), { style: "percent", maximumFractionDigits: 3 }).format(Number(figure ?? 0) / 100);
}

/**
 * A time of the day for people.
 *
 * @param {number} instant In milliseconds since 1970.
 */
export function clock(instant) {
  return new Date(instant).toLocaleTimeString(locale(), { hour: "numeric", minute: "2-digit" });
}

/**
 * A distance for people.
 *
 * @param {number} metres
 * @param {"metric" | "imperial" | "canadian"} units In Canada distances are metric.
 */
export function distance(metres, units) {
  const isMetric = units !== "imperial";
  const long = isMetric ? metres / 1000 : metres / 1609.344;
  const isFar = isMetric ? metres >= 1000 : long >= 0.1;
  const [value, unit] = isFar
    ? [long, isMetric ? "kilometer" : "mile"]
    : isMetric
      ? [metres, "meter"]
      : [metres / 0.3048, "foot"];
  return value.toLocaleString(locale(), { style: "unit", unit, maximumFractionDigits: isFar ? 1 : 0 });
}

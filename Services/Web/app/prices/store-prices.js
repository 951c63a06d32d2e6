import { day, decimal, distance, firstOfWeek, money } from "../texts/formats.js";
import { locale, text } from "../texts/texts.js";
import { priceFor } from "./words.js";

/** @typedef {import("../api/types.js").Catalog.StorePrice} StorePrice */
/** @typedef {import("../api/types.js").Common.Money} Money */
/** @typedef {import("../settings/preferences.js").Preferences["units"]} Units */

/**
 * What a store asks, and what that is for, such as `$4.99 for 2 l`.
 *
 * @param {Money | undefined} price
 * @param {string} [quantity] A decimal number.
 * @param {string} [unit]
 */
export function askedText(price, quantity = "1", unit = "each") {
  if (unit === "each" && Number(quantity) === 1) return money(price);
  const content = unit === "each" ? decimal(quantity) : `${decimal(quantity)} ${unit}`;
  return text("storePrices.for", { price: money(price), content });
}

/**
 * The week in which users paid a price.
 *
 * @param {string | undefined} week Its first day.
 */
export function observedText(week) {
  return text("storePrices.observed", { day: firstOfWeek(week) });
}

/**
 * The days of a price: until when it holds, or from when to when it did; of an observed one, when it was paid. Empty where no end is known
 * of one that holds.
 *
 * @param {StorePrice} price
 */
export function daysText({ observed, current, firstDay, lastDay }) {
  if (observed) return observedText(firstDay);
  if (current) return lastDay ? text("storePrices.until", { day: day(lastDay) }) : "";
  if (!lastDay) return text("storePrices.since", { day: day(firstDay) });
  return firstDay === lastDay ? day(lastDay) : text("storePrices.days", { first: day(firstDay), last: day(lastDay) });
}

/**
 * A price at a store in lines: what one unit costs, what is asked for what, and how far away and until when, or when it was paid.
 *
 * @param {StorePrice} price
 * @param {Units} units
 */
export function linesOf(price, units) {
  const { store, label, unitPrice, comparisonUnit, quantity, unit } = price;
  return {
    compared: priceFor(unitPrice, price.price?.currency, comparisonUnit),
    asked: [label, askedText(price.price, quantity, unit)].filter(Boolean).join(" · "),
    where: [distance(store?.distanceMetres ?? 0, units), daysText(price)].filter(Boolean).join(" · "),
  };
}

/**
 * How old the latest price is, in words.
 *
 * @param {StorePrice[]} former The latest first.
 */
export function latestText([{ observed, firstDay = "", lastDay = "" }]) {
  const [year, month, date] = (observed ? firstDay : lastDay || firstDay).split("-").map(Number);
  const written = new Date(year, month - 1, date).toLocaleDateString(locale(), { dateStyle: "long" });
  return text(observed ? "storePrices.latestObserved" : "storePrices.latest", { day: written });
}

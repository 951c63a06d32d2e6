import { askedText, observedText } from "../prices/store-prices.js";
import { priceFor } from "../prices/words.js";
import { day, distance, money, percent } from "../texts/formats.js";
import { text } from "../texts/texts.js";

/** @typedef {import("../api/types.js").Budget.Offer} Offer */

/**
 * How much less it costs than was paid, in per cent.
 *
 * @param {Offer} offer
 */
export function lessText({ savingPermille = 0 }) {
  return text("offers.less", { share: percent(savingPermille / 1_000) });
}

/**
 * What one unit costs now, and where.
 *
 * @param {Offer} offer
 */
export function nowText({ offeredPrice, price, unit, storeName = "" }) {
  return text("offers.now", { price: priceFor(offeredPrice, price?.currency, unit), store: storeName });
}

/**
 * What the store asks for what, how far away it is, and until when, or when users paid it.
 *
 * @param {Offer} offer
 * @param {import("../settings/preferences.js").Preferences["units"]} units
 */
export function askedIn({ label, price, quantity, quantityUnit, distanceMetres = 0, lastDay, observedWeek }, units) {
  const until = lastDay && text("storePrices.until", { day: day(lastDay) });
  const when = observedWeek ? observedText(observedWeek) : until;
  return [label, askedText(price, quantity, quantityUnit), distance(distanceMetres, units), when]
    .filter(Boolean)
    .join(" · ");
}

/**
 * What was paid for one unit the last time, when and where.
 *
 * @param {Offer} offer
 */
export function paidText({ paidPrice, paidDay, paidStoreName, price, unit }) {
  return text("offers.paid", {
    price: priceFor(paidPrice, price?.currency, unit),
    day: day(paidDay),
    store: paidStoreName || text("spending.unknownStore"),
  });
}

/**
 * What that makes for as much as was bought the last time.
 *
 * @param {Offer} offer
 */
export function savingText({ saving }) {
  return text("offers.saving", { amount: money(saving) });
}

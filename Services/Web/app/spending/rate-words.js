import { day, decimal } from "../texts/formats.js";
import { text } from "../texts/texts.js";
import { ranges } from "./rate-ranges.js";

/** @typedef {import("./rate-ranges.js").Rate} Rate */

/**
 * Rates in words, with their days: one entry for those of the same currencies and source.
 *
 * @param {Rate[]} rates
 */
export function ratesInWords(rates) {
  return ranges(rates).map(inWords);
}

/** @param {{lowest: Rate, highest: Rate}} range */
function inWords({ lowest, highest }) {
  const { from = "", to = "", source = "" } = lowest;
  const rate = decimal(lowest.rate);
  if (lowest.day === highest.day) return text("spending.rate", { from, to, rate, day: day(lowest.day), source });
  const values = {
    from,
    to,
    rate,
    day: day(lowest.day),
    highest: decimal(highest.rate),
    last: day(highest.day),
    source,
  };
  return text("spending.rates", values);
}

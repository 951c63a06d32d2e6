import { money, percent, priceAmount, quantity, typedQuantity } from "../texts/formats.js";
import { text } from "../texts/texts.js";

/** @typedef {import("../api/types.js").Budget.PackSize} PackSize */
/** @typedef {import("../api/types.js").Budget.PaidPrice} PaidPrice */
/** @typedef {import("../api/types.js").Budget.PriceChange} PriceChange */

/**
 * A price for one unit, such as `$6.99 / kg`.
 *
 * @param {string | undefined} figure
 * @param {string | undefined} currency
 * @param {string | undefined} unit
 */
export function priceFor(figure, currency, unit) {
  const price = priceAmount(figure, currency);
  return unit === "each" ? text("prices.piece", { price }) : text("prices.perUnit", { price, unit: unit ?? "" });
}

/**
 * What a pack holds, such as `6 × 355 ml` or `1.5 kg`.
 *
 * @param {PackSize} pack
 */
export function packText({ count = 1, thousandths = "0", dimension }) {
  const [small, large] = dimension === "PACK_DIMENSION_VOLUME" ? ["ml", "l"] : ["g", "kg"];
  const isLarge = Number(thousandths) >= 1_000_000;
  const content = isLarge
    ? quantity(String(Math.round(Number(thousandths) / 1_000)), large)
    : quantity(thousandths, small);
  return count > 1 ? `${count} × ${content}` : content;
}

/**
 * How much was bought: the quantity, and what each pack of it holds.
 *
 * @param {PaidPrice} price
 */
export function boughtText({ quantityThousandths = "0", quantityUnit = "", pack }) {
  if (quantityUnit && quantityUnit !== "each") return quantity(quantityThousandths, quantityUnit);
  return pack ? `${quantity(quantityThousandths)} ${packText(pack)}` : typedQuantity(quantityThousandths);
}

/**
 * By how much a price has changed, with its sign.
 *
 * @param {PriceChange} change
 */
export function changeText({ changePermille = 0 }) {
  return `${changePermille > 0 ? "+" : ""}${percent(changePermille / 1_000)}`;
}

/**
 * What a change makes in a year, in words; empty where it is nothing.
 *
 * @param {PriceChange} change
 */
export function yearText({ yearly }) {
  const units = BigInt(yearly?.minorUnits ?? 0);
  if (units === 0n) return "";
  const amount = money({ minorUnits: String(units < 0n ? -units : units), currency: yearly?.currency });
  return text(units > 0n ? "prices.moreInAYear" : "prices.lessInAYear", { amount });
}

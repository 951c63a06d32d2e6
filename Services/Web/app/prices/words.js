import { money, month, percent, priceAmount, quantity, typedQuantity } from "../texts/formats.js";
import { text } from "../texts/texts.js";

/** @typedef {import("../api/types.js").Budget.PackSize} PackSize */
/** @typedef {import("../api/types.js").Budget.PaidPrice} PaidPrice */
/** @typedef {import("../api/types.js").Budget.PriceChange} PriceChange */
/** @typedef {import("../api/types.js").Budget.AverageComparison} AverageComparison */
/** @typedef {import("../api/types.js").Common.Money} Money */

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
 * By how much a price has changed or is above another one, with its sign.
 *
 * @param {number | undefined} permille In tenths of a per cent.
 */
export function comparedText(permille = 0) {
  return `${permille > 0 ? "+" : ""}${percent(permille / 1_000)}`;
}

/**
 * What a difference of prices makes in a year, in words; empty where it is nothing.
 *
 * @param {Money | undefined} yearly
 */
export function yearText(yearly) {
  const units = BigInt(yearly?.minorUnits ?? 0);
  if (units === 0n) return "";
  const amount = money({ minorUnits: String(units < 0n ? -units : units), currency: yearly?.currency });
  return text(units > 0n ? "prices.moreInAYear" : "prices.lessInAYear", { amount });
}

/**
 * What something is compared with, such as `Butter, 454 g` or `Apples, 1 kg`.
 *
 * @param {AverageComparison} comparison
 */
function averageText({ averageName = "", averageQuantity = 1, averageUnit = "" }) {
  if (averageUnit === "each" && averageQuantity === 1) return averageName;
  return text("averages.what", { name: averageName, content: averageContent(averageQuantity, averageUnit) });
}

/**
 * @param {number} count
 * @param {string} unit
 */
function averageContent(count, unit) {
  if (unit === "each") return typedQuantity(String(count * 1_000));
  const dimension = unit === "ml" ? "PACK_DIMENSION_VOLUME" : "PACK_DIMENSION_MASS";
  return packText({ count: 1, thousandths: String(count * (unit === "kg" ? 1_000_000 : 1_000)), dimension });
}

/** @param {AverageComparison} comparison */
function figures(comparison) {
  const { paidPrice, averagePrice, unit, difference, month: published = "" } = comparison;
  return {
    paid: priceFor(paidPrice, difference?.currency, unit),
    average: priceFor(averagePrice, difference?.currency, unit),
    what: averageText(comparison),
    month: month(published),
  };
}

/**
 * What was paid for one thing beside its average, for a list.
 *
 * @param {AverageComparison} comparison
 */
export function rowText(comparison) {
  return text("averages.row", figures(comparison));
}

/**
 * The same in a sentence.
 *
 * @param {AverageComparison} comparison
 * @param {string} region
 */
export function averageSentence(comparison, region) {
  const { differencePermille } = comparison;
  const values = { ...figures(comparison), region: text(`averages.in.${region}`), share: share(differencePermille) };
  return text(`averages.${direction(differencePermille, ["above", "below", "like"])}`, values);
}

/**
 * What all that can be compared cost beside averages.
 *
 * @param {string} region
 * @param {Money | undefined} paid
 * @param {Money | undefined} average
 * @param {number | undefined} permille
 */
export function basketSentence(region, paid, average, permille) {
  const values = {
    region: text(`averages.in.${region}`),
    share: share(permille),
    paid: money(paid),
    average: money(average),
  };
  return text(`averages.${direction(permille, ["allAbove", "allBelow", "allLike"])}`, values);
}

/** @param {number | undefined} permille */
function share(permille = 0) {
  return percent(Math.abs(permille) / 1_000);
}

/**
 * Where a difference lies, as far as it shows.
 *
 * @param {number | undefined} permille
 * @param {[string, string, string]} names Above, below, and like it.
 */
function direction(permille = 0, [above, below, like]) {
  if (share(permille) === percent(0)) return like;
  return permille > 0 ? above : below;
}

import { rate } from "../texts/formats.js";
import { locale, text } from "../texts/texts.js";
import { isCanadian, regionName } from "./regions.js";

/** @typedef {import("../api/types.js").Catalog.TaxRate} TaxRate */

/**
 * That prices are before tax, and which taxes come on top of them.
 *
 * @param {string} region Empty where it is unknown.
 * @param {TaxRate[]} rates Those in force there.
 */
export function taxText(region, rates) {
  if (!rates.length) return text("taxes.before");
  const named = rates.map(({ name, percent }) => `${name} ${rate(percent)}`);
  const listed = new Intl.ListFormat(locale(), { type: "conjunction" }).format(named);
  const sentence = text("taxes.rates", { region: regionName(region), rates: listed });
  return isCanadian(region) ? `${sentence} ${text("taxes.groceries")}` : sentence;
}

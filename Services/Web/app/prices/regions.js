import { countryOf } from "../securities/words.js";
import { locale, text } from "../texts/texts.js";

/** What a choice of a region is remembered by: that of average prices, and of taxes. */
export const regionChoice = "averages.region";

/** Canada as a whole, and what the name of each of its provinces and territories begins with (ISO 3166). */
const canada = "CA";
const provinces = ["AB", "BC", "MB", "NB", "NL", "NS", "NT", "NU", "ON", "PE", "QC", "SK", "YT"];
const canadian = [canada, ...provinces.map((name) => `${canada}-${name}`)];

/**
 * The region whose taxes come on top of prices: the one that somebody has chosen, or else the device's country; empty where neither
 * is known.
 *
 * @param {string | undefined} chosen
 * @param {string} [country]
 */
export function taxRegion(chosen = "", country = countryOf()) {
  return canadian.includes(chosen) ? chosen : country;
}

/**
 * Whether a region is Canada or within it.
 *
 * @param {string} region
 */
export function isCanadian(region) {
  return canadian.includes(region);
}

/**
 * What a region is called; its code where it has no name.
 *
 * @param {string} region
 */
export function regionName(region) {
  if (isCanadian(region)) return text(`averages.region.${region}`);
  const isCountry = /^[A-Z]{2}$/.test(region);
  return (isCountry && new Intl.DisplayNames(locale(), { type: "region" }).of(region)) || region;
}

/**
 * The provinces and territories of Canada by their names, after Canada as a whole.
 *
 * @returns {[string, string][]}
 */
export function provinceChoices() {
  const named = canadian.map((region) => /** @type {[string, string]} */ ([region, regionName(region)]));
  const [whole, ...others] = named;
  return [whole, ...others.sort(([, one], [, other]) => one.localeCompare(other, locale()))];
}

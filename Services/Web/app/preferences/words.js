import { targetName } from "../products/categories.js";
import { money } from "../texts/formats.js";
import { text } from "../texts/texts.js";
import { isBound } from "./typed-preference.js";

/** @typedef {import("../api/types.js").Budget.PricePreference} Preference */

/**
 * What a preference is about.
 *
 * @param {Preference} preference
 * @param {import("../products/categories.js").Category | undefined} category
 */
export function titleOf(preference, category) {
  const { productName } = preference;
  return targetName(preference, { category, productName, everything: text("preferences.everything") });
}

/**
 * From what to what it may cost.
 *
 * @param {Preference} preference
 */
export function rangeText({ lowestMinor, highestMinor, currency }) {
  const lowest = money({ minorUnits: lowestMinor, currency });
  const highest = money({ minorUnits: highestMinor, currency });
  if (!isBound(lowestMinor)) return text("preferences.atMost", { highest });
  return isBound(highestMinor)
    ? text("preferences.between", { lowest, highest })
    : text("preferences.atLeast", { lowest });
}

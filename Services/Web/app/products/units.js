import { text } from "../texts/texts.js";

/**
 * Units to choose from, as the service and as people name them.
 *
 * @param {readonly string[]} units
 * @returns {[string, string][]}
 */
export function unitChoices(units) {
  return units.map((unit) => [unit, unit === "each" ? text("products.each") : unit]);
}

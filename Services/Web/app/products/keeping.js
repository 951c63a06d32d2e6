import { text } from "../texts/texts.js";

/** @typedef {{minimumDays?: number, maximumDays?: number}} DayRange */

/** Units of time, in days, each used from twice its length on. */
const units = /** @type {const} */ ([
  ["years", 365],
  ["months", 30],
  ["days", 1],
]);

/** The places where food is kept, the coldest last. */
export const places = /** @type {const} */ (["pantry", "fridge", "freezer"]);

/**
 * How long food keeps, such as "3 to 5 days"; empty when that is unknown.
 *
 * @param {DayRange | undefined} range
 */
export function keeps(range) {
  if (!range) return "";
  const [least, most] = [range.minimumDays ?? 0, range.maximumDays ?? 0];
  const [unit, length] = units.find(([, days]) => least >= 2 * days) ?? ["days", 1];
  const [from, to] = [Math.round(least / length), Math.round(most / length)];
  if (from === to) return text(`products.${unit}`, { count: to });
  return text("products.range", { least: from, most: text(`products.${unit}`, { count: to }) });
}

/**
 * How long a product keeps in all places where that is known.
 *
 * @param {Partial<Record<typeof places[number], DayRange>> | undefined} shelfLife
 */
export function keeping(shelfLife) {
  return places
    .filter((place) => shelfLife?.[place])
    .map((place) => `${text(`products.${place}`)} ${keeps(shelfLife?.[place])}`)
    .join(" · ");
}

import { location, parseSpot, spotOf, typedSpot } from "../eateries/place.js";
import { text } from "../texts/texts.js";

/** @typedef {import("../api/types.js").Notifications.TemptingPlace} Place */

/**
 * A place as it is typed: `spot` as two numbers.
 *
 * @typedef {{name: string, spot: string, radius: number}} TypedPlace
 */

/** How near somebody is who has come, in metres. */
export const radii = [50, 100, 200, 300, 500, 1000];
const usualRadius = 100;
/** The most characters of a name. */
const nameLength = 60;

/**
 * A place as it would be typed.
 *
 * @param {Place} place Without a location for a new one.
 * @returns {TypedPlace}
 */
export function typedPlace({ name = "", location, radiusMetres = usualRadius }) {
  return { name, spot: location ? typedSpot(spotOf(location)) : "", radius: radiusMetres };
}

/**
 * What is wrong with a place as it is typed, by field.
 *
 * @param {TypedPlace} draft
 * @returns {Record<string, string>}
 */
export function wrongPlace({ name, spot }) {
  /** @type {Record<string, string>} */
  const wrong = {};
  const { length } = [...name.trim()];
  if (length === 0 || length > nameLength) wrong.name = text("places.nameRule", { count: nameLength });
  if (!parseSpot(spot)) wrong.spot = text("eateries.spotRule");
  return wrong;
}

/**
 * What a typed place is.
 *
 * @param {string} id
 * @param {TypedPlace} draft As `wrongPlace` accepts it.
 * @returns {Place}
 */
export function placeOf(id, { name, spot, radius }) {
  const typed = parseSpot(spot);
  return { id, name: name.trim(), ...(typed && { location: location(typed) }), radiusMetres: radius };
}

/**
 * The field of the form that the service means.
 *
 * @param {string} path Such as `place.location`.
 * @returns {string | undefined}
 */
export function fieldAt(path) {
  if (path === "place.name") return "name";
  return path === "place.location" ? "spot" : undefined;
}

import { metresBetween } from "../eateries/place.js";

/** @typedef {import("../eateries/place.js").Spot} Spot */

/**
 * A place that tempts, and how far from it somebody is who has come, in metres.
 *
 * @typedef {Spot & {id: string, radius: number}} Place
 */

/**
 * When somebody was last seen at places that they have not left as far as is known, in milliseconds since 1970, by the places' ids.
 *
 * @typedef {Record<string, number>} Stays
 */

/** By how much more than a place's radius, in metres, a position may be off that is compared with it. */
const tolerance = 100;
/** So many times its radius somebody is away from a place who has left it: at its edge they neither come nor go. */
const leaving = 1.5;
/** For how long, in milliseconds, somebody counts as still there who was not seen: they may have left while nobody looked. */
const memory = 4 * 3600000;

/**
 * What a position says of the places that somebody is at.
 *
 * @param {Stays} stays As far as was known.
 * @param {Place[]} places All that there are.
 * @param {Spot} spot Where they are.
 * @param {number} now
 * @returns {{stays: Stays, entered: string[]}} Where they still are, and apart from that the places that they have come to.
 */
export function moved(stays, places, spot, now) {
  /** @type {Stays} */
  const kept = {};
  /** @type {string[]} */
  const entered = [];
  for (const { id, radius, ...middle } of places) {
    const seen = stays[id];
    const isKnown = seen !== undefined && now - seen <= memory;
    if ((spot.accuracy ?? 0) > radius + tolerance) {
      if (isKnown) kept[id] = seen;
      continue;
    }
    const metres = metresBetween(middle, spot);
    if (isKnown && metres <= radius * leaving) kept[id] = now;
    else if (metres <= radius) entered.push(id);
  }
  return { stays: kept, entered };
}

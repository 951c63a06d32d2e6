import assert from "node:assert/strict";
import { test } from "node:test";
import { moved } from "./visits.js";

/** @typedef {import("./visits.js").Stays} Stays */

const minute = 60000;
/** Metres of a degree of latitude. */
const degree = 111195;
const bakery = { id: "bakery", radius: 100, latitude: 49.6, longitude: -119.68 };

/**
 * A position so many metres north of the bakery.
 *
 * @param {number} metres
 * @param {number} [accuracy]
 */
function north(metres, accuracy = 10) {
  return { latitude: 49.6 + metres / degree, longitude: -119.68, accuracy };
}

/**
 * The places that are come to on a way, a position a minute, where each is reported.
 *
 * @param {import("./visits.js").Place[]} places
 * @param {import("./visits.js").Spot[]} way
 */
function walk(places, way) {
  /** @type {Stays} */
  let stays = {};
  /** @type {string[]} */
  const reported = [];
  for (const [index, spot] of way.entries()) {
    const now = index * minute;
    const found = moved(stays, places, spot, now);
    stays = { ...found.stays, ...Object.fromEntries(found.entered.map((id) => [id, now])) };
    reported.push(...found.entered);
  }
  return reported;
}

test("a walk in and out comes to a place once, and once more when it comes back", () => {
  const inAndOut = [400, 250, 99, 40, 0, 40, 120, 149, 151, 400].map((metres) => north(metres));
  assert.deepEqual(walk([bakery], inAndOut), ["bakery"]);
  assert.deepEqual(walk([bakery], [...inAndOut, ...inAndOut]), ["bakery", "bakery"]);
});

test("who passes by comes to nothing", () => {
  assert.deepEqual(
    walk(
      [bakery],
      [400, 200, 101, 140, 400].map((metres) => north(metres)),
    ),
    [],
  );
});

test("a position that jumps about the edge comes to a place once", () => {
  const jitter = Array.from({ length: 40 }, (_, index) => north(index % 2 ? 140 : 90));
  assert.deepEqual(walk([bakery], jitter), ["bakery"]);
});

test("of places beside and around each other each is come to by itself", () => {
  const mall = { ...bakery, id: "mall", radius: 1000, latitude: 49.6 + 900 / degree };
  const kiosk = { ...bakery, id: "kiosk", radius: 50, latitude: 49.6 + 300 / degree };
  const way = [-400, -50, 50, 300, 400, 50, -400].map((metres) => north(metres));
  assert.deepEqual(walk([bakery, mall, kiosk], way), ["bakery", "mall", "kiosk", "bakery"]);
});

test("a position that may be far off neither comes to a place nor leaves it", () => {
  assert.deepEqual(walk([bakery], [north(0, 201), north(0, 5000)]), []);
  assert.deepEqual(walk([bakery], [north(0, 200)]), ["bakery"]);
  const lost = [north(0), north(3000, 2500), north(0), north(3000, 2500), north(20)];
  assert.deepEqual(walk([bakery], lost), ["bakery"]);
  // It is good enough for a place that is larger.
  assert.deepEqual(
    walk(
      [
        { ...bakery, radius: 1000 },
        { ...bakery, id: "small" },
      ],
      [north(0, 1100)],
    ),
    ["bakery"],
  );
});

test("who was not seen at a place for four hours comes to it anew", () => {
  const stays = { bakery: 0 };
  const later = 4 * 60 * minute;
  assert.deepEqual(moved(stays, [bakery], north(0), later), { stays: { bakery: later }, entered: [] });
  assert.deepEqual(moved(stays, [bakery], north(0), later + 1), { stays: {}, entered: ["bakery"] });
  // A position that says nothing does not prolong that.
  assert.deepEqual(moved(stays, [bakery], north(0, 900), later), { stays: { bakery: 0 }, entered: [] });
  assert.deepEqual(moved(stays, [bakery], north(0, 900), later + 1), { stays: {}, entered: [] });
});

test("places that are gone are forgotten, and what was come to is only kept once it is reported", () => {
  assert.deepEqual(moved({ gone: 0, bakery: 0 }, [bakery], north(0), 1), { stays: { bakery: 1 }, entered: [] });
  for (const _ of [1, 2]) assert.deepEqual(moved({}, [bakery], north(0), 1), { stays: {}, entered: ["bakery"] });
  assert.deepEqual(moved({ bakery: 0 }, [], north(0), 1), { stays: {}, entered: [] });
});

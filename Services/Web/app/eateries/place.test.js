import assert from "node:assert/strict";
import test from "node:test";
import { around, location, metresBetween, parseSpot, spotOf, typedSpot } from "./place.js";

test("a place is two numbers within the earth", () => {
  assert.deepEqual(parseSpot("49.6, -119.68"), { latitude: 49.6, longitude: -119.68 });
  assert.deepEqual(parseSpot(" 48.85;2.35 "), { latitude: 48.85, longitude: 2.35 });
  for (const typed of ["", "Paris", "91, 0", "0, 181", "49.6", "1,2,3"]) assert.equal(parseSpot(typed), null, typed);
});

test("a place that was typed is sent to the millionth of a degree", () => {
  const spot = { latitude: 49.6, longitude: -119.68 };
  assert.deepEqual(location(spot), { latitudeMicrodegrees: "49600000", longitudeMicrodegrees: "-119680000" });
  assert.deepEqual(parseSpot(typedSpot(spot)), spot);
});

test("a place of the service is read as it was sent", () => {
  const spot = { latitude: 49.6, longitude: -119.68 };
  assert.deepEqual(spotOf(location(spot)), spot);
  assert.deepEqual(spotOf(undefined), { latitude: 0, longitude: 0 });
});

test("a map shows the area around all places", () => {
  const [southWest, northEast] = around([
    { latitude: 49.6, longitude: -119.68 },
    { latitude: 49.7, longitude: -119.7 },
  ]);
  assert.deepEqual(southWest, [49.6, -119.7]);
  assert.deepEqual(northEast, [49.7, -119.68]);
});

test("places are as far apart as on a globe", () => {
  const spot = { latitude: 49.6, longitude: -119.68 };
  assert.equal(metresBetween(spot, spot), 0);
  // A minute of latitude is a nautical mile, and one of longitude is shorter away from the equator.
  assert.ok(Math.abs(metresBetween(spot, { ...spot, latitude: 49.6 + 1 / 60 }) - 1853) < 1);
  assert.ok(Math.abs(metresBetween(spot, { ...spot, longitude: -119.68 + 1 / 60 }) - 1201) < 1);
  // Across the 180th meridian, and half around the earth.
  const west = { latitude: 0, longitude: 179.9995 };
  assert.ok(Math.abs(metresBetween(west, { latitude: 0, longitude: -179.9995 }) - 111) < 1);
  assert.ok(Math.abs(metresBetween(west, { latitude: 0, longitude: -0.0005 }) - Math.PI * 6371008.8) < 1);
});

import assert from "node:assert/strict";
import test from "node:test";
import { location, parseSpot, typedSpot } from "./place.js";

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

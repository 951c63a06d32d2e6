import assert from "node:assert/strict";
import test from "node:test";
import { attitudeOf, rearranged, withAttitude } from "./choices.js";

test("a choice leaves those for other stores", () => {
  const choices = { preferred: ["a", "b"], ignored: ["c"] };
  assert.deepEqual(withAttitude(choices, "c", "preferred"), { preferred: ["a", "b", "c"], ignored: [] });
  assert.deepEqual(withAttitude(choices, "a", "ignored"), { preferred: ["b"], ignored: ["c", "a"] });
  assert.deepEqual(withAttitude(choices, "a", "neutral"), { preferred: ["b"], ignored: ["c"] });
  assert.deepEqual(withAttitude(choices, "b", "preferred"), { preferred: ["a", "b"], ignored: ["c"] });
  assert.deepEqual(withAttitude(undefined, "a", "preferred"), { preferred: ["a"], ignored: [] });
});

test("preferred stores come first and ignored ones last, of each the nearest first", () => {
  const stores = ["near", "middle", "far"].map((id, index) => ({ store: { id }, distanceMetres: 100 * index }));
  const ids = (/** @type {import("./choices.js").NearbyStore[]} */ list) => list.map(({ store }) => store?.id);
  const withFar = rearranged(stores, "far", "preferred");
  assert.deepEqual(ids(withFar), ["far", "near", "middle"]);
  const withoutNear = rearranged(withFar, "near", "ignored");
  assert.deepEqual(ids(withoutNear), ["far", "middle", "near"]);
  assert.deepEqual(withoutNear.map(attitudeOf), ["preferred", "neutral", "ignored"]);
  const asBefore = rearranged(rearranged(withoutNear, "near", "neutral"), "far", "neutral");
  assert.deepEqual(ids(asBefore), ["near", "middle", "far"]);
});

import assert from "node:assert/strict";
import { test } from "node:test";
import { diets, suits } from "./diets.js";

test("an eatery suits whoever finds all of their preferences among its tags", () => {
  const eatery = { dietaryTags: ["vegan", "halal"] };
  assert.equal(suits(eatery, []), true);
  assert.equal(suits(eatery, ["DIETARY_TAG_VEGAN", "DIETARY_TAG_HALAL"]), true);
  assert.equal(suits(eatery, ["DIETARY_TAG_VEGAN", "DIETARY_TAG_KOSHER"]), false);
  assert.equal(suits({}, ["DIETARY_TAG_VEGAN"]), false);
});

test("what is vegan is vegetarian and without lactose, too", () => {
  assert.equal(suits({ dietaryTags: ["vegan"] }, ["DIETARY_TAG_VEGETARIAN", "DIETARY_TAG_LACTOSE_FREE"]), true);
  assert.equal(suits({ dietaryTags: ["vegetarian"] }, ["DIETARY_TAG_VEGAN"]), false);
  assert.ok(diets.includes("DIETARY_TAG_GLUTEN_FREE"));
});

import assert from "node:assert/strict";
import test from "node:test";
import { standing, termsOf, typedGoal, wrongGoal } from "./typed-goal.js";

const limit = { minorUnits: "3000", currency: "CAD" };

test("a goal is typed and read as the service has it", () => {
  const terms = { period: /** @type {const} */ ("GOAL_PERIOD_WEEK"), beginsOn: 7, limit, category: "coffee-tea" };
  const draft = typedGoal("EUR", terms);
  assert.equal(draft.limit, "30.00");
  assert.deepEqual(termsOf(draft), terms);
  assert.deepEqual(termsOf({ ...draft, period: "year", category: "" }), {
    period: "GOAL_PERIOD_YEAR",
    beginsOn: 1,
    limit,
  });
  const product = typedGoal("EUR", { period: "GOAL_PERIOD_DAY", limit, productId: "p" });
  assert.equal(termsOf(product).productId, "p");
  // A category in its place.
  assert.deepEqual(termsOf({ ...product, category: "dairy" }), {
    period: "GOAL_PERIOD_DAY",
    beginsOn: 1,
    limit,
    category: "dairy",
  });
});

test("a goal without an amount above 0 or a currency is wrong", () => {
  const draft = typedGoal("CAD");
  assert.deepEqual(Object.keys(wrongGoal(draft)), ["limit"]);
  assert.deepEqual(Object.keys(wrongGoal({ ...draft, limit: "0" })), ["limit"]);
  assert.deepEqual(Object.keys(wrongGoal({ ...draft, limit: "-1", currency: "euros" })), ["limit", "currency"]);
  assert.deepEqual(wrongGoal({ ...draft, limit: "30" }), {});
});

test("a goal says what is left, and whether it is passed or will be", () => {
  const goal = (/** @type {string} */ spent, /** @type {string | undefined} */ forecast) => ({
    terms: { limit },
    progress: {
      spent: { minorUnits: spent, currency: "CAD" },
      ...(forecast && { forecast: { minorUnits: forecast, currency: "CAD" } }),
    },
  });
  assert.deepEqual(standing(goal("1500", "2900")), {
    share: 0.5,
    isPassed: false,
    isAtRisk: false,
    rest: { minorUnits: "1500", currency: "CAD" },
  });
  assert.ok(standing(goal("1500", "3001")).isAtRisk);
  assert.ok(!standing(goal("1500", undefined)).isAtRisk);
  const passed = standing(goal("3001", "9000"));
  assert.ok(passed.isPassed && !passed.isAtRisk);
  assert.equal(passed.rest.minorUnits, "1");
});

import assert from "node:assert/strict";
import { test } from "node:test";
import { intervalChoices, termsOf, typedRecurring } from "./typed-recurring.js";

const terms = /** @type {import("./typed-recurring.js").Terms} */ ({
  expenditure: {
    name: "Rent",
    amount: { minorUnits: "150000", currency: "CAD" },
    category: "housing",
    categorySymbol: "🏠",
    purchasedAt: { date: "2026-01-31", timeZone: "America/Vancouver" },
    place: "",
    note: "",
    refund: false,
  },
  unit: "RECURRENCE_UNIT_WEEK",
  every: 2,
  lastDay: "2026-12-31",
});

test("what was typed stands for the same terms", () => {
  assert.deepEqual(termsOf(typedRecurring(terms, "k"), "America/Vancouver"), terms);
});

test("without a number it is every one", () => {
  assert.equal(typedRecurring({ ...terms, every: 0, lastDay: undefined }, "k").repeats, "1 week");
});

test("a distance that is not offered stays a choice", () => {
  const values = intervalChoices("5 week").map(([value]) => value);
  assert.ok(values.includes("5 week") && values.includes("1 month"));
  assert.ok(!intervalChoices("").some(([value]) => value === "5 week"));
});

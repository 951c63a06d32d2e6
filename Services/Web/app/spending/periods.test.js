import assert from "node:assert/strict";
import test from "node:test";
import { beside, isPeriod, length, periodOf, wholeMonths } from "./periods.js";

const now = new Date(2026, 0, 15);

test("periods have their first and last days", () => {
  assert.deepEqual(periodOf("month", now), { from: "2026-01-01", to: "2026-01-31" });
  assert.deepEqual(periodOf("lastMonth", now), { from: "2025-12-01", to: "2025-12-31" });
  assert.deepEqual(periodOf("year", now), { from: "2026-01-01", to: "2026-12-31" });
  assert.deepEqual(periodOf("lastYear", now), { from: "2025-01-01", to: "2025-12-31" });
});

test("a period is whole months, or days", () => {
  assert.equal(wholeMonths({ from: "2024-02-01", to: "2024-02-29" }), 1);
  assert.equal(wholeMonths({ from: "2025-02-01", to: "2025-03-31" }), 2);
  assert.equal(wholeMonths({ from: "2025-02-01", to: "2025-02-27" }), 0);
  assert.equal(wholeMonths({ from: "2025-02-02", to: "2025-02-28" }), 0);
  assert.equal(length({ from: "2025-03-09", to: "2025-03-09" }), 1);
  // Over the day on which clocks are set forward.
  assert.equal(length({ from: "2025-03-01", to: "2025-03-31" }), 31);
});

test("the periods beside one are as long as it", () => {
  const month = { from: "2025-03-01", to: "2025-03-31" };
  assert.deepEqual(beside(month, -1), { from: "2025-02-01", to: "2025-02-28" });
  assert.deepEqual(beside(month, 1), { from: "2025-04-01", to: "2025-04-30" });
  const quarter = { from: "2025-01-01", to: "2025-03-31" };
  assert.deepEqual(beside(quarter, -1), { from: "2024-10-01", to: "2024-12-31" });
  assert.deepEqual(beside(quarter, 1), { from: "2025-04-01", to: "2025-06-30" });
  const week = { from: "2025-02-24", to: "2025-03-02" };
  assert.deepEqual(beside(week, -1), { from: "2025-02-17", to: "2025-02-23" });
  assert.deepEqual(beside(week, 1), { from: "2025-03-03", to: "2025-03-09" });
});

test("days are a period in their order, for ten years", () => {
  assert.ok(isPeriod("2025-03-09", "2025-03-09"));
  assert.ok(!isPeriod("2025-03-10", "2025-03-09"));
  assert.ok(!isPeriod("", "2025-03-09"));
  assert.ok(!isPeriod("2000-01-01", "2025-03-09"));
  // As a year is typed, digit by digit.
  assert.ok(!isPeriod("0202-03-09", "0202-03-09"));
});

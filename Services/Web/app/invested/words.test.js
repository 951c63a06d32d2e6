import assert from "node:assert/strict";
import { test } from "node:test";
import { yearsBefore } from "./words.js";

test("A day years before another one is a day that there was", () => {
  assert.equal(yearsBefore("2024-02-29", 1), "2023-02-28");
  assert.equal(yearsBefore("2024-02-29", 4), "2020-02-29");
  assert.equal(yearsBefore("2026-10-31", 10), "2016-10-31");
});

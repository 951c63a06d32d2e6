import assert from "node:assert/strict";
import test from "node:test";
import { ranges } from "./rate-ranges.js";

/** @type {(from: string, day: string, rate: string, source?: string) => import("./rate-ranges.js").Rate} */
const rate = (from, day, rate, source = "Bank") => ({ from, to: "CAD", day, rate, source });

test("rates are summed up by their currencies and source, the lowest and the highest", () => {
  const rates = [
    rate("USD", "2026-10-01", "1.4"),
    rate("USD", "2026-10-02", "1.39"),
    rate("USD", "2026-10-03", "1.401"),
    rate("USD", "2026-10-04", "9.5", "Desk"),
    rate("EUR", "2026-10-01", "10.5"),
  ];
  assert.deepEqual(
    ranges(rates).map(({ lowest, highest }) => [lowest.from, lowest.day, highest.day, highest.source]),
    [
      ["USD", "2026-10-02", "2026-10-03", "Bank"],
      ["USD", "2026-10-04", "2026-10-04", "Desk"],
      ["EUR", "2026-10-01", "2026-10-01", "Bank"],
    ],
  );
  assert.deepEqual(ranges([]), []);
});

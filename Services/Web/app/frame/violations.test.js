import assert from "node:assert/strict";
import test from "node:test";
import { inWords } from "./violations.js";

const violations = [
  { field: "items[1].amount", description: "items[1].amount must not be negative." },
  { field: "items[1].amount", description: "items[1].amount is missing." },
  { field: "store_name", description: "store_name must have at most 200 characters." },
  { field: "items", description: "Add up to more than can be counted." },
];
const names = { "items[1].amount": "amount1", store_name: "store" };

test("every violation is at its field, without the name that the request has for it", () => {
  assert.deepEqual(
    inWords(violations, (path) => names[path]),
    {
      amount1: "Must not be negative. Is missing.",
      store: "Must have at most 200 characters.",
      "": "Add up to more than can be counted.",
    },
  );
});

test("without fields all violations are said together", () => {
  const all = inWords(violations)[""];
  for (const part of ["Must not be negative.", "Must have at most 200 characters."]) assert.ok(all.includes(part));
  assert.ok(!all.includes("store_name"));
});

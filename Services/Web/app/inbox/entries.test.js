import assert from "node:assert/strict";
import { test } from "node:test";
import { address, lookOf } from "./entries.js";

test("an entry leads to the page that it is about, where there is one", () => {
  assert.equal(address("purchase:1"), "/purchases/1");
  assert.equal(address("receipt:1"), "/receipts/1");
  assert.equal(address("goal:1"), "/suggestions");
  assert.equal(address("account"), "/devices");
  assert.equal(address("something:1"), null);
  assert.equal(address(), null);
});

test("an entry of a kind that is not known has the picture of the inbox", () => {
  assert.equal(lookOf({ kind: "goal_passed" }).icon, "target");
  assert.equal(lookOf({ kind: "something" }).icon, "inbox");
});

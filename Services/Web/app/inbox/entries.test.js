import assert from "node:assert/strict";
import { test } from "node:test";
import { address, lookOf } from "./entries.js";

test("an entry leads to the page that it is about, where there is one", () => {
  assert.equal(address("purchase:1"), "/purchases/1");
  assert.equal(address("receipt:1"), "/receipts/1");
  assert.equal(address("goal:1"), "/suggestions");
  assert.equal(address("badge:first-entry"), "/badges");
  assert.equal(address("entry_reminder:today"), "/expenditures/new");
  assert.equal(address("place:1"), "/expenditures/new");
  assert.equal(address("account"), "/devices");
  assert.equal(address("something:1"), null);
  assert.equal(address(), null);
});

test("an entry has the picture of its kind, and that of the inbox where that is not known", () => {
  assert.equal(lookOf({ kind: "goal_passed" }).icon, "target");
  assert.equal(lookOf({ kind: "badge_awarded" }).icon, "medal");
  assert.equal(lookOf({ kind: "price_drop" }).icon, "tag");
  assert.equal(lookOf({ kind: "entry_reminder" }).icon, "coins");
  assert.equal(lookOf({ kind: "place_reminder" }).icon, "place");
  assert.equal(lookOf({ kind: "something" }).icon, "inbox");
});

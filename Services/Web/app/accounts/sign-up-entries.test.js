import assert from "node:assert/strict";
import { test } from "node:test";
import { noEntries, wrongCredentials, wrongDetails } from "./sign-up-entries.js";

const good = {
  email: "anna@example.org",
  username: "Anna7",
  password: "Pantry-shelf-7",
  repeated: "Pantry-shelf-7",
  displayName: "Anna",
};

test("everything that is wrong with how somebody will sign in is named at once", () => {
  assert.deepEqual(Object.keys(wrongCredentials(noEntries)), ["email", "username", "password", "repeated"]);
  assert.deepEqual(wrongCredentials(good), {});
});

test("a password that is typed otherwise the second time is wrong", () => {
  assert.deepEqual(Object.keys(wrongCredentials({ ...good, repeated: "Pantry-shelf-8" })), ["repeated"]);
});

for (const displayName of ["Anna", "Zoë O’Neill", "Jean-Luc d'Arc", "Дарья", "李小龙", " Anna "])
  test(`${displayName} is a name`, () => assert.deepEqual(wrongDetails({ ...good, displayName }), {}));

for (const displayName of ["", " ", "-", "Anna7", "a@b", "a".repeat(101), "Anna\u202e"])
  test(`${JSON.stringify(displayName)} is no name`, () =>
    assert.deepEqual(Object.keys(wrongDetails({ ...good, displayName })), ["displayName"]));

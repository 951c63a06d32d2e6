import assert from "node:assert/strict";
import { test } from "node:test";
import { isEmailAddress } from "./email-address.js";

for (const address of ["anna@example.org", "a.b+c@x.example.org", "é@exämple.org", `${"a".repeat(242)}@example.org`])
  test(`${address} is an address`, () => assert.ok(isEmailAddress(address)));

for (const text of [
  "",
  "anna",
  "anna@example",
  "an na@example.org",
  "a@b@example.org",
  `${"a".repeat(243)}@example.org`,
])
  test(`${JSON.stringify(text)} is no address`, () => assert.ok(!isEmailAddress(text)));

import assert from "node:assert/strict";
import test from "node:test";
import { firstOf } from "./paging.js";

/** Pages of a list of numbers from 0, whose token is the next number. */
function list(length, asked = []) {
  return async ({ size, token }) => {
    asked.push(size);
    const begin = Number(token || 0);
    const end = Math.min(length, begin + size);
    const entries = Array.from({ length: end - begin }, (_, index) => begin + index);
    return [entries, end < length ? String(end) : undefined];
  };
}

test("pages are asked for until there are enough entries, or no more", async () => {
  const asked = [];
  assert.equal((await firstOf(450, list(1000, asked))).length, 450);
  assert.deepEqual(asked, [200, 200, 50]);
  assert.deepEqual(await firstOf(450, list(3)), [0, 1, 2]);
  assert.deepEqual(await firstOf(100, list(0)), []);
});

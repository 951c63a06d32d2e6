import assert from "node:assert/strict";
import test from "node:test";
import { rowsInView } from "./rows-in-view.js";

const heights = Array(35).fill(50);

test("rows in view are found in whole steps", () => {
  assert.deepEqual(rowsInView(heights, 0, 100), [0, 10]);
  assert.deepEqual(rowsInView(heights, 501, 999), [10, 20]);
  assert.deepEqual(rowsInView(heights, 499, 1001), [0, 30]);
  assert.deepEqual(rowsInView(heights, 1600, 9000), [30, 35]);
});

test("a view above, below or without rows has none", () => {
  assert.deepEqual(rowsInView(heights, -500, 0), [0, 0]);
  assert.deepEqual(rowsInView(heights, 35 * 50, 9000), [0, 0]);
  assert.deepEqual(rowsInView([], -10, 10), [0, 0]);
});

test("rows have heights of their own", () => {
  const tall = [...Array(10).fill(500), ...heights];
  assert.deepEqual(rowsInView(tall, 4999, 5001), [0, 20]);
  assert.deepEqual(rowsInView(tall, 5001, 5100), [10, 20]);
});

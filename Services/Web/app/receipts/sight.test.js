import assert from "node:assert/strict";
import test from "node:test";
import { around, centred, closest, whole, within, zoomed } from "./sight.js";

const photo = { width: 1000, height: 3000 };
const room = { width: 400, height: 300 };

test("a photo does not leave the room there is", () => {
  assert.deepEqual(within({ x: 50, y: 90, zoom: 1 }, photo, room), whole);
  assert.deepEqual(within({ x: -5000, y: -5000, zoom: 2 }, photo, room), { x: -400, y: -2100, zoom: 2 });
  assert.equal(within({ x: 0, y: 0, zoom: 99 }, photo, room).zoom, closest);
});

test("a photo that is lower than the room is in its middle", () => {
  assert.equal(within(whole, { width: 1000, height: 250 }, room).y, 100);
});

test("the point that is zoomed at stays where it is", () => {
  const point = { x: 100, y: 80 };
  const next = zoomed({ x: -50, y: -20, zoom: 2 }, point, 1.5);
  assert.equal(next.zoom, 3);
  assert.equal((point.x - next.x) / next.zoom, (point.x + 50) / 2);
  assert.equal((point.y - next.y) / next.zoom, (point.y + 20) / 2);
});

test("what was read is in the middle, from its top, in the width there is", () => {
  const boxes = [
    { x: 400, y: 900, width: 100, height: 40 },
    { x: 450, y: 600, width: 250, height: 40 },
  ];
  const { x, y, zoom } = around(boxes, photo, room);
  assert.ok(zoom > 2 && 300 * 0.4 * zoom <= room.width);
  assert.equal(Math.round(x + 550 * 0.4 * zoom), 200);
  assert.ok(y + 600 * 0.4 * zoom > 0 && y + 600 * 0.4 * zoom < 40);
  assert.deepEqual(around([], photo, room), whole);
  assert.equal(around([{ x: 0, y: 0, width: 1000, height: 10 }], photo, room).zoom, 1);
});

test("a box that is shown is in the middle and fits", () => {
  const { x, y, zoom } = centred(whole, { x: 400, y: 1000, width: 300, height: 40 }, photo, room);
  assert.equal(x + (400 + 150) * 0.4 * zoom, 200);
  assert.equal(y + (1000 + 20) * 0.4 * zoom, 150);
  assert.ok(300 * 0.4 * zoom <= room.width);
});

import assert from "node:assert/strict";
import test from "node:test";

// What the router asks of a browser when it is loaded.
Object.assign(globalThis, { location: { pathname: "/", search: "" } });
const { match } = await import("./router.js");

/** @type {[string, string][]} */
const routes = [
  ["/", "home"],
  ["/purchases/new", "by hand"],
  ["/purchases/:id", "purchase"],
];

test("a path is that of the first pattern that fits, with the parts that it names", () => {
  assert.deepEqual(match(routes, "/"), { page: "home", parameters: {} });
  assert.deepEqual(match(routes, "/purchases/new"), { page: "by hand", parameters: {} });
  assert.deepEqual(match(routes, "/purchases/a%20b/"), { page: "purchase", parameters: { id: "a b" } });
});

test("a path that no pattern fits is that of no page", () => {
  for (const path of ["/purchases", "/purchases/1/2", "/purchases/%", "/other", "//evil.example"])
    assert.equal(match(routes, path), null, path);
});

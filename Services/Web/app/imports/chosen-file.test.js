import assert from "node:assert/strict";
import test from "node:test";
import { assigned, bytesOf, explained, roles, withNamedCategories } from "./chosen-file.js";

const categories = [
  { slug: "eating-out", name: "Eating out", symbol: "🍽️" },
  { slug: "other", name: "Other", symbol: "🛒" },
];

test("a role is that of one column", () => {
  const mapping = { columns: [roles.date, roles.name] };
  assert.deepEqual(assigned(mapping, 2, roles.name, 3).columns, [roles.date, roles.unused, roles.name]);
  assert.deepEqual(assigned(mapping, 0, roles.unused, 2).columns, [roles.unused, roles.name]);
});

test("words for categories are explained once, and by their names at once", () => {
  const mapping = explained(explained({}, "Bar", categories[0]), "bar", undefined);
  assert.deepEqual(mapping.categories, [{ word: "bar", slug: "", symbol: "" }]);
  const preview = { mapping: {}, unknownCategories: ["EATING OUT", "Bar", "other"] };
  const named = withNamedCategories(preview, categories, ({ name }) => name ?? "");
  assert.deepEqual(
    named?.categories?.map(({ slug }) => slug),
    ["eating-out", "other"],
  );
  assert.equal(
    withNamedCategories({ mapping: {}, unknownCategories: ["Bar"] }, categories, ({ name }) => name ?? ""),
    undefined,
  );
});

test("bytes come out of base64 as they were", () => {
  assert.deepEqual([...bytesOf("AP+A")], [0, 255, 128]);
});

import assert from "node:assert/strict";
import test from "node:test";
import { withEdits } from "./apply-edits.js";
import { assignableItems, categoryEdits, categoryOf, groupsOf, withCategory } from "./item-categories.js";
import { netOf, sumOf } from "./item-sums.js";

const categories = [
  { slug: "dairy", symbol: "🥛" },
  { slug: "bakery", symbol: "🍞" },
  { slug: "household", symbol: "🧽" },
];

/**
 * @param {string} id
 * @param {string | undefined} category
 * @param {string | undefined} minorUnits
 * @param {string} [discount]
 */
function item(id, category, minorUnits, discount) {
  return {
    id,
    category,
    amount: { minorUnits, currency: "CAD" },
    ...(discount ? { discount: { minorUnits: discount, currency: "CAD" } } : {}),
  };
}

const items = [
  item("milk", "dairy", "698"),
  item("soap", "", "400", "-50"),
  item("bread", "bakery", "325"),
  item("coupon", undefined, undefined, "-100"),
  item("cans", undefined, "-60"),
];

test("an item comes to its amount less its discount, a coupon to its discount, and what was returned is deducted", () => {
  assert.deepEqual(items.map(netOf), [698n, 350n, 325n, -100n, -60n]);
  assert.equal(netOf({}), 0n);
});

test("amounts beyond what a number counts exactly are exact", () => {
  const most = item("most", "", "9223372036854775807");
  assert.equal(sumOf([most, most, item("one", "", "1")]), 18446744073709551615n);
});

test("items are grouped by category: those without one first, then in the order of categories, unknown ones last", () => {
  const known = [...items, item("old", "former", "5")];
  assert.deepEqual(
    groupsOf(known, {}, categories).map((group) => [group.slug, group.items.map(({ id }) => id), group.minorUnits]),
    [
      ["", ["soap", "coupon", "cans"], 190n],
      ["dairy", ["milk"], 698n],
      ["bakery", ["bread"], 325n],
      ["former", ["old"], 5n],
    ],
  );
  assert.deepEqual(groupsOf([], {}, categories), []);
});

test("what is assigned counts at once, the last of it where it is assigned again", () => {
  const first = withCategory({}, new Set(["soap", "milk"]), "household");
  const assigned = withCategory(first, ["milk"], "bakery");
  assert.deepEqual(first, { soap: "household", milk: "household" });
  assert.equal(categoryOf(items[0], assigned), "bakery");
  assert.deepEqual(
    groupsOf(items, assigned, categories).map(({ slug, minorUnits }) => [slug, minorUnits]),
    [
      ["", -160n],
      ["bakery", 1023n],
      ["household", 350n],
    ],
  );
});

test("no assignment changes what all items come to", () => {
  const all = sumOf(items);
  const ids = items.map(({ id }) => id);
  for (let mask = 0; mask < 2 ** ids.length; mask++) {
    const chosen = ids.filter((_, index) => mask & (2 ** index));
    const assigned = withCategory(withCategory({}, ids.slice(mask % 3), "dairy"), chosen, "bakery");
    const groups = groupsOf(items, assigned, categories);
    assert.equal(
      groups.reduce((sum, { minorUnits }) => sum + minorUnits, 0n),
      all,
    );
    assert.equal(groups.flatMap((group) => group.items).length, items.length);
  }
});

test("there is one edit for each category, of the items that don't have it already", () => {
  const assigned = withCategory({ coupon: "dairy", milk: "dairy", gone: "bakery" }, ["soap", "bread"], "household");
  assert.deepEqual(categoryEdits(items, assigned, categories), [
    { itemsCategory: { itemIds: ["coupon"], category: "dairy", categorySymbol: "🥛" } },
    { itemsCategory: { itemIds: ["soap", "bread"], category: "household", categorySymbol: "🧽" } },
  ]);
  assert.deepEqual(categoryEdits(items, { milk: "dairy", bread: "bakery" }, categories), []);
});

test("items that wait to be sent are given no category, as the service does not know them yet", () => {
  const newItem = { name: "Eggs", amount: { minorUnits: "399", currency: "EUR" } };
  const shown = withEdits({ items: [item("milk", "dairy", "250")] }, [{ id: "1", edits: [{ newItem }] }]);
  assert.equal(shown.items?.length, 2);
  assert.deepEqual(
    assignableItems(shown).map(({ id }) => id),
    ["milk"],
  );
  assert.deepEqual(assignableItems({}), []);
});

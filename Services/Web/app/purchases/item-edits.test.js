import assert from "node:assert/strict";
import test from "node:test";
import { firstSplit, itemEdits, splitEdits } from "./item-edits.js";
import { typed } from "./typed-item.js";

const item = {
  id: "1",
  productId: "p",
  productName: "Soup",
  quantityThousandths: "3000",
  unit: "each",
  amount: { minorUnits: "1000", currency: "CAD" },
  discount: { minorUnits: "-100", currency: "CAD" },
};

/** @param {any[]} edits */
function sums([{ item: first }, { newItem: second }]) {
  const add = (/** @type {string} */ one, /** @type {string} */ other) => Number(one) + Number(other);
  return {
    amount: add(first.amount.minorUnits, second.amount.minorUnits),
    discount: add(first.discount.minorUnits, second.discount?.minorUnits ?? "0"),
    quantity: add(first.quantity.thousandths, second.quantityThousandths),
  };
}

test("splitting loses nothing of the amount, the discount and the quantity", () => {
  for (const part of [firstSplit(item), { thousandths: 1500n, minorUnits: 1n }, { thousandths: 1n, minorUnits: 999n }])
    assert.deepEqual(sums(splitEdits(item, { name: "Soup", ...part })), {
      amount: 1000,
      discount: -100,
      quantity: 3000,
    });
});

test("one of several is split off first, and half of what is one", () => {
  assert.deepEqual(firstSplit(item), { thousandths: 1000n, minorUnits: 333n });
  assert.deepEqual(firstSplit({ ...item, quantityThousandths: "756" }), { thousandths: 378n, minorUnits: 500n });
});

test("a part with another name is no longer the same product", () => {
  const part = firstSplit(item);
  assert.equal(splitEdits(item, { name: "Soup", ...part })[1].newItem?.product?.productId, "p");
  assert.equal(splitEdits(item, { name: "Bread", ...part })[1].newItem?.product, undefined);
});

test("a part has the category that is chosen for it, also with another name, and the rest keeps its own", () => {
  const part = firstSplit(item);
  const category = { slug: "household", symbol: "🧽", name: "Household" };
  const chosen = { categorySymbol: "🧽", category: "household" };
  const [rest, same] = splitEdits(item, { name: "Soup", ...part, category });
  assert.deepEqual(same.newItem?.product, { productId: "p", name: "Soup", ...chosen });
  assert.equal(rest.item?.product, undefined);
  const [, other] = splitEdits(item, { name: "Soap", ...part, category });
  assert.deepEqual(other.newItem?.product, { productId: "", name: "Soap", ...chosen });
  // Without one, it is the same product nevertheless.
  const [, none] = splitEdits(item, { name: "Soup", ...part, category: { slug: "" } });
  assert.deepEqual(none.newItem?.product, { productId: "p", name: "Soup", categorySymbol: "", category: "" });
});

test("a product that is chosen has its category", () => {
  const product = { productId: "q", name: "Plant pot", categorySymbol: "🪴", category: "home-garden" };
  const edits = itemEdits(item, { ...typed(item), name: "Plant pot" }, product, "CAD");
  assert.deepEqual(edits, [{ item: { itemId: "1", name: { value: "Plant pot" }, product } }]);
});

test("an edit has what was changed alone, and a discount is taken off however it is typed", () => {
  const entry = typed(item);
  assert.deepEqual(itemEdits(item, entry, null, "CAD"), []);
  for (const discount of ["2.50", "-2.50"])
    assert.deepEqual(itemEdits(item, { ...entry, discount }, null, "CAD"), [
      { item: { itemId: "1", discount: { minorUnits: "-250", currency: "CAD" } } },
    ]);
});

test("saving a doubtful item without a change confirms it", () => {
  const doubtful = { ...item, needsReview: true };
  assert.deepEqual(itemEdits(doubtful, typed(doubtful), null, "CAD"), [{ confirmation: { itemId: "1" } }]);
});

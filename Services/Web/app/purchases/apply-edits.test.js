import assert from "node:assert/strict";
import { test } from "node:test";
import { isTemporary, withEdits } from "./apply-edits.js";

const money = (/** @type {number} */ units, currency = "EUR") => ({ minorUnits: String(units), currency });
const milk = {
  ...{ id: "milk", productId: "m", productName: "Milk", category: "dairy", categorySymbol: "🥛" },
  ...{ quantityThousandths: "1000", unit: "each", amount: money(250), discount: money(0), needsReview: true },
};
const bread = {
  ...milk,
  id: "bread",
  productName: "Bread",
  amount: money(300),
  discount: money(-50),
  needsReview: false,
};
/** @type {import("./apply-edits.js").Purchase} */
const purchase = {
  ...{ id: "p", version: "3", state: "PURCHASE_STATE_TO_VERIFY", kind: "PURCHASE_KIND_PURCHASE", currency: "EUR" },
  ...{ storeId: "s", storeName: "Corner shop", knownStore: "Corner Shop, 1 Main Street", items: [milk, bread] },
  ...{ taxes: [{ label: "VAT", amount: money(40) }], total: money(540), duplicateOf: "other" },
  purchasedAt: { date: "2026-11-20", time: "17:42", timeZone: "Europe/Paris" },
  fieldsToReview: ["PURCHASE_FIELD_STORE_NAME", "PURCHASE_FIELD_TOTAL"],
};

/**
 * The purchase with edits that were saved at once.
 *
 * @param {import("./apply-edits.js").Edit[]} edits
 */
const edited = (...edits) => withEdits(purchase, [{ id: "1", edits }]);

/**
 * An item with a correction.
 *
 * @param {any} correction
 */
const corrected = (correction) => edited({ item: { itemId: "milk", ...correction } }).items?.[0] ?? {};

test("fields are as they were edited, and need no review any more", () => {
  const next = edited(
    { storeName: { value: "Kiosk" } },
    { storeAddress: { value: "At the station" } },
    { date: { value: "2026-11-21" } },
    { time: {} },
    { note: { value: "For Ada" } },
  );
  assert.deepEqual([next.storeName, next.storeAddress, next.note], ["Kiosk", "At the station", "For Ada"]);
  assert.deepEqual(next.purchasedAt, { date: "2026-11-21", time: "", timeZone: "Europe/Paris" });
  assert.deepEqual(next.fieldsToReview, ["PURCHASE_FIELD_TOTAL"]);
  assert.equal(purchase.storeName, "Corner shop");
});

test("another name is another store, unless it is changed back", () => {
  const renamed = edited({ storeName: { value: "Kiosk" } });
  assert.deepEqual([renamed.storeId, renamed.knownStore], ["", ""]);
  const back = edited({ storeName: { value: "Kiosk" } }, { storeName: { value: "Corner shop" } });
  assert.deepEqual([back.storeId, back.knownStore], ["s", "Corner Shop, 1 Main Street"]);
});

test("sums are exact, and prices include taxes where the items alone are the total", () => {
  assert.deepEqual([edited().computedTotal, edited().totalsAgree, edited().taxesIncluded], [money(540), true, false]);
  const included = edited({ total: { value: money(500) } });
  assert.deepEqual([included.computedTotal, included.totalsAgree, included.taxesIncluded], [money(500), true, true]);
  const differs = edited({ total: { value: money(600) } });
  assert.deepEqual([differs.computedTotal, differs.totalsAgree], [money(540), false]);
  const unknown = edited({ total: {} }, { taxes: {} }, { subtotal: { value: money(500) } });
  assert.deepEqual(
    [unknown.total, unknown.taxes, unknown.subtotal, unknown.computedTotal],
    [undefined, [], money(500), money(500)],
  );
  assert.equal(unknown.totalsAgree, false);
  // Beyond what a number of JavaScript holds.
  const large = edited({ item: { itemId: "milk", amount: { minorUnits: "9007199254740993", currency: "EUR" } } });
  assert.equal(large.computedTotal?.minorUnits, "9007199254741283");
});

test("printed amounts stay in another currency, unless they have more digits", () => {
  const yen = edited(
    { item: { itemId: "milk", amount: money(200) } },
    { item: { itemId: "bread", discount: money(0) } },
  );
  const round = { ...yen, taxes: [], total: money(500) };
  const next = withEdits(round, [{ id: "2", edits: [{ currency: { value: "JPY" } }] }]);
  assert.deepEqual([next.currency, next.total, next.computedTotal], ["JPY", money(5, "JPY"), money(5, "JPY")]);
  assert.deepEqual(
    next.items?.map(({ amount }) => amount),
    [money(2, "JPY"), money(3, "JPY")],
  );
  assert.equal(edited({ currency: { value: "JPY" } }).currency, "EUR");
  assert.equal(edited({ currency: { value: "JPY" } }).total?.currency, "EUR");
  assert.deepEqual(edited({ currency: { value: "KWD" } }).total, money(5400, "KWD"));
});

test("an item is corrected, and needs no review any more", () => {
  const unitPrice = { value: money(125) };
  const next = corrected({ quantity: { thousandths: "2000" }, unit: { value: "l" }, unitPrice, discount: money(-10) });
  assert.deepEqual([next.quantityThousandths, next.unit, next.unitPrice], ["2000", "l", money(125)]);
  assert.deepEqual([next.amount, next.discount, next.needsReview], [money(250), money(-10), false]);
  assert.equal(corrected({ unitPrice: {} }).unitPrice, undefined);
});

test("another name is another product, unless that is chosen", () => {
  const own = corrected({ name: { value: "Oat milk" } });
  assert.deepEqual([own.productName, own.productId, own.category], ["Oat milk", "", ""]);
  const same = corrected({ name: { value: "Milk" } });
  assert.deepEqual([same.productId, same.category], ["m", "dairy"]);
  const product = { productId: "o", name: "Oat drink", categorySymbol: "🌾", category: "plant-milk" };
  assert.deepEqual(corrected({ product }).productName, "Oat drink");
  const chosen = corrected({ product, name: { value: "My oats" } });
  assert.deepEqual([chosen.productName, chosen.productId, chosen.category], ["My oats", "o", "plant-milk"]);
});

test("another name leaves the category that was chosen without a product", () => {
  const typed = { ...milk, productId: "", productName: "Milk 2 L" };
  const edit = (/** @type {any} */ change) =>
    withEdits({ ...purchase, items: [typed] }, [{ id: "1", edits: [{ item: { itemId: "milk", ...change } }] }])
      .items?.[0];
  const named = edit({ name: { value: "Milk 1 L" } });
  assert.deepEqual([named?.productName, named?.category], ["Milk 1 L", "dairy"]);
});

test("a return is deducted, whatever the sign of its amount", () => {
  assert.deepEqual(corrected({ returned: { value: true } }).amount, money(-250));
  assert.deepEqual(corrected({ amount: money(-60), returned: { value: true } }).amount, money(-60));
  assert.deepEqual(corrected({ amount: money(-60), returned: {} }).amount, money(60));
});

test("items are added at their place, with ids of their own, and removed", () => {
  const newItem = { name: "Eggs", amount: money(399), afterItemId: "milk" };
  const deposit = { newItem: { name: "Bottle", amount: money(25), returned: true, quantityThousandths: "3000" } };
  const next = edited({ newItem }, deposit, { itemRemoval: { itemId: "bread" } });
  assert.deepEqual(
    next.items?.map(({ productName, amount }) => [productName, amount]),
    [
      ["Milk", money(250)],
      ["Eggs", money(399)],
      ["Bottle", money(-25)],
    ],
  );
  const [known, eggs, bottle] = next.items ?? [];
  assert.deepEqual([isTemporary(known), isTemporary(eggs), isTemporary(bottle)], [false, true, true]);
  assert.notEqual(eggs.id, bottle.id);
  assert.deepEqual([eggs.quantityThousandths, eggs.unit, bottle.quantityThousandths], ["1000", "each", "3000"]);
  assert.deepEqual(next.computedTotal, money(664));
});

test("what is confirmed needs no review any more", () => {
  assert.equal(edited({ confirmation: { itemId: "milk" } }).items?.[0].needsReview, false);
  const field = /** @type {const} */ ("PURCHASE_FIELD_TOTAL");
  assert.deepEqual(edited({ confirmation: { field } }).fieldsToReview, ["PURCHASE_FIELD_STORE_NAME"]);
  const all = edited({ confirmation: { everything: true } });
  assert.deepEqual([all.fieldsToReview, all.items?.some(({ needsReview }) => needsReview)], [[], false]);
});

test("a duplicate is kept or discarded", () => {
  assert.equal(edited({ duplicate: "DUPLICATE_DECISION_KEEP" }).duplicateOf, "");
  assert.equal(edited({ duplicate: "DUPLICATE_DECISION_DISCARD" }).state, "PURCHASE_STATE_DISCARDED");
});

test("of two versions the other is taken, or the one that is shown is kept", () => {
  const conflicts = [{ id: "c", edit: { total: { value: money(560) } } }, { id: "d" }];
  const settle = (/** @type {boolean} */ takeOther) =>
    withEdits({ ...purchase, conflicts }, [{ id: "1", edits: [{ conflict: { conflictId: "c", takeOther } }] }]);
  assert.deepEqual([settle(true).total, settle(true).conflicts], [money(560), [{ id: "d" }]]);
  assert.deepEqual([settle(false).total, settle(false).conflicts], [money(540), [{ id: "d" }]]);
});

test("what cannot be applied changes nothing", () => {
  const unknown = /** @type {any} */ ({ somethingNew: { value: "x" } });
  const next = edited(
    { item: { itemId: "gone", amount: money(1) } },
    { itemRemoval: { itemId: "gone" } },
    { confirmation: { itemId: "gone" } },
    { conflict: { conflictId: "gone", takeOther: true } },
    unknown,
  );
  assert.deepEqual({ ...next, conflicts: undefined }, { ...edited(), conflicts: undefined });
  const coffee = withEdits({ ...purchase, kind: "PURCHASE_KIND_EXPENDITURE" }, [
    { id: "1", edits: [{ total: { value: money(1) } }, { itemRemoval: { itemId: "milk" } }] },
  ]);
  assert.deepEqual([coffee.total, coffee.items?.length], [money(540), 2]);
});

test("several items are given a category at once, and keep their products and doubts", () => {
  const next = edited({ itemsCategory: { itemIds: ["milk", "gone"], category: "drinks", categorySymbol: "🥤" } });
  const [first, second] = next.items ?? [];
  assert.deepEqual([first.category, first.categorySymbol, first.productId], ["drinks", "🥤", "m"]);
  assert.equal(first.needsReview, true);
  assert.deepEqual(second, bread);
});

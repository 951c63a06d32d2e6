import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { loadAllTexts, useLanguage } from "../texts/texts.js";
import { editWords } from "./edit-words.js";

Object.assign(globalThis, {
  document: { documentElement: {} },
  fetch: async (/** @type {URL} */ address) => {
    const name = address.pathname.split("/").at(-2);
    const catalogue = new URL(`../../../../Shared/Texts/Catalogues/${name}/app.json`, import.meta.url);
    return Response.json(JSON.parse(await readFile(catalogue, "utf8")));
  },
});
await loadAllTexts();
await useLanguage("en");

const money = (/** @type {string} */ minorUnits) => ({ minorUnits, currency: "EUR" });
const purchase = {
  items: [
    { id: "milk", productName: "Milk" },
    { id: "line", printedText: "BREAD 2X" },
  ],
};

test("fields are said with what they become", () => {
  const taxes = [{ label: "VAT", amount: money("40") }, { amount: money("5") }];
  const edits = [
    { storeName: { value: "Kiosk" } },
    { note: {} },
    { date: { value: "2020-11-20" } },
    { total: { value: money("890") } },
    { subtotal: {} },
    { taxes: { taxes } },
  ];
  const [store, note, date, ...sums] = editWords(purchase, edits);
  assert.deepEqual([store, note], ["Store: Kiosk", "Note: –"]);
  assert.match(date, /^Date: .*2020$/);
  assert.deepEqual(sums, ["Total: €8.90", "Subtotal: –", "Taxes: VAT €0.40 · €0.05"]);
});

test("items are said by their names", () => {
  const quantity = { thousandths: "2000" };
  const edits = [
    { item: { itemId: "milk", name: { value: "Oat milk" }, quantity, unit: { value: "l" }, amount: money("500") } },
    { item: { itemId: "gone", unit: { value: "kg" }, discount: money("-50"), returned: { value: true } } },
    { newItem: { name: "Eggs", amount: money("399") } },
    { itemRemoval: { itemId: "line" } },
  ];
  assert.deepEqual(editWords(purchase, edits), [
    "Milk: Oat milk · 2 l · €5.00",
    "Item: kg · discount -€0.50 · Returned to the store",
    "New item: Eggs · €3.99",
    "Item removed: BREAD 2X",
  ]);
});

test("decisions are said as their buttons are", () => {
  /** @type {import("./edit-words.js").Edit[]} */
  const edits = [
    { confirmation: { itemId: "milk" } },
    { confirmation: { field: "PURCHASE_FIELD_TOTAL" } },
    { confirmation: { everything: true } },
    { duplicate: "DUPLICATE_DECISION_KEEP" },
    { duplicate: "DUPLICATE_DECISION_DISCARD" },
    { conflict: { conflictId: "c", takeOther: true } },
    { conflict: { conflictId: "c" } },
  ];
  assert.deepEqual(editWords(purchase, edits), [
    "Milk is right",
    "Total is right",
    "Confirm all",
    "It is another one",
    "Discard",
    "Take this",
    "Keep what is shown",
  ]);
});

test("categories are said by their names, and by their slugs where nothing else is known", () => {
  const given = (/** @type {string} */ category) => ({
    itemsCategory: { itemIds: ["milk", "line"], category, categorySymbol: "🥤" },
  });
  const known = [{ slug: "homebrew", name: "Home brew" }];
  assert.deepEqual(editWords(purchase, [given("alcohol"), given("homebrew"), given("other-one")], known), [
    "Category: Beer, wine and spirits · Milk · BREAD 2X",
    "Category: Home brew · Milk · BREAD 2X",
    "Category: other-one · Milk · BREAD 2X",
  ]);
});

test("categories are said in the language of the reader", async () => {
  await useLanguage("fr");
  const edit = { itemsCategory: { itemIds: ["milk"], category: "bakery" } };
  const [french] = editWords(purchase, [edit]);
  await useLanguage("en");
  const [english] = editWords(purchase, [edit]);
  assert.match(english, /Bread and bakery/);
  assert.notEqual(french.split(" · ")[0], english.split(" · ")[0]);
  assert.doesNotMatch(french, /bakery/);
});

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { loadAllTexts, useLanguage } from "../texts/texts.js";
import { boughtText, changeText, packText, priceFor, yearText } from "./words.js";

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

/** @param {string} words */
const plain = (words) => words.replaceAll("\u{A0}", " ");

test("a price says its unit, with no more digits than it needs", () => {
  assert.equal(plain(priceFor("14.3172", "EUR", "kg")), "€14.32/kg");
  assert.equal(plain(priceFor("0.1234", "EUR", "l")), "€0.1234/l");
  assert.equal(plain(priceFor("13.0000", "EUR", "l")), "€13.00/l");
  assert.equal(plain(priceFor("2.5000", "EUR", "each")), "€2.50 each");
  assert.equal(plain(priceFor("250.00", "JPY", "kg")), "¥250/kg");
});

test("a pack says what it holds", () => {
  assert.equal(packText({ count: 6, thousandths: "355000", dimension: "PACK_DIMENSION_VOLUME" }), "6 × 355 ml");
  assert.equal(packText({ count: 1, thousandths: "1500000", dimension: "PACK_DIMENSION_VOLUME" }), "1.5 l");
  assert.equal(packText({ count: 1, thousandths: "454000", dimension: "PACK_DIMENSION_MASS" }), "454 g");
});

test("a quantity says how many packs, or how much was weighed", () => {
  /** @type {import("./words.js").PackSize} */
  const pack = { count: 1, thousandths: "500000", dimension: "PACK_DIMENSION_MASS" };
  assert.equal(boughtText({ quantityThousandths: "2000", quantityUnit: "each", pack }), "2 × 500 g");
  assert.equal(boughtText({ quantityThousandths: "1250", quantityUnit: "kg", pack }), "1.25 kg");
  assert.equal(boughtText({ quantityThousandths: "3000" }), "3");
});

test("a change says its sign, and what it makes in a year", () => {
  assert.equal(changeText({ changePermille: 125 }), "+13%");
  assert.equal(changeText({ changePermille: -250 }), "-25%");
  assert.equal(plain(yearText({ yearly: { minorUnits: "1250", currency: "EUR" } })), "€12.50 more in a year");
  assert.equal(plain(yearText({ yearly: { minorUnits: "-300", currency: "EUR" } })), "€3.00 less in a year");
  assert.equal(yearText({ yearly: { currency: "EUR" } }), "");
});

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { loadAllTexts, useLanguage } from "../texts/texts.js";
import {
  averageSentence,
  basketSentence,
  boughtText,
  comparedText,
  packText,
  priceFor,
  rowText,
  yearText,
} from "./words.js";

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
  assert.equal(comparedText(125), "+13%");
  assert.equal(comparedText(-250), "-25%");
  assert.equal(plain(yearText({ minorUnits: "1250", currency: "EUR" })), "€12.50 more in a year");
  assert.equal(plain(yearText({ minorUnits: "-300", currency: "EUR" })), "€3.00 less in a year");
  assert.equal(yearText({ currency: "EUR" }), "");
});

/** @type {import("../api/types.js").Budget.AverageComparison} */
const butter = {
  ...{ averageName: "Butter", averageQuantity: 454, averageUnit: "g", month: "2025-12", unit: "kg" },
  ...{ paidPrice: "13.9427", averagePrice: "12.4449", differencePermille: 120 },
  difference: { minorUnits: "68", currency: "CAD" },
};

test("a comparison with an average says of what, of when and where it is", () => {
  assert.equal(
    plain(rowText(butter)),
    "CA$13.94/kg, on average CA$12.44/kg (last compared with Butter, 454 g, December 2025)",
  );
  assert.equal(
    plain(averageSentence(butter, "CA-ON")),
    "You pay 12% more than on average in Ontario: CA$13.94/kg rather than CA$12.44/kg (last compared with Butter, 454 g, December 2025).",
  );
  assert.match(
    averageSentence({ ...butter, differencePermille: -45 }, "CA"),
    /^You pay 5% less than on average in Canada/,
  );
  assert.match(averageSentence({ ...butter, differencePermille: 4 }, "CA"), /^You pay as much as on average/);
  assert.match(plain(rowText({ ...butter, averageQuantity: 4_000, averageUnit: "ml" })), / Butter, 4 l, /);
  assert.match(plain(rowText({ ...butter, averageQuantity: 1, averageUnit: "kg" })), / Butter, 1 kg, /);
  assert.match(plain(rowText({ ...butter, averageQuantity: 1, averageUnit: "each" })), / Butter, December/);
  assert.match(plain(rowText({ ...butter, averageQuantity: 12, averageUnit: "each" })), / Butter, 12, December/);
});

test("all that is compared is added up in a sentence", () => {
  const amount = (/** @type {string} */ minorUnits) => ({ minorUnits, currency: "CAD" });
  assert.equal(
    plain(basketSentence("CA", amount("1883"), amount("1848"), 19)),
    "Of what you bought within a year, what can be compared cost 2% more than on average in Canada: CA$18.83 rather than CA$18.48.",
  );
  assert.match(basketSentence("CA", amount("1000"), amount("1100"), -91), /cost 9% less than/);
  assert.match(
    basketSentence("CA", amount("1000"), amount("1001"), -1),
    /cost as much as on average in Canada: CA\$10.00/,
  );
});

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { loadAllTexts, useLanguage } from "../texts/texts.js";
import { isCanadian, provinceChoices, regionName, taxRegion } from "./regions.js";
import { taxText } from "./tax-words.js";

Object.assign(globalThis, {
  document: { documentElement: {} },
  fetch: async (/** @type {URL} */ address) => {
    const name = address.pathname.split("/").at(-2);
    const catalogue = new URL(`../../../../Shared/Texts/Catalogues/${name}/app.json`, import.meta.url);
    return Response.json(JSON.parse(await readFile(catalogue, "utf8")));
  },
});
await loadAllTexts();

/** @param {string} words */
const plain = (words) => words.replaceAll(/[\u{A0}\u{202F}]/gu, " ");
const quebec = [
  { name: "GST", percent: "5" },
  { name: "QST", percent: "9.975" },
];

test("prices are said to be before tax, with the taxes of the region where they are known", async () => {
  await useLanguage("en");
  assert.equal(taxText("", []), "Prices are before tax.");
  assert.equal(taxText("CA", []), "Prices are before tax.");
  assert.equal(
    plain(taxText("CA-QC", quebec)),
    "Prices are before tax (Quebec: GST 5% and QST 9.975%). Most basic groceries are free of tax.",
  );
  // What is free of tax elsewhere is not known.
  assert.equal(plain(taxText("FR", [{ name: "VAT", percent: "5.5" }])), "Prices are before tax (France: VAT 5.5%).");
  assert.equal(
    plain(taxText("US-CA", [{ name: "Sales tax", percent: "0" }])),
    "Prices are before tax (US-CA: Sales tax 0%).",
  );
  await useLanguage("fr");
  assert.equal(
    plain(
      taxText("CA-QC", [
        { name: "TPS", percent: "5" },
        { name: "TVQ", percent: "9.975" },
      ]),
    ),
    "Les prix sont hors taxes (Québec : TPS 5 % et TVQ 9,975 %). La plupart des produits alimentaires de base sont détaxés.",
  );
});

test("the region is the chosen one, or else the country of the device", async () => {
  assert.equal(taxRegion("CA-QC", "FR"), "CA-QC");
  assert.equal(taxRegion("CA", "FR"), "CA");
  assert.equal(taxRegion(undefined, "FR"), "FR");
  assert.equal(taxRegion("nonsense", ""), "");
  assert.ok(isCanadian("CA-NU") && isCanadian("CA") && !isCanadian("US-CA") && !isCanadian(""));
});

test("provinces are offered by their names, after the whole country", async () => {
  await useLanguage("fr");
  const choices = provinceChoices();
  assert.equal(choices.length, 14);
  assert.deepEqual(choices[0], ["CA", "Canada"]);
  assert.deepEqual(choices[1], ["CA-AB", "Alberta"]);
  assert.deepEqual(choices.at(-1), ["CA-YT", "Yukon"]);
  assert.equal(regionName("CA-NT"), "Territoires du Nord-Ouest");
});

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { loadAllTexts, text, useLanguage } from "../texts/texts.js";
import { fieldAt, preferenceOf, replacedBy, typedPreference, wrongPreference } from "./typed-preference.js";
import { rangeText, titleOf } from "./words.js";

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

const dairy = { category: "dairy", currency: "CAD", lowestMinor: "200", highestMinor: "650" };

test("a preference is typed and read as the service has it", () => {
  const draft = typedPreference({ ...dairy, productName: "" });
  assert.deepEqual(draft, { lowest: "2.00", highest: "6.50", currency: "CAD", category: "dairy", productId: "" });
  assert.deepEqual(preferenceOf(draft), dairy);
  assert.deepEqual(preferenceOf({ ...draft, lowest: "", category: "", currency: "eur" }), {
    currency: "EUR",
    highestMinor: "650",
  });
  // The service has 0 for no bound.
  const product = typedPreference({ productId: "p", currency: "JPY", lowestMinor: "300", highestMinor: "0" });
  assert.equal(product.highest, "");
  assert.deepEqual(preferenceOf(product), { productId: "p", currency: "JPY", lowestMinor: "300" });
});

test("what is wrong with a preference is said at its field", () => {
  const draft = typedPreference({ currency: "CAD" });
  assert.deepEqual(wrongPreference(draft), { highest: text("preferences.boundRule") });
  assert.deepEqual(wrongPreference({ ...draft, lowest: "3", highest: "2.99" }), {
    lowest: text("preferences.rangeRule"),
  });
  assert.deepEqual(Object.keys(wrongPreference({ ...draft, lowest: "-1", highest: "0" })), ["lowest", "highest"]);
  assert.deepEqual(Object.keys(wrongPreference({ ...draft, lowest: "much", highest: "2" })), ["lowest"]);
  assert.deepEqual(Object.keys(wrongPreference({ ...draft, lowest: "1", currency: "euros" })), ["currency"]);
  for (const [lowest, highest] of ["3 3", "3 ", " 3"].map((each) => each.split(" ")))
    assert.deepEqual(wrongPreference({ ...draft, lowest, highest }), {});
});

test("what the service rejects has a field of the form, but for the target", () => {
  const paths = ["lowest_minor", "highest_minor", "currency", "category", "product_id"];
  const fields = paths.map((each) => fieldAt(`preference.${each}`));
  assert.deepEqual(fields, ["lowest", "highest", "currency", undefined, undefined]);
});

test("a preference replaces the one that was changed and what was said of the same", () => {
  const everything = { currency: "CAD", highestMinor: "900" };
  const euros = { ...dairy, currency: "EUR" };
  const all = [everything, dairy, euros];
  assert.deepEqual(replacedBy({ ...dairy, lowestMinor: "1" }, all), [dairy]);
  assert.deepEqual(replacedBy({ category: "bread", currency: "CAD" }, all), []);
  assert.deepEqual(replacedBy({ ...dairy, productName: "" }, all, euros), [dairy, euros]);
});

test("a preference says from what to what something may cost", async () => {
  assert.equal(rangeText({ ...dairy, currency: "EUR" }), "From €2.00 to €6.50");
  assert.equal(rangeText({ currency: "EUR", lowestMinor: "200" }), "At least €2.00");
  assert.equal(rangeText({ currency: "EUR", lowestMinor: "0", highestMinor: "650" }), "At most €6.50");
  await useLanguage("fr");
  assert.match(rangeText({ ...dairy, currency: "EUR" }), /^De 2,00\s€ à 6,50\s€$/);
  await useLanguage("en");
});

test("a preference names its target", () => {
  assert.equal(titleOf({ currency: "EUR" }, undefined), "Everything");
  assert.equal(titleOf({ productId: "p", productName: "Butter" }, undefined), "Butter");
  assert.equal(titleOf({ productId: "p" }, undefined), text("goals.product"));
  assert.equal(titleOf(dairy, { slug: "dairy", name: "Dairy" }), text("category.dairy"));
  assert.equal(titleOf({ category: "newer" }, undefined), "newer");
});

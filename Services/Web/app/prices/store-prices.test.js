import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { loadAllTexts, useLanguage } from "../texts/texts.js";
import { askedText, daysText, latestText, linesOf } from "./store-prices.js";

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

const price = { minorUnits: "499", currency: "EUR" };

test("a price says what it is for", () => {
  assert.equal(askedText(price, "2", "l"), "€4.99 for 2 l");
  assert.equal(askedText(price, "0.454", "kg"), "€4.99 for 0.454 kg");
  assert.equal(askedText(price, "12", "each"), "€4.99 for 12");
  assert.equal(askedText(price, "1", "each"), "€4.99");
});

test("a price says when it holds or has held", () => {
  assert.equal(daysText({ current: true, firstDay: "2020-03-01" }), "");
  assert.match(daysText({ current: true, lastDay: "2020-03-09" }), /^until .*2020$/);
  assert.match(daysText({ firstDay: "2020-03-01", lastDay: "2020-03-09" }), /1.*9/);
  assert.doesNotMatch(daysText({ firstDay: "2020-03-09", lastDay: "2020-03-09" }), /9.*9/);
  assert.match(daysText({ firstDay: "2020-03-01" }), /^from .*2020/);
});

test("an observed price says in which week it was paid, whether it holds or not", async () => {
  const observed = { observed: true, firstDay: "2020-03-02", lastDay: "2020-03-08" };
  assert.match(daysText({ ...observed, current: true }), /^paid by users in the week of [^8]*2[^8]*2020$/);
  assert.equal(daysText(observed), daysText({ ...observed, current: true }));
  assert.match(latestText([observed]), /paid by users in the week of (March 2, 2020|2 March 2020)\.$/);
  await useLanguage("fr");
  assert.match(daysText(observed), /^payé par des utilisateurs la semaine du 2 mars 2020$/);
  assert.match(latestText([observed]), /a été payé par des utilisateurs la semaine du 2 mars 2020\.$/);
  await useLanguage("en");
});

test("a price at a store says what one unit costs, what is asked, and how far away it is", () => {
  const lines = linesOf(
    {
      ...{ store: { distanceMetres: 1200 }, label: "Meadow Farm", price, quantity: "2", unit: "l" },
      ...{ unitPrice: "2.4950", comparisonUnit: "l", current: true },
    },
    "metric",
  );
  assert.deepEqual(lines, { compared: "€2.50/l", asked: "Meadow Farm · €4.99 for 2 l", where: "1.2 km" });
});

test("the latest of former prices says how old it is", () => {
  assert.match(latestText([{ firstDay: "2020-03-01", lastDay: "2020-03-09" }]), /March 9, 2020|9 March 2020/);
  assert.match(latestText([{ firstDay: "2020-03-01" }]), /March 1, 2020|1 March 2020/);
});

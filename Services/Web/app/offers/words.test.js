import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { loadAllTexts, useLanguage } from "../texts/texts.js";
import { askedIn, lessText, nowText, paidText, savingText } from "./words.js";

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

/** @type {import("./words.js").Offer} */
const offer = {
  ...{ unit: "l", paidPrice: "3.0000", paidDay: "2020-03-02", paidStoreName: "Corner shop", offeredPrice: "2.4000" },
  ...{ price: { minorUnits: "480", currency: "EUR" }, quantity: "2", quantityUnit: "l", label: "Meadow Farm" },
  ...{ storeName: "Co-op", distanceMetres: 1200, lastDay: "2020-03-09", savingPermille: 200 },
  saving: { minorUnits: "120", currency: "EUR" },
};

test("an offer says what it costs now and where", () => {
  assert.equal(nowText(offer), "Now €2.40/l at Co-op");
  assert.match(askedIn(offer, "metric"), /^Meadow Farm · €4.80 for 2 l · 1.2 km · until .*2020$/);
  assert.equal(askedIn({ price: offer.price, distanceMetres: 300 }, "metric"), "€4.80 · 300 m");
});

test("an offer that users have paid says in which week", async () => {
  const observed = { ...offer, lastDay: "", observedWeek: "2020-03-02" };
  assert.match(askedIn(observed, "metric"), / · 1.2 km · paid by users in the week of .*2.*2020$/);
  await useLanguage("fr");
  assert.match(askedIn(observed, "metric"), / · payé par des utilisateurs la semaine du 2 mars 2020$/);
  await useLanguage("en");
});

test("an offer says what was paid, and what is saved", () => {
  assert.match(paidText(offer), /^Paid: €3.00\/l · .*2020 · Corner shop$/);
  assert.match(paidText({ ...offer, paidStoreName: "" }), /Unknown store$/);
  assert.equal(lessText(offer), "20% less");
  assert.equal(savingText(offer), "€1.20 less for as much as you bought the last time");
});

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { loadAllTexts, useLanguage } from "../texts/texts.js";
import { convertedOf } from "./words.js";

/** @typedef {import("./words.js").Goal} Goal */
/** @typedef {import("../api/types.js").Catalog.ExchangeRate} Rate */

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

/** @type {(from: string, day: string, rate: string) => Rate} */
const rate = (from, day, rate) => ({ from, to: "EUR", day, rate, source: "Bank" });

/** @type {(converted: string | undefined, ...rates: Rate[]) => Goal} */
const goal = (converted, ...rates) => ({
  progress: {
    spent: { minorUnits: "2000", currency: "EUR" },
    ...(converted && { converted: { minorUnits: converted, currency: "EUR" }, rates }),
  },
});

test("a goal says what of it was converted, with every rate and its day, and nothing where nothing was", () => {
  assert.equal(convertedOf(goal(undefined)), "");
  assert.equal(convertedOf({}), "");
  assert.match(
    convertedOf(goal("1230", rate("USD", "2026-03-02", "0.9137"))),
    /^of which €12\.30 converted: 1 USD = 0\.9137 EUR on .*2.* \(Bank\)$/,
  );
  const words = convertedOf(
    goal(
      "1230",
      rate("CHF", "2026-03-02", "1.05"),
      rate("USD", "2026-03-02", "0.9"),
      rate("USD", "2026-03-03", "0.92"),
    ),
  );
  assert.match(words, /1 CHF = 1\.05 EUR on .* · 1 USD = 0\.9 on .* to 0\.92 EUR on .* \(Bank\)$/);
});

test("a goal says so in French", async () => {
  await useLanguage("fr");
  const words = convertedOf(goal("1230", rate("USD", "2026-03-02", "0.9137")));
  assert.match(words, /^dont 12,30\s€ convertis\s: 1 USD = 0,9137 EUR le .*2 mars.* \(Bank\)$/);
  await useLanguage("en");
});

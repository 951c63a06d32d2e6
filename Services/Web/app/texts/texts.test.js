import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import test from "node:test";
import { hasText, preferredLanguage, text, useLanguage } from "./texts.js";

Object.assign(globalThis, {
  document: { documentElement: {} },
  fetch: async (/** @type {URL} */ address) => {
    const parts = address.pathname.split("/");
    const file = new URL(`../../../../Shared/Texts/Catalogues/${parts.at(-2)}/${parts.at(-1)}`, import.meta.url);
    return new Response(await readFile(file));
  },
});

test("the language is the first of the browser's that there is", () => {
  assert.equal(preferredLanguage(["de-DE", "fr-CA", "en"]), "fr");
  assert.equal(preferredLanguage(["de"]), "en");
  assert.equal(preferredLanguage([]), "en");
});

test("a text has its values, and the plural form of its language", async () => {
  await useLanguage("en");
  assert.equal(text("home.title", { name: "Ada" }), "Hello Ada");
  assert.equal(text("purchase.items", { count: 0 }), "0 items");
  assert.equal(text("purchase.items", { count: 1 }), "1 item");
  await useLanguage("fr");
  assert.equal(text("purchase.items", { count: 0 }), "0 article");
  assert.match(text("purchase.items", { count: 1500 }), /^1\s500 articles$/);
  assert.equal(globalThis.document.documentElement.lang, "fr");
});

test("a missing text shows its key, and a missing value its place", () => {
  assert.equal(hasText("nothing"), false);
  assert.equal(text("nothing"), "nothing");
  assert.equal(text("home.title"), "Bonjour {name}");
});

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { mock, test } from "node:test";
import { hasText, language, loadAllTexts, preferredLanguage, text, useLanguage } from "./texts.js";

Object.assign(globalThis, {
  document: { documentElement: {} },
  fetch: async (/** @type {URL} */ address) => {
    const [name, file] = address.pathname.split("/").slice(-2);
    const catalogue = new URL(`../../../../Shared/Texts/Catalogues/${name}/app.json`, import.meta.url);
    const texts = JSON.parse(await readFile(catalogue, "utf8"));
    const isWhole = file === "app.json";
    return Response.json(isWhole ? texts : { "home.title": texts["home.title"] });
  },
});

test("the language is the first of the browser's that there is", () => {
  assert.equal(preferredLanguage(["de-DE", "fr-CA", "en"]), "fr");
  assert.equal(preferredLanguage(["de"]), "en");
  assert.equal(preferredLanguage([]), "en");
});

test("the texts of the first page come before all others, whose language may change while they load", async () => {
  await useLanguage("en");
  assert.equal(text("home.title", { name: "Ada" }), "Hello Ada");
  assert.equal(hasText("purchase.items"), false);
  await Promise.all([loadAllTexts(), useLanguage("fr")]);
  assert.equal(text("home.title", { name: "Ada" }), "Bonjour Ada");
  assert.equal(text("purchase.items", { count: 2 }), "2 articles");
  assert.equal(language.value, "fr");
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
  const complaint = mock.method(console, "error", () => {});
  assert.equal(text("nothing"), "nothing");
  assert.equal(complaint.mock.callCount(), 1);
  assert.equal(text("home.title"), "Bonjour {name}");
});

import assert from "node:assert/strict";
import test from "node:test";
import { language } from "../texts/texts.js";
import { countries, likelyRegion, shortAddress } from "./words.js";

test("countries are called and ordered as the language does", () => {
  language.set("en");
  assert.deepEqual(countries(["US", "CA"]), [
    ["CA", "Canada"],
    ["US", "United States"],
  ]);
  language.set("fr");
  assert.deepEqual(countries(["GB", "US", "FR"]), [
    ["US", "États-Unis"],
    ["FR", "France"],
    ["GB", "Royaume-Uni"],
  ]);
  language.set("en");
});

test("the device's region is shown first where it is offered", () => {
  assert.equal(likelyRegion(["CA", "FR"], "fr-FR"), "FR");
  assert.equal(likelyRegion(["CA", "FR"], "fr"), "FR");
  assert.equal(likelyRegion(["CA", "FR"], "de-AT"), "CA");
  assert.equal(likelyRegion([], "en-CA"), "");
});

test("an address is shown without its scheme", () => {
  assert.equal(shortAddress("https://www.example.org/"), "example.org");
  assert.equal(shortAddress("https://invest.example.org/en"), "invest.example.org/en");
});

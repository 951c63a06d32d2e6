import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { loadAllTexts, text, useLanguage } from "../texts/texts.js";
import { fieldAt, placeOf, radii, typedPlace, wrongPlace } from "./typed-place.js";

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

const bakery = {
  id: "bakery",
  name: "Corner Bakery",
  location: { latitudeMicrodegrees: "49600000", longitudeMicrodegrees: "-119680000" },
  radiusMetres: 300,
};

test("a place is typed and read as the service has it", () => {
  const draft = typedPlace(bakery);
  assert.deepEqual(draft, { name: "Corner Bakery", spot: "49.60000, -119.68000", radius: 300 });
  assert.deepEqual(placeOf("bakery", draft), bakery);
  assert.deepEqual(typedPlace({}), { name: "", spot: "", radius: 100 });
  assert.equal(placeOf("bakery", { ...draft, name: " Corner Bakery " }).name, "Corner Bakery");
  assert.ok(radii.includes(typedPlace({}).radius));
});

test("what is wrong with a place is said at its field", () => {
  const draft = typedPlace(bakery);
  assert.deepEqual(wrongPlace(draft), {});
  for (const name of ["", "  ", "é".repeat(61), "🥐".repeat(61)])
    assert.deepEqual(wrongPlace({ ...draft, name }), { name: text("places.nameRule", { count: 60 }) });
  for (const name of ["x", "🥐".repeat(60)]) assert.deepEqual(wrongPlace({ ...draft, name }), {});
  for (const spot of ["", "here", "91, 0", "0, 181"])
    assert.deepEqual(wrongPlace({ ...draft, spot }), { spot: text("eateries.spotRule") });
  assert.deepEqual(Object.keys(wrongPlace(typedPlace({}))), ["name", "spot"]);
});

test("what the service rejects has a field of the form, but for how near it is", () => {
  const fields = ["name", "location", "radius_metres", "id"].map((each) => fieldAt(`place.${each}`));
  assert.deepEqual(fields, ["name", "spot", undefined, undefined]);
});

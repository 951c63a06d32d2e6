import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { loadAllTexts, useLanguage } from "../texts/texts.js";
import { boughtOn, goalPeriod, itemAddress, itemName, nextVote, passedBy, savedBy, withAnswer } from "./advice.js";

/** @typedef {import("./advice.js").Suggestion} Suggestion */

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

/** @param {number} minorUnits */
const euros = (minorUnits) => ({ minorUnits: String(minorUnits), currency: "EUR" });
const period = { from: "2024-02-01", to: "2024-04-30" };
/** @type {Suggestion} */
const passed = {
  id: "goal",
  kind: "SUGGESTION_KIND_GOAL_PASSED",
  goal: {
    terms: { period: "GOAL_PERIOD_WEEK", limit: euros(2000) },
    progress: { firstDay: "2024-03-04", lastDay: "2024-03-10", spent: euros(2500) },
  },
  over: euros(500),
  saving: euros(500),
};

test("pressing another button votes otherwise, and pressing the pressed one takes the vote back", () => {
  assert.equal(nextVote(undefined, "SUGGESTION_VOTE_USEFUL"), "SUGGESTION_VOTE_USEFUL");
  assert.equal(nextVote("SUGGESTION_VOTE_USEFUL", "SUGGESTION_VOTE_NOT_USEFUL"), "SUGGESTION_VOTE_NOT_USEFUL");
  assert.equal(nextVote("SUGGESTION_VOTE_USEFUL", "SUGGESTION_VOTE_USEFUL"), "SUGGESTION_VOTE_UNSPECIFIED");
});

test("an answer takes the place of its suggestion alone", () => {
  const voted = /** @type {Suggestion} */ ({ id: "b", vote: "SUGGESTION_VOTE_USEFUL" });
  assert.deepEqual(withAnswer([{ id: "a" }, { id: "b" }, { id: "c" }], voted), [{ id: "a" }, voted, { id: "c" }]);
  assert.deepEqual(withAnswer([{ id: "a" }], voted), [{ id: "a" }]);
});

test("an item without a name is called by its category, or said to have none", () => {
  assert.equal(itemName({ name: "Nougat", category: "sweets" }), "Nougat");
  assert.equal(itemName({ category: "sweets" }), "Sweets and biscuits");
  assert.equal(itemName({ name: "" }), "Without a name");
});

test("a product leads to its purchases of the period, and what is no product nowhere", () => {
  const item = { productId: "p", name: "Nougat" };
  assert.equal(itemAddress(item, period), "/log?from=2024-02-01&to=2024-04-30&product=p&title=Nougat");
  assert.equal(itemAddress({ ...item, productId: "" }, period), null);
});

test("a goal says by how much it is passed, and in which period", () => {
  assert.deepEqual(goalPeriod(passed), { from: "2024-03-04", to: "2024-03-10" });
  assert.deepEqual(goalPeriod({}), { from: "", to: "" });
  assert.match(passedBy(passed), /€20\.00 a week.*€25\.00 so far, €5\.00 more/);
});

test("a saving says whether it would have kept within the goal", () => {
  assert.match(savedBy(passed), /€5\.00 less and kept to your goal/);
  assert.match(savedBy({ ...passed, saving: euros(499) }), /€4\.99 less\.$/);
});

test("a habit says on how many days of its period it was bought", () => {
  assert.match(
    boughtOn({ days: 12, amount: euros(3600) }, period),
    /on 12 days between .*2024.* and .*2024, for €36\.00/,
  );
  assert.match(boughtOn({ days: 1, amount: euros(300) }, period), /on 1 day between/);
});

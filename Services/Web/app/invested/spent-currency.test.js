import assert from "node:assert/strict";
import { test } from "node:test";
import { spentCurrency } from "./spent-currency.js";

test("What was spent is mostly in the currency of most purchases, as far as it is known", () => {
  const currencies = [
    { currency: "CAD", purchases: 3 },
    { currency: "USD", purchases: 1 },
    { currency: "XXX", purchases: 9 },
  ];
  assert.equal(spentCurrency(currencies), "CAD");
  assert.equal(spentCurrency([]), "");
  assert.equal(spentCurrency([{ currency: "XXX", purchases: 1 }]), "");
});

import assert from "node:assert/strict";
import test from "node:test";
import {
  emptyPurchase,
  fieldAt,
  hasContent,
  requestOf,
  sumOf,
  typedPurchase,
  wrongPurchase,
} from "./typed-purchase.js";

const empty = emptyPurchase({ date: "2026-11-25", currency: "cad", key: "k" });
const line = { ...empty.lines[0], name: "Oat milk", quantity: "2", amount: "6.98", unitPrice: "3.49" };
const full = {
  ...empty,
  store: " Corner shop ",
  address: "1 Main Street",
  time: "17:42",
  lines: [
    line,
    empty.lines[0],
    { ...line, name: "Bananas", quantity: "1.25", unit: "kg", amount: "2.48", unitPrice: "", discount: "0.50" },
    { ...line, name: "Cans", quantity: "1", amount: "-0.60", unitPrice: "" },
  ],
  taxes: [
    { label: "", amount: "" },
    { label: "GST 5%", amount: "0.44" },
  ],
  subtotal: "8.36",
  total: "8.80",
};
const money = (minorUnits) => ({ minorUnits, currency: "CAD" });

test("a request has all that can be typed, and nothing of what is empty", () => {
  const request = requestOf(full, "r", "Europe/Paris");
  assert.equal(request.storeName, "Corner shop");
  assert.deepEqual(request.purchasedAt, { date: "2026-11-25", time: "17:42", timeZone: "Europe/Paris" });
  assert.deepEqual(
    request.items.map(({ name, quantityThousandths, unit, unitPrice, amount, discount, returned }) => [
      ...[name, quantityThousandths, unit, unitPrice?.minorUnits, amount.minorUnits, discount.minorUnits, returned],
    ]),
    [
      ["Oat milk", "2000", "each", "349", "698", "0", false],
      ["Bananas", "1250", "kg", undefined, "248", "-50", false],
      ["Cans", "1000", "each", undefined, "-60", "0", true],
    ],
  );
  assert.deepEqual(request.taxes, [{ label: "GST 5%", amount: money("44") }]);
  assert.deepEqual([request.subtotal, request.total], [money("836"), money("880")]);
});

test("what was sent can be typed on", () => {
  const request = requestOf(full, "", "");
  assert.deepEqual(requestOf(typedPurchase(request, "k"), "", ""), request);
});

test("an empty form has nothing to lose and is no purchase", () => {
  assert.equal(hasContent(empty), false);
  assert.equal(hasContent({ ...empty, lines: [{ ...line, name: "", amount: "1" }] }), true);
  assert.deepEqual(Object.keys(wrongPurchase(empty)), ["total"]);
  assert.deepEqual(wrongPurchase(full), {});
});

test("everything that is wrong is found at its field", () => {
  const wrong = wrongPurchase({
    ...full,
    currency: "dollars",
    subtotal: "x",
    taxes: [{ label: "GST", amount: "" }],
    lines: [{ ...line, quantity: "0", discount: "much" }],
  });
  assert.deepEqual(Object.keys(wrong).sort(), ["currency", "discount 0", "quantity 0", "subtotal", "tax 0"]);
});

test("a field that the service rejects is one of the form, whichever lines are empty", () => {
  assert.equal(fieldAt(full, "items[1].unit_price"), "unitPrice 2");
  assert.equal(fieldAt(full, "taxes[0].amount"), "tax 1");
  assert.equal(fieldAt(full, "purchased_at.time"), "time");
  assert.equal(fieldAt(full, "receipt_id"), undefined);
});

test("the sum has discounts and returns", () => {
  assert.deepEqual(sumOf(full), money("836"));
});

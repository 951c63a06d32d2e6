import assert from "node:assert/strict";
import test from "node:test";
import {
  ago,
  day,
  dayOf,
  firstOfWeek,
  instant,
  money,
  parseAmount,
  parseQuantity,
  quantity,
  today,
  typedAmount,
} from "./formats.js";
import { language } from "./texts.js";

test("an amount is typed with a point or a comma, and no cent is lost", () => {
  assert.deepEqual(parseAmount("4.2", "CAD"), { minorUnits: "420", currency: "CAD" });
  assert.deepEqual(parseAmount(" 1 204,05 ", "EUR"), { minorUnits: "120405", currency: "EUR" });
  assert.deepEqual(parseAmount("−0.50", "CAD"), { minorUnits: "-50", currency: "CAD" });
  assert.deepEqual(parseAmount("1204", "JPY"), { minorUnits: "1204", currency: "JPY" });
  assert.deepEqual(parseAmount("1.234", "KWD"), { minorUnits: "1234", currency: "KWD" });
  assert.deepEqual(parseAmount("9999999999.99", "CAD"), { minorUnits: "999999999999", currency: "CAD" });
  assert.equal(parseAmount("  ", "CAD"), undefined);
});

test("amounts have the digits that the services count with, whatever is usual in shops", () => {
  for (const [currency, shown] of [
    ["HUF", "HUF\u00a01,500.00"],
    ["JPY", "¥150,000"],
    ["KWD", "KWD\u00a0150.000"],
    ["XXX", "1,500.00"],
  ]) {
    assert.equal(money({ minorUnits: "150000", currency }), shown);
    assert.deepEqual(parseAmount(typedAmount({ minorUnits: "150000", currency }), currency), {
      minorUnits: "150000",
      currency,
    });
  }
});

test("what is no amount of the currency is rejected", () => {
  for (const [typed, currency] of [
    ["abc", "CAD"],
    ["1.234", "CAD"],
    ["1.5", "JPY"],
    ["1.2.3", "CAD"],
    ["--1", "CAD"],
    ["1e9", "CAD"],
    ["12345678901", "CAD"],
  ]) {
    assert.equal(parseAmount(typed, currency), null, `${typed} ${currency}`);
  }
});

test("an amount that was typed is shown as it was, in either language", () => {
  for (const [name, shown] of /** @type {const} */ ([
    ["en", "12.30"],
    ["fr", "12,30"],
  ])) {
    language.set(name);
    assert.equal(typedAmount({ minorUnits: "1230", currency: "CAD" }), shown);
    assert.deepEqual(parseAmount(shown, "CAD"), { minorUnits: "1230", currency: "CAD" });
  }
  language.set("en");
  assert.equal(typedAmount({ currency: "CAD" }), "0.00");
  assert.equal(typedAmount(undefined), "");
});

test("an amount without units is zero, and one without a known currency has none", () => {
  assert.match(money({ currency: "CAD" }), /0\.00/);
  assert.equal(money({ minorUnits: "1250", currency: "XXX" }), "12.50");
  assert.equal(money(undefined), "–");
});

test("a quantity is above zero, in thousandths", () => {
  assert.equal(parseQuantity("2"), "2000");
  assert.equal(parseQuantity("0,756"), "756");
  for (const typed of ["0", "0.0001", "-1", "", "x", "1234567"]) assert.equal(parseQuantity(typed), null, typed);
  assert.equal(quantity("756", "kg"), "0.756 kg");
  assert.equal(quantity("2000", "each"), "2 ×");
});

test("an instant is that of the message, and how long ago it was is told in words", () => {
  assert.equal(instant({ seconds: "1795459114", nanos: 500000000 }), 1795459114500);
  assert.equal(instant(undefined), undefined);
  assert.equal(ago(0, 3 * 3600 * 1000), "3 hours ago");
  assert.equal(ago(0, 30 * 1000), "now");
  assert.equal(ago(undefined), "");
});

test("the day of a moment is that of the device's calendar", () => {
  const seconds = String(new Date(2026, 0, 5, 23, 59).getTime() / 1000);
  assert.equal(dayOf({ seconds, nanos: 500000000 }), day("2026-01-05"));
  assert.equal(dayOf(undefined), "");
});

test("a week is said by its first day, without the weekday", () => {
  const year = new Date().getFullYear();
  assert.match(day(`${year}-03-02`), /Mon|Tue|Wed|Thu|Fri|Sat|Sun/);
  assert.doesNotMatch(firstOfWeek(`${year}-03-02`), /Mon|Tue|Wed|Thu|Fri|Sat|Sun|20/);
  assert.match(firstOfWeek("2020-03-02"), /2020/);
  assert.equal(firstOfWeek(undefined), "");
});

test("today is the day of the device's calendar", () => {
  assert.equal(today(new Date(2026, 0, 5, 23, 59)), "2026-01-05");
});

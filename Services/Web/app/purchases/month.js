import { LongList } from "../frame/long-list.js";
import { html, useMemo, useRef } from "../libraries.js";
import { month } from "../texts/formats.js";
import { language } from "../texts/texts.js";
import { listedDay } from "./live-purchases.js";
import { PurchaseRow, sums } from "./row.js";

/** @typedef {import("../api/types.js").Budget.Purchase} Purchase */

/**
 * @param {Purchase[]} purchases
 * @returns {[string, Purchase[]][]} By month, in their order.
 */
export function byMonth(purchases) {
  /** @type {Map<string, Purchase[]>} */
  const months = new Map();
  for (const purchase of purchases) {
    const key = listedDay(purchase).slice(0, 7);
    const entries = months.get(key);
    if (entries) entries.push(purchase);
    else months.set(key, [purchase]);
  }
  return [...months];
}

/**
 * The purchases of a month. Nothing of it is drawn anew while its purchases are the same.
 *
 * @param {{name: string, entries: Purchase[]}} properties `name` is YYYY-MM.
 */
export function Month({ name, entries }) {
  const shown = useRef(entries);
  if (!isSame(shown.current, entries)) shown.current = entries;
  return useMemo(
    () =>
      html`<section class="month">
      <div class="section-head"><h2>${month(name)}</h2><span class="amount">${sums(entries)}</span></div>
      <${LongList} entries=${entries} row=${row} />
    </section>`,
    [name, shown.current, language.value],
  );
}

/** @param {Purchase} purchase */
function row(purchase) {
  return html`<${PurchaseRow} purchase=${purchase} key=${purchase.id} />`;
}

/**
 * Whether two lists hold the same purchases.
 *
 * @param {Purchase[]} one
 * @param {Purchase[]} other
 */
function isSame(one, other) {
  return one.length === other.length && one.every((entry, index) => entry === other[index]);
}

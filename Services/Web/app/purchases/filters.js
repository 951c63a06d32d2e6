import { today } from "../texts/formats.js";

/** @typedef {import("../api/types.js").Budget.Purchase} Purchase */

/** What the log can be restricted to. */
export const periods = ["all", "toCheck", "month", "lastMonth", "year", "discarded"];

/**
 * The first and the last day of a period, YYYY-MM-DD; empty for no limit.
 *
 * @param {string} period
 */
export function limits(period, now = new Date()) {
  if (period === "month") return [`${today(now).slice(0, 7)}-01`, ""];
  if (period === "year") return [`${today(now).slice(0, 4)}-01-01`, ""];
  if (period !== "lastMonth") return ["", ""];
  const last = new Date(now.getFullYear(), now.getMonth(), 0);
  return [`${today(last).slice(0, 7)}-01`, today(last)];
}

/**
 * Letters without accents and capitals, for searching.
 *
 * @param {string} value
 */
function plain(value) {
  return value.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
}

/**
 * The words of a search, as `matches` takes them.
 *
 * @param {string} search
 */
export function searched(search) {
  return plain(search).split(/\s+/).filter(Boolean);
}

/**
 * What a search looks through, by purchase.
 *
 * @type {WeakMap<object, string>}
 */
const searchable = new WeakMap();

/**
 * Whether a purchase has all the words of a search, in its store or its items.
 *
 * @param {Purchase} purchase
 * @param {string[]} words
 */
export function matches(purchase, words) {
  if (!words.length) return true;
  let all = searchable.get(purchase);
  if (all === undefined) {
    const names = (purchase.items ?? []).map((item) => `${item.productName ?? ""} ${item.printedText ?? ""}`);
    all = plain([purchase.storeName ?? "", purchase.storeAddress ?? "", ...names].join(" "));
    searchable.set(purchase, all);
  }
  const text = all;
  return words.every((word) => text.includes(word));
}

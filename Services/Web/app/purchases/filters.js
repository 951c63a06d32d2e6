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
 * What the log is restricted to: a period by its name, or from one day to another, YYYY-MM-DD; and what other pages lead to: a
 * category by its slug, a store and a product by their ids, a kind. What is empty restricts nothing. `title` is what it is called.
 *
 * @typedef {{period: string, from: string, to: string, category: string, store: string, product: string, kind: string,
 *   title: string}} LogFilter
 */

/**
 * The filter that the log's address has.
 *
 * @param {URLSearchParams} query
 * @returns {LogFilter}
 */
export function logFilter(query) {
  const of = (/** @type {string} */ name) => query.get(name) ?? "";
  return {
    period: of("period") || "all",
    ...{ from: of("from"), to: of("to"), category: of("category"), store: of("store"), product: of("product") },
    ...{ kind: of("kind"), title: of("title") },
  };
}

/**
 * The address of the log with a filter.
 *
 * @param {Partial<LogFilter>} filter
 */
export function logAddress(filter) {
  const query = new URLSearchParams(Object.entries(filter).filter(([, value]) => value));
  return `/log${String(query) && `?${query}`}`;
}

/**
 * Whether a filter restricts the log beyond a period.
 *
 * @param {LogFilter} filter
 */
export function isNarrow({ from, to, category, store, product, kind }) {
  return Boolean(from || to || category || store || product || kind);
}

/** The kinds of entries, by what addresses call them. */
export const kinds = /** @type {const} */ ({
  purchase: "PURCHASE_KIND_PURCHASE",
  expenditure: "PURCHASE_KIND_EXPENDITURE",
});

/**
 * A filter as ListPurchases takes it.
 *
 * @param {LogFilter} filter
 */
export function listRequest({ period, from, to, category, store, product, kind }) {
  const [firstDay, lastDay] = from || to ? [from, to] : limits(period);
  return {
    ...{ firstDay, lastDay, discarded: period === "discarded" },
    ...(category && { categories: [category] }),
    ...(store && { storeId: store }),
    ...(product && { productId: product }),
    ...(kind in kinds && { kind: kinds[/** @type {keyof typeof kinds} */ (kind)] }),
  };
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

/**
 * Whether two filters are the same.
 *
 * @param {LogFilter} one
 * @param {LogFilter} other
 */
export function isSameFilter(one, other) {
  return JSON.stringify(one) === JSON.stringify(other);
}

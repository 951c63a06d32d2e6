import { call } from "../api/client.js";
import { useLoaded } from "../frame/hooks.js";
import { useNextPage } from "../frame/next-page.js";
import { entryNumber } from "../frame/router.js";
import { useEffect, useRef } from "../libraries.js";
import { useList } from "../live/lists.js";
import { merged } from "../live/merging.js";
import { person } from "../session/session.js";
import { copies } from "../storage/database.js";
import { limits } from "./filters.js";
import { isKept, listedDay, newestFirst, pageSize, purchaseCopies, purchases } from "./live-purchases.js";

/**
 * What the log has loaded: the purchases of a period as far as they are there, and the token of the next page. A copy is that
 * of the first page as it was last, for times without network.
 *
 * @typedef {import("./live-purchases.js").Purchase} Purchase
 * @typedef {import("../frame/next-page.js").Pages<Purchase> & {isCopy: boolean}} Pages
 */

/**
 * The log as it was left, and the entry of the history to which it belongs: going back there shows it at once, as long as it
 * was. It is followed meanwhile.
 *
 * @type {{number: number, period: string, pages: Pages} | null}
 */
let left = null;
purchases.follow((update) => {
  if (left) left = update.isReset ? null : { ...left, pages: changed(left.pages, update, left.period) };
});
person.follow(() => (left = null));

/**
 * The log as it was left, once.
 *
 * @param {string} period
 */
function returned(period) {
  const found = left && left.number === entryNumber() && left.period === period ? left.pages : undefined;
  left = null;
  return found;
}

/** @param {string} period */
function request(period) {
  const [firstDay, lastDay] = limits(period);
  return { firstDay, lastDay, discarded: period === "discarded" };
}

/**
 * Whether a purchase is listed in a period.
 *
 * @param {Purchase} purchase
 * @param {string} period
 */
function isListed(purchase, period) {
  const { firstDay, lastDay, discarded } = request(period);
  const day = listedDay(purchase);
  return isKept(purchase) !== discarded && day >= firstDay && (!lastDay || day <= lastDay);
}

/**
 * @param {string} period
 * @param {string} token Empty for the first page.
 * @param {AbortSignal} [signal]
 */
async function read(period, token, signal) {
  const page = { size: pageSize, token };
  const answer = await call("larder.budget.v1.Purchases/ListPurchases", { ...request(period), page }, { signal });
  return { entries: answer.purchases ?? [], token: answer.nextPageToken ?? "", isCopy: false };
}

/**
 * The first pages, or without a network the copy.
 *
 * @param {string} period
 * @param {number} number Of purchases that are wanted, at least.
 * @param {AbortSignal} signal
 * @returns {Promise<Pages>}
 */
async function readFirst(period, number, signal) {
  try {
    const first = () => read(period, "", signal);
    let pages = await (period === "all" ? purchaseCopies.keep("log", first, ({ entries }) => entries) : first());
    while (pages.token && pages.entries.length < number) {
      const next = await read(period, pages.token, signal);
      pages = { ...next, entries: [...pages.entries, ...next.entries] };
    }
    return pages;
  } catch (error) {
    const copy = await copies.get("log");
    if (!copy || signal.aborted) throw error;
    return {
      entries: copy.filter((/** @type {Purchase} */ entry) => isListed(entry, period)),
      token: "",
      isCopy: true,
    };
  }
}

/**
 * @param {Pages} pages
 * @param {import("../live/lists.js").Update<Purchase>} update
 * @param {string} period
 * @returns {Pages}
 */
function changed(pages, update, period) {
  const isWanted = (/** @type {Purchase} */ entry) => isListed(entry, period);
  return { ...pages, entries: merged(pages.entries, update, newestFirst, { isWanted, isWhole: !pages.token }) };
}

/**
 * The purchases of a period, page by page, as they are changed.
 *
 * @param {string} period
 */
export function useLogPages(period) {
  const latest = useRef({ number: entryNumber(), period, pages: /** @type {Pages | undefined} */ (undefined) });
  const load = async (/** @type {AbortSignal} */ signal) => {
    const { period: former, pages } = latest.current;
    // What is read anew is read as far as it was there, so that it stays where it is scrolled to.
    const number = former === period ? (pages?.entries.length ?? 0) : 0;
    return returned(period) ?? (await readFirst(period, number, signal));
  };
  const loaded = useLoaded(load, [period]);
  const pages = loaded.value;
  useList(purchases, loaded, (value, update) => changed(value, update, period));
  if (location.pathname === "/log") latest.current = { number: entryNumber(), period, pages };
  useEffect(
    () => () => {
      const { pages, ...place } = latest.current;
      if (pages && !pages.isCopy) left = { ...place, pages };
    },
    [],
  );
  useEffect(() => {
    if (!pages?.isCopy) return;
    addEventListener("online", loaded.again);
    return () => removeEventListener("online", loaded.again);
  }, [pages?.isCopy]);
  const more = useNextPage(
    loaded,
    (token) => read(period, token),
    (entries, next) => merged(entries, { changed: next }, newestFirst),
  );
  return { pages, failure: loaded.failure, again: loaded.again, more };
}

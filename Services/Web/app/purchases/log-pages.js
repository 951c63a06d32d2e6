import { call } from "../api/client.js";
import { useLoaded, useStore } from "../frame/hooks.js";
import { useNextPage } from "../frame/next-page.js";
import { entryNumber } from "../frame/router.js";
import { useEffect, useMemo, useRef } from "../libraries.js";
import { useList } from "../live/lists.js";
import { merged } from "../live/merging.js";
import { person } from "../session/session.js";
import { copies } from "../storage/database.js";
import { loadWaiting } from "../storage/sending.js";
import { waiting } from "../storage/waiting.js";
import { isNarrow, isSameFilter, kinds, listRequest } from "./filters.js";
import { isKept, listedDay, newestFirst, pageSize, purchaseCopies, purchases } from "./live-purchases.js";
import { editedOf } from "./waiting-edits.js";

/**
 * What the log has loaded: the purchases that a filter leaves, as far as they are there, and the token of the next page. A copy is that
 * of the first page as it was last, for times without network.
 *
 * @typedef {import("./live-purchases.js").Purchase} Purchase
 * @typedef {import("../frame/next-page.js").Pages<Purchase> & {isCopy: boolean}} Pages
 * @typedef {import("./filters.js").LogFilter} LogFilter
 */

/**
 * The log as it was left, and the entry of the history to which it belongs: going back there shows it at once, as long as it
 * was. It is followed meanwhile.
 *
 * @type {{number: number, filter: LogFilter, pages: Pages} | null}
 */
let left = null;
purchases.follow((update) => {
  if (left) left = update.isReset ? null : { ...left, pages: changed(left.pages, update, left.filter) };
});
person.follow(() => (left = null));

/**
 * The log as it was left, once.
 *
 * @param {LogFilter} filter
 */
function returned(filter) {
  const found = left && left.number === entryNumber() && isSameFilter(left.filter, filter) ? left.pages : undefined;
  left = null;
  return found;
}

/**
 * Whether a purchase is listed with a filter, as the service says it.
 *
 * @param {Purchase} purchase
 * @param {LogFilter} filter
 */
export function isListed(purchase, filter) {
  const { firstDay, lastDay, discarded, categories, storeId, productId, kind } = listRequest(filter);
  const day = listedDay(purchase);
  const items = purchase.items ?? [];
  return (
    isKept(purchase) !== discarded &&
    day >= firstDay &&
    (!lastDay || day <= lastDay) &&
    (!categories || items.some((item) => categories.includes(item.category ?? ""))) &&
    (!storeId || purchase.storeId === storeId) &&
    (!productId || items.some((item) => item.productId === productId)) &&
    (!kind || (purchase.kind ?? kinds.purchase) === kind)
  );
}

/**
 * @param {LogFilter} filter
 * @param {string} token Empty for the first page.
 * @param {AbortSignal} [signal]
 */
async function read(filter, token, signal) {
  const page = { size: pageSize, token };
  const answer = await call("larder.budget.v1.Purchases/ListPurchases", { ...listRequest(filter), page }, { signal });
  return { entries: answer.purchases ?? [], token: answer.nextPageToken ?? "", isCopy: false };
}

/**
 * The first pages, or without a network the copy.
 *
 * @param {LogFilter} filter
 * @param {number} number Of purchases that are wanted, at least.
 * @param {AbortSignal} signal
 * @returns {Promise<Pages>}
 */
async function readFirst(filter, number, signal) {
  try {
    const first = () => read(filter, "", signal);
    let pages = await (filter.period === "all" && !isNarrow(filter)
      ? purchaseCopies.keep("log", first, ({ entries }) => entries)
      : first());
    while (pages.token && pages.entries.length < number) {
      const next = await read(filter, pages.token, signal);
      pages = { ...next, entries: [...pages.entries, ...next.entries] };
    }
    return pages;
  } catch (error) {
    const copy = await copies.get("log");
    if (!copy || signal.aborted) throw error;
    return {
      entries: copy.filter((/** @type {Purchase} */ entry) => isListed(entry, filter)),
      token: "",
      isCopy: true,
    };
  }
}

/**
 * @param {Pages} pages
 * @param {import("../live/merging.js").Changes<Purchase>} update
 * @param {LogFilter} filter
 * @returns {Pages}
 */
function changed(pages, update, filter) {
  const isWanted = (/** @type {Purchase} */ entry) => isListed(entry, filter);
  return { ...pages, entries: merged(pages.entries, update, newestFirst, { isWanted, isWhole: !pages.token }) };
}

/**
 * The purchases that a filter leaves, page by page, as they are changed, and with what waits to be sent.
 *
 * @param {LogFilter} filter
 */
export function useLogPages(filter) {
  const latest = useRef({ number: entryNumber(), filter, pages: /** @type {Pages | undefined} */ (undefined) });
  const load = async (/** @type {AbortSignal} */ signal) => {
    const { filter: former, pages } = latest.current;
    // What is read anew is read as far as it was there, so that it stays where it is scrolled to.
    const number = isSameFilter(former, filter) ? (pages?.entries.length ?? 0) : 0;
    const isLoaded = loadWaiting();
    const first = returned(filter) ?? (await readFirst(filter, number, signal));
    await isLoaded;
    return first;
  };
  const loaded = useLoaded(load, [JSON.stringify(filter)]);
  const pages = loaded.value;
  useList(purchases, loaded, (value, update) => changed(value, update, filter));
  if (location.pathname === "/log") latest.current = { number: entryNumber(), filter, pages };
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
    (token) => read(filter, token),
    (entries, next) => merged(entries, { changed: next }, newestFirst),
  );
  const queued = useStore(waiting);
  const shown = useMemo(() => {
    const edited = pages ? editedOf(pages.entries, queued) : [];
    return pages && edited.length ? changed(pages, { changed: edited }, filter) : pages;
  }, [pages, queued]);
  return { pages: shown, failure: loaded.failure, again: loaded.again, more };
}

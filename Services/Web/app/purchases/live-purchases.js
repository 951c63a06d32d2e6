import { call } from "../api/client.js";
import { ListCopies } from "../live/list-copies.js";
import { LiveList } from "../live/lists.js";
import { descending, merged } from "../live/merging.js";
import { instant, today } from "../texts/formats.js";

/** @typedef {import("../api/types.js").Budget.Purchase} Purchase */

/**
 * The day under which a purchase is listed, YYYY-MM-DD: where its own is unknown, that of its recording.
 *
 * @param {Purchase} purchase
 */
export function listedDay(purchase) {
  return purchase.purchasedAt?.date || today(new Date(instant(purchase.recordedAt) ?? 0));
}

/**
 * Orders purchases as the service does, newest first.
 *
 * @param {Purchase} one
 * @param {Purchase} other
 */
export function newestFirst(one, other) {
  return (
    descending(listedDay(one), listedDay(other)) ||
    descending(instant(one.recordedAt) ?? 0, instant(other.recordedAt) ?? 0) ||
    descending(one.id ?? "", other.id ?? "")
  );
}

/**
 * Whether a purchase is not discarded.
 *
 * @param {Purchase} purchase
 */
export function isKept(purchase) {
  return purchase.state !== "PURCHASE_STATE_DISCARDED";
}

/**
 * What the first page shows, with what has changed.
 *
 * @template {{purchases: Purchase[], month: string, monthly: Purchase[]}} Home
 * @param {Home} home `month` is YYYY-MM.
 * @param {import("../live/lists.js").Update<Purchase>} update
 */
export function changedHome(home, update) {
  const isOfMonth = (/** @type {Purchase} */ entry) => isKept(entry) && listedDay(entry).slice(0, 7) === home.month;
  return {
    ...home,
    purchases: merged(home.purchases, update, newestFirst, { isWanted: isKept, isWhole: home.purchases.length < 30 }),
    monthly: merged(home.monthly, update, newestFirst, { isWanted: isOfMonth }),
  };
}

const list = "larder.budget.v1.Purchases/ListPurchases";

/**
 * What the first page shows: the latest purchases, and those of this month.
 *
 * @param {AbortSignal} [signal]
 */
export async function readHome(signal) {
  const month = today().slice(0, 7);
  const [year, number] = month.split("-").map(Number);
  const days = new Date(Date.UTC(year, number, 0)).getUTCDate();
  const [newest, monthly] = await Promise.all([
    call(list, { page: { size: 30 } }, { signal }),
    readDays(`${month}-01`, `${month}-${days}`, signal),
  ]);
  return {
    purchases: newest.purchases ?? [],
    hasMore: Boolean(newest.nextPageToken),
    month,
    monthly,
  };
}

/**
 * All purchases of a period.
 *
 * @param {string} firstDay
 * @param {string} lastDay
 * @param {AbortSignal} [signal]
 */
async function readDays(firstDay, lastDay, signal) {
  /** @type {Purchase[]} */
  const found = [];
  let token = "";
  do {
    const answer = await call(list, { firstDay, lastDay, page: { size: 200, token } }, { signal });
    found.push(...(answer.purchases ?? []));
    token = answer.nextPageToken ?? "";
  } while (token);
  return found;
}

/** How many purchases a page of the log has. */
export const pageSize = 200;

/** What is kept of the log: its first page, and what the first page of the app shows. */
export const purchaseCopies = new ListCopies({
  log: {
    read: async () => (await call(list, { page: { size: pageSize } })).purchases ?? [],
    merge: (/** @type {Purchase[]} */ log, update) =>
      merged(log, update, newestFirst, { isWanted: isKept, isWhole: log.length < pageSize }).slice(0, pageSize),
  },
  home: { read: () => readHome(), merge: changedHome },
});

/** The log of purchases. */
export const purchases = new LiveList(
  "purchases",
  "larder.budget.v1.Purchases/WatchPurchases",
  (message) => /** @type {Purchase[]} */ (message.purchases ?? []),
  purchaseCopies,
);

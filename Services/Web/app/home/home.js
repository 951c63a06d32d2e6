import { useFetched, useLoaded, useStore } from "../frame/hooks.js";
import { Icon } from "../frame/icons.js";
import { isOnline } from "../frame/online.js";
import { Empty, PageHead, PartProblem, Problem, Skeleton } from "../frame/page.js";
import { loadPart } from "../frame/parts.js";
import { html } from "../libraries.js";
import { useList } from "../live/lists.js";
import { changedHome, purchaseCopies, purchases as log, readHome } from "../purchases/live-purchases.js";
import { counts, PurchaseRow, sums } from "../purchases/row.js";
import { isWorkedOn, useReceipts } from "../receipts/following.js";
import { ReceiptRow } from "../receipts/row.js";
import { useOwnName } from "../profile/own.js";
import { copies } from "../storage/database.js";
import { waiting } from "../storage/waiting.js";
import { longDay, month } from "../texts/formats.js";
import { text } from "../texts/texts.js";
import { FirstIntroduction } from "../tutorials/first-introduction.js";

/** @typedef {import("../purchases/live-purchases.js").Purchase} Purchase */

/**
 * What the first page shows of the log, or without a network the copy.
 *
 * @param {AbortSignal} signal
 * @returns {Promise<Awaited<ReturnType<typeof readHome>> & {isCopy?: boolean}>}
 */
async function latest(signal) {
  try {
    return await purchaseCopies.keep("home", () => readHome(signal));
  } catch (error) {
    const copy = await copies.get("home");
    if (!copy || signal.aborted) throw error;
    return { ...copy, isCopy: true };
  }
}

/** The first page: what waits for its owner, and what came last. */
export function Home() {
  const name = useOwnName();
  const online = useStore(isOnline);
  const queued = useStore(waiting);
  const loaded = useLoaded(latest, [queued.length]);
  const QueuedRow = useFetched(
    async () => (await loadPart(() => import("../receipts/queued-row.js"))).QueuedRow,
    queued.length > 0,
  );
  const receipts = useReceipts(20);
  useList(log, loaded, changedHome);
  const shown = useEdited(loaded.value, queued);
  const purchases = shown?.purchases ?? [];
  const isOpen = (/** @type {Purchase} */ entry) => entry.state === "PURCHASE_STATE_TO_VERIFY";
  const toCheck = purchases.filter(isOpen);
  const others = purchases.filter((entry) => !isOpen(entry));
  const reading = (receipts.value ?? []).filter(isWorkedOn);
  // Of the purchases that came earlier, some may be to check as well.
  const hasMore = Boolean(loaded.value?.hasMore);
  const isEmpty = loaded.value && !loaded.value.isCopy && !purchases.length && !reading.length && !queued.length;
  return html`<${PageHead} title=${name ? text("home.title", { name }) : text("home.greeting")} hasBack=${false} />
    <p class="today">${longDay()}</p>
    <${FirstIntroduction} />
    <div class="home">
      <div>
        ${shown && !isEmpty && html`<${Spent} month=${shown.month} purchases=${shown.monthly} />`}
        <div class="starts">
          <a class="button primary large" href="/camera"><${Icon} name="camera" /> ${text("home.photo")}</a>
          <a class="button secondary large" href="/expenditures/new" aria-label=${text("expenditure.new")}><${Icon} name="coins" /></a>
        </div>
        ${
          QueuedRow &&
          queued.length > 0 &&
          html`<section>
          <div class="section-head"><h2>${text("home.waiting", { count: queued.length })}</h2><a href="/receipts">${text("home.see")}</a></div>
          <ul class="list">${queued.slice(0, 3).map((entry) => html`<${QueuedRow} entry=${entry} key=${entry.id} />`)}</ul>
        </section>`
        }
        ${receipts.failure && online && html`<${PartProblem} sentence=${text("home.noReceipts")} again=${receipts.again} />`}
        ${
          reading.length > 0 &&
          html`<section>
          <div class="section-head"><h2>${text("home.reading")}</h2><a href="/receipts">${text("home.see")}</a></div>
          <ul class="list">${reading.slice(0, 3).map((entry) => html`<${ReceiptRow} receipt=${entry} key=${entry.id} />`)}</ul>
        </section>`
        }
        ${
          toCheck.length > 0 &&
          html`<section>
          <div class="section-head">
            <h2>${hasMore ? text("home.someToCheck") : text("home.toCheck", { count: toCheck.length })}</h2>
            ${(hasMore || toCheck.length > 5) && html`<a href="/log?period=toCheck">${text("home.see")}</a>`}
          </div>
          <ul class="list">${toCheck.slice(0, 5).map((entry) => html`<${PurchaseRow} purchase=${entry} key=${entry.id} />`)}</ul>
        </section>`
        }
      </div>
      <div>
        ${loaded.value?.isCopy && online && html`<${PartProblem} sentence=${text("home.copy")} again=${loaded.again} />`}
        ${loaded.failure && !loaded.value && html`<${Problem} failure=${loaded.failure} again=${loaded.again} />`}
        ${!loaded.value && !loaded.failure && html`<div class="section-head"></div><${Skeleton} />`}
        ${isEmpty && html`<${Empty} icon="log" title=${text("home.emptyTitle")} sentence=${text("home.empty")} />`}
        ${
          others.length > 0 &&
          html`<section>
          <div class="section-head"><h2>${text("home.latest")}</h2><a href="/log">${text("home.all")}</a></div>
          <ul class="list">${others.slice(0, 6).map((entry) => html`<${PurchaseRow} purchase=${entry} key=${entry.id} />`)}</ul>
        </section>`
        }
      </div>
    </div>`;
}

/**
 * What the first page shows of the log, with what waits to be sent.
 *
 * @param {Awaited<ReturnType<typeof readHome>> | undefined} home
 * @param {import("../storage/waiting.js").Entry[]} queued
 */
function useEdited(home, queued) {
  const editedOf = useFetched(
    async () => (await loadPart(() => import("../purchases/waiting-edits.js"))).editedOf,
    queued.some(({ edit }) => edit),
  );
  const edited = home && editedOf ? editedOf([...home.purchases, ...home.monthly], queued) : [];
  return home && edited.length ? changedHome(home, { isReset: false, changed: edited, removed: [] }) : home;
}

/**
 * What was spent in a month.
 *
 * @param {{month: string, purchases: Purchase[]}} properties
 */
function Spent({ month: which, purchases }) {
  return html`<a class="card spent" href="/spending">
    <span class="label">${text("home.spent", { month: month(which) })}</span>
    <strong class="amount">${sums(purchases) || text("home.nothing")}</strong>
    <span class="hint">${text("home.purchases", { count: purchases.filter(counts).length })}</span>
  </a>`;
}

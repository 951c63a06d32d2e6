import { call } from "../api/client.js";
import { Button } from "../frame/controls.js";
import { useLoaded, useStore } from "../frame/hooks.js";
import { Icon } from "../frame/icons.js";
import { Empty, PageHead, Problem, Skeleton } from "../frame/page.js";
import { go } from "../frame/router.js";
import { html } from "../libraries.js";
import { waiting } from "../storage/sending.js";
import { text } from "../texts/texts.js";
import { useReceipts } from "./following.js";
import { QueuedRow, ReceiptRow } from "./row.js";

/**
 * The latest purchases, by their receipt.
 *
 * @param {AbortSignal} signal
 */
async function purchasesByReceipt(signal) {
  const answer = await call("larder.budget.v1.Purchases/ListPurchases", { page: { size: 200 } }, { signal });
  return new Map((answer.purchases ?? []).map((purchase) => [purchase.receiptId, purchase]));
}

/** The photos of receipts: what waits to be sent, what is being read, and what came of the others. */
export function Receipts() {
  const queued = useStore(waiting);
  const loaded = useReceipts(100);
  const receipts = loaded.value ?? [];
  const isDone = (/** @type {any} */ receipt) => Boolean(receipt.purchaseId);
  // The list goes without what was bought where that cannot be asked.
  const purchases = useLoaded(purchasesByReceipt, [receipts.filter(isDone).length]).value;
  return html`<${PageHead} title=${text("receipts.title")}>
      <a class="button secondary round" href="/camera" aria-label=${text("home.photo")}><${Icon} name="camera" /></a>
    <//>
    ${
      queued.length > 0 &&
      html`<section>
      <h2>${text("receipts.waiting")}</h2>
      <ul class="list">${queued.map((entry) => html`<${QueuedRow} entry=${entry} key=${entry.id} />`)}</ul>
      <h2>${text("receipts.sent")}</h2>
    </section>`
    }
    ${loaded.failure && !loaded.value && html`<${Problem} failure=${loaded.failure} again=${loaded.again} />`}
    ${!loaded.value && !loaded.failure && html`<${Skeleton} />`}
    ${
      loaded.value && !receipts.length && !queued.length
        ? html`<${Empty} icon="camera" title=${text("receipts.empty")} sentence=${text("home.empty")}>
          <${Button} kind="primary" onClick=${() => go("/camera")}>${text("home.first")}<//>
        <//>`
        : null
    }
    <ul class="list">${receipts.map((/** @type {any} */ entry) => html`<${ReceiptRow} receipt=${entry} purchase=${purchases?.get(entry.id)} key=${entry.id} />`)}</ul>`;
}

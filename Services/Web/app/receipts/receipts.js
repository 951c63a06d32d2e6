import { call } from "../api/client.js";
import { firstOf } from "../api/paging.js";
import { Button, Field } from "../frame/controls.js";
import { useLoaded, useStore } from "../frame/hooks.js";
import { Icon } from "../frame/icons.js";
import { Empty, PageHead, Problem, Skeleton } from "../frame/page.js";
import { go } from "../frame/router.js";
import { html, useState } from "../libraries.js";
import { waiting } from "../storage/waiting.js";
import { text } from "../texts/texts.js";
import { useReceipts } from "./following.js";
import { QueuedRow } from "./queued-row.js";
import { ReceiptRow } from "./row.js";
import { FoundReceipts } from "./search.js";

/** How many receipts are shown at first, and how many are added to them. */
const step = 100;

/**
 * The latest purchases, by their receipt.
 *
 * @param {number} count
 * @param {AbortSignal} signal
 */
async function purchasesByReceipt(count, signal) {
  const purchases = await firstOf(count, async (page) => {
    const answer = await call("larder.budget.v1.Purchases/ListPurchases", { page }, { signal });
    return [answer.purchases ?? [], answer.nextPageToken];
  });
  return new Map(purchases.map((purchase) => [purchase.receiptId, purchase]));
}

/** The photos of receipts: what waits to be sent, what is being read, and what came of the others. */
export function Receipts() {
  const queued = useStore(waiting);
  const [size, setSize] = useState(step);
  const [wanted, setWanted] = useState("");
  const loaded = useReceipts(size);
  const receipts = loaded.value ?? [];
  // The list goes without what was bought where that cannot be asked. Some purchases have no receipt.
  const purchases = useLoaded(
    (signal) => purchasesByReceipt(2 * size, signal),
    [receipts.filter(({ purchaseId }) => purchaseId).length],
  ).value;
  return html`<${PageHead} title=${text("receipts.title")}>
      <a class="button secondary round" href="/camera" data-tour="camera" aria-label=${text("home.photo")}><${Icon} name="camera" /></a>
    <//>
    ${
      queued.length > 0 &&
      html`<section>
      <h2>${text("receipts.waiting")}</h2>
      <ul class="list">${queued.map((entry) => html`<${QueuedRow} entry=${entry} key=${entry.id} />`)}</ul>
      <h2>${text("receipts.sent")}</h2>
    </section>`
    }
    ${
      receipts.length > 0 &&
      html`<div class="form wide" data-tour="search">
      <${Field} label=${text("receipts.search")} type="search" value=${wanted} onInput=${setWanted} />
    </div>`
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
    ${
      wanted.trim()
        ? html`<${FoundReceipts} wanted=${wanted.trim().slice(0, 100)} purchases=${purchases} />`
        : html`<ul class="list" data-tour="states">${receipts.map((entry) => html`<${ReceiptRow} receipt=${entry} purchase=${purchases?.get(entry.id)} key=${entry.id} />`)}</ul>
          ${receipts.length >= size && html`<div class="more-button"><${Button} kind="secondary" onClick=${() => setSize(size + step)}>${text("more")}<//></div>`}`
    }`;
}

import { call } from "../api/client.js";
import { Badge } from "../frame/badge.js";
import { useLoaded } from "../frame/hooks.js";
import { Icon } from "../frame/icons.js";
import { PageHead, Problem, Skeleton } from "../frame/page.js";
import { html } from "../libraries.js";
import { useList } from "../live/lists.js";
import { purchases } from "../purchases/live-purchases.js";
import { day, money } from "../texts/formats.js";
import { text } from "../texts/texts.js";

/** @typedef {import("../api/types.js").Budget.LedgerDifference} Difference */

/** What the log adds up to when every total is recomputed, and where one differs. */
export function LedgerCheck() {
  const loaded = useLoaded((signal) => call("larder.budget.v1.Insights/CheckLedger", {}, { signal }), []);
  useList(purchases, loaded);
  const check = loaded.value;
  const differences = check?.differences ?? [];
  const rest = (check?.differenceCount ?? 0) - differences.length;
  return html`<${PageHead} title=${text("check.title")} fallback="/spending" />
    <p class="lead">${text("check.lead")}</p>
    ${loaded.failure && !check && html`<${Problem} failure=${loaded.failure} again=${loaded.again} />`}
    ${!check && !loaded.failure && html`<${Skeleton} />`}
    ${
      check &&
      html`<p>${[text("check.counted", { count: check.purchases ?? 0 }), ...(check.totals ?? []).map((total) => money(total))].join(" · ")}</p>
      ${!differences.length && html`<p class="notice"><${Icon} name="check" /> <span>${text("check.none")}</span></p>`}
      <ul class="list check">${differences.map((each, index) => html`<${Row} key=${each.purchaseId || index} difference=${each} />`)}</ul>
      ${rest > 0 && html`<p class="hint">${text("check.more", { count: rest })}</p>`}`
    }`;
}

/** @param {{difference: Difference}} properties */
function Row({ difference: { kind, purchaseId, day: listed, storeName, kept, recomputed } }) {
  const title = storeName || (purchaseId ? text("purchase.unknownStore") : text("check.sum"));
  const amounts = text("check.amounts", { kept: money(kept), recomputed: money(recomputed) });
  const content = html`<${Badge} name=${title} kind="doubt" />
    <span class="main">${title}</span>
    <span class="side amount">${money(kept)}</span>
    <span class="sub">${[listed && day(listed), text(`check.${kind}`), amounts].filter(Boolean).join(" · ")}</span>`;
  return html`<li class="with-symbol">
    ${purchaseId ? html`<a class="row" href=${`/purchases/${purchaseId}`}>${content}</a>` : html`<div class="row">${content}</div>`}
  </li>`;
}

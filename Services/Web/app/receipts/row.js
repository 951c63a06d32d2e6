import { Badge } from "../frame/badge.js";
import { Button } from "../frame/controls.js";
import { html } from "../libraries.js";
import { removeQueued, sendAgain } from "../storage/sending.js";
import { amount } from "../purchases/row.js";
import { ago, instant, money } from "../texts/formats.js";
import { text } from "../texts/texts.js";
import { isWorkedOn } from "./following.js";

/**
 * The short form of a state, such as `reading`.
 *
 * @param {string} [state]
 */
export function stateName(state = "RECEIPT_STATE_QUEUED") {
  return state.replace("RECEIPT_STATE_", "").toLowerCase();
}

/**
 * A receipt in a list, with the store and the amount once it is a purchase.
 *
 * @param {{receipt: any, purchase?: any}} properties
 */
export function ReceiptRow({ receipt, purchase }) {
  const hasFailed = receipt.state === "RECEIPT_STATE_FAILED";
  const works = isWorkedOn(receipt);
  const number = text("receipts.number", { number: receipt.queueNumber ?? "" });
  const sent = ago(instant(receipt.uploadedAt));
  const state = hasFailed ? receipt.failure : text(`receipts.${stateName(receipt.state)}`);
  return html`<li class="with-symbol">
    <a href=${receipt.purchaseId ? `/purchases/${receipt.purchaseId}` : `/receipts/${receipt.id}`}>
      <${Badge} icon=${hasFailed ? "doubt" : works ? "pages" : "check"} kind=${hasFailed ? "problem" : works ? "grey" : ""} />
      <span class="main">${purchase?.storeName || number}</span>
      ${purchase ? html`<span class="side amount">${money(amount(purchase))}</span>` : html`<span class="side">${sent}</span>`}
      <span class="sub">${purchase ? [purchase.storeName && number, state].filter(Boolean).join(" · ") : state}</span>
      ${works && html`<progress max="100" value=${receipt.percent ?? 0} aria-label=${text("receipts.reading")}></progress>`}
    </a>
  </li>`;
}

/**
 * Something that waits to be sent, in a list.
 *
 * @param {{entry: import("../storage/sending.js").Entry}} properties
 */
export function QueuedRow({ entry }) {
  const isSending = entry.progress !== undefined;
  const state = entry.refusal ?? text(isSending ? "receipts.sending" : "receipts.toSend");
  const name =
    entry.kind === "photo"
      ? text("receipts.photos", { count: entry.photos ?? 1 })
      : entry.purchase?.storeName || text("purchase.title");
  return html`<li class="with-symbol still">
    <${Badge} icon=${entry.refusal ? "doubt" : entry.kind === "photo" ? "picture" : "pen"} kind=${entry.refusal ? "problem" : "grey"} />
    <span class="main">${name}</span>
    <span class="side">${ago(entry.at)}</span>
    <span class="sub">${state}</span>
    ${isSending && html`<progress value=${entry.progress} aria-label=${text("receipts.sending")}></progress>`}
    ${
      entry.refusal &&
      html`<span class="actions">
      <${Button} kind="secondary" onClick=${() => sendAgain(entry.id)}>${text("tryAgain")}<//>
      <${Button} kind="plain danger" onClick=${() => removeQueued(entry.id)}>${text("remove")}<//>
    </span>`
    }
  </li>`;
}

import { Badge } from "../frame/badge.js";
import { html } from "../libraries.js";
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
 * @param {{receipt: import("../api/types.js").OCR.Receipt, purchase?: import("../api/types.js").Budget.Purchase}} properties
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

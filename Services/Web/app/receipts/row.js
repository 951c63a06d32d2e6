import { Badge } from "../frame/badge.js";
import { Button } from "../frame/controls.js";
import { keepFocus } from "../frame/focus.js";
import { say } from "../frame/messages.js";
import { html } from "../libraries.js";
import { rejectionOf, removeQueued, sendAgain } from "../storage/sending.js";
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

/**
 * Something that waits to be sent, in a list.
 *
 * @param {{entry: import("../storage/sending.js").Entry}} properties
 */
export function QueuedRow({ entry }) {
  const isSending = entry.progress !== undefined;
  const rejection = rejectionOf(entry);
  const state = isSending ? "sending" : entry.isUnstored ? "unstored" : entry.tries ? "triedAgain" : "toSend";
  return html`<li class="with-symbol still" id=${`queued-${entry.id}`}>
    <${Badge} icon=${rejection ? "doubt" : entry.kind === "photo" ? "picture" : "pen"} kind=${rejection ? "problem" : "grey"} />
    <span class="main">${queuedName(entry)}</span>
    <span class="side">${ago(entry.at)}</span>
    <span class="sub">${rejection ?? text(`receipts.${state}`)}</span>
    ${
      isSending
        ? html`<progress value=${entry.progress} aria-label=${text("receipts.sending")}></progress>`
        : html`<span class="actions"><${QueuedActions} entry=${entry} isRejected=${Boolean(rejection)} /></span>`
    }
  </li>`;
}

/** Why a photo is rejected each time it is sent. */
const unreadable = ["NOT_AN_IMAGE", "IMAGE_EMPTY", "IMAGE_TOO_LARGE", "IMAGE_DIMENSIONS", "IMAGE_DAMAGED"];

/**
 * Whether an entry was rejected for its photo, so that only another photo helps.
 *
 * @param {import("../storage/sending.js").Stored} entry
 */
function isUnreadable({ kind, rejection }) {
  return kind === "photo" && unreadable.includes(rejection?.reason ?? "");
}

/**
 * What can be done with an entry that is not being sent.
 *
 * @param {{entry: import("../storage/sending.js").Entry, isRejected: boolean}} properties
 */
function QueuedActions({ entry, isRejected }) {
  const remove = async () => {
    const restore = await removeQueued(entry.id);
    keepFocus(() => null);
    say(text("receipts.removed"), { undo: restore });
  };
  return html`${
    isRejected &&
    entry.kind === "purchase" &&
    html`<a class="button secondary" href=${`/purchases/new?queued=${entry.id}`}>${text("receipts.correct")}</a>`
  }
    ${
      isRejected &&
      (isUnreadable(entry)
        ? html`<a class="button secondary" href="/camera">${text("receipts.otherPhoto")}</a>`
        : html`<${Button} kind="secondary" onClick=${() => sendAgain(entry.id)}>${text("tryAgain")}<//>`)
    }
    <${Button} kind="plain danger" onClick=${remove}>${text("remove")}<//>`;
}

/**
 * What an entry is called: its store, or its photos.
 *
 * @param {import("../storage/sending.js").Stored} entry
 */
export function queuedName(entry) {
  if (entry.kind === "photo") return text("receipts.photos", { count: entry.photos ?? 1 });
  return entry.purchase?.storeName || text("purchase.title");
}

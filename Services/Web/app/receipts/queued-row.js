import { Badge } from "../frame/badge.js";
import { Button } from "../frame/controls.js";
import { keepFocus } from "../frame/focus.js";
import { say } from "../frame/messages.js";
import { html } from "../libraries.js";
import { isOnItsWay } from "../storage/edit-entry.js";
import { withdraw } from "../storage/queued-edits.js";
import { rejectionOf, sendAgain } from "../storage/sending.js";
import { ago } from "../texts/formats.js";
import { text } from "../texts/texts.js";

/**
 * Something that waits to be sent, in a list.
 *
 * @param {{entry: import("../storage/waiting.js").Entry}} properties
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
 * @param {import("../storage/queue-entry.js").Stored} entry
 */
function isUnreadable({ kind, rejection }) {
  return kind === "photo" && unreadable.includes(rejection?.reason ?? "");
}

/**
 * What can be done with an entry that is not being sent.
 *
 * @param {{entry: import("../storage/waiting.js").Entry, isRejected: boolean}} properties
 */
function QueuedActions({ entry, isRejected }) {
  const remove = () => removeEntry(entry);
  return html`${
    isRejected &&
    entry.kind !== "photo" &&
    html`<a class="button secondary" href=${correctionOf(entry)}>${text("receipts.correct")}</a>`
  }
    ${
      isRejected &&
      entry.kind !== "edit" &&
      (isUnreadable(entry)
        ? html`<a class="button secondary" href="/camera">${text("receipts.otherPhoto")}</a>`
        : html`<${Button} kind="secondary" onClick=${() => sendAgain(entry.id)}>${text("tryAgain")}<//>`)
    }
    ${!isOnItsWay(entry) && html`<${Button} kind="plain danger" onClick=${remove}>${text("remove")}<//>`}`;
}

/**
 * Removes an entry that is not to be sent any more, and offers to put it back.
 *
 * @param {import("../storage/waiting.js").Entry} entry
 */
export async function removeEntry(entry) {
  const restore = await withdraw(entry);
  if (!restore) return say(text("edits.onItsWay"), { isProblem: true });
  keepFocus(() => null);
  say(text("receipts.removed"), { undo: restore });
}

/**
 * The page where an entry that was rejected is corrected: its form, or the page of the purchase that was edited, which says more.
 *
 * @param {import("../storage/queue-entry.js").Stored} entry
 */
function correctionOf({ id, kind, edit }) {
  return edit ? `/purchases/${edit.purchaseId}` : `/${kind}s/new?queued=${id}`;
}

/**
 * What an entry is called: its store, what it was spent on, its photos, or what was changed.
 *
 * @param {import("../storage/queue-entry.js").Stored} entry
 */
export function queuedName(entry) {
  if (entry.kind === "photo") return text("receipts.photos", { count: entry.photos ?? 1 });
  if (entry.edit) {
    return text("edits.of", { name: entry.name || text("purchase.unknownStore") });
  }
  return entry.expenditure?.name || entry.purchase?.storeName || text("purchase.title");
}

import { ConfirmSheet } from "../frame/confirm-sheet.js";
import { sayFailure } from "../frame/messages.js";
import { closeOver, showOver } from "../frame/over.js";
import { html } from "../libraries.js";
import { queuedName } from "../receipts/queued-row.js";
import { loadWaiting, removeAllQueued } from "../storage/sending.js";
import { waiting } from "../storage/waiting.js";
import { text } from "../texts/texts.js";
import { person, signOut } from "./session.js";

/** @typedef {import("../storage/waiting.js").Entry} Entry */

/** Signs out; asks first when something of the person has not been sent. */
export async function leave() {
  // What waits may not be known yet, as the app has just been opened.
  await loadWaiting();
  if (waiting.value.length) showOver(html`<${Question} entries=${waiting.value} />`);
  else await leaveNow().catch(sayFailure);
}

/** Signs out, and removes what has not been sent. */
export async function leaveNow() {
  const owner = person.value?.accountId ?? "";
  await signOut();
  await removeAllQueued(owner);
}

/**
 * The question before signing out, which says what would be lost.
 *
 * @param {{entries: Entry[]}} properties
 */
function Question({ entries }) {
  const confirm = async () => {
    await leaveNow();
    closeOver();
  };
  return html`<${ConfirmSheet}
    title=${text("signOut.title")}
    sentence=${text("signOut.unsent", { count: entries.length, names: entries.map(queuedName).join(", ") })}
    label=${text("signOut.anyway")}
    onConfirm=${confirm}
    onClose=${closeOver}
  />`;
}

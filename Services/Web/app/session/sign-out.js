import { ConfirmSheet } from "../frame/confirm-sheet.js";
import { useStore } from "../frame/hooks.js";
import { sayFailure } from "../frame/messages.js";
import { Store } from "../frame/store.js";
import { html } from "../libraries.js";
import { queuedName } from "../receipts/row.js";
import { removeAllQueued, waiting } from "../storage/sending.js";
import { text } from "../texts/texts.js";
import { person, signOut } from "./session.js";

/**
 * What would be lost by signing out, while that is asked about.
 *
 * @type {Store<import("../storage/sending.js").Entry[] | null>}
 */
const unsent = new Store(/** @type {import("../storage/sending.js").Entry[] | null} */ (null));

/** Signs out; asks first when something of the person has not been sent. */
export async function leave() {
  if (waiting.value.length) unsent.set(waiting.value);
  else await leaveNow().catch(sayFailure);
}

/** Signs out, and removes what has not been sent. */
export async function leaveNow() {
  const owner = person.value?.accountId ?? "";
  await signOut();
  await removeAllQueued(owner);
}

/** The question before signing out. */
export function SignOutQuestion() {
  const entries = useStore(unsent);
  if (!entries) return null;
  const close = () => unsent.set(null);
  const confirm = async () => {
    await leaveNow();
    close();
  };
  return html`<${ConfirmSheet}
    title=${text("signOut.title")}
    sentence=${text("signOut.unsent", { count: entries.length, names: entries.map(queuedName).join(", ") })}
    label=${text("signOut.anyway")}
    onConfirm=${confirm}
    onClose=${close}
  />`;
}

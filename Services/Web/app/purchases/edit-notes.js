import { Button } from "../frame/controls.js";
import { useLoaded, useStore } from "../frame/hooks.js";
import { Icon } from "../frame/icons.js";
import { sayFailure } from "../frame/messages.js";
import { html } from "../libraries.js";
import { readCategories } from "../products/categories.js";
import { removeEntry } from "../receipts/queued-row.js";
import { entriesOf } from "../storage/edit-entry.js";
import { sendEditsAgain } from "../storage/queued-edits.js";
import { rejectionOf } from "../storage/sending.js";
import { waiting } from "../storage/waiting.js";
import { ago } from "../texts/formats.js";
import { text } from "../texts/texts.js";
import { editWords } from "./edit-words.js";

/** @typedef {import("./waiting-edits.js").ShownPurchase} Purchase */
/** @typedef {import("./editing.js").Shown} Shown */

/**
 * What of a purchase has not been sent: how many changes wait for a network, and those that were rejected, each with the reason.
 *
 * @param {{purchase: Purchase, shown: Shown}} properties
 */
export function EditNotes({ purchase, shown }) {
  const rejected = entriesOf(useStore(waiting), purchase.id).filter(({ rejection }) => rejection);
  return html`
    ${Number(purchase.waits) > 0 && html`<p class="notice waits"><${Icon} name="offline" /> <span>${text("edits.waiting", { count: purchase.waits ?? 0 })}</span></p>`}
    ${rejected.map((entry) => html`<${Rejected} key=${entry.id} entry=${entry} purchase=${purchase} shown=${shown} />`)}`;
}

/**
 * Edits that were rejected: they can be sent once more, or given up.
 *
 * @param {{entry: import("../storage/waiting.js").Entry, purchase: Purchase, shown: Shown}} properties
 */
function Rejected({ entry, purchase, shown }) {
  const edits = entry.edit?.edits ?? [];
  const isOfCategories = edits.some(({ itemsCategory }) => itemsCategory);
  const categories = useLoaded(
    async (signal) => (isOfCategories ? await readCategories(signal) : []),
    [isOfCategories],
  );
  const sendAgain = () =>
    shown.change(async ({ version }) => await sendEditsAgain(entry.id, version)).catch(sayFailure);
  return html`<section class="notice doubt column rejected">
    <h2><${Icon} name="doubt" size=${20} /> ${text("edits.rejected")}</h2>
    <p>${rejectionOf(entry)}</p>
    <ul>${editWords(purchase, edits, categories.value).map((line) => html`<li>${line}</li>`)}</ul>
    <p class="hint">${ago(entry.at)}</p>
    <div class="actions even">
      <${Button} kind="secondary" onClick=${sendAgain}>${text("edits.sendAgain")}<//>
      <${Button} kind="secondary danger" onClick=${() => removeEntry(entry)}>${text("edits.drop")}<//>
    </div>
  </section>`;
}

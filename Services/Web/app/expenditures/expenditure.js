import { Button } from "../frame/controls.js";
import { DraftNote, useDraft } from "../frame/draft.js";
import { Icon } from "../frame/icons.js";
import { sayFailure } from "../frame/messages.js";
import { PageHead } from "../frame/page.js";
import { html, useState } from "../libraries.js";
import { Conflicts } from "../purchases/conflicts.js";
import { EditNotes } from "../purchases/edit-notes.js";
import { discard, edit, undo } from "../purchases/editing.js";
import { HistorySheet } from "../purchases/history-sheet.js";
import { text } from "../texts/texts.js";
import { ExpenditureForm } from "./expenditure-form.js";
import { asTyped, editsOf } from "./typed-expenditure.js";

/** @typedef {import("../api/types.js").Budget.Purchase} Recorded */
/** @typedef {import("./typed-expenditure.js").TypedExpenditure} TypedExpenditure */

/**
 * An expenditure of the ledger, to be changed or taken out of it.
 *
 * @param {{purchase: Recorded, shown: import("../purchases/editing.js").Shown}} properties
 */
export function Expenditure({ purchase, shown }) {
  const [isHistoryOpen, setHistoryOpen] = useState(false);
  const isDiscarded = purchase.state === "PURCHASE_STATE_DISCARDED";
  const guarded = (/** @type {() => Promise<unknown>} */ body) => () => body().catch(sayFailure);
  const takeBack = guarded(() => undo(shown));
  return html`<${PageHead} title=${purchase.items?.[0]?.productName || text("expenditure.title")} fallback="/log">
      <span class=${`state ${isDiscarded ? "gone" : ""}`}>${text(isDiscarded ? "purchase.PURCHASE_STATE_DISCARDED" : "expenditure.title")}</span>
    <//>
    ${purchase.recurringId && html`<a class="notice" href=${`/recurring/${purchase.recurringId}`}><${Icon} name="repeat" /> <span>${text("recurring.isOne")}</span></a>`}
    <${EditNotes} purchase=${purchase} shown=${shown} />
    <${Conflicts} purchase=${purchase} shown=${shown} />
    ${
      isDiscarded
        ? html`<div class="notice"><${Icon} name="remove" /><span>${text("expenditure.isDiscarded")}</span> <${Button} kind="secondary" onClick=${takeBack}>${text("purchase.restore")}<//></div>`
        : html`<${Changes} purchase=${purchase} shown=${shown} />`
    }
    <div class="actions">
      <${Button} kind="secondary" onClick=${() => setHistoryOpen(true)}><${Icon} name="history" size=${20} /> ${text("history.title")}<//>
      ${!isDiscarded && html`<${Button} kind="secondary danger" onClick=${guarded(() => discard(shown, purchase.id ?? ""))}><${Icon} name="remove" size=${20} /> ${text("purchase.discard")}<//>`}
    </div>
    ${isHistoryOpen && html`<${HistorySheet} purchase=${purchase} onClose=${() => setHistoryOpen(false)} onUndo=${takeBack} />`}`;
}

/**
 * The form with what the expenditure is, and what is typed in place of it. Only that is kept, so that what other devices change
 * meanwhile stays.
 *
 * @param {{purchase: Recorded, shown: import("../purchases/editing.js").Shown}} properties
 */
function Changes({ purchase, shown }) {
  const draft = useDraft(`expenditure ${purchase.id}`, { typed: /** @type {Partial<TypedExpenditure>} */ ({}) });
  const value = { ...asTyped(purchase), ...draft.value.typed };
  const change = (/** @type {Partial<TypedExpenditure>} */ part) =>
    draft.change({ typed: { ...draft.value.typed, ...part } });
  const save = async () => {
    const edits = editsOf(purchase, value);
    if (edits.length) await edit(shown, edits, text("purchase.saved"));
    draft.restart();
  };
  return html`<${DraftNote} draft=${draft} />
    <${ExpenditureForm} value=${value} label=${text("expenditure.saveChanges")} onChange=${change} onSave=${save} />`;
}

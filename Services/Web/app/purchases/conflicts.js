import { Button } from "../frame/controls.js";
import { keepFocus } from "../frame/focus.js";
import { Icon } from "../frame/icons.js";
import { sayFailure } from "../frame/messages.js";
import { html } from "../libraries.js";
import { ago, instant } from "../texts/formats.js";
import { text } from "../texts/texts.js";
import { editWords } from "./edit-words.js";
import { edit } from "./editing.js";

/**
 * What two devices have changed in different ways: the newest version is shown, and each of the others can be taken in its place.
 *
 * @param {{purchase: import("../api/types.js").Budget.Purchase, shown: import("./editing.js").Shown}} properties
 */
export function Conflicts({ purchase, shown }) {
  const conflicts = purchase.conflicts ?? [];
  if (!conflicts.length || purchase.state === "PURCHASE_STATE_DISCARDED") return null;
  const settle = (/** @type {string | undefined} */ conflictId, /** @type {boolean} */ takeOther) => async () => {
    try {
      await edit(
        shown,
        [{ conflict: { conflictId, takeOther } }],
        text(takeOther ? "conflict.taken" : "conflict.kept"),
      );
    } catch (error) {
      sayFailure(error);
    }
    keepFocus(() => document.querySelector(".conflicts .button"));
  };
  return html`<section class="notice doubt column conflicts">
    <h2><${Icon} name="exchange" size=${20} /> ${text("conflict.title")}</h2>
    <p>${text("conflict.why")}</p>
    ${conflicts.map(
      ({ id, madeAt, ...conflict }) =>
        html`<div key=${id} class="conflict">
        <ul>${linesOf(purchase, conflict).map((line) => html`<li>${line}</li>`)}</ul>
        <p class="hint">${ago(instant(madeAt))}</p>
        <div class="actions even">
          <${Button} kind="secondary" onClick=${settle(id, true)}>${text("conflict.take")}<//>
          <${Button} kind="secondary" onClick=${settle(id, false)}>${text("conflict.keep")}<//>
        </div>
      </div>`,
    )}
  </section>`;
}

/**
 * What taking the other version changes. The service says of notes only that they change.
 *
 * @param {import("../api/types.js").Budget.Purchase} purchase
 * @param {import("../api/types.js").Budget.PurchaseConflict} conflict
 */
function linesOf(purchase, { edit, changes = [] }) {
  return edit?.note ? editWords(purchase, [edit]) : changes;
}

import { call, newKey } from "../api/client.js";
import { Button } from "../frame/controls.js";
import { Icon } from "../frame/icons.js";
import { sayFailure } from "../frame/messages.js";
import { PageHead } from "../frame/page.js";
import { html, useEffect, useState } from "../libraries.js";
import { removeQueued } from "../storage/sending.js";
import { waiting, whenSent } from "../storage/waiting.js";
import { text } from "../texts/texts.js";
import { PurchaseRow } from "./row.js";

/** @typedef {import("../api/types.js").Budget.Purchase} Purchase */

/**
 * A purchase that was added, or that waits in the queue under its key until there is a network.
 *
 * @typedef {{key: string, purchase?: Purchase}} Addition
 */

/**
 * Confirms that a purchase was typed in, with the way to the next one, and to take it back.
 *
 * @param {{addition: Addition, onAnother: () => void, onTakenBack: () => void}} properties
 */
export function Added({ addition, onAnother, onTakenBack }) {
  const [purchase, setPurchase] = useState(addition.purchase);
  useEffect(() => whenSent((entry, answer) => entry.id === addition.key && setPurchase(answer)), []);
  const takeBack = async () => {
    try {
      if (purchase) await discard(purchase.id ?? "");
      else if (waiting.value.some((entry) => entry.id === addition.key)) await removeQueued(addition.key);
      onTakenBack();
    } catch (error) {
      sayFailure(error);
    }
  };
  return html`<${PageHead} title=${text(purchase ? "byHand.added" : "byHand.kept")} />
    <div class="added">
      ${purchase ? html`<ul class="list"><${PurchaseRow} purchase=${purchase} /></ul>` : html`<p class="lead">${text("byHand.queued")}</p>`}
      <div class="actions even">
        <${Button} kind="secondary large" onClick=${takeBack}><${Icon} name="undo" size=${20} /> ${text("undo")}<//>
        <${Button} kind="primary large" onClick=${onAnother}>${text("byHand.another")}<//>
      </div>
    </div>`;
}

/**
 * Removes a purchase that was added from the log, where it can be restored.
 *
 * @param {string} purchaseId
 */
async function discard(purchaseId) {
  const edits = [{ duplicate: /** @type {const} */ ("DUPLICATE_DECISION_DISCARD") }];
  await call("larder.budget.v1.Purchases/EditPurchase", { purchaseId, edits }, { key: newKey() });
}

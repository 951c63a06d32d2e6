import { call } from "../api/client.js";
import { Button } from "../frame/controls.js";
import { useLoaded } from "../frame/hooks.js";
import { Icon } from "../frame/icons.js";
import { Empty, Problem, Skeleton } from "../frame/page.js";
import { Sheet, SheetClose } from "../frame/sheet.js";
import { html } from "../libraries.js";
import { ago, instant } from "../texts/formats.js";
import { text } from "../texts/texts.js";

/** @typedef {import("../api/types.js").Budget.Purchase} Purchase */
/** @typedef {import("../api/types.js").Budget.PurchaseStep} Step */

/**
 * The steps of a purchase since it was recorded, newest first, and undoing the latest.
 *
 * @param {{purchase: Purchase, onClose: () => void, onUndo: () => Promise<void>}} properties
 */
export function HistorySheet({ purchase, onClose, onUndo }) {
  const asked = { purchaseId: purchase.id, page: { size: 50 } };
  const loaded = useLoaded(
    async (signal) => (await call("larder.budget.v1.Purchases/ListSteps", asked, { signal })).steps ?? [],
    [purchase.version],
  );
  const steps = loaded.value ?? [];
  const canUndo = steps.some(isUndoable);
  return html`<${Sheet} title=${text("history.title")} onClose=${onClose}>
    ${loaded.failure && !loaded.value && html`<${Problem} failure=${loaded.failure} again=${loaded.again} />`}
    ${!loaded.value && !loaded.failure && html`<${Skeleton} rows=${3} />`}
    ${loaded.value && !steps.length && html`<${Empty} icon="history" sentence=${text("history.empty")} />`}
    <ul class="list steps">
      ${steps.map(
        (step) =>
          html`<li class=${`still ${Number(step.undoneByVersion ?? 0) ? "undone" : ""}`} key=${step.version}>
          <span class="main">${(step.changes ?? []).map((/** @type {string} */ change) => html`<span>${change}</span>`)}</span>
          <span class="sub">${ago(instant(step.madeAt))}${note(step)}</span>
        </li>`,
      )}
    </ul>
    <${SheetClose} onClose=${onClose}>
      ${canUndo && html`<${Button} kind="primary" onClick=${onUndo}><${Icon} name="undo" /> ${text("purchase.undo")}<//>`}
    <//>
  <//>`;
}

/** @param {Step} step */
function isUndoable(step) {
  return !step.matched && !Number(step.undoneByVersion ?? 0) && !Number(step.undoesVersion ?? 0);
}

/** @param {Step} step */
function note(step) {
  if (step.matched) return ` · ${text("history.matched")}`;
  if (Number(step.undoesVersion ?? 0)) return ` · ${text("history.undoes")}`;
  return Number(step.undoneByVersion ?? 0) ? ` · ${text("history.undone")}` : "";
}

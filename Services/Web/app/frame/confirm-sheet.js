import { html } from "../libraries.js";
import { text } from "../texts/texts.js";
import { Button } from "./controls.js";
import { useSaving } from "./saving.js";
import { Sheet } from "./sheet.js";

/**
 * Asks before something that cannot be undone.
 *
 * @param {{title: string, sentence: string, label: string, onConfirm: () => Promise<void>, onClose: () => void}} properties
 *   `label` names what is done.
 */
export function ConfirmSheet({ title, sentence, label, onConfirm, onClose }) {
  const { failure, isBusy, attempt } = useSaving();
  return html`<${Sheet} title=${title} onClose=${onClose}>
    <p>${sentence}</p>
    ${failure && html`<p class="error" role="alert">${failure}</p>`}
    <div class="sheet-foot">
      <${Button} kind="secondary" onClick=${onClose}>${text("cancel")}<//>
      <${Button} kind="secondary danger" isBusy=${isBusy} onClick=${() => attempt(onConfirm)}>${label}<//>
    </div>
  <//>`;
}

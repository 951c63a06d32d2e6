import { html, useRef } from "../libraries.js";
import { text } from "../texts/texts.js";
import { Button } from "./controls.js";
import { useDialog } from "./hooks.js";
import { Icon } from "./icons.js";

/** How far a sheet is drawn down, in pixels, until letting go closes it. */
const far = 90;

/**
 * A sheet over the page. Escape, back, the ground, the buttons and drawing it down close it, and the focus returns to where it
 * was.
 *
 * @param {{title: string, onClose: () => void, hasClose?: boolean, children?: import("../libraries.js").Node}} properties With
 *   `hasClose` its end has a button that closes it, within reach of a thumb: for sheets without a form.
 */
export function Sheet({ title, onClose, hasClose = false, children }) {
  const begin = useRef(/** @type {number | null} */ (null));
  const dialog = useDialog(onClose);
  const click = (/** @type {MouseEvent} */ event) => event.target === dialog.current && onClose();
  const down = (/** @type {PointerEvent & {target: Element, currentTarget: Element}} */ event) => {
    if (event.target.closest("button")) return;
    begin.current = event.clientY;
    event.currentTarget.setPointerCapture(event.pointerId);
  };
  const draw = (/** @type {PointerEvent} */ event) => {
    if (begin.current === null || !dialog.current) return;
    dialog.current.style.transform = `translateY(${Math.max(0, event.clientY - begin.current)}px)`;
  };
  const up = (/** @type {PointerEvent} */ event) => {
    if (begin.current === null || !dialog.current) return;
    dialog.current.style.transform = "";
    if (event.type === "pointerup" && event.clientY - begin.current > far) onClose();
    begin.current = null;
  };
  return html`<dialog
    class="sheet"
    ref=${dialog}
    aria-label=${title}
    onCancel=${(/** @type {Event} */ event) => {
      event.preventDefault();
      onClose();
    }}
    onClick=${click}
  >
    <div class="sheet-head" onPointerDown=${down} onPointerMove=${draw} onPointerUp=${up} onPointerCancel=${up}>
      <h2>${title}</h2>
      <button type="button" class="plain round" onClick=${onClose} aria-label=${text("close")}><${Icon} name="close" /></button>
    </div>
    <div class="sheet-body">
      ${children}
      ${hasClose && html`<${SheetClose} onClose=${onClose} />`}
    </div>
  </dialog>`;
}

/**
 * The end of a sheet without a form: closing it, and what else can be done.
 *
 * @param {{onClose: () => void, children?: import("../libraries.js").Node}} properties
 */
export function SheetClose({ onClose, children }) {
  return html`<div class="sheet-foot">
    <${Button} kind="secondary" onClick=${onClose}>${text("close")}<//>${children}
  </div>`;
}

/**
 * The buttons at the end of a sheet's form: one that saves it, and before it the one that does not, or another one.
 *
 * @param {{onCancel?: () => void, label?: string, isBusy?: boolean, isDisabled?: boolean,
 *   children?: import("../libraries.js").Node}} properties `label` is that of saving; `children` is there in place of cancelling.
 */
export function SheetFoot({ onCancel, label = text("save"), isBusy, isDisabled, children }) {
  return html`<div class="sheet-foot">
    ${onCancel ? html`<${Button} kind="secondary" onClick=${onCancel}>${text("cancel")}<//>` : children}
    <${Button} kind="primary" type="submit" isBusy=${isBusy} isDisabled=${isDisabled}>${label}<//>
  </div>`;
}

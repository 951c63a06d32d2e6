import { call } from "../api/client.js";
import { ConfirmSheet } from "../frame/confirm-sheet.js";
import { Button } from "../frame/controls.js";
import { Icon } from "../frame/icons.js";
import { say } from "../frame/messages.js";
import { html, useState } from "../libraries.js";
import { text } from "../texts/texts.js";

/**
 * Removes the photos of a receipt, and the text that was read on them, after a question, as they cannot be had again.
 *
 * @param {{receiptId: string, onRemoved: (receipt: import("../api/types.js").OCR.Receipt) => void}} properties
 */
export function RemovePhoto({ receiptId, onRemoved }) {
  const [isAsked, setAsked] = useState(false);
  const remove = async () => {
    const receipt = await call("larder.ocr.v1.Receipts/RemovePhoto", { receiptId });
    setAsked(false);
    say(text("photo.removed"));
    onRemoved(receipt);
  };
  return html`<${Button} kind="secondary" onClick=${() => setAsked(true)}><${Icon} name="picture" size=${20} /> ${text("photo.remove")}<//>
    ${isAsked && html`<${ConfirmSheet} title=${text("photo.remove")} sentence=${text("photo.removeWhy")} label=${text("remove")} onConfirm=${remove} onClose=${() => setAsked(false)} />`}`;
}

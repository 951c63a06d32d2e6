import { call, newKey } from "../api/client.js";
import { Button } from "../frame/controls.js";
import { useLoaded } from "../frame/hooks.js";
import { Icon } from "../frame/icons.js";
import { sayFailure } from "../frame/messages.js";
import { PageHead, Problem, Skeleton } from "../frame/page.js";
import { go } from "../frame/router.js";
import { useOpened } from "../inbox/unread.js";
import { html, useEffect, useState } from "../libraries.js";
import { follow } from "../live/live.js";
import { text } from "../texts/texts.js";
import { PhotoView } from "./photo-view.js";
import { RemovePhoto } from "./remove-photo.js";
import { stateName } from "./row.js";

const stages = ["queued", "reading", "parsing", "saving"];

/**
 * One receipt while it is read, or that could not be read.
 *
 * @param {{id: string}} properties
 */
export function Receipt({ id }) {
  const loaded = useLoaded((signal) => call("larder.ocr.v1.Receipts/GetReceipt", { receiptId: id }, { signal }), [id]);
  const [progress, setProgress] = useState(/** @type {import("../api/types.js").OCR.ReceiptProgress} */ ({}));
  const [tries, setTries] = useState(0);
  const receipt = loaded.value && { ...loaded.value, ...progress };
  useOpened(`receipt:${id}`, Boolean(receipt));
  useEffect(
    () =>
      follow(`receipt ${id}`, "larder.ocr.v1.Receipts/WatchReceipt", { receiptId: id }, (next) => {
        setProgress({ failure: "", percent: 0, ...next });
        if (next.purchaseId) go(`/purchases/${next.purchaseId}`, { replace: true });
      }),
    [id, tries],
  );
  const again = async () => {
    try {
      await call("larder.ocr.v1.Receipts/RetryReceipt", { receiptId: id }, { key: newKey() });
      setTries(tries + 1);
    } catch (error) {
      sayFailure(error);
    }
  };
  if (loaded.failure && !loaded.value)
    return html`<${PageHead} title=${text("receipts.photo")} fallback="/receipts" />
      <${Problem} failure=${loaded.failure} again=${loaded.again} />`;
  if (!receipt) return html`<${PageHead} title=${text("receipts.photo")} fallback="/receipts" /><${Skeleton} />`;
  const hasFailed = receipt.state === "RECEIPT_STATE_FAILED";
  return html`<${PageHead} title=${text("receipts.number", { number: receipt.queueNumber ?? "" })} fallback="/receipts" />
    <div class=${`checking ${receipt.hasPhoto ? "with-photo" : ""}`}>
      ${receipt.hasPhoto && html`<${PhotoView} receipt=${id} photos=${receipt.photos ?? 1} frames=${[]} />`}
      <div>
        ${hasFailed ? html`<${Failed} receipt=${receipt} again=${again} />` : html`<${Progress} receipt=${receipt} />`}
        ${
          hasFailed &&
          receipt.hasPhoto &&
          html`<div class="actions"><${RemovePhoto} receiptId=${id} onRemoved=${loaded.set} /></div>`
        }
      </div>
    </div>`;
}

/**
 * What was done and what is being done.
 *
 * @param {{receipt: import("../api/types.js").OCR.Receipt}} properties
 */
function Progress({ receipt }) {
  const present = stages.indexOf(stateName(receipt.state));
  return html`<div class="card progress-card" role="status">
    <ol class="stages">
      ${stages.map((name, index) => {
        const isDone = present < 0 || index < present;
        return html`<li key=${name} class=${isDone ? "done" : index === present ? "now" : ""} aria-current=${index === present ? "step" : undefined}>
          <span class="dot">${isDone ? html`<${Icon} name="check" size=${16} />` : index === present ? html`<span class="busy"></span>` : null}</span>
          ${text(`receipts.${name}`)}
        </li>`;
      })}
    </ol>
    <progress max="100" value=${receipt.percent ?? 0} aria-label=${text("receipts.reading")}></progress>
    <p class="hint">${text("receipt.leave")}</p>
  </div>`;
}

/** @param {{receipt: import("../api/types.js").OCR.Receipt, again: () => Promise<void>}} properties */
function Failed({ receipt, again }) {
  const other = receipt.retryMayHelp ? "secondary" : "primary";
  return html`<div class="card progress-card" role="alert">
    <h2>${text("receipt.failed")}</h2>
    <p>${receipt.failure}</p>
    <div class="actions">
      ${receipt.retryMayHelp && html`<${Button} kind="primary" onClick=${again}>${text("tryAgain")}<//>`}
      <${Button} kind=${other} onClick=${() => go("/camera")}><${Icon} name="camera" size=${20} /> ${text("receipt.newPhoto")}<//>
      <${Button} kind="secondary" onClick=${() => go(`/purchases/new?receipt=${receipt.id}`)}><${Icon} name="pen" size=${20} /> ${text("receipt.byHand")}<//>
    </div>
  </div>`;
}

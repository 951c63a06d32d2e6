import { call } from "../api/client.js";
import { Button, PageHead, Problem, Skeleton } from "../frame/controls.js";
import { go } from "../frame/router.js";
import { useLoaded } from "../frame/hooks.js";
import { html, useEffect, useState } from "../libraries.js";
import { follow } from "../live/live.js";
import { text } from "../texts/texts.js";
import { PhotoView } from "./photo-view.js";
import { retry, stateName } from "./receipts.js";

/**
 * One receipt while it is read, or that could not be read.
 *
 * @param {{id: string}} properties
 */
export function Receipt({ id }) {
  const loaded = useLoaded((signal) => call("larder.ocr.v1.Receipts/GetReceipt", { receiptId: id }, { signal }), [id]);
  const [progress, setProgress] = useState(/** @type {any} */ ({}));
  const [tries, setTries] = useState(0);
  const receipt = loaded.value && { ...loaded.value, ...progress };
  useEffect(
    () =>
      follow(`receipt ${id}`, "larder.ocr.v1.Receipts/WatchReceipt", { receiptId: id }, (next) => {
        setProgress({ failure: "", percent: 0, ...next });
        if (next.purchaseId) go(`/purchases/${next.purchaseId}`, { replace: true });
      }),
    [id, tries],
  );
  const again = async () => {
    await retry(id);
    setTries(tries + 1);
  };
  if (loaded.failure && !loaded.value) return html`<${Problem} failure=${loaded.failure} again=${loaded.again} />`;
  if (!receipt) return html`<${PageHead} title=${text("receipts.photo")} fallback="/receipts" /><${Skeleton} />`;
  const isFailed = receipt.state === "RECEIPT_STATE_FAILED";
  return html`<${PageHead} title=${text("receipts.number", { number: receipt.queueNumber ?? "" })} fallback="/receipts" />
    <div class="progress-card" role="status">
      <p>${isFailed ? receipt.failure : text(`receipts.${stateName(receipt.state)}`)}</p>
      ${!isFailed && html`<progress max="100" value=${receipt.percent ?? 0} aria-label=${text("receipts.reading")}></progress>`}
      ${
        isFailed &&
        html`<div class="actions">
        ${receipt.retryMayHelp && html`<${Button} kind="primary" onClick=${again}>${text("tryAgain")}<//>`}
        <${Button} kind=${receipt.retryMayHelp ? "secondary" : "primary"} onClick=${() => go("/camera")}>${text("receipt.newPhoto")}<//>
        <${Button} kind="secondary" onClick=${() => go(`/purchases/new?receipt=${id}`)}>${text("receipt.byHand")}<//>
      </div>`
      }
    </div>
    ${receipt.hasPhoto && html`<${PhotoView} receipt=${id} photos=${receipt.photos ?? 1} frames=${[]} />`}`;
}

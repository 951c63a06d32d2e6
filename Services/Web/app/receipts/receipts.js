import { call } from "../api/client.js";
import { Button, Empty, PageHead, Problem, Skeleton } from "../frame/controls.js";
import { sayFailure } from "../frame/messages.js";
import { go } from "../frame/router.js";
import { useLoaded, useStore } from "../frame/hooks.js";
import { html, useEffect } from "../libraries.js";
import { follow } from "../live/live.js";
import { removeQueued, sendAgain, waiting, whenSent } from "../storage/sending.js";
import { ago, instant } from "../texts/formats.js";
import { text } from "../texts/texts.js";

/** States in which a receipt is worked on. */
const running = ["RECEIPT_STATE_QUEUED", "RECEIPT_STATE_READING", "RECEIPT_STATE_PARSING", "RECEIPT_STATE_SAVING"];

/**
 * The short form of a state, such as `reading`.
 *
 * @param {string} [state]
 */
export function stateName(state = "RECEIPT_STATE_QUEUED") {
  return state.replace("RECEIPT_STATE_", "").toLowerCase();
}

/** The photos of receipts: what waits to be sent, what is being read, and what came of the others. */
export function Receipts() {
  const queued = useStore(waiting).filter((entry) => entry.kind === "photo");
  const loaded = useLoaded(
    (signal) => call("larder.ocr.v1.Receipts/ListReceipts", { page: { size: 50 } }, { signal }),
    [],
  );
  const receipts = loaded.value?.receipts ?? [];
  const active = receipts.filter((/** @type {any} */ entry) => running.includes(entry.state)).slice(0, 8);
  useEffect(() => whenSent(() => loaded.again()), []);
  useEffect(() => {
    const ends = active.map((/** @type {any} */ { id }) =>
      follow(`receipt ${id}`, "larder.ocr.v1.Receipts/WatchReceipt", { receiptId: id }, (progress) => {
        loaded.change((/** @type {any} */ value) => ({
          ...value,
          receipts: value.receipts.map((/** @type {any} */ entry) =>
            entry.id === id ? { ...entry, ...progress } : entry,
          ),
        }));
      }),
    );
    return () => ends.forEach((/** @type {() => void} */ end) => end());
  }, [active.map((/** @type {any} */ entry) => entry.id).join()]);
  return html`<${PageHead} title=${text("receipts.title")} />
    ${
      queued.length > 0 &&
      html`<section>
      <h2>${text("receipts.waiting")}</h2>
      <ul class="list">
        ${queued.map(
          (entry) =>
            html`<li key=${entry.id} class="still">
            <span class="main">${text("receipts.photo")}</span>
            <span class="side">${ago(entry.at)}</span>
            <span class="sub">${entry.refusal ?? text(entry.progress === undefined ? "receipts.queued" : "receipts.sending")}</span>
            ${entry.progress !== undefined && html`<progress value=${entry.progress} aria-label=${text("receipts.sending")}></progress>`}
            ${
              entry.refusal &&
              html`<span class="actions">
              <${Button} kind="plain" onClick=${() => sendAgain(entry.id)}>${text("tryAgain")}<//>
              <${Button} kind="plain" onClick=${() => removeQueued(entry.id)}>${text("remove")}<//>
            </span>`
            }
          </li>`,
        )}
      </ul>
    </section>`
    }
    ${loaded.failure && !loaded.value && html`<${Problem} failure=${loaded.failure} again=${loaded.again} />`}
    ${!loaded.value && !loaded.failure && html`<${Skeleton} />`}
    ${
      loaded.value && !receipts.length && !queued.length
        ? html`<${Empty} sentence=${text("receipts.empty")}>
          <${Button} kind="primary" onClick=${() => go("/camera")}>${text("home.first")}<//>
        <//>`
        : null
    }
    <ul class="list">
      ${receipts.map(
        (/** @type {any} */ entry) =>
          html`<li key=${entry.id}>
          <a href=${entry.purchaseId ? `/purchases/${entry.purchaseId}` : `/receipts/${entry.id}`}>
            <span class="main">${text("receipts.number", { number: entry.queueNumber ?? "" })}</span>
            <span class="side">${ago(instant(entry.uploadedAt))}</span>
            <span class="sub">${entry.state === "RECEIPT_STATE_FAILED" ? entry.failure : text(`receipts.${stateName(entry.state)}`)}</span>
            ${running.includes(entry.state) && html`<progress max="100" value=${entry.percent ?? 0} aria-label=${text("receipts.reading")}></progress>`}
          </a>
        </li>`,
      )}
    </ul>`;
}

/**
 * Queues a receipt that could not be read once more.
 *
 * @param {string} id
 */
export async function retry(id) {
  try {
    await call("larder.ocr.v1.Receipts/RetryReceipt", { receiptId: id });
  } catch (error) {
    sayFailure(error);
  }
}

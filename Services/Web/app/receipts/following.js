import { call } from "../api/client.js";
import { useLoaded } from "../frame/hooks.js";
import { useEffect } from "../libraries.js";
import { follow } from "../live/live.js";
import { whenSent } from "../storage/sending.js";

/** States in which a receipt is worked on. */
const working = ["RECEIPT_STATE_QUEUED", "RECEIPT_STATE_READING", "RECEIPT_STATE_PARSING", "RECEIPT_STATE_SAVING"];

/** The most receipts that are followed at once; the others are read later than these. */
const most = 8;

/**
 * Whether a receipt is still worked on.
 *
 * @param {any} receipt
 */
export function isWorkedOn(receipt) {
  return working.includes(receipt.state);
}

/**
 * The caller's receipts, newest first, with their progress as it happens.
 *
 * @param {number} size The most of them.
 * @param {(receipt: any) => void} [finished] Called when one is done or has failed.
 */
export function useReceipts(size, finished) {
  const loaded = useLoaded(
    async (signal) =>
      (await call("larder.ocr.v1.Receipts/ListReceipts", { page: { size } }, { signal })).receipts ?? [],
    [size],
  );
  const active = (loaded.value ?? []).filter(isWorkedOn).slice(0, most);
  useEffect(() => whenSent((entry) => entry.kind === "photo" && loaded.again()), []);
  useEffect(() => {
    const ends = active.map((/** @type {any} */ { id }) =>
      follow(`receipt ${id}`, "larder.ocr.v1.Receipts/WatchReceipt", { receiptId: id }, (progress) => {
        loaded.change((/** @type {any[]} */ receipts) =>
          receipts.map((entry) => (entry.id === id ? { ...entry, ...progress } : entry)),
        );
        if (!isWorkedOn(progress)) finished?.({ id, ...progress });
      }),
    );
    return () => ends.forEach((/** @type {() => void} */ end) => end());
  }, [active.map((/** @type {any} */ entry) => entry.id).join()]);
  return loaded;
}

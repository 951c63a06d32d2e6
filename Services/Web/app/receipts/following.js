import { call } from "../api/client.js";
import { firstOf } from "../api/paging.js";
import { useLoaded } from "../frame/hooks.js";
import { useEffect } from "../libraries.js";
import { LiveList, useList } from "../live/lists.js";
import { descending, merged } from "../live/merging.js";
import { whenSent } from "../storage/waiting.js";

/** @typedef {import("../api/types.js").OCR.Receipt} Receipt */

/** States in which a receipt is worked on. */
const working = ["RECEIPT_STATE_QUEUED", "RECEIPT_STATE_READING", "RECEIPT_STATE_PARSING", "RECEIPT_STATE_SAVING"];

/** The receipts, with their progress. */
export const receipts = new LiveList(
  "receipts",
  "larder.ocr.v1.Receipts/WatchReceipts",
  (message) => /** @type {Receipt[]} */ (message.receipts ?? []),
);

/**
 * Whether a receipt is still worked on.
 *
 * @param {Receipt} receipt
 */
export function isWorkedOn(receipt) {
  return working.includes(receipt.state ?? "");
}

/**
 * The caller's receipts, newest first, with their progress as it happens.
 *
 * @param {number} size The most of them.
 */
export function useReceipts(size) {
  const loaded = useLoaded(
    (signal) =>
      firstOf(size, async (page) => {
        const answer = await call("larder.ocr.v1.Receipts/ListReceipts", { page }, { signal });
        return [answer.receipts ?? [], answer.nextPageToken];
      }),
    [size],
  );
  useEffect(() => whenSent((entry) => entry.kind === "photo" && loaded.again()), []);
  const compare = (/** @type {Receipt} */ one, /** @type {Receipt} */ other) =>
    descending(Number(one.queueNumber), Number(other.queueNumber));
  useList(receipts, loaded, (present, update) =>
    merged(present, update, compare, { isWhole: present.length < size }).slice(0, size),
  );
  return loaded;
}

import { call } from "../api/client.js";
import { Badge } from "../frame/badge.js";
import { useLoaded } from "../frame/hooks.js";
import { Empty, Problem, Skeleton } from "../frame/page.js";
import { html, useEffect, useState } from "../libraries.js";
import { amount } from "../purchases/row.js";
import { money } from "../texts/formats.js";
import { text } from "../texts/texts.js";

/** @typedef {import("../api/types.js").Budget.Purchase} Purchase */

/**
 * The receipts on whose photos words are printed, as far as the photos are kept.
 *
 * @param {{wanted: string, purchases?: Map<string | undefined, Purchase>}} properties
 */
export function FoundReceipts({ wanted, purchases }) {
  const [searched, setSearched] = useState(wanted);
  useEffect(() => {
    const timer = setTimeout(() => setSearched(wanted), 250);
    return () => clearTimeout(timer);
  }, [wanted]);
  const loaded = useLoaded((signal) => search(searched, signal), [searched]);
  if (loaded.failure) return html`<${Problem} failure=${loaded.failure} again=${loaded.again} />`;
  if (!loaded.value) return html`<${Skeleton} />`;
  if (!loaded.value.length) return html`<${Empty} icon="search" sentence=${text("receipts.notFound")} />`;
  return html`<ul class="list">
    ${loaded.value.map(({ receipt, rows }) => html`<${Match} key=${receipt?.id} receipt=${receipt} rows=${rows ?? []} purchase=${purchases?.get(receipt?.id)} />`)}
  </ul>`;
}

/** How many receipts are shown at most. */
const shownAtMost = 50;

/**
 * The newest receipts with the words. A page may have fewer receipts than it could, and none, though others follow.
 *
 * @param {string} words
 * @param {AbortSignal} signal
 */
async function search(words, signal) {
  /** @type {import("../api/types.js").OCR.ReceiptMatch[]} */
  const matches = [];
  let token = "";
  do {
    const request = { text: words, page: { size: shownAtMost - matches.length, token } };
    const answer = await call("larder.ocr.v1.Receipts/SearchReceipts", request, { signal });
    matches.push(...(answer.matches ?? []));
    token = answer.nextPageToken ?? "";
  } while (token && matches.length < shownAtMost);
  return matches;
}

/**
 * A receipt with the printed rows that were found.
 *
 * @param {{receipt: import("../api/types.js").OCR.Receipt, rows: string[], purchase?: Purchase}} properties
 */
function Match({ receipt, rows, purchase }) {
  return html`<li class="with-symbol">
    <a href=${receipt.purchaseId ? `/purchases/${receipt.purchaseId}` : `/receipts/${receipt.id}`}>
      <${Badge} icon="search" />
      <span class="main">${purchase?.storeName || text("receipts.number", { number: receipt.queueNumber ?? "" })}</span>
      <span class="side amount">${purchase ? money(amount(purchase)) : ""}</span>
      <span class="sub">${rows.join(" · ")}</span>
    </a>
  </li>`;
}

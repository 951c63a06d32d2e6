import { newKey } from "../api/client.js";
import { useDraft } from "../frame/draft.js";
import { useLoaded } from "../frame/hooks.js";
import { say } from "../frame/messages.js";
import { PageHead, Skeleton } from "../frame/page.js";
import { place } from "../frame/router.js";
import { html, useState } from "../libraries.js";
import { queued, removeQueued } from "../storage/sending.js";
import { today } from "../texts/formats.js";
import { text } from "../texts/texts.js";
import { Added } from "./added.js";
import { usualCurrency } from "./likely-currency.js";
import { PurchaseForm } from "./purchase-form.js";
import { currencyOf, emptyPurchase, typedPurchase } from "./typed-purchase.js";

/** @typedef {import("./typed-purchase.js").TypedPurchase} TypedPurchase */
/** @typedef {import("./added.js").Addition} Addition */

/**
 * What the form begins with.
 *
 * @typedef {{first: TypedPurchase, receiptId: string, rejected?: import("../storage/sending.js").Stored}} Start `rejected` is an
 *   entry of the queue that is to be corrected.
 */

/**
 * An empty form, of a receipt that could not be read or of none, or a purchase that waits in the queue.
 *
 * @param {URLSearchParams} query
 * @returns {Promise<Start>}
 */
async function findStart(query) {
  const rejected = query.has("queued") ? await queued(query.get("queued") ?? "") : undefined;
  if (rejected?.kind === "purchase" && rejected.purchase) {
    return {
      rejected,
      first: typedPurchase(rejected.purchase, rejected.id),
      receiptId: rejected.purchase.receiptId ?? "",
    };
  }
  return { first: empty(await usualCurrency()), receiptId: query.get("receipt") ?? "" };
}

/** @param {string} currency */
function empty(currency) {
  return emptyPurchase({ date: today(), currency: currency === "XXX" ? "" : currency, key: newKey() });
}

/** A purchase that is typed in, and then what became of it. */
export function ByHand() {
  const start = useLoaded(() => findStart(place.value.query), []).value;
  return start ? html`<${Entry} ...${start} />` : html`<${Waiting} />`;
}

function Waiting() {
  return html`<${PageHead} title=${text("byHand.title")} /><${Skeleton} />`;
}

/** @param {Start} properties */
function Entry({ first, receiptId, rejected }) {
  const draft = useDraft(`purchase ${rejected?.id ?? receiptId}`, first, "");
  const [added, setAdded] = useState(/** @type {(Addition & {entered: TypedPurchase}) | null} */ (null));
  const begin = (/** @type {TypedPurchase} */ next) => {
    draft.change(next);
    void draft.forget();
  };
  const clear = () => {
    const former = draft.value;
    begin(empty(currencyOf(former)));
    say(text("byHand.cleared"), { undo: () => draft.change(former) });
  };
  const finish = async (/** @type {Addition} */ addition) => {
    const isReplaced = addition.purchase || addition.key !== rejected?.id;
    if (rejected && isReplaced) await removeQueued(rejected.id);
    await draft.forget();
    setAdded({ ...addition, entered: draft.value });
  };
  const another = () => {
    begin(empty(currencyOf(draft.value)));
    setAdded(null);
  };
  const restore = () => {
    // The former request has done its work: what is typed is a purchase of its own from now on.
    draft.change({ ...(added?.entered ?? draft.value), key: newKey() });
    setAdded(null);
    say(text("byHand.takenBack"));
  };
  if (!draft.isReady) return html`<${Waiting} />`;
  return added
    ? html`<${Added} key="added" addition=${added} onAnother=${another} onTakenBack=${restore} />`
    : html`<${PurchaseForm} key="form" receiptId=${receiptId} draft=${draft} rejected=${rejected} onClear=${clear} onAdded=${finish} />`;
}

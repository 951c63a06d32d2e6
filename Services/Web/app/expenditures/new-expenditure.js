import { newKey } from "../api/client.js";
import { useDraft } from "../frame/draft.js";
import { useLoaded } from "../frame/hooks.js";
import { Icon } from "../frame/icons.js";
import { say } from "../frame/messages.js";
import { PageHead, Skeleton } from "../frame/page.js";
import { place } from "../frame/router.js";
import { html, useState } from "../libraries.js";
import { Added } from "../purchases/added.js";
import { addTyped } from "../purchases/adding.js";
import { usualCurrency } from "../purchases/likely-currency.js";
import { currencyOf } from "../purchases/typed-purchase.js";
import { settings } from "../storage/database.js";
import { queued, rejectionOf, removeQueued, timeZone } from "../storage/sending.js";
import { today } from "../texts/formats.js";
import { text } from "../texts/texts.js";
import { ExpenditureForm } from "./expenditure-form.js";
import { emptyExpenditure, requestOf, typedExpenditure } from "./typed-expenditure.js";

/** @typedef {import("./typed-expenditure.js").TypedExpenditure} TypedExpenditure */
/** @typedef {import("../purchases/added.js").Addition} Addition */
/** @typedef {import("../storage/queue-entry.js").Stored} Stored */

/**
 * What the form begins with: nothing, or an expenditure of the queue that was rejected.
 *
 * @param {URLSearchParams} query
 * @returns {Promise<{first: TypedExpenditure, rejected?: Stored}>}
 */
async function findStart(query) {
  const rejected = query.has("queued") ? await queued(query.get("queued") ?? "") : undefined;
  if (rejected?.expenditure) return { rejected, first: typedExpenditure(rejected.expenditure, rejected.id) };
  return { first: empty(await usualCurrency()) };
}

/** @param {string} currency */
function empty(currency) {
  return emptyExpenditure({ date: today(), currency, key: newKey() });
}

/** An expenditure that is typed in, and then what became of it. */
export function NewExpenditure() {
  const start = useLoaded(() => findStart(place.value.query), []).value;
  return start ? html`<${Entry} ...${start} />` : html`<${PageHead} title=${text("expenditure.new")} /><${Skeleton} />`;
}

/** @param {{first: TypedExpenditure, rejected?: Stored}} properties */
function Entry({ first, rejected: former }) {
  // One that was corrected is none any more.
  const [rejected, setRejected] = useState(former);
  const draft = useDraft(`expenditure ${former?.id ?? ""}`, first, "");
  const [added, setAdded] = useState(/** @type {(Addition & {entered: TypedExpenditure}) | null} */ (null));
  const save = async () => {
    await settings.set("currency", currencyOf(draft.value));
    const addition = await addTyped({ expenditure: requestOf(draft.value, timeZone()) }, draft.value.key);
    const isReplaced = addition.purchase || addition.key !== rejected?.id;
    if (rejected && isReplaced) {
      await removeQueued(rejected.id);
      setRejected(undefined);
    }
    await draft.forget();
    setAdded({ ...addition, entered: draft.value });
  };
  const another = () => {
    draft.change(empty(currencyOf(draft.value)));
    void draft.forget();
    setAdded(null);
  };
  const restore = () => {
    // The former request has done its work: what is typed is an expenditure of its own from now on.
    draft.change({ ...(added?.entered ?? draft.value), key: newKey() });
    setAdded(null);
    say(text("byHand.takenBack"));
  };
  if (!draft.isReady) return html`<${PageHead} title=${text("expenditure.new")} /><${Skeleton} />`;
  if (added) return html`<${Added} addition=${added} onAnother=${another} onTakenBack=${restore} />`;
  const rejection = rejected && rejectionOf(rejected);
  return html`<${PageHead} title=${text("expenditure.new")} />
    ${rejection && html`<p class="notice doubt"><${Icon} name="doubt" /> <span>${rejection}</span></p>`}
    <${ExpenditureForm}
      value=${draft.value}
      label=${text("expenditure.save")}
      rejected=${rejected?.rejection?.fields}
      hasFocus
      onChange=${(/** @type {Partial<TypedExpenditure>} */ part) => draft.change({ ...part, key: newKey() })}
      onSave=${save}
    >
      <a class="notice" href="/purchases/new"><${Icon} name="log" /> <span>${text("expenditure.toPurchase")}</span></a>
    <//>`;
}

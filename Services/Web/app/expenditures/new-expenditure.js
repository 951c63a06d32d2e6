import { call, newKey } from "../api/client.js";
import { useDraft } from "../frame/draft.js";
import { useLoaded } from "../frame/hooks.js";
import { Icon } from "../frame/icons.js";
import { say } from "../frame/messages.js";
import { PageHead, Skeleton } from "../frame/page.js";
import { go, place } from "../frame/router.js";
import { html, useState } from "../libraries.js";
import { Added } from "../purchases/added.js";
import { addTyped } from "../purchases/adding.js";
import { usualCurrency } from "../purchases/likely-currency.js";
import { currencyOf } from "../purchases/typed-purchase.js";
import { removeRecurring } from "../recurring/changing.js";
import { Repeats } from "../recurring/repeats.js";
import { termsOf } from "../recurring/typed-recurring.js";
import { settings } from "../storage/database.js";
import { queued, rejectionOf, removeQueued, timeZone } from "../storage/sending.js";
import { day, today } from "../texts/formats.js";
import { text } from "../texts/texts.js";
import { ExpenditureForm } from "./expenditure-form.js";
import { emptyExpenditure, requestOf, typedExpenditure } from "./typed-expenditure.js";

/** @typedef {import("../recurring/typed-recurring.js").TypedRecurring} TypedRecurring */
/** @typedef {import("../purchases/added.js").Addition} Addition */
/** @typedef {import("../storage/queue-entry.js").Stored} Stored */

/**
 * What the form begins with: nothing, or an expenditure of the queue that was rejected.
 *
 * @param {URLSearchParams} query
 * @returns {Promise<{first: TypedRecurring, rejected?: Stored}>}
 */
async function findStart(query) {
  const rejected = query.has("queued") ? await queued(query.get("queued") ?? "") : undefined;
  if (rejected?.expenditure) {
    return { rejected, first: { ...typedExpenditure(rejected.expenditure, rejected.id), ...once } };
  }
  const repeats = query.has("repeats") ? "1 month" : "";
  return { first: { ...empty(await usualCurrency()), repeats } };
}

/** What does not come again. */
const once = { repeats: "", lastDay: "" };

/** @param {string} currency */
function empty(currency) {
  return { ...emptyExpenditure({ date: today(), currency, key: newKey() }), ...once };
}

/** An expenditure that is typed in, and then what became of it. */
export function NewExpenditure() {
  const start = useLoaded(() => findStart(place.value.query), []).value;
  return start ? html`<${Entry} ...${start} />` : html`<${PageHead} title=${text("expenditure.new")} /><${Skeleton} />`;
}

/** @param {{first: TypedRecurring, rejected?: Stored}} properties */
function Entry({ first, rejected: former }) {
  // One that was corrected is none any more.
  const [rejected, setRejected] = useState(former);
  const draft = useDraft(`expenditure ${former?.id ?? ""}`, first, "");
  const [added, setAdded] = useState(/** @type {(Addition & {entered: TypedRecurring}) | null} */ (null));
  const save = async () => {
    await settings.set("currency", currencyOf(draft.value));
    if (draft.value.repeats) return saveRecurring();
    const addition = await addTyped({ expenditure: requestOf(draft.value, timeZone()) }, draft.value.key);
    const isReplaced = addition.purchase || addition.key !== rejected?.id;
    if (rejected && isReplaced) {
      await removeQueued(rejected.id);
      setRejected(undefined);
    }
    await draft.forget();
    setAdded({ ...addition, entered: draft.value });
  };
  const saveRecurring = async () => {
    const request = { terms: termsOf(draft.value, timeZone()) };
    const recurring = await call("larder.budget.v1.Recurring/CreateRecurring", request, { key: draft.value.key });
    await draft.forget();
    go("/recurring", { replace: true });
    const undo = () => removeRecurring(recurring, text("recurring.removed"));
    const { nextDay } = recurring;
    say(nextDay ? text("recurring.added", { day: day(nextDay) }) : text("recurring.recordedAll"), { undo });
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
  const change = (/** @type {Partial<TypedRecurring>} */ part) => draft.change({ ...part, key: newKey() });
  const { repeats, lastDay } = draft.value;
  const rejection = rejected && rejectionOf(rejected);
  return html`<${PageHead} title=${text("expenditure.new")} />
    ${rejection && html`<p class="notice doubt"><${Icon} name="doubt" /> <span>${rejection}</span></p>`}
    <${ExpenditureForm}
      value=${draft.value}
      label=${text("expenditure.save")}
      rejected=${rejected?.rejection?.fields}
      hasFocus
      onChange=${change}
      onSave=${save}
    >
      ${!rejected && html`<${Repeats} repeats=${repeats} lastDay=${lastDay} mayBeOnce onChange=${change} />`}
      <a class="notice" href="/purchases/new"><${Icon} name="log" /> <span>${text("expenditure.toPurchase")}</span></a>
    <//>`;
}

import { call, newKey } from "../api/client.js";
import { ExpenditureForm } from "../expenditures/expenditure-form.js";
import { Button } from "../frame/controls.js";
import { DraftNote, useDraft } from "../frame/draft.js";
import { Icon } from "../frame/icons.js";
import { say, sayFailure } from "../frame/messages.js";
import { Empty, PageHead, Problem, Skeleton } from "../frame/page.js";
import { go } from "../frame/router.js";
import { html } from "../libraries.js";
import { timeZone } from "../storage/sending.js";
import { day } from "../texts/formats.js";
import { text } from "../texts/texts.js";
import { removeRecurring, undoRecurring } from "./changing.js";
import { useRecurring } from "./recurring.js";
import { Repeats } from "./repeats.js";
import { termsOf, typedRecurring } from "./typed-recurring.js";

/** @typedef {import("./recurring.js").Recurring} Recurring */
/** @typedef {import("./typed-recurring.js").TypedRecurring} TypedRecurring */

/**
 * A recurring expenditure, to be changed or ended.
 *
 * @param {{id: string}} properties
 */
export function ChangeRecurring({ id }) {
  const loaded = useRecurring();
  const recurring = loaded.value?.find((each) => each.id === id);
  return html`<${PageHead} title=${recurring?.terms?.expenditure?.name || text("recurring.one")} fallback="/recurring" />
    ${loaded.failure && !loaded.value && html`<${Problem} failure=${loaded.failure} again=${loaded.again} />`}
    ${!loaded.value && !loaded.failure && html`<${Skeleton} />`}
    ${loaded.value && !recurring && html`<${Empty} icon="repeat" sentence=${text("recurring.gone")}><a class="button secondary" href="/recurring">${text("recurring.title")}</a><//>`}
    ${recurring && html`<${Changes} key=${recurring.version} recurring=${recurring} />`}`;
}

/** @param {{recurring: Recurring}} properties */
function Changes({ recurring }) {
  const { id, version, terms = {}, nextDay, recordedDay } = recurring;
  const draft = useDraft(`recurring ${id}`, { typed: /** @type {Partial<TypedRecurring>} */ ({}) });
  const value = { ...typedRecurring(terms, ""), ...draft.value.typed };
  const change = (/** @type {Partial<TypedRecurring>} */ part) =>
    draft.change({ typed: { ...draft.value.typed, ...part } });
  const save = async () => {
    const request = { recurringId: id, expectedVersion: version, terms: termsOf(value, timeZone()) };
    const changed = await call("larder.budget.v1.Recurring/ChangeRecurring", request, { key: newKey() });
    await draft.forget();
    go("/recurring", { replace: true });
    const isChanged = changed.version !== version;
    say(text("recurring.changed"), { undo: isChanged ? () => undoRecurring(changed) : undefined });
  };
  const remove = async () => {
    try {
      await removeRecurring(recurring, text("recurring.removed"));
      await draft.forget();
      go("/recurring", { replace: true });
    } catch (error) {
      sayFailure(error);
    }
  };
  const state = [
    nextDay ? text("recurring.next", { day: day(nextDay) }) : text("recurring.ended"),
    recordedDay && text("recurring.recorded", { day: day(recordedDay) }),
  ];
  return html`<p class="lead">${state.filter(Boolean).join(" · ")}</p>
    <${DraftNote} draft=${draft} />
    <${ExpenditureForm} value=${value} label=${text("expenditure.saveChanges")} onChange=${change} onSave=${save}>
      <${Repeats} repeats=${value.repeats} lastDay=${value.lastDay} onChange=${change} />
      <p class="hint">${text("recurring.changeHint")}</p>
    <//>
    <div class="actions">
      <${Button} kind="secondary danger" onClick=${remove}><${Icon} name="remove" size=${20} /> ${text("recurring.remove")}<//>
    </div>`;
}

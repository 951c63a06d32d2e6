import { call } from "../api/client.js";
import { useChecking } from "../frame/checking.js";
import { Button, Field } from "../frame/controls.js";
import { DraftNote, useDraft } from "../frame/draft.js";
import { useSaving } from "../frame/saving.js";
import { Sheet, SheetFoot } from "../frame/sheet.js";
import { html } from "../libraries.js";
import { TargetChoice } from "../products/target-choice.js";
import { offeredCurrencies } from "../purchases/likely-currency.js";
import { text } from "../texts/texts.js";
import {
  fieldAt,
  isSameSubject,
  preferenceOf,
  subjectOf,
  typedPreference,
  wrongPreference,
} from "./typed-preference.js";

/** @typedef {import("./typed-preference.js").Preference} Preference */
/** @typedef {import("./typed-preference.js").TypedPreference} TypedPreference */
/** @typedef {import("../products/categories.js").Target} Target */

/**
 * The form of what something may cost, which is added or changed.
 *
 * @param {{first: Preference, isNew: boolean, categories: import("../products/categories.js").Category[], onClose: () => void,
 *   onSaved: (saved: Preference) => void, onRemove?: () => Promise<void>}} properties `first` is the one that is changed, or what
 *   a new one begins with.
 */
export function PreferenceSheet({ first, isNew, categories, onClose, onSaved, onRemove }) {
  const subject = subjectOf(first);
  const name = isNew ? `new ${subject.productId}` : Object.values(subject).join(" ");
  const draft = useDraft(`preference ${name}`, typedPreference(first));
  const { value } = draft;
  const { shown, leave, check, changed, reject } = useChecking(wrongPreference(value));
  const { failure, isBusy, attempt, submitting } = useSaving({ reject, fieldAt });
  const change = (/** @type {Partial<TypedPreference>} */ part) => {
    changed();
    draft.change(part);
  };
  const save = async () => {
    if (!check()) return;
    const preference = preferenceOf(value);
    const saved = await call("larder.budget.v1.Preferences/SetPreference", { preference });
    // What was said of another thing, or in another currency, is still there. It goes last, so that nothing is lost on the way.
    if (!isNew && !isSameSubject(first, saved)) await call("larder.budget.v1.Preferences/RemovePreference", subject);
    await draft.forget();
    onSaved(saved);
  };
  const remove = async () => {
    await onRemove?.();
    await draft.forget();
  };
  const cancel = () => {
    void draft.forget();
    onClose();
  };
  const field = (/** @type {"lowest" | "highest" | "currency"} */ name, /** @type {string} */ title, more = {}) =>
    html`<${Field} label=${text(title)} value=${value[name]} error=${shown[name]} ...${more}
      onInput=${(/** @type {string} */ typed) => change({ [name]: typed })} onBlur=${() => value[name] && leave(name)} />`;
  const product = first.productId ? { id: first.productId, name: first.productName } : undefined;
  return html`<${Sheet} title=${text(isNew ? "preferences.add" : "preferences.change")} onClose=${onClose}>
    <form onSubmit=${submitting(save)} novalidate>
      <${DraftNote} draft=${draft} />
      <div class="columns">
        ${field("lowest", "preferences.lowest", { mode: "decimal", hasFocus: true })}
        ${field("highest", "preferences.highest", { mode: "decimal" })}
      </div>
      ${field("currency", "purchase.currency", { list: offeredCurrencies })}
      <${TargetChoice} target=${value} product=${product} categories=${categories} everything=${text("preferences.everything")}
        onChoose=${(/** @type {Target} */ target) => change(target)} />
      ${failure && html`<p class="error" role="alert">${failure}</p>`}
      <${SheetFoot} onCancel=${onRemove ? undefined : cancel} isBusy=${isBusy}>
        ${onRemove && html`<${Button} kind="secondary danger" onClick=${() => attempt(remove)}>${text("remove")}<//>`}
      <//>
    </form>
  <//>`;
}

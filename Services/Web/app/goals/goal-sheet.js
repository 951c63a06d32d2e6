import { call, newKey } from "../api/client.js";
import { useChecking } from "../frame/checking.js";
import { Button, Field, Pills, Select } from "../frame/controls.js";
import { DraftNote, useDraft } from "../frame/draft.js";
import { useSaving } from "../frame/saving.js";
import { Sheet, SheetFoot } from "../frame/sheet.js";
import { html, useRef } from "../libraries.js";
import { TargetChoice } from "../products/target-choice.js";
import { offeredCurrencies } from "../purchases/likely-currency.js";
import { weekday } from "../texts/formats.js";
import { text } from "../texts/texts.js";
import { periods, termsOf, typedGoal, wrongGoal } from "./typed-goal.js";

/** @typedef {import("../api/types.js").Budget.Goal} Goal */
/** @typedef {import("./typed-goal.js").TypedGoal} TypedGoal */
/** @typedef {import("../products/categories.js").Target} Target */

/**
 * The form of a goal, which is added or changed.
 *
 * @param {{goal?: Goal, currency: string, categories: import("../products/categories.js").Category[], onClose: () => void,
 *   onSaved: (goal: Goal, isNew: boolean) => void, onRemove?: () => Promise<void>}} properties `currency` is that of a new one.
 */
export function GoalSheet({ goal, currency, categories, onClose, onSaved, onRemove }) {
  const draft = useDraft(`goal ${goal?.id ?? ""}`, typedGoal(currency, goal?.terms));
  const { value } = draft;
  const { shown, leave, check, changed, reject } = useChecking(wrongGoal(value));
  const { failure, isBusy, attempt, submitting } = useSaving({ reject, fieldAt });
  const key = useRef(newKey());
  const change = (/** @type {Partial<TypedGoal>} */ part) => {
    changed();
    key.current = newKey();
    draft.change(part);
  };
  const save = async () => {
    if (!check()) return;
    const terms = termsOf(value);
    const options = { key: key.current };
    const saved = goal
      ? await call(
          "larder.budget.v1.Goals/ChangeGoal",
          { goalId: goal.id, expectedVersion: goal.version, terms },
          options,
        )
      : await call("larder.budget.v1.Goals/CreateGoal", { terms }, options);
    await draft.forget();
    onSaved(saved, !goal);
  };
  const remove = async () => {
    await onRemove?.();
    await draft.forget();
  };
  const cancel = () => {
    void draft.forget();
    onClose();
  };
  const field = (/** @type {"limit" | "currency"} */ name, /** @type {string} */ title, more = {}) =>
    html`<${Field} label=${text(title)} value=${value[name]} error=${shown[name]} ...${more}
      onInput=${(/** @type {string} */ typed) => change({ [name]: typed })} onBlur=${() => value[name] && leave(name)} />`;
  const productId = goal?.terms?.productId;
  const product = productId ? { id: productId, name: goal?.productName } : undefined;
  return html`<${Sheet} title=${text(goal ? "goals.change" : "goals.add")} onClose=${onClose}>
    <form onSubmit=${submitting(save)} novalidate>
      <${DraftNote} draft=${draft} />
      <div class="columns">
        ${field("limit", "goals.limit", { mode: "decimal", hasFocus: true })}
        ${field("currency", "purchase.currency", { list: offeredCurrencies })}
      </div>
      <${Pills} label=${text("log.period")} chosen=${value.period}
        choices=${Object.keys(periods).map((name) => [name, text(`goals.period.${name}`)])}
        onChoose=${(/** @type {TypedGoal["period"]} */ period) => change({ period, beginsOn: "1" })} />
      ${value.period === "week" && html`<${Select} label=${text("goals.beginsOn")} chosen=${value.beginsOn} choices=${days(7, weekday)} onChoose=${(/** @type {string} */ beginsOn) => change({ beginsOn })} />`}
      ${value.period === "month" && html`<${Select} label=${text("goals.beginsOnDay")} chosen=${value.beginsOn} choices=${days(31, String)} onChoose=${(/** @type {string} */ beginsOn) => change({ beginsOn })} />`}
      <${TargetChoice} target=${value} product=${product} categories=${categories} everything=${text("goals.everything")}
        onChoose=${(/** @type {Target} */ target) => change(target)} />
      ${failure && html`<p class="error" role="alert">${failure}</p>`}
      <${SheetFoot} onCancel=${onRemove ? undefined : cancel} isBusy=${isBusy}>
        ${onRemove && html`<${Button} kind="secondary danger" onClick=${() => attempt(remove)}>${text("remove")}<//>`}
      <//>
    </form>
  <//>`;
}

/**
 * The field of the form that the service means.
 *
 * @param {string} path Such as `terms.limit`.
 */
function fieldAt(path) {
  return path.endsWith(".limit") ? "limit" : undefined;
}

/**
 * Days by their numbers from 1.
 *
 * @param {number} count
 * @param {(number: number) => string} name
 */
function days(count, name) {
  return Array.from({ length: count }, (_, index) => [String(index + 1), name(index + 1)]);
}

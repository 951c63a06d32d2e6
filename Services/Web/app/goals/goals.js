import { call, newKey } from "../api/client.js";
import { Badge } from "../frame/badge.js";
import { Button } from "../frame/controls.js";
import { useLoaded } from "../frame/hooks.js";
import { Icon } from "../frame/icons.js";
import { say } from "../frame/messages.js";
import { Empty, PageHead, Problem, Skeleton } from "../frame/page.js";
import { html, useState } from "../libraries.js";
import { useList } from "../live/lists.js";
import { useWatched } from "../live/watched.js";
import { readCategories } from "../products/categories.js";
import { usualCurrency } from "../purchases/likely-currency.js";
import { purchases } from "../purchases/live-purchases.js";
import { ownZone } from "../storage/sending.js";
import { day, money, percent } from "../texts/formats.js";
import { text } from "../texts/texts.js";
import { GoalSheet } from "./goal-sheet.js";
import { standing } from "./typed-goal.js";
import { convertedOf, rhythmOf, titleOf } from "./words.js";

/** @typedef {import("../api/types.js").Budget.Goal} Goal */
/** @typedef {import("../products/categories.js").Category} Category */

/** @param {AbortSignal} signal */
async function load(signal) {
  const [answer, categories, currency] = await Promise.all([
    call("larder.budget.v1.Goals/ListGoals", { timeZone: ownZone() }, { signal }),
    readCategories(signal).catch(() => []),
    usualCurrency(),
  ]);
  return { goals: answer.goals ?? [], categories, currency };
}

/** What the person wants to spend at most, and how far that is. */
export function Goals() {
  const loaded = useLoaded(load, []);
  const [open, setOpen] = useState(/** @type {{goal?: Goal} | null} */ (null));
  // How far goals are changes with what is spent.
  useList(purchases, loaded);
  useWatched("goals", "larder.budget.v1.Goals/WatchGoals", loaded);
  const undo = (/** @type {Goal} */ goal) => async () => {
    const request = { goalId: goal.id, expectedVersion: goal.version };
    await call("larder.budget.v1.Goals/UndoGoal", request, { key: newKey() });
    loaded.again();
  };
  const saved = (/** @type {Goal} */ goal, /** @type {boolean} */ isNew) => {
    setOpen(null);
    loaded.again();
    // A new one has nothing to be taken back to.
    say(text(isNew ? "goals.added" : "goals.changed"), { undo: isNew ? undefined : undo(goal) });
  };
  const remove = async (/** @type {Goal} */ goal) => {
    const removed = await call("larder.budget.v1.Goals/RemoveGoal", { goalId: goal.id }, { key: newKey() });
    setOpen(null);
    loaded.again();
    say(text("goals.removed"), { undo: undo(removed) });
  };
  const { goals, categories, currency } = loaded.value ?? { goals: [], categories: [], currency: "" };
  const add = html`<${Button} kind="primary" onClick=${() => setOpen({})}><${Icon} name="add" size=${20} /> ${text("goals.add")}<//>`;
  return html`<${PageHead} title=${text("goals.title")} />
    ${loaded.failure && !loaded.value && html`<${Problem} failure=${loaded.failure} again=${loaded.again} />`}
    ${!loaded.value && !loaded.failure && html`<${Skeleton} />`}
    ${loaded.value && !goals.length && html`<${Empty} icon="target" sentence=${text("goals.empty")}>${add}<//>`}
    ${
      goals.length > 0 &&
      html`<ul class="list goals" data-tour="goals">
        ${goals.map((goal) => html`<${GoalRow} key=${goal.id} goal=${goal} categories=${categories} onOpen=${() => setOpen({ goal })} />`)}
      </ul>
      <p class="hint">${text("goals.method")}</p>
      <div class="actions" data-tour="add">${add}</div>`
    }
    ${
      open &&
      html`<${GoalSheet}
        goal=${open.goal}
        currency=${currency}
        categories=${categories}
        onClose=${() => setOpen(null)}
        onSaved=${saved}
        onRemove=${open.goal && (() => remove(/** @type {Goal} */ (open.goal)))}
      />`
    }`;
}

/** @param {{goal: Goal, categories: Category[], onOpen: () => void}} properties */
function GoalRow({ goal, categories, onOpen }) {
  const { terms, progress } = goal;
  const category = categories.find(({ slug }) => slug === terms?.category);
  const title = titleOf(goal, category);
  const { share, isPassed, isAtRisk, rest } = standing(goal);
  const state = text(isPassed ? "goals.passed" : "goals.left", { amount: money(rest) });
  const forecast = progress?.forecast && text("goals.forecast", { amount: money(progress.forecast) });
  const converted = convertedOf(goal);
  const apart = (progress?.apart ?? []).map((amount) => money(amount)).join(", ");
  return html`<li class=${`with-symbol goal ${isPassed ? "passed" : isAtRisk ? "at-risk" : ""}`}>
    <button type="button" class="row" onClick=${onOpen}>
      <${Badge} name=${title} symbol=${category?.symbol} kind=${isPassed ? "problem" : isAtRisk ? "doubt" : ""} />
      <span class="main">${title}</span>
      <span class="side amount">${money(progress?.spent)}</span>
      <span class="sub">
        ${text("goals.of", { limit: money(terms?.limit), period: rhythmOf(goal), end: day(progress?.lastDay) })}
      </span>
      <progress max="1" value=${Math.min(1, share)} aria-label=${percent(share)}></progress>
      <span class="sub">${[`${percent(share)} · ${state}`, !isPassed && forecast, apart && text("goals.apart", { amounts: apart })].filter(Boolean).join(" · ")}</span>
      ${converted && html`<span class="sub">${converted}</span>`}
      ${progress?.ratesUnavailable && html`<span class="sub">${text("spending.converted.unavailable")}</span>`}
    </button>
    ${isPassed && html`<a class="advice" href="/suggestions">${text("goals.advice")}</a>`}
  </li>`;
}

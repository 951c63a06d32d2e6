import { call } from "../api/client.js";
import { Badge } from "../frame/badge.js";
import { useLoaded } from "../frame/hooks.js";
import { Icon } from "../frame/icons.js";
import { Empty, PageHead, Problem, Skeleton } from "../frame/page.js";
import { html } from "../libraries.js";
import { useWatched } from "../live/watched.js";
import { day, money } from "../texts/formats.js";
import { text } from "../texts/texts.js";
import { intervalOf } from "./typed-recurring.js";

/** @typedef {import("../api/types.js").Budget.RecurringExpenditure} Recurring */

/** @param {AbortSignal} signal */
async function load(signal) {
  const answer = await call("larder.budget.v1.Recurring/ListRecurring", {}, { signal });
  return answer.recurring ?? [];
}

/** What the person has of recurring expenditures, and reads it anew when some are changed or recorded. */
export function useRecurring() {
  const loaded = useLoaded(load, []);
  useWatched("recurring", "larder.budget.v1.Recurring/WatchRecurring", loaded);
  return loaded;
}

/** What comes again, such as rent, and is recorded by itself. */
export function RecurringList() {
  const loaded = useRecurring();
  const all = loaded.value ?? [];
  const add = html`<a class="button primary" href="/expenditures/new?repeats"><${Icon} name="add" size=${20} /> ${text("recurring.add")}</a>`;
  return html`<${PageHead} title=${text("recurring.title")} />
    ${loaded.failure && !loaded.value && html`<${Problem} failure=${loaded.failure} again=${loaded.again} />`}
    ${!loaded.value && !loaded.failure && html`<${Skeleton} />`}
    ${loaded.value && !all.length && html`<${Empty} icon="repeat" sentence=${text("recurring.empty")}>${add}<//>`}
    ${
      all.length > 0 &&
      html`<ul class="list recurring">${all.map((each) => html`<${Row} key=${each.id} recurring=${each} />`)}</ul>
      <div class="actions">${add}</div>`
    }`;
}

/** @param {{recurring: Recurring}} properties */
function Row({ recurring: { id, terms = {}, nextDay } }) {
  const { name, categorySymbol, amount, refund, place } = terms.expenditure ?? {};
  const next = nextDay ? text("recurring.next", { day: day(nextDay) }) : text("recurring.ended");
  return html`<li class="with-symbol" id=${`recurring-${id}`}>
    <a class="row" href=${`/recurring/${id}`}>
      <${Badge} name=${name} symbol=${categorySymbol} />
      <span class="main">${name}</span>
      <span class="side amount">${refund ? "−" : ""}${money(amount)}</span>
      <span class="sub">${[intervalOf(terms), next, place].filter(Boolean).join(" · ")}</span>
    </a>
  </li>`;
}

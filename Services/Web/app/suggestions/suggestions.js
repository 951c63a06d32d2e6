import { call } from "../api/client.js";
import { asFailure } from "../api/failure.js";
import { Badge } from "../frame/badge.js";
import { Button, Pills } from "../frame/controls.js";
import { useLoaded } from "../frame/hooks.js";
import { say, sayFailure } from "../frame/messages.js";
import { Empty, PageHead, Problem, Skeleton } from "../frame/page.js";
import { convertedOf, titleOf } from "../goals/words.js";
import { html, useRef } from "../libraries.js";
import { useList } from "../live/lists.js";
import { useWatched } from "../live/watched.js";
import { readCategories } from "../products/categories.js";
import { purchases } from "../purchases/live-purchases.js";
import { ownZone } from "../storage/sending.js";
import { money } from "../texts/formats.js";
import { text } from "../texts/texts.js";
import { boughtOn, goalPeriod, itemAddress, itemName, nextVote, passedBy, savedBy, withAnswer } from "./advice.js";

/** @typedef {import("../api/types.js").Budget.Suggestion} Suggestion */
/** @typedef {import("../api/types.js").Budget.SuggestedItem} Item */
/** @typedef {import("../api/types.js").Budget.SuggestionVote} Vote */
/** @typedef {import("../products/categories.js").Category} Category */
/** @typedef {import("../spending/periods.js").Period} Period */

/** The consent without which purchases are not looked through. */
const consent = "CONSENT_KIND_PERSONAL_SUGGESTIONS";

/** @typedef {{isAllowed: boolean, suggestions: Suggestion[], period: Period, categories: Category[]}} Loaded */

/**
 * @param {AbortSignal} signal
 * @returns {Promise<Loaded>}
 */
async function load(signal) {
  const given = await call("larder.auth.v1.Consents/ListConsents", {}, { signal });
  const isAllowed = (given.consents ?? []).some(({ kind, given }) => kind === consent && given);
  if (!isAllowed) return { isAllowed, suggestions: [], period: { from: "", to: "" }, categories: [] };
  const [answer, categories] = await Promise.all([
    call("larder.budget.v1.Suggestions/ListSuggestions", { timeZone: ownZone() }, { signal }),
    readCategories(signal).catch(() => []),
  ]);
  const { suggestions = [], habitsFrom: from = "", habitsTo: to = "" } = answer;
  return { isAllowed, suggestions, period: { from, to }, categories };
}

/** What the person could spend less on: for goals that are passed, and of what is bought again and again. */
export function Suggestions() {
  const loaded = useLoaded(load, []);
  // They change with what is spent and with the goals.
  useList(purchases, loaded);
  useWatched("goals", "larder.budget.v1.Goals/WatchGoals", loaded);
  const vote = async (/** @type {string} */ suggestionId, /** @type {Vote} */ next) => {
    try {
      const request = { suggestionId, vote: next, timeZone: ownZone() };
      const answer = await call("larder.budget.v1.Suggestions/VoteOnSuggestion", request);
      loaded.change((value) => ({ ...value, suggestions: withAnswer(value.suggestions, answer) }));
    } catch (error) {
      sayFailure(error);
      // It is not made any more.
      if (asFailure(error).code === "not_found") loaded.again();
    }
  };
  const allow = async (given = true) => {
    try {
      await call("larder.auth.v1.Consents/SetConsent", { kind: consent, given });
      say(text(given ? "consents.given" : "consents.withdrawn"), given ? { undo: () => allow(false) } : {});
    } catch (error) {
      sayFailure(error);
    }
    loaded.again();
  };
  const { isAllowed, suggestions, period, categories } = loaded.value ?? { suggestions: [], categories: [] };
  return html`<${PageHead} title=${text("suggestions.title")} />
    ${loaded.failure && !loaded.value && html`<${Problem} failure=${loaded.failure} again=${loaded.again} />`}
    ${!loaded.value && !loaded.failure && html`<${Skeleton} />`}
    ${loaded.value && !isAllowed && html`<${NotAllowed} onAllow=${allow} />`}
    ${loaded.value && isAllowed && !suggestions.length && html`<${Nothing} />`}
    ${
      suggestions.length > 0 &&
      html`<p class="lead">${text("suggestions.lead")}</p>
      ${suggestions.map((each) => html`<${Card} key=${each.id} suggestion=${each} period=${period} categories=${categories} onVote=${vote} />`)}
      <p class="hint after-suggestions">${text("suggestions.votes")}</p>`
    }`;
}

/**
 * Asks for the consent to look for suggestions.
 *
 * @param {{onAllow: () => Promise<void>}} properties
 */
function NotAllowed({ onAllow }) {
  return html`<${Empty} icon="idea" sentence=${text("suggestions.consent")}>
    <${Button} kind="primary" onClick=${() => onAllow()}>${text("suggestions.allow")}<//>
  <//>`;
}

/** Where there are no suggestions: what brings them. */
function Nothing() {
  return html`<${Empty} icon="idea" sentence=${text("suggestions.empty")}>
    <a class="button primary" href="/goals">${text("suggestions.setGoal")}</a>
  <//>`;
}

/**
 * A suggestion, and whether it is useful.
 *
 * @param {{suggestion: Suggestion, period: Period, categories: Category[],
 *   onVote: (id: string, vote: Vote) => Promise<void>}} properties `period` is that of habits.
 */
function Card({ suggestion, period, categories, onVote }) {
  const { id = "", kind, vote } = suggestion;
  const isVoting = useRef(false);
  const press = async (/** @type {Vote} */ pressed) => {
    if (isVoting.current) return;
    isVoting.current = true;
    await onVote(id, nextVote(vote, pressed));
    isVoting.current = false;
  };
  return html`<article class="card padded suggestion" data-tour="ideas">
    ${
      kind === "SUGGESTION_KIND_HABIT"
        ? html`<${Habit} suggestion=${suggestion} period=${period} />`
        : html`<${PassedGoal} suggestion=${suggestion} categories=${categories} />`
    }
    <${Pills} tour="vote" label=${text("suggestions.vote")} chosen=${vote ?? ""} onChoose=${press}
      choices=${[
        ["SUGGESTION_VOTE_USEFUL", text("suggestions.useful")],
        ["SUGGESTION_VOTE_NOT_USEFUL", text("suggestions.notUseful")],
      ]} />
  </article>`;
}

/**
 * A goal that is passed, and what would have kept within it.
 *
 * @param {{suggestion: Suggestion, categories: Category[]}} properties
 */
function PassedGoal({ suggestion, categories }) {
  const { goal = {}, items = [] } = suggestion;
  const category = categories.find(({ slug }) => slug === goal.terms?.category);
  const title = titleOf(goal, category);
  const converted = convertedOf(goal);
  return html`<h2><${Badge} name=${title} symbol=${category?.symbol} /> <span>${title}</span></h2>
    <p>${passedBy(suggestion)}</p>
    ${converted && html`<p class="hint">${converted}</p>`}
    ${items.length ? html`<${LeftOut} suggestion=${suggestion} />` : html`<${NothingLeftOut} suggestion=${suggestion} />`}`;
}

/**
 * What could be left out, and what that would have saved.
 *
 * @param {{suggestion: Suggestion}} properties
 */
function LeftOut({ suggestion }) {
  const { items = [] } = suggestion;
  return html`<p>${text("suggestions.leftOut")}</p>
    <ul class="list">
      ${items.map((item, index) => html`<${ItemRow} key=${index} item=${item} period=${goalPeriod(suggestion)} />`)}
    </ul>
    <p class="saving" data-tour="saving">${savedBy(suggestion)}</p>`;
}

/**
 * Why nothing can be left out, and where to look.
 *
 * @param {{suggestion: Suggestion}} properties
 */
function NothingLeftOut({ suggestion }) {
  const address = `/spending?${new URLSearchParams({ ...goalPeriod(suggestion), by: "product" })}`;
  return html`<p>${text(suggestion.hasLittleHistory ? "suggestions.few" : "suggestions.none")}</p>
    <a class="button plain" href=${address}>${text("suggestions.spending")}</a>`;
}

/** @param {{item: Item, period: Period}} properties */
function ItemRow({ item, period }) {
  const title = itemName(item);
  const address = itemAddress(item, period);
  const row = html`<${Badge} name=${title} symbol=${item.symbol} />
    <span class="main">${title}</span>
    <span class="side amount">${money(item.amount)}</span>
    <span class="sub">${text("suggestions.days", { count: item.days ?? 0 })}</span>`;
  return html`<li class=${`with-symbol ${address ? "" : "still"}`}>${address ? html`<a href=${address}>${row}</a>` : row}</li>`;
}

/**
 * Something that is bought again and again, and what leaving it out brings.
 *
 * @param {{suggestion: Suggestion, period: Period}} properties
 */
function Habit({ suggestion: { items: [item = {}] = [], saving }, period }) {
  const title = itemName(item);
  const address = itemAddress(item, period);
  return html`<h2><${Badge} name=${title} symbol=${item.symbol} /> <span>${title}</span></h2>
    <p>${boughtOn(item, period)}</p>
    <p class="saving" data-tour="saving">${text("suggestions.year", { amount: money(saving) })}</p>
    ${address && html`<a class="button plain" href=${address}>${text("suggestions.purchases")}</a>`}`;
}

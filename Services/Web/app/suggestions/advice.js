import { rhythmOf } from "../goals/words.js";
import { categoryName } from "../products/categories.js";
import { logAddress } from "../purchases/filters.js";
import { units } from "../spending/groups.js";
import { day, money } from "../texts/formats.js";
import { text } from "../texts/texts.js";

/** @typedef {import("../api/types.js").Budget.Suggestion} Suggestion */
/** @typedef {import("../api/types.js").Budget.SuggestedItem} Item */
/** @typedef {import("../api/types.js").Budget.SuggestionVote} Vote */
/** @typedef {import("../spending/periods.js").Period} Period */

/**
 * The vote after a button was pressed: pressing the pressed one takes the vote back.
 *
 * @param {Vote | undefined} present
 * @param {Vote} pressed
 * @returns {Vote}
 */
export function nextVote(present, pressed) {
  return present === pressed ? "SUGGESTION_VOTE_UNSPECIFIED" : pressed;
}

/**
 * Suggestions with one of them as the service has answered it.
 *
 * @param {Suggestion[]} suggestions
 * @param {Suggestion} answer
 */
export function withAnswer(suggestions, answer) {
  return suggestions.map((each) => (each.id === answer.id ? answer : each));
}

/**
 * What an item is called: by its category where it has no name.
 *
 * @param {Item} item
 */
export function itemName({ name, category }) {
  if (name) return name;
  return category ? categoryName({ slug: category, name: category }) : text("spending.unnamed");
}

/**
 * Where an item leads: the purchases with it. Null where its product is unknown.
 *
 * @param {Item} item
 * @param {Period} period
 */
export function itemAddress(item, { from, to }) {
  return item.productId ? logAddress({ from, to, product: item.productId, title: itemName(item) }) : null;
}

/**
 * The period of a goal.
 *
 * @param {Suggestion} suggestion
 * @returns {Period}
 */
export function goalPeriod({ goal }) {
  return { from: goal?.progress?.firstDay ?? "", to: goal?.progress?.lastDay ?? "" };
}

/**
 * How far a goal is passed, in words.
 *
 * @param {Suggestion} suggestion
 */
export function passedBy({ goal = {}, over }) {
  return text("suggestions.goal", {
    end: day(goal.progress?.lastDay),
    limit: money(goal.terms?.limit),
    period: rhythmOf(goal),
    spent: money(goal.progress?.spent),
    over: money(over),
  });
}

/**
 * What leaving the items out would have saved, in words, and whether that would have kept within the goal.
 *
 * @param {Suggestion} suggestion
 */
export function savedBy({ over, saving }) {
  const isEnough = units(saving) >= units(over);
  return text(isEnough ? "suggestions.kept" : "suggestions.saved", { amount: money(saving) });
}

/**
 * How often a habit's item was bought, in words.
 *
 * @param {Item} item
 * @param {Period} period In which habits were looked for.
 */
export function boughtOn({ days = 0, amount }, { from, to }) {
  return text("suggestions.bought", { count: days, from: day(from), to: day(to), amount: money(amount) });
}

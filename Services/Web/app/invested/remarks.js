import { html } from "../libraries.js";
import { ago, day, instant, money } from "../texts/formats.js";
import { text } from "../texts/texts.js";
import { sentenceOf } from "./words.js";

/** @typedef {import("../api/types.js").Budget.InvestmentOutcome} Outcome */
/** @typedef {import("../texts/formats.js").Money} Money */

/**
 * Where the figures come from, and what they leave out.
 *
 * @param {{security?: import("../api/types.js").Budget.ComparedSecurity, apart?: Money[], withoutPrices?: Money}} properties
 */
export function Remarks({ security, apart = [], withoutPrices }) {
  const amounts = apart.map((amount) => money(amount)).join(", ");
  const source = {
    name: security?.name ?? "",
    source: security?.source ?? "",
    day: day(security?.lastDay),
    ago: ago(instant(security?.fetchedAt)),
  };
  return html`${amounts && html`<p class="hint">${text("invested.apart", { amounts })}</p>`}
    ${withoutPrices && html`<p class="hint">${text("invested.withoutPrices", { amount: money(withoutPrices) })}</p>`}
    ${security?.withoutDividends && html`<p class="hint">${text("securities.priceOnly")}</p>`}
    <p class="hint">${text("invested.source", source)}</p>`;
}

/**
 * The worst and the best time to begin, side by side.
 *
 * @param {{worst?: Outcome, best?: Outcome, starts?: number, losses?: number}} properties
 */
export function Starts({ worst, best, starts = 0, losses = 0 }) {
  if (!worst || !best) return null;
  return html`<section class="card invested-result outlook">
    <p class="hint">${text("invested.starts", { count: starts })}</p>
    <div><h3>${text("invested.worst")}</h3><p>${sentenceOf(worst)}</p></div>
    <div><h3>${text("invested.best")}</h3><p>${sentenceOf(best)}</p></div>
    <p class="hint">${text("invested.losses", { count: losses })}</p>
  </section>`;
}

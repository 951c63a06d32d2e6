import { Select } from "../frame/controls.js";
import { html } from "../libraries.js";
import { offeredCurrencies } from "../purchases/likely-currency.js";
import { money } from "../texts/formats.js";
import { text } from "../texts/texts.js";
import { changeOf } from "./groups.js";
import { ratesInWords } from "./rate-words.js";

/** @typedef {import("../api/types.js").Budget.ConvertedSpending} ConvertedSpending */
/** @typedef {import("../api/types.js").Catalog.ExchangeRate} Rate */

/** What the choice is remembered by. */
export const conversionChoice = "spending.convert";

/** The choice that every currency stays by itself. */
export const apart = "apart";

/**
 * The currency that totals are converted to: the one chosen last, or else the person's own; empty for none.
 *
 * @param {import("../settings/preferences.js").Preferences} preferences
 */
export function chosenConversion({ choices, currency }) {
  const chosen = choices[conversionChoice] ?? currency;
  return chosen === apart ? "" : chosen;
}

/** @param {{rates: Rate[] | undefined, title: string}} properties */
function Rates({ rates, title }) {
  if (!rates?.length) return null;
  return html`<p class="hint">${title}</p>
    <ul class="rates hint">
      ${ratesInWords(rates).map((words) => html`<li key=${words}>${words}</li>`)}
    </ul>`;
}

/**
 * What spending in several currencies comes to in one, with the rates, and the choice of it.
 *
 * @param {{converted: ConvertedSpending | undefined, chosen: string, currencies: string[], former: string,
 *   onChoose: (currency: string) => void}} properties `former` is the period before, in words.
 */
export function Converted({ converted, chosen, currencies, former, onChoose }) {
  const known = currencies.filter((code) => code && code !== "XXX");
  const all = [...new Set([...known, ...(chosen ? [chosen] : []), ...offeredCurrencies])];
  const choices = [[apart, text("spending.convert.apart")], ...all.map((code) => [code, code])];
  return html`<section class="card spending converted">
    <${Select} label=${text("spending.convert")} chosen=${chosen || apart} choices=${choices} onChoose=${onChoose} />
    ${converted && html`<${Total} converted=${converted} former=${former} />`}
  </section>`;
}

/** @param {{converted: ConvertedSpending, former: string}} properties */
function Total({ converted, former }) {
  const { total, formerTotal, apart = [] } = converted;
  const change = [
    total && formerTotal && changeOf(total, formerTotal),
    formerTotal && text("spending.former", { period: former, amount: money(formerTotal) }),
  ];
  const others = apart.filter(({ total }) => Number(total?.minorUnits ?? 0) !== 0).map(({ total }) => money(total));
  const compared = change.filter(Boolean).join(" · ");
  return html`${total && html`<p class="amount">${money(total)}</p>`}
    ${compared && html`<p class="hint">${compared}</p>`}
    ${!total && !converted.unavailable && html`<p class="hint">${text("spending.converted.none")}</p>`}
    ${converted.unavailable && html`<p class="hint">${text("spending.converted.unavailable")}</p>`}
    <${Rates} rates=${converted.rates} title=${text("spending.converted.how")} />
    <${Rates} rates=${converted.formerRates} title=${text("spending.converted.former", { period: former })} />
    ${others.length > 0 && html`<p class="hint">${text("spending.converted.apart", { amounts: others.join(", ") })}</p>`}`;
}

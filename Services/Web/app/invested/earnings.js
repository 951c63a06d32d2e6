import { LineChart } from "../frame/line-chart.js";
import { html } from "../libraries.js";
import { units } from "../spending/groups.js";
import { digits, money } from "../texts/formats.js";
import { text } from "../texts/texts.js";
import { Remarks, Starts } from "./remarks.js";
import { plain, sentenceOf, shortMonth, signed } from "./words.js";

/** @typedef {import("../api/types.js").Budget.EarningsEstimate} Estimate */

/**
 * What the purchases of a period would have earned, each invested on its own day.
 *
 * @param {{estimate: Estimate}} properties
 */
export function Earnings({ estimate }) {
  const { outcome, months = [], security } = estimate;
  const invested = months.filter((each) => units(each.invested) !== 0n);
  const scale = 10 ** digits(security?.currency ?? "");
  const values = (/** @type {"invested" | "worth"} */ what) => months.map((each) => Number(units(each[what])) / scale);
  const amounts = (/** @type {"invested" | "worth"} */ what) => months.map((each) => money(each[what]));
  const lines = [
    { name: text("invested.spent"), values: values("invested"), amounts: amounts("invested"), isSoft: true },
    { name: text("invested.worth"), values: values("worth"), amounts: amounts("worth") },
  ];
  return html`<section class="card invested-result earnings">
      <p class="verdict">${invested.length ? sentenceOf(outcome) : text("invested.nothing", { currency: security?.currency ?? "" })}</p>
      <${Remarks} security=${security} apart=${estimate.apart} withoutPrices=${estimate.withoutPrices} />
      ${months.length > 1 && invested.length > 0 && html`<${LineChart} labels=${months.map((each) => shortMonth(each.month))} lines=${lines} reading=${text("invested.eachReading")} />`}
      ${
        invested.length > 0 &&
        html`<table class="figures">
          <caption>${text("invested.amounts", { currency: security?.currency ?? "" })}</caption>
          <thead><tr><th scope="col">${text("invested.month")}</th><th scope="col">${text("invested.spent")}</th>
            <th scope="col">${text("invested.worth")}</th><th scope="col">${text("invested.gainOrLoss")}</th></tr></thead>
          <tbody>${invested.map(
            (each) =>
              html`<tr key=${each.month}><th scope="row">${shortMonth(each.month)}</th><td>${plain(each.invested)}</td>
              <td>${plain(each.worth)}</td><td>${signed(each.gain)}</td></tr>`,
          )}</tbody>
          <tfoot><tr><th scope="row">${text("invested.together")}</th><td>${plain(outcome?.invested)}</td>
            <td>${plain(outcome?.worth)}</td><td>${signed(outcome?.gain)}</td></tr></tfoot>
        </table>`
      }
    </section>
    <${Starts} worst=${estimate.worst} best=${estimate.best} starts=${estimate.starts} losses=${estimate.losses} />`;
}

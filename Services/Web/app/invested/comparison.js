import { LineChart } from "../frame/line-chart.js";
import { html } from "../libraries.js";
import { units } from "../spending/groups.js";
import { day, digits, money } from "../texts/formats.js";
import { text } from "../texts/texts.js";
import { Remarks, Starts } from "./remarks.js";
import { plain, sentenceOf, signed } from "./words.js";

/** @typedef {import("../api/types.js").Budget.SecurityComparison} SecurityComparison */

/** The most rows of the table; the chart has all points. */
const mostRows = 12;

/**
 * What the amount of a period would have become, had all of it been invested on one day.
 *
 * @param {{comparison: SecurityComparison}} properties
 */
export function Comparison({ comparison }) {
  const { outcome, points = [], security } = comparison;
  if (units(outcome?.invested) === 0n) {
    return html`<section class="card invested-result">
      <p class="verdict">${text("invested.nothing", { currency: security?.currency ?? "" })}</p>
      <${Remarks} security=${security} apart=${comparison.apart} />
    </section>`;
  }
  const scale = 10 ** digits(security?.currency ?? "");
  const worth = points.map((point) => Number(units(point.worth)) / scale);
  const lines = [{ name: text("invested.worth"), values: worth, amounts: points.map((point) => money(point.worth)) }];
  const step = Math.max(1, Math.ceil((points.length - 1) / mostRows));
  const rows = points.filter((_, index) => index % step === 0 || index === points.length - 1);
  return html`<section class="card invested-result comparison">
      <p class="verdict">${sentenceOf(outcome)}</p>
      <${Remarks} security=${security} apart=${comparison.apart} />
      <${LineChart} labels=${points.map((point) => day(point.day))} lines=${lines} reading=${sentenceOf(outcome)} />
      <table class="figures">
        <caption>${text("invested.amounts", { currency: security?.currency ?? "" })}</caption>
        <thead><tr><th scope="col">${text("invested.day")}</th><th scope="col">${text("invested.worth")}</th>
          <th scope="col">${text("invested.gainOrLoss")}</th></tr></thead>
        <tbody>${rows.map((point) => {
          const gain = String(units(point.worth) - units(outcome?.invested));
          return html`<tr key=${point.day}><th scope="row">${day(point.day)}</th><td>${plain(point.worth)}</td>
            <td>${signed({ minorUnits: gain, currency: security?.currency })}</td></tr>`;
        })}</tbody>
      </table>
    </section>
    <${Starts} worst=${comparison.worst} best=${comparison.best} starts=${comparison.starts} losses=${comparison.losses} />`;
}

import { call } from "../api/client.js";
import { BarChart } from "../frame/bar-chart.js";
import { Badge } from "../frame/badge.js";
import { Button, Pills } from "../frame/controls.js";
import { useLoaded, useStore } from "../frame/hooks.js";
import { Icon } from "../frame/icons.js";
import { Empty, PageHead, Problem, Skeleton } from "../frame/page.js";
import { go, place } from "../frame/router.js";
import { html, useState } from "../libraries.js";
import { useList } from "../live/lists.js";
import { purchases } from "../purchases/live-purchases.js";
import { preferences } from "../settings/preferences.js";
import { remember } from "../settings/shared.js";
import { digits, money } from "../texts/formats.js";
import { text } from "../texts/texts.js";
import { Converted, apart, chosenConversion, conversionChoice } from "./converted.js";
import { addressOf, changeOf, groupings, isTrend, shareOf, titleOf, units } from "./groups.js";
import { PeriodChoice, nameOf } from "./period-choice.js";
import { isPeriod, length, periodOf } from "./periods.js";

/** @typedef {import("../api/types.js").Budget.SpendingSummary} Summary */
/** @typedef {import("../api/types.js").Budget.CurrencySpending} CurrencySpending */
/** @typedef {import("./groups.js").Grouping} Grouping */
/** @typedef {import("./periods.js").Period} Period */

/** The most bars that lie in a chart; the table has all groups. */
const mostBars = 10;
/** The choices of what is told apart; `time` is days or months, as the period is short or long. */
const choices = /** @type {const} */ (["category", "store", "product", "time", "kind"]);

/**
 * What the address asks for.
 *
 * @param {URLSearchParams} query
 * @returns {{period: Period, by: typeof choices[number], grouping: Grouping}}
 */
function asked(query) {
  const [from, to] = [query.get("from") ?? "", query.get("to") ?? ""];
  const period = isPeriod(from, to) ? { from, to } : periodOf("month");
  const by = choices.find((each) => each === query.get("by")) ?? "category";
  return { period, by, grouping: by === "time" ? (length(period) > 62 ? "month" : "day") : by };
}

/**
 * @param {Period} period
 * @param {Grouping} grouping
 * @param {string} convertTo The currency that the total is converted to; empty for none.
 * @param {AbortSignal} signal
 * @returns {Promise<{summary: Summary, grouping: Grouping, convertTo: string}>}
 */
async function summarize({ from, to }, grouping, convertTo, signal) {
  const request = { firstDay: from, lastDay: to, grouping: groupings[grouping], convertTo };
  const summary = await call("larder.budget.v1.Insights/SummarizeSpending", request, { signal });
  return { summary, grouping, convertTo };
}

/** What was spent in a period, on what, and compared with the period before. */
export function Spending() {
  const { query } = useStore(place);
  const { period, by, grouping } = asked(query);
  const preferred = useStore(preferences);
  // What is chosen here holds also where choices are not to be remembered.
  const [picked, setPicked] = useState(/** @type {string | null} */ (null));
  const convertTo = picked ?? chosenConversion(preferred);
  const loaded = useLoaded(
    (signal) => summarize(period, grouping, convertTo, signal),
    [period.from, period.to, grouping, convertTo],
  );
  useList(purchases, loaded);
  const show = (/** @type {Period} */ next, /** @type {string} */ what = by) =>
    go(`/spending?${new URLSearchParams({ ...next, by: what })}`, { replace: true });
  // While another one loads, the former one is of another period or told apart otherwise.
  const isCurrent =
    loaded.value?.grouping === grouping &&
    loaded.value.summary.firstDay === period.from &&
    loaded.value.summary.lastDay === period.to;
  const summary = isCurrent ? loaded.value?.summary : undefined;
  const convert = (/** @type {string} */ chosen) => {
    remember(conversionChoice, chosen);
    setPicked(chosen === apart ? "" : chosen);
  };
  return html`<${PageHead} title=${text("spending.title")} />
    <${PeriodChoice} period=${period} onChoose=${show} />
    <div class="one-line"><${Pills} tour="by" label=${text("spending.by")} chosen=${by} choices=${choices.map((name) => [name, text(`spending.by.${name}`)])}
      onChoose=${(/** @type {string} */ name) => show(period, name)} /></div>
    ${loaded.failure && !summary && html`<${Problem} failure=${loaded.failure} again=${loaded.again} />`}
    ${!summary && !loaded.failure && html`<${Skeleton} rows=${6} />`}
    ${
      summary &&
      (summary.currencies?.length ?? 0) > 1 &&
      html`<${Converted} converted=${loaded.value?.convertTo === convertTo ? summary.converted : undefined} chosen=${convertTo}
        currencies=${summary.currencies?.map(({ currency = "" }) => currency) ?? []} former=${formerOf(summary)} onChoose=${convert} />`
    }
    ${
      summary &&
      (summary.currencies?.length
        ? summary.currencies.map(
            (each) =>
              html`<${Currency} key=${each.currency} spending=${each} summary=${summary} grouping=${grouping} period=${period} />`,
          )
        : html`<${Empty} icon="chart" sentence=${text("spending.empty")}>
            <${Button} kind="primary" onClick=${() => go("/expenditures/new")}>${text("expenditure.new")}<//>
          <//>`)
    }
    <div class="actions"><a class="button plain" href="/spending/check"><${Icon} name="check" size=${20} /> ${text("check.link")}</a></div>`;
}

/**
 * The period before the one of a summary, in words.
 *
 * @param {Summary} summary
 */
function formerOf({ formerFirstDay = "", formerLastDay = "" }) {
  return nameOf({ from: formerFirstDay, to: formerLastDay });
}

/**
 * What was spent in one currency: the total, a chart, and a table of all groups.
 *
 * @param {{spending: CurrencySpending, summary: Summary, grouping: Grouping, period: Period}} properties
 */
function Currency({ spending, summary, grouping, period }) {
  const { total, formerTotal, groups = [], currency = "XXX" } = spending;
  const scale = 10 ** digits(currency);
  const drawn = isTrend(grouping) ? groups : groups.filter(({ amount }) => units(amount) > 0n).slice(0, mostBars);
  const bars = drawn.map((group) => ({
    label: titleOf(group, grouping),
    value: Number(units(group.amount)) / scale,
    amount: money(group.amount),
  }));
  const reading = text("spending.reading", {
    period: nameOf(period),
    bars: bars.map(({ label, amount }) => `${label} ${amount}`).join(", "),
  });
  const choose = (/** @type {number} */ index) => {
    const address = addressOf(drawn[index], grouping, period);
    if (address) go(address);
  };
  return html`<section class="card spending">
      <h2 class="label">${text("spending.total", { count: spending.purchases ?? 0 })}</h2>
      <p class="amount">${money(total)}</p>
      <p class="hint">${[changeOf(total, formerTotal), text("spending.former", { period: formerOf(summary), amount: money(formerTotal) })].filter(Boolean).join(" · ")}</p>
      ${bars.length > 0 && html`<${BarChart} bars=${bars} reading=${reading} isStanding=${isTrend(grouping)} onChoose=${choose} />`}
    </section>
    ${groups.length > 0 && html`<${Groups} spending=${spending} grouping=${grouping} period=${period} />`}`;
}

/** @param {{spending: CurrencySpending, grouping: Grouping, period: Period}} properties */
function Groups({ spending: { groups = [], total }, grouping, period }) {
  const isOverTime = isTrend(grouping);
  const listed = isOverTime ? groups.filter(({ amount }) => units(amount) !== 0n) : groups;
  return html`<ul class="list spending-groups" data-tour="groups">
    ${listed.map((group) => {
      const title = titleOf(group, grouping);
      const address = addressOf(group, grouping, period);
      const details = [shareOf(group.amount, total), !isOverTime && changeOf(group.amount, group.formerAmount)];
      const row = html`<${Badge} name=${title} symbol=${group.symbol} />
        <span class="main">${title}</span>
        <span class="side amount">${money(group.amount)}</span>
        <span class="sub">${details.filter(Boolean).join(" · ")}</span>`;
      return html`<li class=${`with-symbol ${address ? "" : "still"}`} key=${`${group.part} ${group.key} ${group.name}`}>
        ${address ? html`<a href=${address}>${row}</a>` : row}
      </li>`;
    })}
  </ul>`;
}

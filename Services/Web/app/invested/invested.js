import { call } from "../api/client.js";
import { Field, Pills } from "../frame/controls.js";
import { useLoaded, useStore } from "../frame/hooks.js";
import { Empty, PageHead, Problem, Skeleton } from "../frame/page.js";
import { go, place } from "../frame/router.js";
import { html } from "../libraries.js";
import { useList } from "../live/lists.js";
import { usualCurrency } from "../purchases/likely-currency.js";
import { purchases } from "../purchases/live-purchases.js";
import { PeriodChoice } from "../spending/period-choice.js";
import { isPeriod, periodOf } from "../spending/periods.js";
import { text } from "../texts/texts.js";
import { Comparison } from "./comparison.js";
import { Earnings } from "./earnings.js";
import { spentCurrency } from "./spent-currency.js";
import { yearsBefore } from "./words.js";

/** @typedef {import("../spending/periods.js").Period} Period */

/** The most securities that are suggested beside the saved ones. */
const mostSuggested = 6;
/** The choices of how many years ago all of it is invested. */
const spans = [1, 3, 5, 10, 20];

/**
 * The securities to choose from: the saved ones, then others, of which those come first that have prices in the currency that is mostly
 * spent, or else in the usual one.
 *
 * @param {Period} period The period of the spending.
 * @param {AbortSignal} signal
 * @returns {Promise<string[]>}
 */
async function loadChoices({ from, to }, signal) {
  const spent = async () => {
    const request = { firstDay: from, lastDay: to, grouping: /** @type {const} */ ("SPENDING_GROUPING_KIND") };
    // It only orders what is suggested.
    const summary = await call("larder.budget.v1.Insights/SummarizeSpending", request, { signal }).catch(
      () => undefined,
    );
    return spentCurrency(summary?.currencies ?? []) || (await usualCurrency());
  };
  const search = async (/** @type {string} */ currency) => {
    const request = { currency, page: { size: mostSuggested } };
    return (await call("larder.catalog.v1.Securities/SearchSecurities", request, { signal })).securities ?? [];
  };
  const [saved, ...found] = await Promise.all([
    call("larder.budget.v1.Investing/ListSavedSecurities", {}, { signal }),
    spent().then(search),
    search(""),
  ]);
  const own = (saved.securities ?? []).map(({ symbol = "" }) => symbol);
  const suggested = new Set(found.flat().map(({ symbol = "" }) => symbol));
  for (const symbol of own) suggested.delete(symbol);
  return [...own, ...[...suggested].slice(0, mostSuggested)];
}

/** What was spent, had it been invested: each purchase on its day, or all of it at another time. */
export function Invested() {
  const { query } = useStore(place);
  const [from, to] = [query.get("from") ?? "", query.get("to") ?? ""];
  const period = isPeriod(from, to) ? { from, to } : periodOf("year");
  const choices = useLoaded((signal) => loadChoices(period, signal), [period.from, period.to]);
  const symbol = query.get("security") ?? choices.value?.[0] ?? "";
  const since = query.get("since") ?? "";
  const show = (/** @type {{security?: string, period?: Period, since?: string}} */ next) => {
    const asked = { security: next.security ?? symbol, ...(next.period ?? period), since: next.since ?? since };
    const address = new URLSearchParams(Object.entries(asked).filter(([, value]) => value));
    go(`/invested?${address}`, { replace: true });
  };
  const offered =
    choices.value?.includes(symbol) || !symbol ? (choices.value ?? []) : [symbol, ...(choices.value ?? [])];
  return html`<${PageHead} title=${text("invested.title")} />
    ${choices.failure && !choices.value && html`<${Problem} failure=${choices.failure} again=${choices.again} />`}
    ${!choices.value && !choices.failure && html`<${Skeleton} rows=${6} />`}
    ${
      choices.value &&
      html`<div class="period-choice one-line" data-tour="security">
        <${Pills} label=${text("invested.security")} chosen=${symbol} choices=${offered.map((each) => [each, each])}
          onChoose=${(/** @type {string} */ security) => show({ security })} />
        <a href="/securities">${text("invested.others")}</a>
      </div>
      <${PeriodChoice} period=${period} onChoose=${(/** @type {Period} */ next) => show({ period: next })} />`
    }
    ${choices.value && !symbol && html`<${Empty} icon="growth" sentence=${text("invested.none")} />`}
    ${
      symbol &&
      html`<${Results} key=${symbol} symbol=${symbol} period=${period} since=${since}
        onSince=${(/** @type {string} */ next) => show({ since: next })} />
      <p class="hint invested-note">${text("invested.note")}</p>
      <p class="invested-note"><a class="button plain" href="/brokers">${text("brokers.link")}</a></p>`
    }`;
}

/**
 * Both calculations.
 *
 * @param {{symbol: string, period: Period, since: string, onSince: (day: string) => void}} properties
 */
function Results({ symbol, period, since, onSince }) {
  const asked = { firstDay: period.from, lastDay: period.to, symbol };
  const earnings = useLoaded(
    (signal) => call("larder.budget.v1.Investing/EstimateEarnings", asked, { signal }),
    [symbol, period.from, period.to],
  );
  useList(purchases, earnings);
  const security = earnings.value?.security;
  const last = security?.lastDay ?? "";
  // Until somebody chooses, the longest of the usual times that there are prices of.
  const offered = spans.filter((years) => last && yearsBefore(last, years) >= (security?.firstDay ?? ""));
  const begin = since || (offered.length ? yearsBefore(last, offered[Math.min(2, offered.length - 1)]) : "");
  const comparison = useLoaded(
    async (signal) =>
      begin
        ? await call(
            "larder.budget.v1.Investing/CompareWithSecurity",
            { ...asked, securityFirstDay: begin },
            { signal },
          )
        : undefined,
    [symbol, period.from, period.to, begin],
  );
  const choices = offered.map((years) => [yearsBefore(last, years), text("invested.years", { count: years })]);
  return html`<section data-tour="each">
      <h2>${text("invested.each")}</h2>
      <${Loaded} loaded=${earnings}>${() => html`<${Earnings} estimate=${earnings.value} />`}<//>
    </section>
    ${
      last &&
      html`<section key="atOnce">
        <h2>${text("invested.atOnce")}</h2>
        <div class="period-choice one-line">
          <${Pills} label=${text("invested.since")} chosen=${begin} choices=${choices} onChoose=${onSince} />
          <details class="more">
            <summary>${text("invested.otherDay")}</summary>
            <${Field} label=${text("invested.since")} type="date" value=${begin}
              onInput=${(/** @type {string} */ day) => /^[12]\d{3}-\d\d-\d\d$/.test(day) && onSince(day)} />
          </details>
        </div>
        <${Loaded} loaded=${comparison}>${() => html`<${Comparison} comparison=${comparison.value} />`}<//>
      </section>`
    }
    <p key="prices" class="invested-note"><a href=${`/securities/${encodeURIComponent(symbol)}`}>${text("invested.toSecurity", { symbol })}</a></p>`;
}

/**
 * What was loaded, or its failure with another attempt.
 *
 * @param {{loaded: {value: unknown, failure: unknown, again: () => void}, children?: any}} properties
 */
function Loaded({ loaded, children }) {
  if (loaded.failure) return html`<${Problem} failure=${loaded.failure} again=${loaded.again} />`;
  return loaded.value ? children() : html`<${Skeleton} rows=${3} />`;
}

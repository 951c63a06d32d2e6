import { call, newKey } from "../api/client.js";
import { Button, Pills } from "../frame/controls.js";
import { useLoaded } from "../frame/hooks.js";
import { LineChart } from "../frame/line-chart.js";
import { say } from "../frame/messages.js";
import { Empty, PageHead, Problem, Skeleton } from "../frame/page.js";
import { go } from "../frame/router.js";
import { html, useState } from "../libraries.js";
import { yearsBefore } from "../invested/words.js";
import { ago, day, instant, today } from "../texts/formats.js";
import { locale, text } from "../texts/texts.js";
import { kindName } from "./kinds.js";

/** @typedef {import("../api/types.js").Catalog.GetPricesResponse} Prices */

/** The choices of how far back a chart goes, in years; 0 is to the first price. */
const spans = [1, 5, 10, 0];
/** The most rows of the table; the chart has all prices. */
const mostRows = 12;

/**
 * A security with its prices, which can be saved.
 *
 * @param {{symbol: string}} properties
 */
export function Security({ symbol }) {
  const [years, setYears] = useState(5);
  const loaded = useLoaded(
    async (signal) => {
      const security = await call("larder.catalog.v1.Securities/GetSecurity", { symbol }, { signal });
      // Of the last price there is, however old it is.
      const firstDay = years && security.lastDay ? yearsBefore(security.lastDay, years) : "";
      const request = { symbol, firstDay, limit: 120 };
      return { years, ...(await call("larder.catalog.v1.Securities/GetPrices", request, { signal })) };
    },
    [symbol, years],
  );
  const saved = useLoaded(
    async (signal) => {
      const answer = await call("larder.budget.v1.Investing/ListSavedSecurities", {}, { signal });
      return (answer.securities ?? []).some((each) => each.symbol === symbol.toUpperCase());
    },
    [symbol],
  );
  const save = async () => {
    await call("larder.budget.v1.Investing/SaveSecurity", { symbol }, { key: newKey() });
    saved.set(true);
  };
  const remove = async () => {
    await call("larder.budget.v1.Investing/RemoveSavedSecurity", { symbol }, { key: newKey() });
    saved.set(false);
    say(text("securities.removed"), { undo: save });
  };
  const security = loaded.value?.security;
  const compare = () => go(`/invested?${new URLSearchParams({ security: security?.symbol ?? symbol })}`);
  const choices = spans.map((span) => [
    String(span),
    span ? text("invested.years", { count: span }) : text("securities.everything"),
  ]);
  return html`<${PageHead} title=${security?.name ?? symbol} fallback="/securities" />
    ${loaded.failure && html`<${Problem} failure=${loaded.failure} again=${loaded.again} />`}
    ${!loaded.value && !loaded.failure && html`<${Skeleton} rows=${6} />`}
    ${
      security &&
      html`<p class="hint">${[security.symbol, kindName(security), security.exchange, security.currency].filter(Boolean).join(" · ")}</p>
      <div class="actions">
        <${Button} kind="primary" onClick=${compare}>${text("securities.compare")}<//>
        ${saved.value === true && html`<${Button} kind="secondary" onClick=${remove}>${text("securities.remove")}<//>`}
        ${saved.value === false && html`<${Button} kind="secondary" onClick=${save}>${text("securities.save")}<//>`}
      </div>
      <div class="invested-choice"><${Pills} label=${text("securities.span")} chosen=${String(years)} choices=${choices}
        onChoose=${(/** @type {string} */ span) => setYears(Number(span))} /></div>
      <${PriceTable} prices=${loaded.value} />
      <p class="invested-note"><a class="button plain" href="/brokers">${text("brokers.link")}</a></p>`
    }`;
}

/** @param {{prices: Prices}} properties */
function PriceTable({ prices: answer }) {
  const { prices = [], security } = answer;
  if (!prices.length) return html`<${Empty} icon="chart" sentence=${text("securities.noPrices")} />`;
  const shown = (/** @type {string | undefined} */ close) =>
    Number(close).toLocaleString(locale(), { minimumFractionDigits: 2, maximumFractionDigits: 4 });
  const [first, last] = [prices[0], prices[prices.length - 1]];
  const line = {
    name: security?.symbol ?? "",
    values: prices.map(({ close }) => Number(close)),
    amounts: prices.map(({ close }) => shown(close)),
  };
  const reading = text("securities.reading", {
    first: day(first.day),
    before: shown(first.close),
    last: day(last.day),
    after: shown(last.close),
  });
  const step = Math.max(1, Math.ceil((prices.length - 1) / mostRows));
  const rows = prices.filter((_, index) => index % step === 0 || index === prices.length - 1);
  const isOld = Date.parse(today()) - Date.parse(last.day ?? "") > 45 * 86_400_000;
  const source = { source: answer.source ?? "", ago: ago(instant(answer.fetchedAt)), day: day(last.day) };
  return html`<section class="card invested-result">
    ${isOld && html`<p class="hint">${text("securities.old", { day: day(last.day) })}</p>`}
    <${LineChart} labels=${prices.map((price) => day(price.day))} lines=${[line]} reading=${reading} />
    <table class="figures">
      <caption class="hidden">${reading}</caption>
      <thead><tr><th scope="col">${text("invested.day")}</th><th scope="col">${text("securities.price", { currency: security?.currency ?? "" })}</th></tr></thead>
      <tbody>${rows.map((price) => html`<tr key=${price.day}><th scope="row">${day(price.day)}</th><td>${shown(price.close)}</td></tr>`)}</tbody>
    </table>
    <p class="hint">${text("securities.source", source)}</p>
    <p class="hint">${text(security?.adjustment === "PRICE_ADJUSTMENT_PRICE" ? "securities.priceOnly" : "securities.adjusted")}</p>
  </section>`;
}

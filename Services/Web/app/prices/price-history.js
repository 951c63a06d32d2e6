import { call } from "../api/client.js";
import { useLoaded, useStore } from "../frame/hooks.js";
import { LineChart } from "../frame/line-chart.js";
import { Empty, PageHead, Problem, Skeleton } from "../frame/page.js";
import { place } from "../frame/router.js";
import { html } from "../libraries.js";
import { useList } from "../live/lists.js";
import { purchases } from "../purchases/live-purchases.js";
import { ownZone } from "../storage/sending.js";
import { day, money, priceAmount } from "../texts/formats.js";
import { text } from "../texts/texts.js";
import { RegionChoice, useRegion } from "./averages.js";
import { NearbyPrices } from "./nearby-prices.js";
import { averageSentence, boughtText, priceFor } from "./words.js";

/** @typedef {import("../api/types.js").Budget.PriceSeries} Series */

/** What was paid for one thing over time, beside what it costs nearby. */
export function PriceHistory() {
  const { query } = useStore(place);
  const item = query.get("item") ?? "";
  const { region } = useRegion();
  const loaded = useLoaded(
    async (signal) => {
      const asked = { item, timeZone: ownZone(), region };
      return { region, ...(await call("larder.budget.v1.PaidPrices/GetPriceHistory", asked, { signal })) };
    },
    [item, region],
  );
  useList(purchases, loaded);
  const history = loaded.value;
  const isCanadian = history?.series?.some(({ currency }) => currency === "CAD");
  const productId = history?.item?.productId;
  return html`<${PageHead} title=${history?.item?.name || text("prices.title")} fallback="/prices" />
    ${loaded.failure && !history && html`<${Problem} failure=${loaded.failure} again=${loaded.again} />`}
    ${!history && !loaded.failure && html`<${Skeleton} rows=${6} />`}
    <div class=${productId ? "with-nearby" : ""}>
      ${productId && html`<${NearbyPrices} key=${productId} productId=${productId} name=${history?.item?.name} />`}
      <div>
        ${history && !history.series?.length && html`<${Empty} icon="tag" sentence=${text("prices.unknown")} />`}
        ${isCanadian && html`<${RegionChoice} />`}
        ${history?.series?.map((series) => html`<${Prices} key=${`${series.currency} ${series.unit}`} series=${series} region=${history.region} />`)}
      </div>
    </div>`;
}

/**
 * Prices in one currency for one unit: a chart, and a table of all.
 *
 * @param {{series: Series, region: string}} properties
 */
function Prices({ series, region }) {
  const { prices = [], currency, unit, lowest, usual, highest, comparison, credit } = series;
  const shown = (/** @type {string | undefined} */ figure) => priceFor(figure, currency, unit);
  const range = text("prices.range", { cheapest: shown(lowest), usual: shown(usual), dearest: shown(highest) });
  const line = {
    name: text("prices.paid"),
    values: prices.map(({ paid }) => Number(paid)),
    amounts: prices.map(({ paid }) => shown(paid)),
  };
  const average = {
    name: text("averages.line"),
    // Where there is none, the line has a gap.
    values: prices.map(({ average }) => (average ? Number(average) : Number.NaN)),
    amounts: prices.map(({ average }) => (average ? shown(average) : "–")),
    isSoft: true,
  };
  const lines = comparison ? [line, average] : [line];
  const reading = [range, comparison && averageSentence(comparison, region)].filter(Boolean).join(" ");
  const unitName = unit === "each" ? text("products.each") : (unit ?? "");
  return html`<section class="card price-history">
    <p class="verdict">${range}</p>
    ${comparison && html`<p>${averageSentence(comparison, region)}</p>`}
    ${prices.length > 1 && html`<${LineChart} labels=${prices.map((price) => day(price.day))} lines=${lines} reading=${reading} />`}
    <table class="figures">
      <caption class="hidden">${range}</caption>
      <thead><tr>
        <th scope="col">${text("prices.day")}</th>
        <th scope="col">${text("prices.quantity")}</th>
        <th scope="col">${text("prices.amount")}</th>
        <th scope="col">${text("prices.perHead", { unit: unitName })}</th>
      </tr></thead>
      <tbody>${[...prices].reverse().map(
        (price, index) =>
          html`<tr key=${index}>
            <th scope="row"><a href=${`/purchases/${price.purchaseId}`}>${day(price.day)}</a><br /><span class="hint">${price.storeName}</span></th>
            <td>${boughtText(price)}</td>
            <td>${money(price.amount)}</td>
            <td>${priceAmount(price.paid, currency)}${price.paid !== price.regular && html`<br /><s class="hint">${priceAmount(price.regular, currency)}</s>`}${price.average && html`<br /><span class="hint">${text("averages.line")}<br />${priceAmount(price.average, currency)}</span>`}</td>
          </tr>`,
      )}</tbody>
    </table>
    ${comparison && html`<p class="hint">${text("averages.how")} ${credit}</p>`}
  </section>`;
}

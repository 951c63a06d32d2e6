import { call } from "../api/client.js";
import { Badge } from "../frame/badge.js";
import { useLoaded } from "../frame/hooks.js";
import { Icon } from "../frame/icons.js";
import { Empty, PageHead, Problem, Skeleton } from "../frame/page.js";
import { html } from "../libraries.js";
import { useList } from "../live/lists.js";
import { purchases } from "../purchases/live-purchases.js";
import { ownZone } from "../storage/sending.js";
import { text } from "../texts/texts.js";
import { Averages } from "./averages.js";
import { comparedText, packText, priceFor, yearText } from "./words.js";

/** @typedef {import("../api/types.js").Budget.PriceChange} PriceChange */

/** What has become dearer or cheaper of what the person buys. */
export function Prices() {
  const loaded = useLoaded(
    (signal) => call("larder.budget.v1.PaidPrices/ListPriceChanges", { timeZone: ownZone() }, { signal }),
    [],
  );
  useList(purchases, loaded);
  const { changes = [], compared = 0 } =
    loaded.value ?? /** @type {import("../api/types.js").Budget.ListPriceChangesResponse} */ ({});
  const rises = changes.filter(({ changePermille = 0 }) => changePermille > 0);
  const falls = changes.filter(({ changePermille = 0 }) => changePermille < 0);
  return html`<${PageHead} title=${text("prices.title")} />
    ${loaded.failure && !loaded.value && html`<${Problem} failure=${loaded.failure} again=${loaded.again} />`}
    ${!loaded.value && !loaded.failure && html`<${Skeleton} rows=${6} />`}
    ${loaded.value && !compared && html`<${TooFew} />`}
    ${compared > 0 && html`<p class="lead">${text(changes.length ? "prices.lead" : "prices.same", { count: compared })}</p>`}
    ${rises.length > 0 && html`<h2>${text("prices.rises")}</h2><${Changes} changes=${rises} />`}
    ${falls.length > 0 && html`<h2>${text("prices.falls")}</h2><${Changes} changes=${falls} />`}
    ${changes.length > 0 && html`<p class="hint after-prices" data-tour="how">${text("prices.how")}</p>`}
    ${loaded.value && html`<a class="notice" href="/offers"><${Icon} name="coins" /> <span>${text("prices.toOffers")}</span></a>`}
    ${loaded.value && html`<${Averages} />`}`;
}

/** Where nothing can be compared yet: what brings it. */
function TooFew() {
  return html`<${Empty} icon="tag" sentence=${text("prices.few")}>
    <a class="button primary" href="/camera">${text("prices.photograph")}</a>
  <//>`;
}

/** @param {{changes: PriceChange[]}} properties */
function Changes({ changes }) {
  return html`<ul class="list prices" data-tour="changes">
    ${changes.map((change) => html`<${Row} key=${`${change.item?.id} ${change.storeId} ${change.storeName} ${change.currency} ${change.unit}`} change=${change} />`)}
  </ul>`;
}

/** @param {{change: PriceChange}} properties */
function Row({ change }) {
  const { item = {}, storeName, currency, unit, formerPrice, latestPrice, formerPack, latestPack } = change;
  const title = item.name ?? "";
  const prices = text("prices.fromTo", {
    former: priceFor(formerPrice, currency, unit),
    now: priceFor(latestPrice, currency, unit),
  });
  const details = [storeName || text("spending.unknownStore"), prices].join(" · ");
  return html`<li class="with-symbol">
    <a href=${`/prices/item?${new URLSearchParams({ item: item.id ?? "" })}`}>
      <${Badge} name=${title} symbol=${item.symbol} />
      <span class="main">${title}</span>
      <span class="side amount">${comparedText(change.changePermille)}</span>
      <span class="sub">
        ${details}
        ${formerPack && latestPack && html`<br /><strong>${text("prices.shrunk", { former: packText(formerPack), now: packText(latestPack) })}</strong>`}
        ${yearText(change.yearly) && html`<br />${yearText(change.yearly)}`}
      </span>
    </a>
  </li>`;
}

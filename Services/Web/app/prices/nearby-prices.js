import { call } from "../api/client.js";
import { asFailure } from "../api/failure.js";
import { Badge } from "../frame/badge.js";
import { useLoaded, useStore } from "../frame/hooks.js";
import { PartProblem, Skeleton } from "../frame/page.js";
import { html } from "../libraries.js";
import { preferences } from "../settings/preferences.js";
import { isHomeMissing } from "../stores/home-needed.js";
import { PreferredMark } from "../stores/preferred.js";
import { distance } from "../texts/formats.js";
import { text } from "../texts/texts.js";
import { latestText, linesOf } from "./store-prices.js";
import { TaxNote } from "./tax-note.js";

/** @typedef {import("../api/types.js").Catalog.StorePrice} StorePrice */
/** @typedef {import("../api/types.js").Catalog.FindStorePricesResponse} Found */

/**
 * What a product costs at stores near the home place, now and before.
 *
 * @param {{productId: string, name?: string}} properties
 */
export function NearbyPrices({ productId, name = "" }) {
  const loaded = useLoaded(
    (signal) => call("larder.catalog.v1.StorePrices/FindStorePrices", { productId }, { signal }),
    [productId],
  );
  const { value, failure } = loaded;
  const isHomeless = isHomeMissing(failure);
  // A product that is not there any more has no prices, and is no failure of the page.
  if (failure && asFailure(failure).code === "not_found") return null;
  const preference = `/preferences?${new URLSearchParams({ product: productId, name })}`;
  return html`<section class="nearby-prices">
    <h2>${text("storePrices.title")}</h2>
    ${isHomeless && html`<p class="hint">${text("storePrices.noHome")}</p><a class="button secondary" href="/profile">${text("stores.setHome")}</a>`}
    ${failure && !isHomeless && html`<${PartProblem} sentence=${asFailure(failure).sentence} again=${loaded.again} />`}
    ${!value && !failure && html`<${Skeleton} rows=${2} />`}
    ${value && !failure && html`<${Prices} found=${value} />`}
    <p class="to-preference"><a class="button plain" href=${preference}>${text("preferences.ofProduct")}</a></p>
  </section>`;
}

/** @param {{found: Found}} properties */
function Prices({ found }) {
  const { units } = useStore(preferences);
  const { prices = [], stores = 0, radiusMetres = 0 } = found;
  const current = prices.filter((price) => price.current);
  const former = prices.filter((price) => !price.current);
  if (!stores && !prices.length) {
    return html`<p class="hint">${text("storePrices.noStores", { distance: distance(radiusMetres, units) })}</p>`;
  }
  if (!prices.length) return html`<p class="hint">${text("storePrices.none", { count: stores })}</p>`;
  return html`${current.length > 0 && html`<${List} prices=${current} />`}
    ${!current.length && html`<p>${latestText(former)}</p>`}
    ${
      former.length > 0 &&
      html`<details class="more"><summary>${text("storePrices.former")}</summary><${List} prices=${former} /></details>`
    }
    <${TaxNote} />`;
}

/** @param {{prices: StorePrice[]}} properties */
function List({ prices }) {
  return html`<ul class="list prices">
    ${prices.map((price, index) => html`<${Row} key=${index} price=${price} />`)}
  </ul>`;
}

/** @param {{price: StorePrice}} properties */
function Row({ price }) {
  const { units } = useStore(preferences);
  const { compared, asked, where } = linesOf(price, units);
  const name = price.store?.store?.name ?? "";
  return html`<li class="with-symbol still">
    <${Badge} name=${name} />
    <span class="main">${name}${price.store?.preferred && html` <${PreferredMark} />`}</span>
    <span class="side amount">${compared}</span>
    <span class="sub">${asked}<br />${where}</span>
  </li>`;
}

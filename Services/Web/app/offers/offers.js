import { call } from "../api/client.js";
import { Badge } from "../frame/badge.js";
import { useLoaded, useStore } from "../frame/hooks.js";
import { Empty, PageHead, Problem, Skeleton } from "../frame/page.js";
import { html } from "../libraries.js";
import { useList } from "../live/lists.js";
import { purchases } from "../purchases/live-purchases.js";
import { TaxNote } from "../prices/tax-note.js";
import { preferences } from "../settings/preferences.js";
import { ownZone } from "../storage/sending.js";
import { HomeNeeded, isHomeMissing } from "../stores/home-needed.js";
import { PreferredMark } from "../stores/preferred.js";
import { text } from "../texts/texts.js";
import { askedIn, lessText, nowText, paidText, savingText } from "./words.js";

/** @typedef {import("../api/types.js").Budget.Offer} Offer */

/** What the person buys that costs less at a store nearby than they paid. */
export function Offers() {
  const loaded = useLoaded(
    (signal) => call("larder.budget.v1.Offers/ListOffers", { timeZone: ownZone() }, { signal }),
    [],
  );
  useList(purchases, loaded);
  const isHomeless = isHomeMissing(loaded.failure);
  // Without a home place, what was found before is near it no more.
  const value = isHomeless ? undefined : loaded.value;
  const {
    offers = [],
    compared = 0,
    bought = 0,
    ranged = 0,
  } = value ?? /** @type {import("../api/types.js").Budget.ListOffersResponse} */ ({});
  return html`<${PageHead} title=${text("offers.title")} />
    ${isHomeless && html`<${HomeNeeded} sentence=${text("offers.noHome")} />`}
    ${loaded.failure && !isHomeless && !value && html`<${Problem} failure=${loaded.failure} again=${loaded.again} />`}
    ${!value && !loaded.failure && html`<${Skeleton} rows=${6} />`}
    ${value && !offers.length && (bought ? html`<p class="lead">${compared ? text("offers.none", { count: compared }) : text("offers.unknown")}</p>` : html`<${TooFew} />`)}
    ${
      offers.length > 0 &&
      html`<p class="lead">${text("offers.lead", { count: offers.length, compared })}</p>
      <ul class="list offers" data-tour="offers">
        ${offers.map((offer) => html`<${Row} key=${`${offer.item?.id} ${offer.unit}`} offer=${offer} />`)}
      </ul>
      <p class="hint after-offers" data-tour="how">${text("offers.how")}</p>
      <${TaxNote} hasChoice=${true} />`
    }
    ${ranged > 0 && html`<p class="hint after-offers">${text("offers.ranged", { count: ranged })}</p>`}
    ${
      value &&
      html`<p class="after-offers">
        <a class="button plain" href="/stores" data-tour="stores">${text("stores.title")}</a>
        <a class="button plain" href="/preferences">${text("preferences.title")}</a>
      </p>`
    }`;
}

/** Where nothing was bought that can be compared: what brings it. */
function TooFew() {
  return html`<${Empty} icon="tag" sentence=${text("offers.few")}>
    <a class="button primary" href="/camera">${text("prices.photograph")}</a>
  <//>`;
}

/** @param {{offer: Offer}} properties */
function Row({ offer }) {
  const { units } = useStore(preferences);
  const { item = {}, purchaseId, preferred } = offer;
  const title = item.name ?? "";
  return html`<li class="with-symbol">
    <a href=${`/prices/item?${new URLSearchParams({ item: item.id ?? "" })}`}>
      <${Badge} name=${title} symbol=${item.symbol} />
      <span class="main">${title}</span>
      <span class="side amount">${lessText(offer)}</span>
      <span class="sub">
        <strong>${nowText(offer)}</strong>${preferred && html` <${PreferredMark} />`}<br />
        ${askedIn(offer, units)}<br />
        ${paidText(offer)}<br />
        ${savingText(offer)}
      </span>
    </a>
    <a class="to-purchase" href=${`/purchases/${purchaseId}`} aria-label=${text("offers.purchaseOf", { name: title })}>${text("offers.purchase")}</a>
  </li>`;
}

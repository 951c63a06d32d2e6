import { call } from "../api/client.js";
import { Badge } from "../frame/badge.js";
import { Select } from "../frame/controls.js";
import { useLoaded, useStore } from "../frame/hooks.js";
import { Problem, Skeleton } from "../frame/page.js";
import { html } from "../libraries.js";
import { useList } from "../live/lists.js";
import { purchases } from "../purchases/live-purchases.js";
import { preferences } from "../settings/preferences.js";
import { remember } from "../settings/shared.js";
import { ownZone } from "../storage/sending.js";
import { text } from "../texts/texts.js";
import { regionChoice } from "./regions.js";
import { basketSentence, comparedText, rowText, yearText } from "./words.js";

/** @typedef {import("../api/types.js").Budget.AverageComparison} AverageComparison */

/** Those with published averages (ISO 3166-2), all of Canada first. */
const regions = ["CA", ...["AB", "BC", "MB", "NB", "NL", "NS", "ON", "PE", "QC", "SK"].map((name) => `CA-${name}`)];

/** The region whose averages are shown, and whether somebody has chosen it. */
export function useRegion() {
  const chosen = useStore(preferences).choices[regionChoice];
  const isChosen = regions.includes(chosen);
  return { region: isChosen ? chosen : "CA", isChosen };
}

/** The choice of a region. */
export function RegionChoice() {
  const { region } = useRegion();
  return html`<${Select} label=${text("averages.region")} chosen=${region}
    choices=${regions.map((each) => [each, text(`averages.region.${each}`)])}
    onChoose=${(/** @type {string} */ next) => remember(regionChoice, next)} />`;
}

/** What was paid beside average prices; nothing for who has chosen no region and bought nothing that can be compared. */
export function Averages() {
  const { region, isChosen } = useRegion();
  const loaded = useLoaded(
    async (signal) => {
      const asked = { timeZone: ownZone(), region };
      return { region, ...(await call("larder.budget.v1.PaidPrices/CompareWithAverages", asked, { signal })) };
    },
    [region],
  );
  useList(purchases, loaded);
  // What was loaded may be of the region that was chosen before.
  const value = loaded.value?.region === region ? loaded.value : undefined;
  const comparisons = value?.comparisons ?? [];
  if (!loaded.failure && !comparisons.length && !isChosen) return null;
  return html`<section class="averages" data-tour="averages">
    <h2>${text("averages.title")}</h2>
    <${RegionChoice} />
    ${loaded.failure && !value && html`<${Problem} failure=${loaded.failure} again=${loaded.again} />`}
    ${!value && !loaded.failure && html`<${Skeleton} rows=${3} />`}
    ${value && !comparisons.length && html`<p class="lead">${text("averages.none", { region: text(`averages.in.${region}`) })}</p>`}
    ${
      comparisons.length > 0 &&
      html`<p class="lead">${basketSentence(region, value?.paid, value?.average, value?.differencePermille)}</p>
      <ul class="list prices">
        ${comparisons.map((each) => html`<${Row} key=${`${each.item?.id} ${each.unit}`} comparison=${each} />`)}
      </ul>
      <p class="hint after-prices">${text("averages.how")}</p>
      <p class="hint">${value?.credit}</p>`
    }
  </section>`;
}

/** @param {{comparison: AverageComparison}} properties */
function Row({ comparison }) {
  const { item = {}, difference } = comparison;
  return html`<li class="with-symbol">
    <a href=${`/prices/item?${new URLSearchParams({ item: item.id ?? "" })}`}>
      <${Badge} name=${item.name ?? ""} symbol=${item.symbol} />
      <span class="main">${item.name}</span>
      <span class="side amount">${comparedText(comparison.differencePermille)}</span>
      <span class="sub">${rowText(comparison)}${yearText(difference) && html`<br />${yearText(difference)}`}</span>
    </a>
  </li>`;
}

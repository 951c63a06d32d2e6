import { call } from "../api/client.js";
import { Select } from "../frame/controls.js";
import { useLoaded, useStore } from "../frame/hooks.js";
import { html } from "../libraries.js";
import { preferences } from "../settings/preferences.js";
import { remember } from "../settings/shared.js";
import { today } from "../texts/formats.js";
import { locale, text } from "../texts/texts.js";
import { isCanadian, provinceChoices, regionChoice, taxRegion } from "./regions.js";
import { taxText } from "./tax-words.js";

/** @typedef {import("../api/types.js").Catalog.TaxRate} TaxRate */

/**
 * Says beside prices at stores that they are before tax, and what the taxes are in the region of who sees them, as far as that is known.
 *
 * @param {{hasChoice?: boolean}} properties Whether somebody in Canada can choose their province here.
 */
export function TaxNote({ hasChoice = false }) {
  const region = taxRegion(useStore(preferences).choices[regionChoice]);
  const loaded = useLoaded(
    /** @returns {Promise<{region: string, rates?: TaxRate[]}>} */
    async (signal) => {
      if (!region) return { region };
      const asked = { region, day: today() };
      return { region, ...(await call("larder.catalog.v1.TaxRates/ListTaxRates", asked, { signal })) };
    },
    [region, locale()],
  );
  // What was loaded may be of the region that was chosen before. Without rates, or a network, it is said all the same.
  const rates = loaded.value?.region === region ? (loaded.value.rates ?? []) : [];
  return html`<p class="hint tax-note">${taxText(region, rates)}</p>
    ${
      hasChoice &&
      isCanadian(region) &&
      html`<${Select} label=${text("taxes.region")} chosen=${region} choices=${provinceChoices()}
        onChoose=${(/** @type {string} */ next) => remember(regionChoice, next)} />`
    }`;
}

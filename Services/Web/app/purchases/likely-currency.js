import { preferences } from "../settings/preferences.js";
import { settings } from "../storage/database.js";

/** Currencies by region, where euros are not it. */
const currencies = /** @type {Record<string, string>} */ ({
  AU: "AUD",
  CA: "CAD",
  CH: "CHF",
  GB: "GBP",
  JP: "JPY",
  MY: "MYR",
  US: "USD",
});

/** Regions whose currency is the euro. */
const euro = "AT BE CY DE EE ES FI FR GR HR IE IT LT LU LV MT NL PT SI SK".split(" ");

/** Currencies that are offered. */
export const offeredCurrencies = ["CAD", "EUR", "USD", "GBP", "CHF"];

/** The currency of the region that the device says it is in. */
function likelyCurrency() {
  const region = new Intl.Locale(navigator.language).maximize().region ?? "";
  return currencies[region] ?? (euro.includes(region) ? "EUR" : "CAD");
}

/** The currency that something typed in begins with: the chosen one, or that of what was typed in last, or the region's. */
export async function usualCurrency() {
  return preferences.value.currency || (await settings.get("currency")) || likelyCurrency();
}

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
export function likelyCurrency() {
  const region = new Intl.Locale(navigator.language).maximize().region ?? "";
  return currencies[region] ?? (euro.includes(region) ? "EUR" : "CAD");
}

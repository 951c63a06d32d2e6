/**
 * The currency in which most purchases are; empty where none is known.
 *
 * @param {{currency?: string, purchases?: number}[]} currencies What was spent, by currency.
 */
export function spentCurrency(currencies) {
  const known = currencies.filter(({ currency = "XXX" }) => currency !== "XXX");
  known.sort((one, other) => (other.purchases ?? 0) - (one.purchases ?? 0));
  return known[0]?.currency ?? "";
}

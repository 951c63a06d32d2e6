/** @typedef {import("../api/types.js").Catalog.ExchangeRate} Rate */

/**
 * The lowest and the highest rate of the same currencies and source, by their currencies.
 *
 * @param {Rate[]} rates
 * @returns {{lowest: Rate, highest: Rate}[]}
 */
export function ranges(rates) {
  const found = /** @type {Map<string, {lowest: Rate, highest: Rate}>} */ (new Map());
  for (const rate of rates) {
    const key = `${rate.from} ${rate.to} ${rate.source}`;
    const range = found.get(key) ?? { lowest: rate, highest: rate };
    if (Number(rate.rate) < Number(range.lowest.rate)) range.lowest = rate;
    if (Number(rate.rate) > Number(range.highest.rate)) range.highest = rate;
    found.set(key, range);
  }
  return [...found.values()];
}

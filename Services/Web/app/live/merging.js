/**
 * What has changed in a list.
 *
 * @template Entry
 * @typedef {{changed?: Entry[], removed?: string[]}} Changes `changed` as they are now, `removed` by id.
 */

/**
 * A list with what has changed in it. Entries that have not changed are the same objects as before.
 *
 * @template {{id?: string}} Entry
 * @param {Entry[]} entries In their order.
 * @param {Changes<Entry>} changes
 * @param {(one: Entry, other: Entry) => number} compare Orders entries; negative when `one` comes first.
 * @param {{isWanted?: (entry: Entry) => boolean, isWhole?: boolean}} [options] Which entries belong to the list; and whether
 *   it has all of them: otherwise those after its last one are left out, as they come with the pages that follow.
 * @returns {Entry[]}
 */
export function merged(entries, { changed = [], removed = [] }, compare, options = {}) {
  const { isWanted = () => true, isWhole = true } = options;
  const gone = new Set([...removed, ...changed.map((entry) => entry.id)]);
  const last = entries.at(-1);
  const isWithin = (/** @type {Entry} */ entry) => isWhole || !last || compare(entry, last) <= 0;
  const kept = entries.filter((entry) => !gone.has(entry.id));
  const added = changed.filter((entry) => isWanted(entry) && isWithin(entry)).sort(compare);
  const whole = [...kept, ...added];
  const end = kept.at(-1);
  // The next page of a long list goes to its end as it is.
  return !end || !added.length || compare(end, added[0]) <= 0 ? whole : whole.sort(compare);
}

/**
 * Orders values, the greater one first.
 *
 * @template {string | number} Value
 * @param {Value} one
 * @param {Value} other
 */
export function descending(one, other) {
  return one < other ? 1 : one > other ? -1 : 0;
}

// How far somebody is in the tutorials, as their account keeps it: an entry with a tutorial's name says that it was finished or
// skipped, and one with the name, a dot and a number at which of its steps, from 0, it was left.

/**
 * @typedef {{isDone: boolean, step: number}} Progress `step` is the one to go on with.
 */

/**
 * How far somebody is in a tutorial.
 *
 * @param {readonly string[]} entries
 * @param {string} name
 * @returns {Progress}
 */
export function progressOf(entries, name) {
  const left = entries.map((entry) => stepOf(entry, name) ?? 0);
  return { isDone: entries.includes(name), step: Math.max(0, ...left) };
}

/**
 * The step at which an entry says that a tutorial was left.
 *
 * @param {string} entry
 * @param {string} name
 * @returns {number | undefined}
 */
function stepOf(entry, name) {
  const number = entry.startsWith(`${name}.`) ? entry.slice(name.length + 1) : "";
  return /^\d{1,3}$/.test(number) ? Number(number) : undefined;
}

/**
 * The entries with another progress in a tutorial. One that was finished stays so.
 *
 * @param {readonly string[]} entries
 * @param {string} name
 * @param {Progress} progress
 */
export function withProgress(entries, name, { isDone, step }) {
  const others = entries.filter((entry) => entry !== name && stepOf(entry, name) === undefined);
  if (isDone || entries.includes(name)) return [...others, name];
  return step > 0 ? [...others, `${name}.${step}`] : others;
}

/**
 * The entries of two devices: of each tutorial, how far somebody has got on either.
 *
 * @param {readonly string[]} some
 * @param {readonly string[]} others
 */
export function mergedProgress(some, others) {
  let merged = [...some];
  for (const entry of others) {
    const [name, step] = entry.split(".");
    const known = progressOf(merged, name);
    const isDone = step === undefined;
    if (isDone || Number(step) > known.step) merged = withProgress(merged, name, { isDone, step: Number(step ?? 0) });
  }
  return merged;
}

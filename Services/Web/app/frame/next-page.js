import { useRef } from "../libraries.js";
import { sayFailure } from "./messages.js";

/**
 * Entries as far as they are loaded, and the token of the next page; empty for none.
 *
 * @template Entry
 * @typedef {{entries: Entry[], token: string}} Pages
 */

/**
 * A function that loads the next page of a list, unless it is being loaded.
 *
 * @template Entry
 * @template {Pages<Entry>} Value
 * @param {{value: Value | undefined, change: (body: (value: Value) => Value) => void}} loaded
 * @param {(token: string) => Promise<Pages<Entry>>} read
 * @param {(entries: Entry[], next: Entry[]) => Entry[]} [join]
 */
export function useNextPage({ value, change }, read, join = (entries, next) => [...entries, ...next]) {
  const isReading = useRef(false);
  return async () => {
    if (!value?.token || isReading.current) return;
    isReading.current = true;
    try {
      const { entries, token } = await read(value.token);
      // What was read anew, or is another list by now, has its own next page.
      change((now) => (now.token === value.token ? { ...now, entries: join(now.entries, entries), token } : now));
    } catch (error) {
      sayFailure(error);
    } finally {
      isReading.current = false;
    }
  };
}

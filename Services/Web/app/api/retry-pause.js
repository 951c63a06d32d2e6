const longest = 30000;

/**
 * How long, in milliseconds, to wait before something that has failed is tried again: soon at first, later each time, and not at
 * the same time as everybody else.
 *
 * @param {number} tries How often it has failed, at least once.
 */
export function retryPause(tries) {
  return Math.min(longest, 500 * 2 ** Math.min(tries, 10)) * (0.5 + Math.random() / 2);
}

/**
 * Fetches a module, however often that fails: for what the app starts by itself, which nobody would start again.
 *
 * @template Module
 * @param {() => Promise<Module>} load
 * @returns {Promise<Module>}
 */
export async function fetchModule(load) {
  for (let tries = 1; ; tries += 1) {
    try {
      return await load();
    } catch {
      await new Promise((resolve) => setTimeout(resolve, retryPause(tries)));
    }
  }
}

import { place } from "./router.js";
import { Store } from "./store.js";

/**
 * What is shown over a page, such as a question that has to be answered, for as long as that page is shown.
 *
 * @typedef {{path: string, content: import("../libraries.js").Node}} Over
 */

/** @type {Store<Over | null>} */
export const over = new Store(/** @type {Over | null} */ (null));

/**
 * Shows something over the page that is shown, in place of what was there.
 *
 * @param {import("../libraries.js").Node} content
 */
export function showOver(content) {
  over.set({ path: place.value.path, content });
}

/** Shows nothing over the page any more. */
export function closeOver() {
  over.set(null);
}

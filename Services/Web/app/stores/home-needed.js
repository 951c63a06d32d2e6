import { asFailure } from "../api/failure.js";
import { Empty } from "../frame/page.js";
import { html } from "../libraries.js";
import { text } from "../texts/texts.js";

/**
 * Whether a call has failed because no home place is stored.
 *
 * @param {unknown} failure
 */
export function isHomeMissing(failure) {
  return Boolean(failure) && asFailure(failure).reason === "HOME_PLACE_MISSING";
}

/**
 * Leads to the home place without which nothing is near.
 *
 * @param {{sentence: string, children?: import("../libraries.js").Node}} properties
 */
export function HomeNeeded({ sentence, children }) {
  return html`<${Empty} icon="place" sentence=${sentence}>
    <a class="button primary" href="/profile">${text("stores.setHome")}</a>
    ${children}
  <//>`;
}

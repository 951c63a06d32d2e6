import { html } from "../libraries.js";
import { text } from "../texts/texts.js";

/**
 * Leads to the consent without which something is not stored.
 *
 * @param {{sentence: string}} properties
 */
export function ConsentNeeded({ sentence }) {
  return html`<p>${sentence}</p>
    <p><a class="button secondary" href="/consents">${text("profile.toConsents")}</a></p>`;
}

import { html } from "../libraries.js";
import { text } from "../texts/texts.js";

/** What Larder is, above the forms of those who are not signed in. */
export function Welcome() {
  return html`<div class="welcome">
    <img src="/favicon.svg" alt="" width="72" height="72" />
    <p>${text("welcome")}</p>
  </div>`;
}

import { Icon } from "../frame/icons.js";
import { html } from "../libraries.js";
import { text } from "../texts/texts.js";

/** Marks a store that is preferred. */
export function PreferredMark() {
  return html`<span class="state"><${Icon} name="star" size=${16} /> ${text("profile.stores.preferred")}</span>`;
}

import { Icon } from "../frame/icons.js";
import { html } from "../libraries.js";
import { text } from "../texts/texts.js";
import { rules } from "./allowed-password.js";

/**
 * What a password needs, and what of that it has, while it is typed.
 *
 * @param {{password: string}} properties
 */
export function PasswordRules({ password }) {
  return html`<ul class="rules">
    ${rules.map(([key, isMet]) => {
      const met = isMet(password);
      return html`<li key=${key} class=${met ? "met" : ""}>
        <${Icon} name=${met ? "check" : "minus"} size=${16} /> ${text(key)}
        ${met && html`<span class="hidden">${text("signUp.met")}</span>`}
      </li>`;
    })}
  </ul>`;
}

import { Icon } from "../frame/icons.js";
import { html } from "../libraries.js";
import { text } from "../texts/texts.js";

/**
 * What a password needs: the text's key, and whether it has it.
 *
 * @type {[string, (password: string) => boolean][]}
 */
const rules = [
  ["signUp.length", (password) => [...password].length >= 8 && [...password].length <= 128],
  ["signUp.letter", (password) => /\p{L}/u.test(password)],
  ["signUp.digit", (password) => /\d/.test(password)],
  ["signUp.symbol", (password) => /[^\p{L}\d\s]/u.test(password)],
];

/**
 * Whether a password has what it needs.
 *
 * @param {string} password
 */
export function isAllowed(password) {
  return rules.every(([, isMet]) => isMet(password));
}

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

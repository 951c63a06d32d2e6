import { Field } from "../frame/controls.js";
import { html } from "../libraries.js";
import { text } from "../texts/texts.js";

/**
 * The field of the password that an account has.
 *
 * @param {{value: string, onInput: (value: string) => void, error?: string, isSignedIn?: boolean, hasFocus?: boolean}} properties
 *   `isSignedIn`: for a change of the account, beside which there may be a new password; `hasFocus`: it is typed into first.
 */
export function CurrentPassword({ value, onInput, error, isSignedIn = false, hasFocus }) {
  return html`<${Field}
    label=${text(isSignedIn ? "password.current" : "password")}
    type="password"
    name=${isSignedIn ? "current-password" : "password"}
    complete="current-password"
    value=${value}
    onInput=${onInput}
    error=${error}
    hasFocus=${hasFocus}
    isRequired
  />`;
}

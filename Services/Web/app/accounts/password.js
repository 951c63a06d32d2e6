import { call, newKey } from "../api/client.js";
import { Button, Field } from "../frame/controls.js";
import { useStore } from "../frame/hooks.js";
import { say } from "../frame/messages.js";
import { PageHead } from "../frame/page.js";
import { go } from "../frame/router.js";
import { useSaving } from "../frame/saving.js";
import { html, useRef, useState } from "../libraries.js";
import { person } from "../session/session.js";
import { text } from "../texts/texts.js";
import { isAllowed } from "./allowed-password.js";
import { useProof } from "./proof.js";
import { PasswordRules } from "./password-rules.js";

/** @typedef {{current: string, next: string}} Passwords Neither is stored. */

/**
 * The form's fields, by the request's.
 *
 * @type {Record<string, keyof Passwords>}
 */
const fields = { current_password: "current", new_password: "next" };

/**
 * What is wrong with the passwords, as far as this page can tell.
 *
 * @param {Passwords} passwords
 * @returns {Partial<Passwords>}
 */
export function wrongPasswords({ current, next }) {
  return {
    ...(!current && { current: text("password.enterCurrent") }),
    ...(!isAllowed(next) && { next: text("signUp.passwordRule") }),
  };
}

/** Changes the password, which signs out all other devices. */
export function Password() {
  const who = useStore(person);
  const [passwords, setPasswords] = useState(/** @type {Passwords} */ ({ current: "", next: "" }));
  const [wrong, setWrong] = useState(/** @type {Record<string, string>} */ ({}));
  const { failure, isBusy, submitting } = useSaving({ reject: setWrong, fieldAt: (path) => fields[path] });
  const { proving, proof } = useProof();
  // The same for each try with the same passwords: the answer may have been lost.
  const key = useRef(newKey());
  /**
   * @param {keyof Passwords} name
   * @param {string} value
   */
  const change = (name, value) => {
    setPasswords({ ...passwords, [name]: value });
    setWrong({ ...wrong, [name]: "" });
    key.current = newKey();
  };
  const save = async () => {
    const found = wrongPasswords(passwords);
    setWrong(found);
    if (Object.keys(found).length) return;
    const request = { currentPassword: passwords.current, newPassword: passwords.next };
    await proving(() => call("larder.auth.v1.Accounts/ChangePassword", request, { key: key.current }));
    say(text("password.changed"));
    go("/settings", { replace: true });
  };
  /**
   * @param {keyof Passwords} name
   * @param {string} label
   * @param {string} complete
   */
  const field = (name, label, complete) =>
    html`<${Field}
    label=${label}
    type="password"
    name=${complete}
    complete=${complete}
    value=${passwords[name]}
    onInput=${(/** @type {string} */ value) => change(name, value)}
    error=${wrong[name]}
    isRequired
  />`;
  return html`<${PageHead} title=${text("password.change")} fallback="/settings" />
    <p class="lead">${text("password.lead")}</p>
    <form class="form" onSubmit=${submitting(save)} novalidate>
      <input type="text" name="username" autocomplete="username" value=${who?.username} hidden readonly />
      ${field("current", text("password.current"), "current-password")}
      ${field("next", text("password.new"), "new-password")}
      <${PasswordRules} password=${passwords.next} />
      ${failure && html`<p class="error" role="alert">${failure}</p>`}
      <${Button} type="submit" kind="primary large" isBusy=${isBusy}>${text("password.change")}<//>
    </form>
    ${proof}`;
}

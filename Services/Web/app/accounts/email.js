import { call } from "../api/client.js";
import { Button, Field } from "../frame/controls.js";
import { useLoaded, useStore } from "../frame/hooks.js";
import { say, sayFailure } from "../frame/messages.js";
import { PageHead, Problem, Skeleton } from "../frame/page.js";
import { useSaving } from "../frame/saving.js";
import { html, useState } from "../libraries.js";
import { person } from "../session/session.js";
import { text } from "../texts/texts.js";
import { CurrentPassword } from "./current-password.js";
import { isEmailAddress } from "./email-address.js";
import { useProof } from "./proof.js";

/** @typedef {{email: string, password: string}} Entries The password is not stored. */

/**
 * The form's fields, by the request's.
 *
 * @type {Record<string, keyof Entries>}
 */
const fields = { current_password: "password", new_email: "email" };

/**
 * What is wrong with the entries, as far as this page can tell.
 *
 * @param {Entries} entries
 * @returns {Partial<Entries>}
 */
export function wrongEntries({ email, password }) {
  return {
    ...(!isEmailAddress(email.trim()) && { email: text("signUp.emailRule") }),
    ...(!password && { password: text("password.enterCurrent") }),
  };
}

/** The account's address, and its replacement by another one, which a mailed link confirms. */
export function Email() {
  const who = useStore(person);
  const account = useLoaded((signal) => call("larder.auth.v1.Accounts/GetAccount", {}, { signal }), []);
  const [entries, setEntries] = useState(/** @type {Entries} */ ({ email: "", password: "" }));
  const [wrong, setWrong] = useState(/** @type {Record<string, string>} */ ({}));
  const { failure, isBusy, submitting } = useSaving({ reject: setWrong, fieldAt: (path) => fields[path] });
  const { proving, proof } = useProof();
  const resend = async () => {
    try {
      await call("larder.auth.v1.EmailAddresses/ResendVerification", { name: account.value?.username ?? "" });
      say(text("verification.resent"));
    } catch (error) {
      sayFailure(error);
    }
  };
  /**
   * @param {keyof Entries} name
   * @param {string} value
   */
  const change = (name, value) => {
    setEntries({ ...entries, [name]: value });
    setWrong({ ...wrong, [name]: "" });
  };
  const save = async () => {
    const found = wrongEntries(entries);
    setWrong(found);
    if (Object.keys(found).length) return;
    const request = { currentPassword: entries.password, newEmail: entries.email.trim() };
    await proving(() => call("larder.auth.v1.EmailAddresses/ChangeEmail", request));
    setEntries({ email: "", password: "" });
    account.change((former) => ({ ...former, newEmail: request.newEmail }));
  };
  return html`<${PageHead} title=${text("email.title")} fallback="/settings" />
    ${account.failure && !account.value && html`<${Problem} failure=${account.failure} again=${account.again} />`}
    ${!account.value && !account.failure && html`<${Skeleton} rows=${2} />`}
    ${account.value && html`<p class="lead">${text("email.present", { email: account.value.email ?? "" })}</p>`}
    ${
      account.value &&
      !account.value.emailVerified &&
      html`<p role="status">${text("email.unconfirmed")}</p>
        <div class="actions"><${Button} kind="secondary" onClick=${resend}>${text("verification.again")}<//></div>`
    }
    ${account.value?.newEmail && html`<p role="status">${text("email.waiting", { email: account.value.newEmail })}</p>`}
    <form class="form" onSubmit=${submitting(save)} novalidate>
      <input type="text" name="username" autocomplete="username" value=${who?.username} hidden readonly />
      <${Field}
        label=${text("email.new")}
        type="email"
        mode="email"
        name="email"
        complete="email"
        value=${entries.email}
        onInput=${(/** @type {string} */ value) => change("email", value)}
        error=${wrong.email}
        hint=${text("email.hint")}
        isRequired
      />
      <${CurrentPassword}
        isSignedIn
        value=${entries.password}
        onInput=${(/** @type {string} */ value) => change("password", value)}
        error=${wrong.password}
      />
      ${failure && html`<p class="error" role="alert">${failure}</p>`}
      <${Button} type="submit" kind="primary large" isBusy=${isBusy}>${text("email.button")}<//>
    </form>
    ${proof}`;
}

import { call, newKey } from "../api/client.js";
import { asFailure } from "../api/failure.js";
import { Button, Field } from "../frame/controls.js";
import { useLoaded } from "../frame/hooks.js";
import { PageHead, Problem } from "../frame/page.js";
import { go, place } from "../frame/router.js";
import { Sheet } from "../frame/sheet.js";
import { html, useRef, useState } from "../libraries.js";
import { signIn } from "../session/session.js";
import { drafts } from "../storage/database.js";
import { language, text } from "../texts/texts.js";
import { isAllowed, PasswordRules } from "./password-rules.js";
import { safeNext } from "./sign-in.js";
import { TermsText } from "./terms.js";

/** @typedef {{username: string, email: string, password: string}} Entries */

/**
 * What is wrong with each entry, as it is typed.
 *
 * @param {Entries} entries
 * @returns {Partial<Entries>}
 */
export function wrongEntries({ username, email, password }) {
  /** @type {Partial<Entries>} */
  const wrong = {};
  if (!/^[A-Za-z0-9]{3,32}$/.test(username)) wrong.username = text("signUp.usernameRule");
  if (email.length > 254 || !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email)) wrong.email = text("signUp.emailRule");
  if (!isAllowed(password)) wrong.password = text("signUp.passwordRule");
  return wrong;
}

/** The sign-up page. */
export function SignUp() {
  const next = safeNext(place.value.query.get("next"));
  const terms = useLoaded((signal) => call("larder.auth.v1.Accounts/GetTerms", {}, { signal }), [language.value]);
  const [entries, setEntries] = useState(/** @type {Entries} */ ({ username: "", email: "", password: "" }));
  const [left, setLeft] = useState(/** @type {Record<string, boolean>} */ ({}));
  const [rejected, setRejected] = useState(/** @type {Record<string, string>} */ ({}));
  const [isAccepted, setAccepted] = useState(false);
  const [failure, setFailure] = useState("");
  const [isBusy, setBusy] = useState(false);
  const [isReading, setReading] = useState(false);
  const key = useRef(newKey());
  // Over the form, whose password is not stored.
  const readTerms = (/** @type {Event} */ event) => {
    event.preventDefault();
    setReading(true);
  };
  useLoaded(async () => {
    const draft = await drafts.get("sign-up");
    if (draft) setEntries((/** @type {Entries} */ former) => ({ ...draft, password: former.password }));
  }, []);
  const wrong = wrongEntries(entries);
  /**
   * @param {keyof Entries} name
   * @param {string} value
   */
  const change = (name, value) => {
    const changed = { ...entries, [name]: value };
    setEntries(changed);
    setRejected({ ...rejected, [name]: "" });
    key.current = newKey();
    // The password is never stored.
    void drafts.set("sign-up", { username: changed.username, email: changed.email, password: "" });
  };
  const submit = async (/** @type {Event} */ event) => {
    event.preventDefault();
    if (isBusy) return;
    setLeft({ username: true, email: true, password: true });
    setFailure("");
    if (Object.keys(wrong).length) return;
    if (!isAccepted) return setFailure(text("signUp.acceptFirst"));
    setBusy(true);
    try {
      await call(
        "larder.auth.v1.Accounts/Register",
        { ...entries, acceptedTermsVersion: terms.value?.version ?? "" },
        { key: key.current },
      );
      await drafts.remove("sign-up");
      await signIn(entries.username, entries.password, true);
      go(next, { replace: true });
    } catch (error) {
      const found = asFailure(error);
      setRejected(Object.fromEntries(found.fields.map(({ field, description }) => [field, description])));
      setFailure(found.code === "already_exists" ? text("signUp.taken") : found.sentence);
      setBusy(false);
    }
  };
  /**
   * @param {keyof Entries} name
   * @param {Record<string, unknown>} more
   */
  const field = (name, more) =>
    html`<${Field}
    value=${entries[name]}
    name=${name}
    isRequired
    onInput=${(/** @type {string} */ value) => change(name, value)}
    onBlur=${() => entries[name] && setLeft({ ...left, [name]: true })}
    error=${rejected[name] || (left[name] ? wrong[name] : "")}
    ...${more}
  />`;
  const head = html`<${PageHead} title=${text("signUp.title")} fallback="/sign-in" />`;
  if (terms.failure && !terms.value)
    return html`<div class="account">
      ${head}
      <${Problem} failure=${terms.failure} again=${terms.again} />
      <p class="other">${text("signUp.hasAccount")} <a href="/sign-in">${text("signIn.title")}</a></p>
    </div>`;
  return html`<div class="account">
    ${head}
    <form class="form" onSubmit=${submit} novalidate>
      ${field("username", { label: text("signUp.username"), complete: "username", hint: text("signUp.usernameHint") })}
      ${field("email", { label: text("signUp.email"), type: "email", mode: "email", complete: "email" })}
      ${field("password", {
        label: text("password"),
        type: "password",
        complete: "new-password",
      })}
      <${PasswordRules} password=${entries.password} />
      <label class="check">
        <input
          type="checkbox"
          checked=${isAccepted}
          onChange=${(/** @type {{currentTarget: HTMLInputElement}} */ event) => setAccepted(event.currentTarget.checked)}
        />
        <span>${text("signUp.accept")} <a href="/terms" onClick=${readTerms}>${text("terms.title")}</a></span>
      </label>
      ${failure && html`<p class="error" role="alert">${failure}</p>`}
      <${Button} type="submit" kind="primary large" isBusy=${isBusy}>${text("signUp.button")}<//>
      <p class="other">${text("signUp.hasAccount")} <a href="/sign-in">${text("signIn.title")}</a></p>
    </form>
    ${
      isReading &&
      html`<${Sheet} title=${text("terms.page")} onClose=${() => setReading(false)} hasClose>
      <${TermsText} source=${terms.value?.text ?? ""} />
    <//>`
    }
  </div>`;
}

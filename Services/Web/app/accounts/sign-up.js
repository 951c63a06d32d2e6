import { call, newKey } from "../api/client.js";
import { Button, Field, Switch } from "../frame/controls.js";
import { useChecking } from "../frame/checking.js";
import { useLoaded } from "../frame/hooks.js";
import { PageHead, Problem } from "../frame/page.js";
import { useSaving } from "../frame/saving.js";
import { Sheet } from "../frame/sheet.js";
import { html, useRef, useState } from "../libraries.js";
import { drafts } from "../storage/database.js";
import { language, text } from "../texts/texts.js";
import { PasswordRules } from "./password-rules.js";
import { credentials, noEntries, wrongCredentials, wrongDetails } from "./sign-up-entries.js";
import { TermsText } from "./terms.js";
import { Verification } from "./verification.js";

/** @typedef {import("./sign-up-entries.js").Entries} Entries */
/** @typedef {import("../api/types.js").Auth.ConsentKind} ConsentKind */

/** @type {ConsentKind[]} */
const consentKinds = [
  "CONSENT_KIND_LOCATION",
  "CONSENT_KIND_HEALTH_DATA",
  "CONSENT_KIND_COMMUNITY_PRICES",
  "CONSENT_KIND_COMMUNITY_MAPPINGS",
  "CONSENT_KIND_LEARNING_FROM_PHOTOS",
  "CONSENT_KIND_PERSONAL_SUGGESTIONS",
  "CONSENT_KIND_PROMOTIONAL_MAIL",
  "CONSENT_KIND_SUPPORT_ACCESS",
];

/** Makes an account in three steps: how somebody signs in, what they are called and permit, and that the address is theirs. */
export function SignUp() {
  const terms = useLoaded((signal) => call("larder.auth.v1.Accounts/GetTerms", {}, { signal }), [language.value]);
  const [step, setStep] = useState(1);
  const [entries, setEntries] = useState(noEntries);
  const [consents, setConsents] = useState(/** @type {ConsentKind[]} */ ([]));
  const [isAccepted, setAccepted] = useState(false);
  const [isAsked, setAsked] = useState(false);
  const [isReading, setReading] = useState(false);
  const [account, setAccount] = useState(/** @type {import("./verification.js").Registered | null} */ (null));
  const key = useRef(newKey());
  const first = useChecking(wrongCredentials(entries));
  const second = useChecking(wrongDetails(entries));
  const saving = useSaving({
    reject: (wrong) => {
      if (!Object.keys(wrong).length) return;
      const isFirst = credentials.some((name) => wrong[name]);
      setStep(isFirst ? 1 : 2);
      (isFirst ? first : second).reject(wrong);
    },
    fieldAt: (path) => (path === "display_name" ? "displayName" : credentials.includes(path) ? path : undefined),
  });
  useLoaded(async () => {
    const [draft, registered] = await Promise.all([drafts.get("sign-up"), drafts.get("registration")]);
    if (draft) setEntries((/** @type {Entries} */ former) => ({ ...noEntries, ...draft, password: former.password }));
    if (registered) setAccount(registered);
  }, []);
  /**
   * @param {keyof Entries} name
   * @param {string} value
   */
  const change = (name, value) => {
    const changed = { ...entries, [name]: value };
    setEntries(changed);
    first.changed();
    second.changed();
    key.current = newKey();
    // The passwords are never stored.
    void drafts.set("sign-up", { ...changed, password: "", repeated: "" });
  };
  const goOn = (/** @type {Event} */ event) => {
    event.preventDefault();
    if (first.check()) setStep(2);
  };
  const register = async () => {
    setAsked(true);
    if (!second.check() || !isAccepted) return;
    const { email, username, password, displayName } = entries;
    const acceptedTermsVersion = terms.value?.version ?? "";
    const request = { email, username, password, displayName: displayName.trim(), consents, acceptedTermsVersion };
    const { id = "", registrationToken: token = "" } = await call("larder.auth.v1.Accounts/Register", request, {
      key: key.current,
    });
    const registered = { id, email, username, token };
    await Promise.all([drafts.remove("sign-up"), drafts.set("registration", registered)]);
    setAccount(registered);
  };
  const restart = async () => {
    await drafts.remove("registration");
    key.current = newKey();
    setAccount(null);
    setStep(1);
  };
  /**
   * @param {{shown: Record<string, string>, leave: (name: string) => void}} checking
   * @param {keyof Entries} name
   * @param {Record<string, unknown>} more
   */
  const field = (checking, name, more) =>
    html`<${Field}
    value=${entries[name]}
    name=${name}
    isRequired
    onInput=${(/** @type {string} */ value) => change(name, value)}
    onBlur=${() => entries[name] && checking.leave(name)}
    error=${checking.shown[name]}
    ...${more}
  />`;
  const shownStep = account ? 3 : step;
  const head = html`<${PageHead} key=${shownStep} title=${text("signUp.title")} fallback="/sign-in" />
    <p class="lead">${text("signUp.step", { number: shownStep })} ${text(`signUp.step${shownStep}`)}</p>`;
  const other = html`<p class="other">${text("signUp.hasAccount")} <a href="/sign-in">${text("signIn.title")}</a></p>`;
  if (account)
    return html`<div class="account">${head}<${Verification} account=${account} onRestart=${restart} />${other}</div>`;
  if (terms.failure && !terms.value)
    return html`<div class="account">${head}<${Problem} failure=${terms.failure} again=${terms.again} />${other}</div>`;
  if (step === 1)
    return html`<div class="account">
      ${head}
      <form class="form" onSubmit=${goOn} novalidate>
        ${field(first, "email", { label: text("signUp.email"), type: "email", mode: "email", complete: "email" })}
        ${field(first, "username", { label: text("signUp.username"), complete: "username", hint: text("signUp.usernameHint") })}
        ${field(first, "password", { label: text("password"), type: "password", complete: "new-password" })}
        <${PasswordRules} password=${entries.password} />
        ${field(first, "repeated", { label: text("signUp.repeat"), type: "password", complete: "new-password" })}
        ${saving.failure && html`<p class="error" role="alert">${saving.failure}</p>`}
        <${Button} type="submit" kind="primary large">${text("signUp.next")}<//>
      </form>
      ${other}
    </div>`;
  // Over the form, whose passwords are not stored.
  const readTerms = (/** @type {Event} */ event) => {
    event.preventDefault();
    setReading(true);
  };
  /**
   * @param {ConsentKind} kind
   * @param {boolean} given
   */
  const permit = (kind, given) => {
    setConsents(given ? [...consents, kind] : consents.filter((/** @type {ConsentKind} */ other) => other !== kind));
    key.current = newKey();
  };
  return html`<div class="account">
    ${head}
    <form class="form" onSubmit=${saving.submitting(register)} novalidate>
      ${field(second, "displayName", { label: text("signUp.name"), complete: "name", hint: text("signUp.nameHint") })}
      <fieldset>
        <legend>${text("consents.title")}</legend>
        <p class="hint">${text("signUp.consents")}</p>
        <div class="card switches">
          ${consentKinds.map(
            (kind) =>
              html`<${Switch}
              key=${kind}
              label=${text(`consent.${kind}`)}
              hint=${text(`consent.${kind}.why`)}
              isOn=${consents.includes(kind)}
              onChange=${(/** @type {boolean} */ given) => permit(kind, given)}
            />`,
          )}
        </div>
      </fieldset>
      <label class="check">
        <input
          type="checkbox"
          checked=${isAccepted}
          onChange=${(/** @type {{currentTarget: HTMLInputElement}} */ event) => setAccepted(event.currentTarget.checked)}
        />
        <span>${text("signUp.accept")} <a href="/terms" onClick=${readTerms}>${text("terms.title")}</a></span>
      </label>
      ${isAsked && !isAccepted && html`<p class="error" role="alert">${text("signUp.acceptFirst")}</p>`}
      ${saving.failure && html`<p class="error" role="alert">${saving.failure}</p>`}
      <${Button} type="submit" kind="primary large" isBusy=${saving.isBusy}>${text("signUp.button")}<//>
      <${Button} kind="secondary large" onClick=${() => setStep(1)}>${text("signUp.back")}<//>
    </form>
    ${
      isReading &&
      html`<${Sheet} title=${text("terms.page")} onClose=${() => setReading(false)} hasClose>
      <${TermsText} source=${terms.value?.text ?? ""} />
    <//>`
    }
  </div>`;
}

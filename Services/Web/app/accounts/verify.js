import { call, newKey } from "../api/client.js";
import { asFailure } from "../api/failure.js";
import { Button, Field } from "../frame/controls.js";
import { useStore } from "../frame/hooks.js";
import { say } from "../frame/messages.js";
import { PageHead } from "../frame/page.js";
import { go, place } from "../frame/router.js";
import { useSaving } from "../frame/saving.js";
import { html, useRef, useState } from "../libraries.js";
import { person } from "../session/session.js";
import { drafts } from "../storage/database.js";
import { text } from "../texts/texts.js";
import { CurrentPassword } from "./current-password.js";

/**
 * Confirms an address by a mailed link; without one it mails another. What confirms it stands behind the address's `#`, which no
 * browser sends anywhere.
 */
export function Verify() {
  const [token] = useState(() => location.hash.slice(1));
  return html`<div class="account">
    <${PageHead} title=${text("verify.title")} fallback="/sign-in" />
    ${token ? html`<${Confirmation} token=${token} />` : html`<${Resending} />`}
  </div>`;
}

/**
 * Confirms an address: as whoever is signed in, or has registered in this browser, or else by the password of the account.
 *
 * @param {{token: string}} properties
 */
function Confirmation({ token }) {
  const who = useStore(person);
  const [isAsked, setAsked] = useState(false);
  const [password, setPassword] = useState("");
  const [wrong, setWrong] = useState(/** @type {Record<string, string>} */ ({}));
  const { failure, isBusy, submitting } = useSaving({
    reject: setWrong,
    fieldAt: (path) => (path === "password" ? path : undefined),
  });
  const key = useRef(newKey());
  const confirm = async () => {
    if (isAsked && !password) return setWrong({ password: text("password.enterCurrent") });
    let confirmed;
    try {
      confirmed = await use(token, key.current, { isSignedIn: Boolean(who), password });
    } catch (error) {
      if (isAsked || asFailure(error).reason !== "PASSWORD_REQUIRED") throw error;
      return setAsked(true);
    }
    if (confirmed.purpose === "EMAIL_PURPOSE_RESTORATION") {
      say(text("verify.restored"));
      return go("/recover", { replace: true });
    }
    if (confirmed.purpose === "EMAIL_PURPOSE_CHANGE") {
      say(text("verify.changed"));
      return go(who ? "/email" : "/sign-in", { replace: true });
    }
    await drafts.remove("registration");
    say(text("verify.done"));
    go(who ? "/email" : "/sign-in", { replace: true });
  };
  return html`<p class="lead">${text(isAsked ? "verify.passwordLead" : "verify.lead")}</p>
    <form class="form" onSubmit=${submitting(confirm)} novalidate>
      ${
        isAsked &&
        html`<${CurrentPassword}
        value=${password}
        error=${wrong.password}
        onInput=${(/** @type {string} */ value) => {
          setPassword(value);
          setWrong({});
        }}
        hasFocus
      />`
      }
      ${failure && html`<p class="error" role="alert">${failure}</p>`}
      <${Button} type="submit" kind="primary large" isBusy=${isBusy}>${text("verify.button")}<//>
    </form>
    ${
      failure &&
      html`<p class="other"><a href="/sign-up">${text("verify.register")}</a></p>
        <p class="other"><a href="/verify">${text("verify.again")}</a></p>`
    }
    <p class="other"><a href="/sign-in">${text("signIn.title")}</a></p>`;
}

/**
 * Uses a link by what this browser has.
 *
 * @param {string} token
 * @param {string} key
 * @param {{isSignedIn: boolean, password: string}} proof
 */
async function use(token, key, { isSignedIn, password }) {
  if (isSignedIn && !password) {
    try {
      return await call("larder.auth.v1.EmailAddresses/ConfirmOwnEmail", { token }, { key });
    } catch (error) {
      // Of another account, whose registration may be this browser's.
      if (asFailure(error).reason !== "PASSWORD_REQUIRED") throw error;
    }
  }
  const registrationToken = (await drafts.get("registration"))?.token ?? "";
  const request = { token, password, registrationToken };
  return await call("larder.auth.v1.EmailAddresses/ConfirmEmail", request, { key });
}

function Resending() {
  const [name, setName] = useState(() => place.value.query.get("name") ?? "");
  const [wrong, setWrong] = useState(/** @type {Record<string, string>} */ ({}));
  const [isSent, setSent] = useState(false);
  const { failure, isBusy, submitting } = useSaving({ reject: setWrong, fieldAt: (path) => path });
  const change = (/** @type {string} */ value) => {
    setName(value);
    setWrong({});
    setSent(false);
  };
  const ask = async () => {
    if (!name.trim()) return setWrong({ name: text("recover.missing") });
    await call("larder.auth.v1.EmailAddresses/ResendVerification", { name: name.trim() });
    setSent(true);
  };
  return html`<p class="lead">${text("verify.resendLead")}</p>
    <form class="form" onSubmit=${submitting(ask)} novalidate>
      <${Field} label=${text("signIn.name")} value=${name} onInput=${change} error=${wrong.name} complete="username" name="username" isRequired />
      ${failure && html`<p class="error" role="alert">${failure}</p>`}
      ${isSent && html`<p role="status">${text("verify.requested")}</p>`}
      <${Button} type="submit" kind="primary large" isBusy=${isBusy}>${text("verify.again")}<//>
    </form>
    <p class="other"><a href="/sign-in">${text("signIn.title")}</a></p>`;
}

import { call, newKey } from "../api/client.js";
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

/** @param {{token: string}} properties */
function Confirmation({ token }) {
  const who = useStore(person);
  const { failure, isBusy, submitting } = useSaving();
  const key = useRef(newKey());
  const confirm = async () => {
    const { purpose } = await call("larder.auth.v1.EmailAddresses/ConfirmEmail", { token }, { key: key.current });
    if (purpose === "EMAIL_PURPOSE_RESTORATION") {
      say(text("verify.restored"));
      return go("/recover", { replace: true });
    }
    if (purpose === "EMAIL_PURPOSE_CHANGE") {
      say(text("verify.changed"));
      return go(who ? "/email" : "/sign-in", { replace: true });
    }
    await drafts.remove("registration");
    say(text("verify.done"));
    go("/sign-in", { replace: true });
  };
  return html`<p class="lead">${text("verify.lead")}</p>
    <form class="form" onSubmit=${submitting(confirm)}>
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

import { call, newKey } from "../api/client.js";
import { Button } from "../frame/controls.js";
import { say } from "../frame/messages.js";
import { PageHead } from "../frame/page.js";
import { go } from "../frame/router.js";
import { useSaving } from "../frame/saving.js";
import { html, useRef, useState } from "../libraries.js";
import { text } from "../texts/texts.js";

/**
 * Secures an account by the link of a mail about a change that was not its owner's. What does so stands behind the address's `#`,
 * which no browser sends anywhere.
 */
export function Secure() {
  const [token] = useState(() => location.hash.slice(1));
  const { failure, isBusy, submitting } = useSaving();
  const key = useRef(newKey());
  const secure = async () => {
    const { purpose } = await call("larder.auth.v1.EmailAddresses/ConfirmEmail", { token }, { key: key.current });
    say(text(purpose === "EMAIL_PURPOSE_RESTORATION" ? "verify.restored" : "secure.done"));
    go("/recover", { replace: true });
  };
  return html`<div class="account">
    <${PageHead} title=${text("secure.title")} fallback="/sign-in" />
    ${
      token
        ? html`<p class="lead">${text("secure.lead")}</p>
            <form class="form" onSubmit=${submitting(secure)}>
              ${failure && html`<p class="error" role="alert">${failure}</p>`}
              <${Button} type="submit" kind="primary large" isBusy=${isBusy}>${text("secure.button")}<//>
            </form>`
        : html`<p class="lead">${text("secure.noLink")}</p>`
    }
    <p class="other"><a href="/recover">${text("recover.title")}</a></p>
    <p class="other"><a href="/sign-in">${text("signIn.title")}</a></p>
  </div>`;
}

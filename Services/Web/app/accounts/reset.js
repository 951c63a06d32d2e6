import { call, newKey } from "../api/client.js";
import { Button, Field } from "../frame/controls.js";
import { say } from "../frame/messages.js";
import { PageHead } from "../frame/page.js";
import { go } from "../frame/router.js";
import { useSaving } from "../frame/saving.js";
import { html, useRef, useState } from "../libraries.js";
import { text } from "../texts/texts.js";
import { isAllowed } from "./allowed-password.js";
import { PasswordRules } from "./password-rules.js";

/**
 * Chooses a new password by a mailed link. What opens the account stands behind the address's `#`, which no browser sends
 * anywhere.
 */
export function Reset() {
  const [token] = useState(() => location.hash.slice(1));
  const [password, setPassword] = useState("");
  const [wrong, setWrong] = useState(/** @type {Record<string, string>} */ ({}));
  const { failure, isBusy, submitting } = useSaving({
    reject: setWrong,
    fieldAt: (path) => (path === "new_password" ? "password" : undefined),
  });
  const key = useRef(newKey());
  const change = (/** @type {string} */ value) => {
    key.current = newKey();
    setPassword(value);
    setWrong({});
  };
  const save = async () => {
    if (!isAllowed(password)) return setWrong({ password: text("signUp.passwordRule") });
    await call("larder.auth.v1.Recovery/ResetPassword", { token, newPassword: password }, { key: key.current });
    say(text("reset.done"));
    go("/sign-in", { replace: true });
  };
  return html`<div class="account">
    <${PageHead} title=${text("reset.title")} fallback="/sign-in" />
    <p class="lead">${text("reset.lead")}</p>
    <form class="form" onSubmit=${submitting(save)} novalidate>
      <${Field}
        label=${text("password.new")}
        type="password"
        name="new-password"
        complete="new-password"
        value=${password}
        onInput=${change}
        error=${wrong.password}
        isRequired
      />
      <${PasswordRules} password=${password} />
      ${failure && html`<p class="error" role="alert">${failure}</p>`}
      <${Button} type="submit" kind="primary large" isBusy=${isBusy}>${text("reset.button")}<//>
    </form>
    <p class="other"><a href="/recover">${text("recover.again")}</a></p>
  </div>`;
}

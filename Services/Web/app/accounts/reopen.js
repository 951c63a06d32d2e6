import { call } from "../api/client.js";
import { Button, Field } from "../frame/controls.js";
import { say } from "../frame/messages.js";
import { PageHead } from "../frame/page.js";
import { go } from "../frame/router.js";
import { useSaving } from "../frame/saving.js";
import { html, useState } from "../libraries.js";
import { text } from "../texts/texts.js";

/** Reopens a closed account. */
export function Reopen() {
  const [name, setName] = useState("");
  const [password, setPassword] = useState("");
  const [missing, setMissing] = useState("");
  const { failure, isBusy, submitting } = useSaving();
  const reopen = async () => {
    const isMissing = !name.trim() || !password;
    setMissing(isMissing ? text("signIn.missing") : "");
    if (isMissing) return;
    await call("larder.auth.v1.AccountClosing/ReopenAccount", { name: name.trim(), password });
    say(text("reopen.done"));
    go("/sign-in", { replace: true });
  };
  const problem = missing || failure;
  return html`<div class="account">
    <${PageHead} title=${text("reopen.title")} fallback="/sign-in" />
    <p class="lead">${text("reopen.lead")}</p>
    <form class="form" onSubmit=${submitting(reopen)} novalidate>
      <${Field} label=${text("signIn.name")} value=${name} onInput=${setName} complete="username" name="username" isRequired />
      <${Field}
        label=${text("password")}
        type="password"
        value=${password}
        onInput=${setPassword}
        complete="current-password"
        name="password"
        isRequired
      />
      ${problem && html`<p class="error" role="alert">${problem}</p>`}
      <${Button} type="submit" kind="primary large" isBusy=${isBusy}>${text("reopen.button")}<//>
    </form>
  </div>`;
}

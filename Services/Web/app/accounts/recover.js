import { call } from "../api/client.js";
import { Button, Field } from "../frame/controls.js";
import { PageHead } from "../frame/page.js";
import { useSaving } from "../frame/saving.js";
import { html, useState } from "../libraries.js";
import { text } from "../texts/texts.js";

/** Asks for a mail with a link for choosing a new password, and the user name. */
export function Recover() {
  const [name, setName] = useState("");
  const [wrong, setWrong] = useState(/** @type {Record<string, string>} */ ({}));
  const [isSent, setSent] = useState(false);
  const { failure, isBusy, submitting } = useSaving({ reject: setWrong, fieldAt: (path) => path });
  const change = (/** @type {string} */ value) => {
    setName(value);
    setWrong({});
  };
  const ask = async () => {
    if (!name.trim()) return setWrong({ name: text("recover.missing") });
    await call("larder.auth.v1.Recovery/RequestPasswordReset", { name: name.trim() });
    setSent(true);
  };
  const head = html`<${PageHead} title=${text("recover.title")} fallback="/sign-in" />`;
  const toSignIn = html`<p class="other"><a href="/sign-in">${text("signIn.title")}</a></p>`;
  if (isSent)
    return html`<div class="account">
      ${head}
      <p class="lead" role="status">${text("recover.sent")}</p>
      <p>${text("recover.nothing")}</p>
      <div class="actions"><${Button} kind="secondary" onClick=${() => setSent(false)}>${text("recover.again")}<//></div>
      ${toSignIn}
    </div>`;
  return html`<div class="account">
    ${head}
    <p class="lead">${text("recover.lead")}</p>
    <form class="form" onSubmit=${submitting(ask)} novalidate>
      <${Field} label=${text("signIn.name")} value=${name} onInput=${change} error=${wrong.name} complete="username" name="username" isRequired />
      ${failure && html`<p class="error" role="alert">${failure}</p>`}
      <${Button} type="submit" kind="primary large" isBusy=${isBusy}>${text("recover.button")}<//>
    </form>
    ${toSignIn}
  </div>`;
}

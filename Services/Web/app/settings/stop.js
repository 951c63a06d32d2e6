import { call } from "../api/client.js";
import { Button } from "../frame/controls.js";
import { sayFailure } from "../frame/messages.js";
import { PageHead } from "../frame/page.js";
import { place } from "../frame/router.js";
import { html, useState } from "../libraries.js";
import { text } from "../texts/texts.js";

/** Stops mails of a kind, by the link of one, for whoever has it. It asks first: programs that look through mails follow links. */
export function Stop() {
  const [token] = useState(() => place.value.query.get("t") ?? "");
  const [isStopped, setStopped] = useState(false);
  const stop = async () => {
    try {
      await call("larder.notifications.v1.NoticePreferences/SwitchMail", { token, isOn: false });
      setStopped(true);
    } catch (error) {
      sayFailure(error);
    }
  };
  return html`<div class="account">
    <${PageHead} title=${text("stop.title")} fallback="/settings" />
    <p class="lead" role="status">${text(isStopped ? "stop.done" : "stop.lead")}</p>
    ${isStopped ? null : html`<${Button} kind="primary large" onClick=${stop}>${text("stop.button")}<//>`}
  </div>`;
}

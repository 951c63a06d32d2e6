import { lastReference } from "../api/client.js";
import { Button } from "../frame/controls.js";
import { Icon } from "../frame/icons.js";
import { say, sayFailure } from "../frame/messages.js";
import { formerPath, place } from "../frame/router.js";
import { html, useEffect, useState } from "../libraries.js";
import { drafts } from "../storage/database.js";
import { text } from "../texts/texts.js";

const draft = "problem";

/** What is known of the app and the browser, and nothing of the person. */
function facts() {
  const version = new URL(import.meta.url).pathname.split("/")[2];
  return [
    `Larder ${version}`,
    `${formerPath || location.pathname} ${document.documentElement.lang} ${innerWidth}×${innerHeight}`,
    lastReference,
    navigator.userAgent,
  ]
    .filter(Boolean)
    .join("\n");
}

/** A form for what went wrong, to be sent to those who run the installation by any way there is. */
export function ProblemReport() {
  const [what, setWhat] = useState("");
  useEffect(() => {
    void drafts.get(draft).then((stored) => stored && setWhat(stored));
    if (place.value.query.has("report")) document.getElementById("report")?.scrollIntoView();
  }, []);
  const type = (/** @type {{currentTarget: HTMLTextAreaElement}} */ event) => {
    setWhat(event.currentTarget.value);
    void drafts.set(draft, event.currentTarget.value);
  };
  const report = () => [what.trim(), facts()].filter(Boolean).join("\n\n");
  const done = async () => {
    await drafts.remove(draft);
    setWhat("");
  };
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(report());
      say(text("help.copied"));
    } catch {
      say(text("help.copyBelow"), { isProblem: true });
    }
  };
  const share = async () => {
    try {
      await navigator.share({ title: text("help.report"), text: report() });
      await done();
    } catch (error) {
      sayFailure(error);
    }
  };
  return html`<section>
    <h2 id="report">${text("help.report")}</h2>
    <div class="card problem-report">
      <p>${text("help.reportWhy")}</p>
      <div class="field">
        <label for="report-text">${text("help.what")}</label>
        <textarea id="report-text" value=${what} onInput=${type} maxlength="4000" spellcheck="true"></textarea>
      </div>
      <div>
        <h3>${text("help.included")}</h3>
        <pre class="report" tabindex="0">${facts()}</pre>
      </div>
      <div class="actions">
        ${"share" in navigator && html`<${Button} kind="primary" onClick=${share}><${Icon} name="send" size=${20} /> ${text("help.share")}<//>`}
        <${Button} kind="secondary" onClick=${copy}><${Icon} name="copy" size=${20} /> ${text("help.copy")}<//>
      </div>
    </div>
  </section>`;
}

import { lastReference } from "../api/client.js";
import { Button } from "../frame/controls.js";
import { PageHead } from "../frame/page.js";
import { say } from "../frame/messages.js";
import { html } from "../libraries.js";
import { text } from "../texts/texts.js";

const guides = ["guide.photo", "guide.check", "guide.byHand", "guide.log", "guide.offline"];
const questions = [
  "question.wrongTotal",
  "question.duplicate",
  "question.unread",
  "question.delete",
  "question.language",
];
const troubles = ["trouble.camera", "trouble.signIn", "trouble.sync"];

/** Guides, questions, troubles, and what to say when something went wrong. */
export function Help() {
  const version = new URL(import.meta.url).pathname.split("/")[2];
  const report = () =>
    [`Larder ${version}`, location.pathname, lastReference, navigator.userAgent].filter(Boolean).join("\n");
  const copy = async () => {
    await navigator.clipboard.writeText(report()).then(
      () => say(text("help.copied")),
      () => say(text("help.copyBelow"), { isProblem: true }),
    );
  };
  const part = (/** @type {string} */ title, /** @type {string[]} */ entries) =>
    html`<section>
    <h2>${text(title)}</h2>
    ${entries.map(
      (name) => html`<details key=${name}><summary>${text(name)}</summary><p>${text(`${name}.text`)}</p></details>`,
    )}
  </section>`;
  return html`<${PageHead} title=${text("help.title")} />
    ${part("help.guides", guides)} ${part("help.questions", questions)} ${part("help.troubles", troubles)}
    <section>
      <h2>${text("help.report")}</h2>
      <p>${text("help.reportWhy")}</p>
      <pre class="report" tabindex="0">${report()}</pre>
      <${Button} kind="secondary" onClick=${copy}>${text("help.copy")}<//>
    </section>`;
}

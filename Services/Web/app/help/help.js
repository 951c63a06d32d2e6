import { html } from "../libraries.js";
import { periods } from "../accounts/periods.js";
import { Contact } from "../frame/contact.js";
import { useStore } from "../frame/hooks.js";
import { Icon } from "../frame/icons.js";
import { PageHead } from "../frame/page.js";
import { person } from "../session/session.js";
import { text } from "../texts/texts.js";
import { ProblemReport } from "./problem-report.js";

/** The parts of the page: the title, and what each entry is about; its text is that of `<entry>.text`. */
const parts = /** @type {const} */ ([
  [
    "help.guides",
    [
      "guide.account",
      "guide.photo",
      "guide.receipts",
      "guide.check",
      "guide.categories",
      "guide.byHand",
      "guide.log",
      "guide.products",
      "guide.eateries",
      "guide.inbox",
      "guide.places",
      "guide.consents",
      "guide.settings",
      "guide.offline",
      "guide.install",
    ],
  ],
  [
    "help.questions",
    [
      "question.wrongTotal",
      "question.duplicate",
      "question.unread",
      "question.delete",
      "question.undo",
      "question.language",
      "question.privacy",
    ],
  ],
  ["help.troubles", ["trouble.camera", "trouble.signIn", "trouble.sync", "trouble.versions", "trouble.old"]],
  ["help.news", ["news.tours", "news.account", "news.map", "news.web"]],
]);

/** Guides, questions, troubles, news, what to say when something went wrong, and to whom. */
export function Help() {
  const who = useStore(person);
  return html`<${PageHead} title=${text("help.title")} />
    ${who && html`<p><a class="button secondary" href="/tutorials"><${Icon} name="guide" size=${20} /> ${text("tutorials.title")}</a></p>`}
    <div class="help">
      ${parts.map(
        ([title, entries]) =>
          html`<section key=${title}>
          <h2>${text(title)}</h2>
          <div class="card">
            ${entries.map((name) => html`<details key=${name}><summary>${text(name)}</summary><p>${text(`${name}.text`, periods)}</p></details>`)}
          </div>
        </section>`,
      )}
      <${ProblemReport} />
      <section>
        <h2>${text("help.contact")}</h2>
        <div class="card padded"><${Contact} /></div>
      </section>
    </div>`;
}

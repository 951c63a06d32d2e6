import { call } from "../api/client.js";
import { useLoaded } from "../frame/hooks.js";
import { PageHead, Problem, Skeleton } from "../frame/page.js";
import { html } from "../libraries.js";
import { language, text } from "../texts/texts.js";

/** The terms in force. */
export function Terms() {
  const terms = useLoaded((signal) => call("larder.auth.v1.Accounts/GetTerms", {}, { signal }), [language.value]);
  return html`<${PageHead} title=${text("terms.page")} fallback="/sign-up" />
    ${terms.failure && !terms.value && html`<${Problem} failure=${terms.failure} again=${terms.again} />`}
    ${!terms.value && !terms.failure && html`<${Skeleton} rows=${8} />`}
    ${terms.value && html`<${TermsText} source=${terms.value.text} />`}`;
}

/**
 * The text of terms, which is in the language of the app.
 *
 * @param {{source: string}} properties
 */
export function TermsText({ source }) {
  return html`<article class="prose" lang=${language.value}>${source.split(/\n\n+/).map(part)}</article>`;
}

/**
 * A heading, a list or a paragraph, by how its lines begin. The title is the page's.
 *
 * @param {string} source
 */
function part(source) {
  const heading = /^(#+)\s+(.*)$/s.exec(source);
  if (heading) return heading[1].length === 1 ? null : html`<h2>${heading[2]}</h2>`;
  if (!source.startsWith("- ")) return html`<p>${source}</p>`;
  return html`<ul>${source
    .split(/\n?- /)
    .slice(1)
    .map((entry) => html`<li>${entry}</li>`)}</ul>`;
}

import { call } from "../api/client.js";
import { PageHead, Problem, Skeleton } from "../frame/controls.js";
import { useLoaded } from "../frame/hooks.js";
import { html } from "../libraries.js";
import { text } from "../texts/texts.js";

/** The terms in force. */
export function Terms() {
  const terms = useLoaded((signal) => call("larder.auth.v1.Accounts/GetTerms", {}, { signal }), []);
  return html`<${PageHead} title=${text("terms.page")} fallback="/sign-up" />
    ${terms.failure && !terms.value && html`<${Problem} failure=${terms.failure} again=${terms.again} />`}
    ${!terms.value && !terms.failure && html`<${Skeleton} rows=${8} />`}
    <article class="prose" lang="en">${terms.value && paragraphs(terms.value.text)}</article>`;
}

/**
 * Headings and paragraphs of a text in which lines of headings begin with number signs.
 *
 * @param {string} source
 */
function paragraphs(source) {
  return source.split(/\n\n+/).map((part) => {
    const heading = /^(#+)\s+(.*)$/s.exec(part);
    if (!heading) return html`<p>${part}</p>`;
    return heading[1].length === 1 ? null : html`<h2>${heading[2]}</h2>`;
  });
}

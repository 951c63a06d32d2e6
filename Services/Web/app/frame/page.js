import { asFailure } from "../api/failure.js";
import { html, useEffect, useRef } from "../libraries.js";
import { text } from "../texts/texts.js";
import { Button } from "./controls.js";
import { useFetched } from "./hooks.js";
import { Icon } from "./icons.js";
import { loadPart } from "./parts.js";
import { back } from "./router.js";

/**
 * The head of a page, which gets the focus when the page is shown.
 *
 * @param {{title: string, fallback?: string, hasBack?: boolean, children?: import("../libraries.js").Node}} properties `fallback` is where
 *   back leads when there is no page before; without `hasBack` it is one of the main pages.
 */
export function PageHead({ title, fallback = "/", hasBack = true, children }) {
  const heading = useRef(/** @type {HTMLElement | null} */ (null));
  useEffect(() => {
    document.title = `${title} · Larder`;
  }, [title]);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  return html`<header class=${`page-head ${hasBack ? "" : "top"}`}>
    ${
      hasBack &&
      html`<button type="button" class="plain round back" onClick=${() => back(fallback)} aria-label=${text("back")}>
      <${Icon} name="back" />
    </button>`
    }
    <h1 tabindex="-1" ref=${heading}>${title}</h1>
    ${children}
  </header>`;
}

/**
 * Grey shapes where a list will be.
 *
 * @param {{rows?: number}} properties
 */
export function Skeleton({ rows = 4 }) {
  return html`<div class="skeleton" role="status" aria-label=${text("loading")}>
    ${Array.from({ length: rows }, () => html`<div class="row"></div>`)}
  </div>`;
}

/**
 * Nothing there yet, with the first step.
 *
 * @param {{sentence: string, title?: string, icon?: import("./icons.js").IconName,
 *   children?: import("../libraries.js").Node}} properties
 */
export function Empty({ sentence, title, icon, children }) {
  return html`<div class="empty">
    ${icon && html`<span class="drawing"><${Icon} name=${icon} size=${44} /></span>`}
    ${title && html`<h2>${title}</h2>`}
    <p>${sentence}</p>
    ${children}
  </div>`;
}

/**
 * What could not be loaded, with another try.
 *
 * @param {{failure: unknown, again?: () => void}} properties
 */
export function Problem({ failure, again }) {
  const { sentence, reference, isOffline, isOutdated } = asFailure(failure);
  const retry = isOutdated ? () => location.reload() : again;
  const Contact = useFetched(async () => (await loadPart(() => import("./contact.js"))).Contact, Boolean(reference));
  return html`<div class="empty" role="alert">
    <span class="drawing"><${Icon} name=${isOffline ? "offline" : "doubt"} size=${44} /></span>
    <p>${sentence}</p>
    ${
      reference &&
      html`<div class="hint">
      ${!sentence.includes(reference) && html`<p>${text("reference", { reference })}</p>`}
      ${Contact && html`<${Contact} />`}
    </div>`
    }
    ${retry && html`<${Button} kind="secondary" onClick=${retry}>${text(isOutdated ? "update.reload" : "tryAgain")}<//>`}
    ${!isOffline && !isOutdated && html`<a href="/help?report">${text("help.report")}</a>`}
  </div>`;
}

/**
 * What one part of a page cannot show, while the others go on.
 *
 * @param {{sentence: string, icon?: import("./icons.js").IconName, again: () => void}} properties
 */
export function PartProblem({ sentence, icon = "doubt", again }) {
  return html`<div class="notice doubt part-problem" role="status">
    <${Icon} name=${icon} />
    <p>${sentence}</p>
    <${Button} kind="plain" onClick=${again}>${text("tryAgain")}<//>
  </div>`;
}

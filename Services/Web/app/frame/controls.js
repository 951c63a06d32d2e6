import { asFailure } from "../api/failure.js";
import { html, useEffect, useRef, useState } from "../libraries.js";
import { text } from "../texts/texts.js";
import { Icon } from "./icons.js";
import { back } from "./router.js";

/**
 * The head of a page, which gets the focus when the page is shown.
 *
 * @param {{title: string, fallback?: string, hasBack?: boolean, children?: any}} properties `fallback` is where back leads
 *   when there is no page before.
 */
export function PageHead({ title, fallback = "/", hasBack = true, children }) {
  const heading = useRef(/** @type {HTMLElement | null} */ (null));
  useEffect(() => {
    document.title = `${title} · Larder`;
  }, [title]);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  return html`<header class="page-head">
    ${
      hasBack &&
      html`<button type="button" class="plain round" onClick=${() => back(fallback)} aria-label=${text("back")}>
      <${Icon} name="back" />
    </button>`
    }
    <h1 tabindex="-1" ref=${heading}>${title}</h1>
    ${children}
  </header>`;
}

/**
 * A button that shows that it works.
 *
 * @param {{onClick?: () => unknown, kind?: string, type?: string, isBusy?: boolean, isDisabled?: boolean, children?: any}} properties
 */
export function Button({ onClick, kind = "", type = "button", isBusy = false, isDisabled = false, children }) {
  const [works, setWorks] = useState(false);
  const isMounted = useRef(true);
  useEffect(() => () => void (isMounted.current = false), []);
  const busy = isBusy || works;
  const click = async () => {
    if (busy || !onClick) return;
    setWorks(true);
    try {
      await onClick();
    } finally {
      if (isMounted.current) setWorks(false);
    }
  };
  return html`<button
    type=${type}
    class=${`button ${kind}`}
    disabled=${isDisabled}
    aria-busy=${busy}
    onClick=${type === "submit" ? undefined : click}
  >
    ${busy ? html`<span class="busy" aria-hidden="true"></span>` : null}${children}
  </button>`;
}

/**
 * A field with its label, its hint and what is wrong with it.
 *
 * @param {{label: string, value: string, onInput: (value: string) => void, error?: string, hint?: string, type?: string,
 *   mode?: string, complete?: string, isRequired?: boolean, isDoubtful?: boolean, list?: string[], name?: string,
 *   onBlur?: () => void}} properties
 */
export function Field(properties) {
  const {
    label,
    value,
    onInput,
    error,
    hint,
    type = "text",
    mode,
    complete,
    isRequired,
    isDoubtful,
    list,
    name,
    onBlur,
  } = properties;
  const [id] = useState(() => `field-${Math.random().toString(36).slice(2)}`);
  const described = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(" ");
  return html`<div class=${`field ${error ? "wrong" : ""} ${isDoubtful ? "doubtful" : ""}`}>
    <label for=${id}>${label}${isDoubtful ? html` <span class="mark">${text("toCheck")}</span>` : null}</label>
    <input
      id=${id}
      name=${name}
      type=${type}
      value=${value}
      inputmode=${mode}
      autocomplete=${complete ?? "off"}
      required=${isRequired}
      spellcheck=${type === "text" && !mode && !complete}
      aria-invalid=${error ? "true" : undefined}
      aria-describedby=${described || undefined}
      list=${list ? `${id}-list` : undefined}
      onInput=${(/** @type {any} */ event) => onInput(event.currentTarget.value)}
      onBlur=${onBlur}
    />
    ${list && html`<datalist id=${`${id}-list`}>${list.map((entry) => html`<option value=${entry}></option>`)}</datalist>`}
    ${hint && html`<p class="hint" id=${`${id}-hint`}>${hint}</p>`}
    ${error && html`<p class="error" id=${`${id}-error`}>${error}</p>`}
  </div>`;
}

/**
 * A choice between yes and no.
 *
 * @param {{label: string, hint?: string, isOn: boolean, onChange: (isOn: boolean) => void, isDisabled?: boolean}} properties
 */
export function Switch({ label, hint, isOn, onChange, isDisabled }) {
  return html`<label class="switch">
    <span>${label}${hint && html`<span class="hint">${hint}</span>`}</span>
    <input
      type="checkbox"
      role="switch"
      checked=${isOn}
      disabled=${isDisabled}
      onChange=${(/** @type {any} */ event) => onChange(event.currentTarget.checked)}
    />
  </label>`;
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
 * @param {{sentence: string, children?: any}} properties
 */
export function Empty({ sentence, children }) {
  return html`<div class="empty"><p>${sentence}</p>${children}</div>`;
}

/**
 * What could not be loaded, with another try.
 *
 * @param {{failure: unknown, again?: () => void}} properties
 */
export function Problem({ failure, again }) {
  const { sentence, reference } = asFailure(failure);
  return html`<div class="empty" role="alert">
    <p>${sentence}</p>
    ${reference && html`<p class="hint">${text("reference", { reference })}</p>`}
    ${again && html`<${Button} kind="secondary" onClick=${again}>${text("tryAgain")}<//>`}
  </div>`;
}

/**
 * A sheet over the page. Escape and the ground close it, and the focus returns to where it was.
 *
 * @param {{title: string, onClose: () => void, children?: any}} properties
 */
export function Sheet({ title, onClose, children }) {
  const dialog = useRef(/** @type {HTMLDialogElement | null} */ (null));
  useEffect(() => {
    const former = document.activeElement;
    dialog.current?.showModal();
    return () => former instanceof HTMLElement && former.focus();
  }, []);
  const click = (/** @type {any} */ event) => event.target === dialog.current && onClose();
  return html`<dialog
    class="sheet"
    ref=${dialog}
    aria-label=${title}
    onCancel=${(/** @type {Event} */ event) => {
      event.preventDefault();
      onClose();
    }}
    onClick=${click}
  >
    <div class="sheet-body">
      <h2>${title}</h2>
      ${children}
    </div>
  </dialog>`;
}

import { html, useEffect, useRef, useState } from "../libraries.js";
import { text } from "../texts/texts.js";
import { Icon } from "./icons.js";

/**
 * A button that shows that it works.
 *
 * @param {{onClick?: () => unknown, kind?: string, type?: string, isBusy?: boolean, isDisabled?: boolean, label?: string,
 *   children?: import("../libraries.js").Node}} properties `label` where the picture alone is shown.
 */
export function Button({ onClick, kind = "", type = "button", isBusy = false, isDisabled = false, label, children }) {
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
    aria-label=${label}
    onClick=${type === "submit" ? undefined : click}
  >
    ${busy ? html`<span class="busy" aria-hidden="true"></span>` : null}${children}
  </button>`;
}

/**
 * A field with its label, its hint and what is wrong with it.
 *
 * @param {{label: string, value: string, onInput: (value: string) => void, error?: string, hint?: string, type?: string,
 *   mode?: string, complete?: string, isRequired?: boolean, list?: string[], name?: string, onBlur?: () => void,
 *   hasFocus?: boolean, rows?: number, tour?: string}} properties `list` has what is offered; with `hasFocus` it is typed into
 *   first; with `rows` it has several; `tour` is what tours know it by.
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
    list,
    name,
    rows,
    onBlur,
  } = properties;
  const [id] = useState(() => `field-${Math.random().toString(36).slice(2)}`);
  const [isRevealed, setRevealed] = useState(false);
  const isSecret = type === "password";
  const isSearch = type === "search";
  const described = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(" ");
  const input = html`<${rows ? "textarea" : "input"}
    id=${id}
    rows=${rows}
    name=${name}
    type=${rows ? undefined : isSecret && isRevealed ? "text" : type}
    value=${value}
    inputmode=${mode}
    autocomplete=${complete ?? "off"}
    autocapitalize=${isSecret || complete === "username" ? "none" : undefined}
    required=${isRequired}
    autofocus=${properties.hasFocus}
    placeholder=${isSearch ? label : undefined}
    spellcheck=${type === "text" && !mode && !complete}
    aria-invalid=${error ? "true" : undefined}
    aria-describedby=${described || undefined}
    list=${list ? `${id}-list` : undefined}
    onInput=${(/** @type {{currentTarget: HTMLInputElement | HTMLTextAreaElement}} */ event) => onInput(event.currentTarget.value)}
    onBlur=${onBlur}
  />`;
  return html`<div data-tour=${properties.tour} class=${`field ${error ? "wrong" : ""} ${isSearch ? "search" : ""}`}>
    <label for=${id} class=${isSearch ? "hidden" : ""}>${label}</label>
    ${
      isSecret
        ? html`<span class="with-button">${input}<button
            type="button" class="plain round" aria-pressed=${isRevealed} aria-label=${text("password.show")}
            onClick=${() => setRevealed(!isRevealed)}><${Icon} name="eye" size=${22} /></button></span>`
        : isSearch
          ? html`<span class="with-icon"><${Icon} name="search" size=${20} />${input}</span>`
          : input
    }
    ${list && html`<datalist id=${`${id}-list`}>${list.map((entry) => html`<option value=${entry}></option>`)}</datalist>`}
    ${hint && html`<p class="hint" id=${`${id}-hint`}>${hint}</p>`}
    ${error && html`<p class="error" id=${`${id}-error`}>${error}</p>`}
  </div>`;
}

/**
 * A choice of one of many, with its label.
 *
 * @param {{label: string, chosen: string, choices: [string, string][], onChoose: (value: string) => void}} properties `choices`
 *   have values and what they are called.
 */
export function Select({ label, chosen, choices, onChoose }) {
  const [id] = useState(() => `select-${Math.random().toString(36).slice(2)}`);
  return html`<div class="field">
    <label for=${id}>${label}</label>
    <select id=${id} value=${chosen} onChange=${(/** @type {{currentTarget: HTMLSelectElement}} */ event) => onChoose(event.currentTarget.value)}>
      ${choices.map(([value, name]) => html`<option value=${value} key=${value}>${name}</option>`)}
    </select>
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
      onChange=${(/** @type {{currentTarget: HTMLInputElement}} */ event) => onChange(event.currentTarget.checked)}
    />
  </label>`;
}

/**
 * A choice of one of a few.
 *
 * @param {{label: string, chosen: string, choices: [string, string][], onChoose: (value: string) => void,
 *   tour?: string}} properties `tour` is what tours know it by.
 */
export function Pills({ label, chosen, choices, onChoose, tour }) {
  return html`<div class="choices" role="group" aria-label=${label} data-tour=${tour}>
    ${choices.map(
      ([value, name]) =>
        html`<button type="button" key=${value} aria-pressed=${value === chosen} onClick=${() => onChoose(value)}>${name}</button>`,
    )}
  </div>`;
}

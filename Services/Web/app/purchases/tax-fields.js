import { Button, Field } from "../frame/controls.js";
import { keepFocus } from "../frame/focus.js";
import { Icon } from "../frame/icons.js";
import { html } from "../libraries.js";
import { text } from "../texts/texts.js";
import { emptyTax, mostTaxes } from "./taxes.js";

/** @typedef {import("./taxes.js").Tax} Tax */

/**
 * Taxes to be typed, each with its name and amount.
 *
 * @param {{taxes: Tax[], wrong: Record<string, string>, onChange: (taxes: Tax[]) => void, onLeave: (name: string) => void}} properties
 */
export function TaxFields({ taxes, wrong, onChange, onLeave }) {
  const change = (/** @type {number} */ index, /** @type {Partial<Tax>} */ part) =>
    onChange(taxes.map((tax, at) => (at === index ? { ...tax, ...part } : tax)));
  const remove = (/** @type {number} */ index) => {
    onChange(taxes.filter((_, at) => at !== index));
    keepFocus(() => document.querySelector(".add-tax"));
  };
  return html`${taxes.map(
    ({ label, amount }, index) =>
      html`<div class="tax" key=${index}>
      <${Field} label=${text("purchase.taxLabel")} value=${label} onInput=${(/** @type {string} */ value) => change(index, { label: value })} />
      <${Field} label=${text("item.amount")} mode="decimal" value=${amount} error=${wrong[`tax ${index}`]}
        onInput=${(/** @type {string} */ value) => change(index, { amount: value })} onBlur=${() => onLeave(`tax ${index}`)} />
      <${Button} kind="plain round danger" label=${text("remove")} onClick=${() => remove(index)}>
        <${Icon} name="remove" size=${20} />
      <//>
    </div>`,
  )}
  ${
    taxes.length < mostTaxes &&
    html`<${Button} kind="secondary add-tax" onClick=${() => onChange([...taxes, { ...emptyTax }])}>
      <${Icon} name="add" size=${20} /> ${text("purchase.addTax")}
    <//>`
  }`;
}

import { Field, Select, Switch } from "../frame/controls.js";
import { html, useState } from "../libraries.js";
import { unitChoices } from "../products/units.js";
import { text } from "../texts/texts.js";
import { isReturned, returnedAmount } from "./typed-item.js";

const units = ["each", "kg", "g", "lb", "oz", "l", "ml", "gal", "m"];

/** @typedef {import("./typed-item.js").Typed} Typed */

/**
 * The choice of the unit of an item.
 *
 * @param {{entry: Typed, onChange: (part: Partial<Typed>) => void}} properties
 */
export function UnitField({ entry, onChange }) {
  const choices = unitChoices([...new Set([...units, entry.unit])]);
  return html`<${Select} label=${text("item.unit")} chosen=${entry.unit} choices=${choices} onChoose=${(/** @type {string} */ unit) => onChange({ unit })} />`;
}

/**
 * What an item seldom needs, folded away until it has some of it.
 *
 * @param {{entry: Typed, wrong: Partial<Record<keyof Typed, string>>, onChange: (part: Partial<Typed>) => void,
 *   onLeave: (field: keyof Typed) => void, hasUnit?: boolean}} properties `hasUnit` where the unit is among it.
 */
export function ItemDetails({ entry, wrong, onChange, onLeave, hasUnit = false }) {
  const [isOpen, setOpen] = useState(false);
  const hasSome = entry.discount || entry.unitPrice || wrong.discount || wrong.unitPrice || isReturned(entry);
  const amount = (/** @type {"unitPrice" | "discount"} */ field, hint = "") =>
    html`<${Field} label=${text(`item.${field}`)} value=${entry[field]} mode="decimal" error=${wrong[field]} hint=${hint}
      onInput=${(/** @type {string} */ value) => onChange({ [field]: value })} onBlur=${() => onLeave(field)} />`;
  return html`<details
    class="more"
    open=${Boolean(isOpen || hasSome || (hasUnit && entry.unit !== "each"))}
    onToggle=${(/** @type {{currentTarget: HTMLDetailsElement}} */ event) => setOpen(event.currentTarget.open)}
  >
    <summary>${text("item.more")}</summary>
    <div class="columns">
      ${hasUnit && html`<${UnitField} entry=${entry} onChange=${onChange} />`}
      ${amount("unitPrice")} ${amount("discount", text("item.discountHint"))}
    </div>
    <${Switch}
      label=${text("item.returned")}
      isOn=${isReturned(entry)}
      onChange=${(/** @type {boolean} */ isOn) => onChange({ amount: returnedAmount(entry.amount, isOn) })}
    />
  </details>`;
}

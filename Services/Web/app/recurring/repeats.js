import { Field, Select } from "../frame/controls.js";
import { html } from "../libraries.js";
import { text } from "../texts/texts.js";
import { intervalChoices } from "./typed-recurring.js";

/**
 * The choice of how often an expenditure comes again from its day on, and until when.
 *
 * @param {{repeats: string, lastDay: string, mayBeOnce?: boolean,
 *   onChange: (part: {repeats?: string, lastDay?: string}) => void}} properties
 */
export function Repeats({ repeats, lastDay, mayBeOnce = false, onChange }) {
  const once = mayBeOnce ? [["", text("recurring.once")]] : [];
  return html`<div class="columns">
    <${Select} label=${text("recurring.repeats")} chosen=${repeats} choices=${[...once, ...intervalChoices(repeats)]}
      onChoose=${(/** @type {string} */ chosen) => onChange({ repeats: chosen })} />
    ${repeats && html`<${Field} label=${text("recurring.lastDay")} hint=${text("recurring.lastDayHint")} type="date" value=${lastDay} onInput=${(/** @type {string} */ typed) => onChange({ lastDay: typed })} />`}
  </div>`;
}

import { Button, Field, Pills } from "../frame/controls.js";
import { Icon } from "../frame/icons.js";
import { html } from "../libraries.js";
import { day, month } from "../texts/formats.js";
import { text } from "../texts/texts.js";
import { beside, isPeriod, named, periodOf, wholeMonths } from "./periods.js";

/** @typedef {import("./periods.js").Period} Period */

/**
 * A period in words, such as "March 2026".
 *
 * @param {Period} period
 */
export function nameOf({ from, to }) {
  if (wholeMonths({ from, to }) === 1) return month(from.slice(0, 7));
  if (wholeMonths({ from, to }) === 12 && from.endsWith("-01-01")) return from.slice(0, 4);
  return from === to ? day(from) : `${day(from)} – ${day(to)}`;
}

/**
 * The choice of the period: those that are wanted most, the ones beside it, and any other days.
 *
 * @param {{period: Period, onChoose: (period: Period) => void}} properties
 */
export function PeriodChoice({ period, onChoose }) {
  const chosen = named.find((name) => JSON.stringify(periodOf(name)) === JSON.stringify(period)) ?? "";
  const change = (/** @type {Partial<Period>} */ part) => {
    const next = { ...period, ...part };
    if (isPeriod(next.from, next.to)) onChoose(next);
    // The other end follows the one that was chosen.
    else if (part.from && isPeriod(part.from, part.from)) onChoose({ from: part.from, to: part.from });
    else if (part.to && isPeriod(part.to, part.to)) onChoose({ from: part.to, to: part.to });
  };
  return html`<div class="period-choice one-line">
    <${Pills} tour="period" label=${text("log.period")} chosen=${chosen} choices=${named.map((name) => [name, text(`spending.${name}`)])}
      onChoose=${(/** @type {typeof named[number]} */ name) => onChoose(periodOf(name))} />
    <div class="stepper">
      <${Button} kind="plain round" label=${text("spending.before")} onClick=${() => onChoose(beside(period, -1))}><${Icon} name="back" /><//>
      <strong>${nameOf(period)}</strong>
      <${Button} kind="plain round" label=${text("spending.after")} onClick=${() => onChoose(beside(period, 1))}><${Icon} name="forward" /><//>
    </div>
    <details class="more">
      <summary>${text("spending.otherDays")}</summary>
      <div class="columns">
        <${Field} label=${text("spending.from")} type="date" value=${period.from} onInput=${(/** @type {string} */ from) => change({ from })} />
        <${Field} label=${text("spending.to")} type="date" value=${period.to} onInput=${(/** @type {string} */ to) => change({ to })} />
      </div>
    </details>
  </div>`;
}

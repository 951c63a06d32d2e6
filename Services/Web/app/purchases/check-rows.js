import { Badge } from "../frame/badge.js";
import { Button } from "../frame/controls.js";
import { Icon } from "../frame/icons.js";
import { html } from "../libraries.js";
import { money, quantity } from "../texts/formats.js";
import { text } from "../texts/texts.js";
import { shownField } from "./fields.js";
import { netOf } from "./item-sums.js";

/** @typedef {import("../api/types.js").Budget.Purchase} Purchase */
/** @typedef {import("../api/types.js").Budget.PurchaseItem} Item */

/**
 * What a row of the check page does. `onPoint` is for a mouse that is over it, and for the focus.
 *
 * @typedef {{isSelected: boolean, onOpen: () => void, onPoint: (isOver: boolean) => void, onConfirm?: () => Promise<void>}} Handlers
 */

/**
 * An item of a purchase, with the way to say that it is right where it is doubtful.
 *
 * @param {{item: Item} & Handlers} properties
 */
export function ItemRow({ item, isSelected, onOpen, onPoint, onConfirm }) {
  const net = { ...item.amount, minorUnits: netOf(item).toString() };
  const name = item.productName || item.printedText;
  // One of something, at its price, says no more than the amount beside it.
  const isOne = item.quantityThousandths === "1000" && (item.unit ?? "each") === "each";
  const isAmount = isOne && item.unitPrice?.minorUnits === item.amount?.minorUnits;
  const details = [
    !isOne && quantity(item.quantityThousandths, item.unit),
    item.unitPrice && !isAmount && priceText(item),
    Number(item.discount?.minorUnits ?? 0) && text("item.less", { amount: money(item.discount) }),
    item.printedText !== name && item.printedText,
  ].filter(Boolean);
  return html`<li
    id=${`row-${item.id}`}
    class=${`with-symbol ${isSelected ? "selected" : ""}`}
    onMouseEnter=${() => onPoint(true)}
    onMouseLeave=${() => onPoint(false)}
  >
    <button type="button" class="row" onClick=${onOpen} onFocus=${() => onPoint(true)} onBlur=${() => onPoint(false)}>
      <${Badge} name=${name} symbol=${item.categorySymbol} kind=${item.needsReview ? "doubt" : ""} />
      <span class="main">${name}</span>
      <span class="side amount">${money(net)}</span>
      ${details.length > 0 && html`<span class="sub">${details.join(" · ")}</span>`}
    </button>
    ${onConfirm && html`<${Right} name=${name} onConfirm=${onConfirm} />`}
  </li>`;
}

/**
 * What one of it, or a unit of it, costs.
 *
 * @param {Item} item
 */
function priceText({ unitPrice, unit }) {
  const price = money(unitPrice);
  return unit && unit !== "each" ? text("item.per", { price, unit }) : text("item.each", { price });
}

/**
 * A field of a purchase.
 *
 * @param {{purchase: Purchase, name: import("./fields.js").FieldName, isDoubtful?: boolean} & Handlers} properties
 */
export function FieldRow({ purchase, name, isDoubtful = false, isSelected, onOpen, onPoint, onConfirm }) {
  const value = shownField(purchase, name);
  const label = text(`purchase.${name}`);
  return html`<li
    id=${`row-${name}`}
    class=${`field-row ${isSelected ? "selected" : ""}`}
    onMouseEnter=${() => onPoint(true)}
    onMouseLeave=${() => onPoint(false)}
  >
    <button type="button" class=${`row ${name === "total" ? "total" : ""}`} onClick=${onOpen} onFocus=${() => onPoint(true)} onBlur=${() => onPoint(false)}>
      <span class="label">${label}</span>
      <span class=${`value ${value ? "" : "unknown"}`}>${value || text(isDoubtful ? "purchase.notFound" : "purchase.none")}</span>
    </button>
    ${onConfirm && html`<${Right} name=${label} onConfirm=${onConfirm} />`}
  </li>`;
}

/** @param {{name: string, onConfirm: () => Promise<void>}} properties */
function Right({ name, onConfirm }) {
  return html`<${Button} kind="right round" label=${text("purchase.isRight", { name })} onClick=${onConfirm}><${Icon} name="check" /><//>`;
}

/**
 * Whether the items, the taxes and the total agree.
 *
 * @param {{purchase: Purchase}} properties
 */
export function SumCheck({ purchase }) {
  const sum = money(purchase.computedTotal);
  const units = (/** @type {import("../texts/formats.js").Money | undefined} */ amount) =>
    BigInt(amount?.minorUnits ?? 0);
  const missing = units(purchase.total) - units(purchase.computedTotal);
  const difference = money({ ...purchase.total, minorUnits: (missing < 0n ? -missing : missing).toString() });
  const differs = missing < 0n ? "purchase.sumIsMore" : "purchase.sumIsLess";
  const key = purchase.totalsAgree ? "purchase.sumAgrees" : purchase.total ? differs : "purchase.sumOnly";
  return html`<p class=${`sum ${purchase.totalsAgree ? "agrees" : purchase.total ? "differs" : ""}`}>
    <${Icon} name=${purchase.totalsAgree ? "check" : "doubt"} size=${20} /> <span>${text(key, { sum, difference })}</span>
  </p>`;
}

import { Icon } from "../frame/icons.js";
import { html, useMemo } from "../libraries.js";
import { ago, day, instant, money } from "../texts/formats.js";
import { language, text } from "../texts/texts.js";

/**
 * The amount that a purchase counts with.
 *
 * @param {any} purchase
 */
export function amount(purchase) {
  return purchase.total ?? purchase.computedTotal;
}

/**
 * A purchase in a list. It is drawn anew only when the purchase is another one, so that lists may be long.
 *
 * @param {{purchase: any}} properties
 */
export function PurchaseRow({ purchase }) {
  return useMemo(() => row(purchase), [purchase, language.value]);
}

/** @param {any} purchase */
function row(purchase) {
  const toCheck = purchase.state === "PURCHASE_STATE_TO_VERIFY";
  const items = purchase.items?.length ?? 0;
  return html`<li>
    <a href=${`/purchases/${purchase.id}`}>
      <span class="main">${purchase.storeName || text("purchase.unknownStore")}</span>
      <span class="side amount">${money(amount(purchase))}</span>
      <span class="sub">
        ${day(purchase.purchasedAt?.date) || ago(instant(purchase.recordedAt))} · ${text("purchase.items", { count: items })}
        ${toCheck ? html` · <span class="mark"><${Icon} name="doubt" size=${16} /> ${text("toCheck")}</span>` : null}
        ${purchase.duplicateOf ? html` · <span class="mark">${text("purchase.duplicate")}</span>` : null}
      </span>
    </a>
  </li>`;
}

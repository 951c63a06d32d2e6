import { Badge } from "../frame/badge.js";
import { Icon } from "../frame/icons.js";
import { html, useMemo } from "../libraries.js";
import { ago, day, instant, money } from "../texts/formats.js";
import { language, text } from "../texts/texts.js";

/** @typedef {import("../api/types.js").Budget.Purchase} Purchase */

/**
 * The amount that a purchase counts with.
 *
 * @param {Purchase} purchase
 */
export function amount(purchase) {
  return purchase.total ?? purchase.computedTotal;
}

/**
 * What an expenditure was for; undefined for a purchase of items.
 *
 * @param {Purchase} purchase
 */
export function expenditureItem(purchase) {
  return purchase.kind === "PURCHASE_KIND_EXPENDITURE" ? purchase.items?.[0] : undefined;
}

/**
 * How many fields and items of a purchase are doubtful.
 *
 * @param {Purchase} purchase
 */
export function doubts(purchase) {
  const items = (purchase.items ?? []).filter((item) => item.needsReview).length;
  return items + (purchase.fieldsToReview?.length ?? 0);
}

/**
 * Whether a purchase is in a sum: it has an amount, and is not suspected of being a duplicate.
 *
 * @param {Purchase} purchase
 */
export function counts(purchase) {
  return Boolean(amount(purchase)) && !purchase.duplicateOf;
}

/**
 * The sum of purchases that count, by currency.
 *
 * @param {Purchase[]} purchases
 */
export function sums(purchases) {
  /** @type {Map<string, bigint>} */
  const found = new Map();
  for (const purchase of purchases) {
    const value = amount(purchase);
    if (!value || !counts(purchase)) continue;
    found.set(value.currency ?? "XXX", (found.get(value.currency ?? "XXX") ?? 0n) + BigInt(value.minorUnits ?? 0));
  }
  return [...found].map(([currency, units]) => money({ minorUnits: units.toString(), currency })).join(" · ");
}

/**
 * A purchase in a list. It is drawn anew only when the purchase is another one, so that lists may be long.
 *
 * @param {{purchase: import("./waiting-edits.js").ShownPurchase}} properties
 */
export function PurchaseRow({ purchase }) {
  return useMemo(() => row(purchase), [purchase, language.value]);
}

/** @param {import("./waiting-edits.js").ShownPurchase} purchase */
function row(purchase) {
  const isOpen = purchase.state === "PURCHASE_STATE_TO_VERIFY";
  const items = purchase.items?.length ?? 0;
  const spentOn = expenditureItem(purchase);
  const when = day(purchase.purchasedAt?.date) || ago(instant(purchase.recordedAt));
  const what = spentOn ? purchase.storeName : text("purchase.items", { count: items });
  return html`<li class="with-symbol">
    <a href=${`/purchases/${purchase.id}`}>
      <${Badge} name=${spentOn?.productName ?? purchase.storeName} symbol=${spentOn?.categorySymbol} kind=${isOpen ? "doubt" : ""} />
      <span class="main">${spentOn?.productName || purchase.storeName || text("purchase.unknownStore")}</span>
      <span class="side amount">${money(amount(purchase))}</span>
      <span class="sub">
        ${[when, what].filter(Boolean).join(" · ")}
        ${isOpen ? html` · <span class="mark">${text("toCheck")}</span>` : null}
        ${purchase.duplicateOf ? html` · <span class="mark">${text("purchase.duplicate")}</span>` : null}
        ${purchase.conflicts?.length ? mark("exchange", text("conflict.mark")) : null}
        ${purchase.waits ? mark("offline", text("edits.mark")) : null}
        ${purchase.rejected ? mark("doubt", text("edits.notSent")) : null}
      </span>
    </a>
  </li>`;
}

/**
 * @param {import("../frame/icons.js").IconName} icon
 * @param {string} words
 */
function mark(icon, words) {
  return html` · <span class="mark"><${Icon} name=${icon} size=${16} /> ${words}</span>`;
}

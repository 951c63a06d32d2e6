import { Badge } from "../frame/badge.js";
import { Button, Select } from "../frame/controls.js";
import { DraftNote, useDraft } from "../frame/draft.js";
import { useLoaded } from "../frame/hooks.js";
import { Problem } from "../frame/page.js";
import { useSaving } from "../frame/saving.js";
import { Sheet, SheetFoot } from "../frame/sheet.js";
import { html, useState } from "../libraries.js";
import { categoryNameOf, categoryTitle, readCategories } from "../products/categories.js";
import { money } from "../texts/formats.js";
import { text } from "../texts/texts.js";
import { assignableItems, categoryEdits, categoryOf, groupsOf, withCategory } from "./item-categories.js";
import { netOf, sumOf } from "./item-sums.js";

/** @typedef {import("../api/types.js").Budget.Purchase} Purchase */
/** @typedef {import("../api/types.js").Budget.PurchaseItem} Item */
/** @typedef {import("../api/types.js").Catalog.Category} Category */
/** @typedef {import("./item-categories.js").Assigned} Assigned */

/**
 * Divides the items of a purchase among categories: some are ticked and given a category, as often as one likes, and all of it is
 * saved in one step. What each category comes to is shown meanwhile.
 *
 * @param {{purchase: Purchase, onClose: () => void, onSave: (edits: import("../api/types.js").Budget.PurchaseEdit[]) => Promise<void>}} properties
 */
export function CategoriesSheet({ purchase, onClose, onSave }) {
  const items = assignableItems(purchase);
  const currency = purchase.currency ?? "XXX";
  const basis = JSON.stringify(items.map(({ id, category }) => [id, category]));
  const draft = useDraft(`categories ${purchase.id}`, { assigned: /** @type {Assigned} */ ({}) }, basis);
  const { assigned } = draft.value;
  const loaded = useLoaded(readCategories, []);
  const categories = loaded.value ?? [];
  const [ticks, setTicks] = useState(/** @type {Set<string>} */ (new Set()));
  const [chosen, setChosen] = useState("");
  const [isRefused, setRefused] = useState(false);
  const { failure, isBusy, submitting } = useSaving();
  const ticked = items.map(({ id = "" }) => id).filter((id) => ticks.has(id));
  const tick = (/** @type {Item[]} */ some, /** @type {boolean} */ isOn) => {
    const next = new Set(ticks);
    for (const { id = "" } of some) isOn ? next.add(id) : next.delete(id);
    setTicks(next);
    setRefused(false);
  };
  const choose = (/** @type {string} */ slug) => {
    setChosen(slug);
    setRefused(false);
  };
  // Who has ticked and chosen means it, also without the button.
  const isMeant = chosen !== "" && ticked.length > 0;
  const meant = isMeant ? withCategory(assigned, ticked, chosen) : assigned;
  const assign = () => {
    setRefused(!isMeant);
    if (!isMeant) return;
    draft.change({ assigned: meant });
    setTicks(new Set());
    setChosen("");
  };
  const save = async () => {
    const edits = categoryEdits(items, meant, categories);
    if (edits.length) await onSave(edits);
    else onClose();
    await draft.forget();
  };
  const cancel = () => {
    void draft.forget();
    onClose();
  };
  const sum = (/** @type {bigint} */ minorUnits) => money({ minorUnits: minorUnits.toString(), currency });
  const named = (/** @type {string} */ slug) => categoryNameOf(slug, categories);
  return html`<${Sheet} title=${text("categories.title")} onClose=${onClose}>
    <form class="categories" onSubmit=${submitting(save)} novalidate>
      <${DraftNote} draft=${draft} />
      <p class="hint">${text("categories.why")}</p>
      ${loaded.failure && html`<${Problem} failure=${loaded.failure} again=${loaded.again} />`}
      <${Tick} items=${items} ticks=${ticks} onTick=${tick} title=${text("categories.all")} sum=${sum(sumOf(items))} />
      ${groupsOf(items, assigned, categories).map(
        (group) =>
          html`<div role="group" aria-label=${named(group.slug)} key=${group.slug}>
          <${Tick} items=${group.items} ticks=${ticks} onTick=${tick} title=${titleOf(group.slug, categories)} sum=${sum(group.minorUnits)} />
          <ul class="list">
            ${group.items.map(
              (item) =>
                html`<${Row} key=${item.id} item=${item} symbol=${symbolOf(item, assigned, categories)} isTicked=${ticks.has(item.id ?? "")}
                amount=${sum(netOf(item))} before=${group.slug === (item.category ?? "") ? "" : named(item.category ?? "")}
                onTick=${(/** @type {boolean} */ isOn) => tick([item], isOn)} />`,
            )}
          </ul>
        </div>`,
      )}
      <div class="category-foot">
        <p class="hint" role="status">${text("categories.ticked", { count: ticked.length })}</p>
        <div class="category-assign">
          <${Select} label=${text("products.category")} chosen=${chosen} onChoose=${choose}
            choices=${[["", text("categories.choose")], ...categories.map((each) => [each.slug, categoryTitle(each)])]} />
          <${Button} kind="secondary" onClick=${assign}>${text("categories.assign")}<//>
        </div>
        ${isRefused && html`<p class="error" role="alert">${text("categories.rule")}</p>`}
        ${failure && html`<p class="error" role="alert">${failure}</p>`}
        <${SheetFoot} onCancel=${cancel} isBusy=${isBusy} />
      </div>
    </form>
  <//>`;
}

/**
 * Ticks all of some items, beside what they are and what they come to.
 *
 * @param {{items: Item[], ticks: Set<string>, title: string, sum: string, onTick: (items: Item[], isOn: boolean) => void}} properties
 */
function Tick({ items, ticks, title, sum, onTick }) {
  return html`<label class="check">
    <input type="checkbox" checked=${items.every(({ id = "" }) => ticks.has(id))}
      onChange=${(/** @type {{currentTarget: HTMLInputElement}} */ event) => onTick(items, event.currentTarget.checked)} />
    <span>${title}</span> <span class="amount">${sum}</span>
  </label>`;
}

/**
 * @param {{item: Item, symbol: string, amount: string, before: string, isTicked: boolean, onTick: (isOn: boolean) => void}} properties
 *   `before` is the category that it had where that changes.
 */
function Row({ item, symbol, amount, before, isTicked, onTick }) {
  const name = item.productName || item.printedText || "";
  return html`<li class="with-symbol">
    <label class="row">
      <input type="checkbox" checked=${isTicked}
        onChange=${(/** @type {{currentTarget: HTMLInputElement}} */ event) => onTick(event.currentTarget.checked)} />
      <${Badge} name=${name} symbol=${symbol} kind=${item.needsReview ? "doubt" : ""} />
      <span class="main">${name}</span>
      <span class="side amount">${amount}</span>
      ${before && html`<span class="sub">${text("categories.before", { category: before })}</span>`}
    </label>
  </li>`;
}

/**
 * @param {string} slug
 * @param {Category[]} categories
 */
function titleOf(slug, categories) {
  const category = categories.find((each) => each.slug === slug);
  return category ? categoryTitle(category) : categoryNameOf(slug, categories);
}

/**
 * @param {Item} item
 * @param {Assigned} assigned
 * @param {Category[]} categories
 */
function symbolOf(item, assigned, categories) {
  const slug = categoryOf(item, assigned);
  return slug === (item.category ?? "")
    ? (item.categorySymbol ?? "")
    : (categories.find((each) => each.slug === slug)?.symbol ?? "");
}

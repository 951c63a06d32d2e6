import { useChecking } from "../frame/checking.js";
import { Field, Select } from "../frame/controls.js";
import { DraftNote, useDraft } from "../frame/draft.js";
import { useLoaded } from "../frame/hooks.js";
import { useSaving } from "../frame/saving.js";
import { Sheet, SheetFoot } from "../frame/sheet.js";
import { html } from "../libraries.js";
import { categoryTitle, readCategories } from "../products/categories.js";
import { money, parseAmount, parseQuantity, typedAmount, typedQuantity } from "../texts/formats.js";
import { text } from "../texts/texts.js";
import { firstSplit, splitEdits } from "./item-edits.js";

/** @typedef {import("../api/types.js").Budget.PurchaseItem} Item */
/** @typedef {import("../api/types.js").Catalog.Category} Category */
/** @typedef {{name: string, quantity: string, amount: string, category: string}} Part A part of an item as it is typed. */

/**
 * @param {Item} item
 * @returns {Part}
 */
function firstPart(item) {
  const { thousandths, minorUnits } = firstSplit(item);
  return {
    name: item.productName || item.printedText || "",
    quantity: typedQuantity(thousandths.toString()),
    amount: typedAmount({ minorUnits: minorUnits.toString(), currency: item.amount?.currency ?? "XXX" }),
    category: item.category ?? "",
  };
}

/**
 * What is wrong with a part as it is typed.
 *
 * @param {Part} part
 * @param {string} currency
 */
function wrongPart({ name, quantity, amount }, currency) {
  /** @type {Partial<Part>} */
  const wrong = {};
  if (!name.trim()) wrong.name = text("item.nameRule");
  if (parseQuantity(quantity) === null) wrong.quantity = text("item.quantityRule");
  if (!parseAmount(amount, currency)) wrong.amount = text("item.amountRule");
  return wrong;
}

/**
 * The form that makes a part of an item an item of its own.
 *
 * @param {{purchaseId: string, item: Item, onClose: () => void, onSave: (edits: import("../api/types.js").Budget.PurchaseEdit[]) => Promise<void>}} properties
 */
export function SplitSheet({ purchaseId, item, onClose, onSave }) {
  const currency = item.amount?.currency ?? "XXX";
  const draft = useDraft(`split ${purchaseId} ${item.id}`, firstPart(item));
  const part = draft.value;
  const { shown, leave, check } = useChecking(wrongPart(part, currency));
  const { failure, isBusy, submitting } = useSaving();
  const categories = categoriesFor(item, useLoaded(readCategories, []).value ?? []);
  const minorUnits = BigInt(parseAmount(part.amount, currency)?.minorUnits ?? 0);
  const rest = { minorUnits: (BigInt(item.amount?.minorUnits ?? 0) - minorUnits).toString(), currency };
  const save = async () => {
    if (!check()) return;
    const thousandths = BigInt(parseQuantity(part.quantity) ?? 0);
    const category = categories.find(({ slug }) => slug === part.category) ?? { slug: part.category };
    await onSave(splitEdits(item, { name: part.name.trim(), thousandths, minorUnits, category }));
    await draft.forget();
  };
  const cancel = () => {
    void draft.forget();
    onClose();
  };
  const field = (/** @type {"name" | "quantity" | "amount"} */ name) =>
    html`<${Field} label=${text(`item.${name}`)} value=${part[name]} error=${shown[name]} mode=${name === "name" ? undefined : "decimal"}
      onInput=${(/** @type {string} */ value) => draft.change({ [name]: value })} onBlur=${() => leave(name)} />`;
  return html`<${Sheet} title=${text("item.split")} onClose=${onClose}>
    <form onSubmit=${submitting(save)} novalidate>
      <${DraftNote} draft=${draft} />
      <p>${text("item.splitWhy", { name: item.productName || item.printedText || "", amount: money(item.amount) })}</p>
      ${field("name")}
      <div class="columns">${field("quantity")} ${field("amount")}</div>
      <${Select} label=${text("products.category")} chosen=${part.category} onChoose=${(/** @type {string} */ category) => draft.change({ category })}
        choices=${[["", text("expenditure.noCategory")], ...categories.map((each) => [each.slug, categoryTitle(each)])]} />
      <p class="hint">${text("item.splitRest", { amount: money(rest) })}</p>
      ${failure && html`<p class="error" role="alert">${failure}</p>`}
      <${SheetFoot} onCancel=${cancel} label=${text("item.split")} isBusy=${isBusy} />
    </form>
  <//>`;
}

/**
 * The categories that a part may have; that of the item is among them also before they are known.
 *
 * @param {Item} item
 * @param {Category[]} categories
 * @returns {Category[]}
 */
function categoriesFor({ category: slug = "", categorySymbol: symbol = "" }, categories) {
  const isKnown = !slug || categories.some((each) => each.slug === slug);
  return isKnown ? categories : [{ slug, symbol, name: slug }, ...categories];
}

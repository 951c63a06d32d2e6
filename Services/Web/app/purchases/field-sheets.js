import { useChecking } from "../frame/checking.js";
import { Field } from "../frame/controls.js";
import { DraftNote, useDraft } from "../frame/draft.js";
import { useSaving } from "../frame/saving.js";
import { Sheet, SheetFoot } from "../frame/sheet.js";
import { html } from "../libraries.js";
import { text } from "../texts/texts.js";
import { fieldEdit, isAmount, typedField } from "./fields.js";
import { offeredCurrencies } from "./likely-currency.js";
import { TaxFields } from "./tax-fields.js";
import { wrongNote } from "./typed-note.js";
import { taxesOf, taxField, typedTaxes, wrongTaxes } from "./taxes.js";

/** @typedef {import("../api/types.js").Budget.Purchase} Purchase */
/** @typedef {{purchase: Purchase, picture?: import("../libraries.js").Node, onClose: () => void, onSave: (edits: import("../api/types.js").Budget.PurchaseEdit[]) => Promise<void>}} Properties */

/**
 * How many lines are shown of fields that have several.
 *
 * @type {Partial<Record<import("./fields.js").FieldName, number>>}
 */
const rows = { storeAddress: 3, note: 5 };

/**
 * What may be meant: the store as the catalog knows it, or the currency of the latest receipt.
 *
 * @param {Purchase} purchase
 * @param {import("./fields.js").FieldName} name
 */
function suggestion(purchase, name) {
  if (name === "storeName") return (purchase.knownStore ?? "").split(", ")[0];
  return name === "currency" ? (purchase.suggestedCurrency ?? "") : "";
}

/**
 * What is wrong with a field as it is typed; empty for nothing.
 *
 * @param {Purchase} purchase
 * @param {import("./fields.js").FieldName} name
 * @param {string} value
 */
function wrongField(purchase, name, value) {
  if (name === "currency" && value.trim() && !/^[A-Za-z]{3}$/.test(value.trim())) return text("byHand.currencyRule");
  if (name === "note") return wrongNote(value).note ?? "";
  return fieldEdit(purchase, name, value) ? "" : text("item.amountRule");
}

/**
 * The form of one field.
 *
 * @param {Properties & {name: import("./fields.js").TypedName}} properties
 */
export function FieldSheet({ purchase, name, picture, onClose, onSave }) {
  const draft = useDraft(`field ${purchase.id} ${name}`, { value: typedField(purchase, name) });
  const { value } = draft.value;
  const rule = wrongField(purchase, name, value);
  const { shown, leave, check, changed, reject } = useChecking(rule ? { value: rule } : {});
  const { failure, isBusy, submitting } = useSaving({ reject, fieldAt: () => "value" });
  const perhaps = suggestion(purchase, name);
  const set = (/** @type {string} */ value) => {
    changed();
    draft.change({ value });
  };
  const save = async () => {
    const change = fieldEdit(purchase, name, value);
    if (!check() || !change) return;
    await onSave([change]);
    await draft.forget();
  };
  const cancel = () => {
    void draft.forget();
    onClose();
  };
  const type = name === "date" ? "date" : name === "time" ? "time" : "text";
  return html`<${Sheet} title=${text(`purchase.${name}`)} onClose=${onClose}>
    <form onSubmit=${submitting(save)} novalidate>
      <${DraftNote} draft=${draft} />
      ${picture}
      <${Field} label=${text(`purchase.${name}`)} type=${type} mode=${isAmount(name) ? "decimal" : undefined} value=${value}
        onInput=${set} onBlur=${() => leave("value")} error=${shown.value}
        rows=${rows[name]} hasFocus=${name === "note"} list=${name === "currency" ? offeredCurrencies : undefined} />
      ${
        perhaps &&
        perhaps !== value &&
        html`<div class="choices"><button type="button" onClick=${() => set(perhaps)}>${text("purchase.perhaps", { store: perhaps })}</button></div>`
      }
      ${failure && html`<p class="error" role="alert">${failure}</p>`}
      <${SheetFoot} onCancel=${cancel} isBusy=${isBusy} />
    </form>
  <//>`;
}

/**
 * The form of all taxes.
 *
 * @param {Properties} properties
 */
export function TaxesSheet({ purchase, picture, onClose, onSave }) {
  const currency = purchase.currency ?? "XXX";
  const draft = useDraft(`taxes ${purchase.id}`, { taxes: typedTaxes(purchase.taxes) });
  const { taxes } = draft.value;
  const { shown, leave, check, changed, reject } = useChecking(wrongTaxes(taxes, currency));
  const { failure, isBusy, submitting } = useSaving({
    reject,
    fieldAt: (path) => taxField(taxes, Number(/taxes\[(\d+)\]/.exec(path)?.[1] ?? 0)),
  });
  const set = (/** @type {import("./taxes.js").Tax[]} */ taxes) => {
    changed();
    draft.change({ taxes });
  };
  const save = async () => {
    if (!check()) return;
    await onSave([{ taxes: { taxes: taxesOf(taxes, currency) } }]);
    await draft.forget();
  };
  const cancel = () => {
    void draft.forget();
    onClose();
  };
  return html`<${Sheet} title=${text("purchase.taxes")} onClose=${onClose}>
    <form onSubmit=${submitting(save)} novalidate>
      <${DraftNote} draft=${draft} />
      ${picture}
      <${TaxFields} taxes=${taxes} wrong=${shown} onChange=${set} onLeave=${leave} />
      ${failure && html`<p class="error" role="alert">${failure}</p>`}
      <${SheetFoot} onCancel=${cancel} isBusy=${isBusy} />
    </form>
  <//>`;
}

import { Button, Field } from "../frame/controls.js";
import { keepFocus } from "../frame/focus.js";
import { Icon } from "../frame/icons.js";
import { useSaving } from "../frame/saving.js";
import { Sheet, SheetFoot } from "../frame/sheet.js";
import { html, useState } from "../libraries.js";
import { parseAmount, typedAmount } from "../texts/formats.js";
import { text } from "../texts/texts.js";
import { fieldEdit, isAmount, typedField } from "./fields.js";

/** @typedef {{purchase: any, picture?: any, onClose: () => void, onSave: (edits: import("../api/types.js").Budget.PurchaseEdit[]) => Promise<void>}} Properties */

/**
 * What may be meant: the store as the catalog knows it, or the currency of the latest receipt.
 *
 * @param {any} purchase
 * @param {import("./fields.js").FieldName} name
 */
function suggestion(purchase, name) {
  if (name === "storeName") return (purchase.knownStore ?? "").split(", ")[0];
  return name === "currency" ? (purchase.suggestedCurrency ?? "") : "";
}

/**
 * The form of one field.
 *
 * @param {Properties & {name: import("./fields.js").FieldName}} properties
 */
export function FieldSheet({ purchase, name, picture, onClose, onSave }) {
  const [value, setValue] = useState(typedField(purchase, name));
  const { failure, isBusy, refuse, submitting } = useSaving();
  const perhaps = suggestion(purchase, name);
  const save = async () => {
    const change = fieldEdit(purchase, name, value);
    if (name === "currency" && value.trim() && !/^[A-Za-z]{3}$/.test(value.trim()))
      return refuse(text("byHand.currencyRule"));
    if (!change) return refuse(text("item.amountRule"));
    await onSave([change]);
  };
  const type = name === "date" ? "date" : name === "time" ? "time" : "text";
  return html`<${Sheet} title=${text(`purchase.${name}`)} onClose=${onClose}>
    <form onSubmit=${submitting(save)} novalidate>
      ${picture}
      <${Field} label=${text(`purchase.${name}`)} type=${type} mode=${isAmount(name) ? "decimal" : undefined} value=${value}
        onInput=${setValue} error=${failure} rows=${name === "storeAddress" ? 3 : undefined} list=${name === "currency" ? ["CAD", "EUR", "USD", "GBP", "CHF"] : undefined} />
      ${
        perhaps &&
        perhaps !== value &&
        html`<div class="choices"><button type="button" onClick=${() => setValue(perhaps)}>${text("purchase.perhaps", { store: perhaps })}</button></div>`
      }
      <${SheetFoot} onCancel=${onClose} isBusy=${isBusy} />
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
  const [taxes, setTaxes] = useState(() => {
    const known = (purchase.taxes ?? []).map((/** @type {any} */ { label = "", amount }) => ({
      label,
      amount: typedAmount(amount),
    }));
    return /** @type {{label: string, amount: string}[]} */ (known.length ? known : [{ label: "", amount: "" }]);
  });
  const { failure, isBusy, refuse, submitting } = useSaving();
  const change = (/** @type {number} */ index, /** @type {Partial<{label: string, amount: string}>} */ part) =>
    setTaxes(taxes.map((tax, at) => (at === index ? { ...tax, ...part } : tax)));
  const remove = (/** @type {number} */ index) => {
    setTaxes(taxes.filter((_, at) => at !== index));
    keepFocus(() => document.querySelector(".sheet form > .button"));
  };
  const save = async () => {
    const given = taxes.filter(({ label, amount }) => label.trim() || amount.trim());
    const found = given.map(({ label, amount }) => ({
      label: label.trim(),
      amount: parseAmount(amount, currency) ?? undefined,
    }));
    if (found.some(({ amount }) => !amount)) return refuse(text("item.amountRule"));
    await onSave([{ taxes: { taxes: found } }]);
  };
  return html`<${Sheet} title=${text("purchase.taxes")} onClose=${onClose}>
    <form onSubmit=${submitting(save)} novalidate>
      ${picture}
      ${taxes.map(
        ({ label, amount }, index) =>
          html`<div class="tax" key=${index}>
          <${Field} label=${text("purchase.taxLabel")} value=${label} onInput=${(/** @type {string} */ value) => change(index, { label: value })} />
          <${Field} label=${text("item.amount")} mode="decimal" value=${amount} onInput=${(/** @type {string} */ value) => change(index, { amount: value })} />
          <${Button} kind="plain round danger" label=${text("remove")} onClick=${() => remove(index)}>
            <${Icon} name="remove" size=${20} />
          <//>
        </div>`,
      )}
      ${
        taxes.length < 20 &&
        html`<${Button} kind="secondary" onClick=${() => setTaxes([...taxes, { label: "", amount: "" }])}>
        <${Icon} name="add" size=${20} /> ${text("purchase.addTax")}
      <//>`
      }
      ${failure && html`<p class="error" role="alert">${failure}</p>`}
      <${SheetFoot} onCancel=${onClose} isBusy=${isBusy} />
    </form>
  <//>`;
}

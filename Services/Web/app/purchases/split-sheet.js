import { Field } from "../frame/controls.js";
import { useSaving } from "../frame/saving.js";
import { Sheet, SheetFoot } from "../frame/sheet.js";
import { html, useState } from "../libraries.js";
import { money, parseAmount, parseQuantity, typedAmount, typedQuantity } from "../texts/formats.js";
import { text } from "../texts/texts.js";
import { firstSplit, splitEdits } from "./item-edits.js";

/**
 * The form that makes a part of an item an item of its own.
 *
 * @param {{item: any, onClose: () => void, onSave: (edits: import("../api/types.js").Budget.PurchaseEdit[]) => Promise<void>}} properties
 */
export function SplitSheet({ item, onClose, onSave }) {
  const currency = item.amount?.currency ?? "XXX";
  const first = firstSplit(item);
  const [name, setName] = useState(item.productName || item.printedText || "");
  const [quantity, setQuantity] = useState(typedQuantity(first.thousandths.toString()));
  const [amount, setAmount] = useState(typedAmount({ minorUnits: first.minorUnits.toString(), currency }));
  const { failure, isBusy, refuse, submitting } = useSaving();
  const part = parseAmount(amount, currency);
  const thousandths = parseQuantity(quantity);
  const units = BigInt(item.amount?.minorUnits ?? 0);
  const rest = part ? units - BigInt(part.minorUnits ?? 0) : units;
  const save = async () => {
    if (!name.trim()) return refuse(text("item.nameRule"));
    if (!part) return refuse(text("item.amountRule"));
    if (thousandths === null) return refuse(text("item.quantityRule"));
    await onSave(
      splitEdits(item, {
        name: name.trim(),
        thousandths: BigInt(thousandths),
        minorUnits: BigInt(part.minorUnits ?? 0),
      }),
    );
  };
  return html`<${Sheet} title=${text("item.split")} onClose=${onClose}>
    <form onSubmit=${submitting(save)} novalidate>
      <p>${text("item.splitWhy", { name: item.productName || item.printedText || "", amount: money(item.amount) })}</p>
      <${Field} label=${text("item.name")} value=${name} onInput=${setName} />
      <div class="columns">
        <${Field} label=${text("item.quantity")} value=${quantity} onInput=${setQuantity} mode="decimal" />
        <${Field} label=${text("item.amount")} value=${amount} onInput=${setAmount} mode="decimal" />
      </div>
      <p class="hint">${text("item.splitRest", { amount: money({ minorUnits: rest.toString(), currency }) })}</p>
      ${failure && html`<p class="error" role="alert">${failure}</p>`}
      <${SheetFoot} onCancel=${onClose} label=${text("item.split")} isBusy=${isBusy} />
    </form>
  <//>`;
}

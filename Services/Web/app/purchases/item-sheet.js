import { call } from "../api/client.js";
import { asFailure } from "../api/failure.js";
import { Button, Field, Sheet } from "../frame/controls.js";
import { html, useEffect, useState } from "../libraries.js";
import { parseAmount, parseQuantity, typedAmount, typedQuantity } from "../texts/formats.js";
import { text } from "../texts/texts.js";

const units = ["each", "kg", "g", "lb", "oz", "l", "ml"];

/** @typedef {{name: string, quantity: string, unit: string, amount: string, discount: string}} Typed */

/**
 * An item as it is typed.
 *
 * @param {any} [item]
 * @returns {Typed}
 */
export function typed(item) {
  return {
    name: item?.productName ?? "",
    quantity: item ? typedQuantity(item.quantityThousandths) : "1",
    unit: item?.unit || "each",
    amount: item ? typedAmount(item.amount ?? { minorUnits: "0", currency: "" }) : "",
    discount: item?.discount ? typedAmount(item.discount) : "",
  };
}

/**
 * What is wrong with an item as it is typed.
 *
 * @param {Typed} entry
 * @param {string} currency
 * @returns {Partial<Typed>}
 */
export function wrongItem(entry, currency) {
  /** @type {Partial<Typed>} */
  const wrong = {};
  if (!entry.name.trim() || entry.name.length > 200) wrong.name = text("item.nameRule");
  if (parseQuantity(entry.quantity) === null) wrong.quantity = text("item.quantityRule");
  if (!parseAmount(entry.amount, currency)) wrong.amount = text("item.amountRule");
  const discount = parseAmount(entry.discount, currency);
  if (discount === null || Number(discount?.minorUnits ?? 0) > 0) wrong.discount = text("item.discountRule");
  return wrong;
}

/**
 * The form of an item.
 *
 * @param {{item?: any, currency: string, onClose: () => void, onSave: (entry: Typed, productId: string) => Promise<void>,
 *   onRemove?: () => Promise<void>, onSplit?: () => Promise<void>}} properties
 */
export function ItemSheet({ item, currency, onClose, onSave, onRemove, onSplit }) {
  const [entry, setEntry] = useState(typed(item));
  const [isTried, setTried] = useState(false);
  const [failure, setFailure] = useState("");
  const [guesses, setGuesses] = useState(/** @type {any[]} */ ([]));
  const wrong = wrongItem(entry, currency);
  /** @param {keyof Typed} name */
  const change = (name) => (/** @type {string} */ value) => setEntry({ ...entry, [name]: value });
  useEffect(() => {
    if (entry.name.trim().length < 2) return setGuesses([]);
    const abort = new AbortController();
    const timer = setTimeout(() => {
      const search = call(
        "larder.catalog.v1.Products/SearchProducts",
        { text: entry.name.slice(0, 100), limit: 6 },
        { signal: abort.signal },
      );
      search.then(
        (answer) => setGuesses(answer.products ?? []),
        () => undefined,
      );
    }, 200);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [entry.name]);
  const attempt = (/** @type {() => Promise<void>} */ body) => async () => {
    setFailure("");
    try {
      await body();
    } catch (error) {
      setFailure(asFailure(error).sentence);
    }
  };
  const save = async () => {
    setTried(true);
    if (Object.keys(wrong).length) return;
    await onSave(entry, guesses.find((guess) => guess.name === entry.name.trim())?.id ?? "");
  };
  const submit = (/** @type {Event} */ event) => {
    event.preventDefault();
    void attempt(save)();
  };
  const shown = isTried ? wrong : /** @type {Partial<Typed>} */ ({});
  return html`<${Sheet} title=${text(item ? "item.change" : "item.add")} onClose=${onClose}>
    <form onSubmit=${submit} novalidate>
      ${item?.printedText && html`<p class="printed">${text("item.printed", { line: item.printedText })}</p>`}
      <${Field} label=${text("item.name")} value=${entry.name} onInput=${change("name")} error=${shown.name} list=${guesses.map((guess) => guess.name)} />
      <div class="columns">
        <${Field} label=${text("item.quantity")} value=${entry.quantity} onInput=${change("quantity")} mode="decimal" error=${shown.quantity} />
        <${Field} label=${text("item.unit")} value=${entry.unit} onInput=${change("unit")} list=${units} />
      </div>
      <div class="columns">
        <${Field} label=${text("item.amount")} value=${entry.amount} onInput=${change("amount")} mode="decimal" error=${shown.amount} />
        <${Field} label=${text("item.discount")} value=${entry.discount} onInput=${change("discount")} mode="text" error=${shown.discount} hint=${text("item.discountHint")} />
      </div>
      ${failure && html`<p class="error" role="alert">${failure}</p>`}
      <div class="actions end">
        ${onRemove && html`<${Button} kind="plain danger" onClick=${attempt(onRemove)}>${text("remove")}<//>`}
        ${onSplit && html`<${Button} kind="plain" onClick=${attempt(onSplit)}>${text("item.split")}<//>`}
        <${Button} kind="secondary" onClick=${onClose}>${text("cancel")}<//>
        <${Button} kind="primary" onClick=${attempt(save)}>${text("save")}<//>
      </div>
    </form>
  <//>`;
}

import { call } from "../api/client.js";
import { Button, Field, Select } from "../frame/controls.js";
import { Icon } from "../frame/icons.js";
import { useSaving } from "../frame/saving.js";
import { Sheet, SheetFoot } from "../frame/sheet.js";
import { html, useEffect, useState } from "../libraries.js";
import { unitChoices } from "../products/units.js";
import { drafts } from "../storage/database.js";
import { text } from "../texts/texts.js";
import { hasPictures } from "../frame/emoji.js";
import { itemEdits } from "./item-edits.js";
import { typed, wrongItem } from "./typed-item.js";

const units = ["each", "kg", "g", "lb", "oz", "l", "ml", "gal", "m"];

/**
 * Products that an item may be: guesses for its printed line, and those with a similar name as soon as one is typed.
 *
 * @param {any} item
 * @param {string} storeId
 * @param {string} name
 */
function useGuesses(item, storeId, name) {
  const [found, setFound] = useState(/** @type {any[]} */ ([]));
  const line = item?.printedText ?? "";
  const isTyped = name.trim() !== typed(item).name;
  useEffect(() => {
    const wanted = name.trim().slice(0, 100);
    if (isTyped ? wanted.length < 2 : !line) return setFound([]);
    const abort = new AbortController();
    const ask = async () => {
      if (isTyped) {
        const answer = await call(
          "larder.catalog.v1.Products/SearchProducts",
          { text: wanted, limit: 6 },
          { signal: abort.signal },
        );
        return answer.products ?? [];
      }
      const asked = { storeId, printedTexts: [line], limit: 6 };
      const answer = await call("larder.catalog.v1.Mappings/GuessProducts", asked, { signal: abort.signal });
      return (answer.lines?.[0]?.guesses ?? []).map((/** @type {any} */ guess) => guess.product);
    };
    // Guesses help; without them the name can be typed.
    const timer = setTimeout(() => ask().then(setFound, () => undefined), isTyped ? 200 : 0);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [name, line]);
  return found;
}

/**
 * The form of an item. What is typed is there again when it was closed without saving.
 *
 * @param {{purchase: any, item?: any, picture?: any, onClose: () => void, onSave: (edits: import("../api/types.js").Budget.PurchaseEdit[]) => Promise<void>,
 *   onRemove?: () => Promise<void>, onSplit?: () => void}} properties `picture` shows the printed line.
 */
export function ItemSheet({ purchase, item, picture, onClose, onSave, onRemove, onSplit }) {
  const currency = purchase.currency ?? "XXX";
  const name = `item ${purchase.id} ${item?.id ?? ""}`;
  const [entry, setEntry] = useState(typed(item));
  const [product, setProduct] = useState(/** @type {import("./item-edits.js").Choice | null} */ (null));
  const [isTried, setTried] = useState(false);
  const { failure, isBusy, attempt, submitting } = useSaving();
  const guesses = useGuesses(item, purchase.storeId ?? "", entry.name);
  useEffect(() => {
    void drafts.get(name).then((stored) => stored?.version === purchase.version && setEntry(stored.entry));
  }, []);
  const put = (/** @type {Partial<import("./typed-item.js").Typed>} */ part) => {
    const next = { ...entry, ...part };
    setEntry(next);
    void drafts.set(name, { version: purchase.version, entry: next });
  };
  /** @param {keyof import("./typed-item.js").Typed} field */
  const change = (field) => (/** @type {string} */ value) => {
    if (field === "name") setProduct(null);
    put({ [field]: value });
  };
  const choose = (/** @type {any} */ guess) => {
    setProduct({ productId: guess.id, name: guess.name, categorySymbol: guess.category?.symbol ?? "" });
    put({ name: guess.name });
  };
  const cancel = () => {
    void drafts.remove(name);
    onClose();
  };
  const wrong = wrongItem(entry, currency);
  const save = async () => {
    setTried(true);
    if (Object.keys(wrong).length) return;
    const edits = itemEdits(item, entry, product, currency);
    if (edits.length) await onSave(edits);
    else onClose();
    await drafts.remove(name);
  };
  const shown = isTried ? wrong : /** @type {Partial<import("./typed-item.js").Typed>} */ ({});
  const isChosen = (/** @type {any} */ guess) =>
    guess.id === (product?.productId ?? (entry.name === typed(item).name ? item?.productId : ""));
  const hasMore = entry.discount || entry.unitPrice || shown.discount || shown.unitPrice;
  return html`<${Sheet} title=${text(item ? "item.change" : "item.add")} onClose=${onClose}>
    <form onSubmit=${submitting(save)} novalidate>
      ${picture}
      ${item?.printedText && html`<p class="printed"><span class="hidden">${text("item.printed")}</span> ${item.printedText}</p>`}
      <${Field} label=${text("item.name")} value=${entry.name} onInput=${change("name")} error=${shown.name} hasFocus=${!item} />
      ${
        guesses.length > 0 &&
        html`<div class="choices guesses" role="group" aria-label=${text("item.guesses")}>
        ${guesses.map(
          (guess) =>
            html`<button type="button" key=${guess.id} aria-pressed=${isChosen(guess)} onClick=${() => choose(guess)}>
              ${guess.category?.symbol && hasPictures() ? html`<span aria-hidden="true">${guess.category.symbol}</span>` : null} ${guess.name}
            </button>`,
        )}
      </div>`
      }
      <div class="columns three">
        <${Field} label=${text("item.quantity")} value=${entry.quantity} onInput=${change("quantity")} mode="decimal" error=${shown.quantity} />
        <${Select} label=${text("item.unit")} chosen=${entry.unit} choices=${unitChoices([...new Set([...units, entry.unit])])} onChoose=${change("unit")} />
        <${Field} label=${text("item.amount")} value=${entry.amount} onInput=${change("amount")} mode="decimal" error=${shown.amount} />
      </div>
      <details class="more" open=${Boolean(hasMore)}>
        <summary>${text("item.more")}</summary>
        <div class="columns">
          <${Field} label=${text("item.unitPrice")} value=${entry.unitPrice} onInput=${change("unitPrice")} mode="decimal" error=${shown.unitPrice} />
          <${Field} label=${text("item.discount")} value=${entry.discount} onInput=${change("discount")} mode="decimal" error=${shown.discount} hint=${text("item.discountHint")} />
        </div>
      </details>
      ${
        item &&
        html`<div class="actions even">
        ${onSplit && html`<${Button} kind="secondary" onClick=${onSplit}><${Icon} name="split" size=${20} /> ${text("item.split")}<//>`}
        ${onRemove && html`<${Button} kind="secondary danger" onClick=${() => attempt(onRemove)}><${Icon} name="remove" size=${20} /> ${text("remove")}<//>`}
      </div>`
      }
      ${failure && html`<p class="error" role="alert">${failure}</p>`}
      <${SheetFoot} onCancel=${cancel} isBusy=${isBusy} />
    </form>
  <//>`;
}

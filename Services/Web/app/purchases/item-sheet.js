import { call } from "../api/client.js";
import { useChecking } from "../frame/checking.js";
import { Button, Field } from "../frame/controls.js";
import { DraftNote, useDraft } from "../frame/draft.js";
import { hasPictures } from "../frame/emoji.js";
import { Icon } from "../frame/icons.js";
import { useSaving } from "../frame/saving.js";
import { Sheet, SheetFoot } from "../frame/sheet.js";
import { html, useEffect, useState } from "../libraries.js";
import { text } from "../texts/texts.js";
import { ItemDetails, UnitField } from "./item-details.js";
import { itemDraft } from "./item-drafts.js";
import { itemEdits } from "./item-edits.js";
import { typed, wrongItem } from "./typed-item.js";

/** @typedef {import("../api/types.js").Budget.Purchase} Purchase */
/** @typedef {import("../api/types.js").Budget.PurchaseItem} Item */
/** @typedef {import("../api/types.js").Catalog.Product} Product */
/** @typedef {import("./typed-item.js").Typed} Typed */
/** @typedef {Typed & {product: import("./item-edits.js").Choice | null}} Entry What is typed, with the product that was chosen. */

/** Fields of an item in a request, and those of the form. */
const fieldNames = /** @type {Record<string, keyof Typed>} */ ({
  name: "name",
  quantity: "quantity",
  quantity_thousandths: "quantity",
  unit_price: "unitPrice",
  amount: "amount",
  discount: "discount",
});

/**
 * Products that an item may be: guesses for its printed line, and those with a similar name as soon as one is typed.
 *
 * @param {Item | undefined} item
 * @param {string} storeId
 * @param {string} name
 */
function useGuesses(item, storeId, name) {
  const [found, setFound] = useState(/** @type {Product[]} */ ([]));
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
      return (answer.lines?.[0]?.guesses ?? []).flatMap(({ product }) => product ?? []);
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
 * @param {{purchase: Purchase, item?: Item, picture?: import("../libraries.js").Node, onClose: () => void, onSave: (edits: import("../api/types.js").Budget.PurchaseEdit[]) => Promise<void>,
 *   onRemove?: () => Promise<void>, onSplit?: () => void}} properties `picture` shows the printed line.
 */
export function ItemSheet({ purchase, item, picture, onClose, onSave, onRemove, onSplit }) {
  const currency = purchase.currency ?? "XXX";
  const draft = useDraft(itemDraft(purchase.id, item?.id), /** @type {Entry} */ ({ ...typed(item), product: null }));
  const { product, ...entry } = draft.value;
  const { shown, leave, check, changed, reject } = useChecking(wrongItem(entry, currency));
  const saving = useSaving({ reject, fieldAt: (path) => fieldNames[path.split(".").at(-1) ?? ""] });
  const guesses = useGuesses(item, purchase.storeId ?? "", entry.name);
  const put = (/** @type {Partial<Entry>} */ part) => {
    changed();
    draft.change(part);
  };
  const choose = (/** @type {Product} */ guess) => {
    const { slug: category = "", symbol: categorySymbol = "" } = guess.category ?? {};
    const chosen = { productId: guess.id ?? "", name: guess.name ?? "", categorySymbol, category };
    put({ product: chosen, name: chosen.name });
  };
  const save = async () => {
    if (!check()) return;
    const edits = itemEdits(item, entry, product, currency);
    if (edits.length) await onSave(edits);
    else onClose();
    await draft.forget();
  };
  const remove = async () => {
    await onRemove?.();
    await draft.forget();
  };
  const cancel = () => {
    void draft.forget();
    onClose();
  };
  const isChosen = (/** @type {Product} */ guess) =>
    guess.id === (product?.productId ?? (entry.name === typed(item).name ? item?.productId : ""));
  const field = (/** @type {"name" | "quantity" | "amount"} */ name, more = {}) =>
    html`<${Field} label=${text(`item.${name}`)} value=${entry[name]} error=${shown[name]} mode=${name === "name" ? undefined : "decimal"}
      onInput=${(/** @type {string} */ value) => put({ [name]: value, ...(name === "name" ? { product: null } : {}) })}
      onBlur=${() => entry[name] && leave(name)} ...${more} />`;
  return html`<${Sheet} title=${text(item ? "item.change" : "item.add")} onClose=${onClose}>
    <form onSubmit=${saving.submitting(save)} novalidate>
      <${DraftNote} draft=${draft} />
      ${picture}
      ${item?.printedText && html`<p class="printed"><span class="hidden">${text("item.printed")}</span> ${item.printedText}</p>`}
      ${field("name", { hasFocus: !item })}
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
      <div class="columns three">${field("quantity")} <${UnitField} entry=${entry} onChange=${put} /> ${field("amount")}</div>
      <${ItemDetails} entry=${entry} wrong=${shown} onChange=${put} onLeave=${leave} />
      ${
        item &&
        html`<div class="actions even">
        ${onSplit && html`<${Button} kind="secondary" onClick=${onSplit}><${Icon} name="split" size=${20} /> ${text("item.split")}<//>`}
        ${onRemove && html`<${Button} kind="secondary danger" onClick=${() => saving.attempt(remove)}><${Icon} name="remove" size=${20} /> ${text("remove")}<//>`}
      </div>`
      }
      ${saving.failure && html`<p class="error" role="alert">${saving.failure}</p>`}
      <${SheetFoot} onCancel=${cancel} isBusy=${saving.isBusy} />
    </form>
  <//>`;
}

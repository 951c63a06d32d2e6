import { Button, Field, Select, Switch } from "../frame/controls.js";
import { useChecking } from "../frame/checking.js";
import { useLoaded } from "../frame/hooks.js";
import { useSaving } from "../frame/saving.js";
import { inWords } from "../frame/violations.js";
import { html, useEffect, useRef, useState } from "../libraries.js";
import { categoryTitle, readCategories } from "../products/categories.js";
import { offeredCurrencies } from "../purchases/likely-currency.js";
import { wrongNote } from "../purchases/typed-note.js";
import { text } from "../texts/texts.js";
import { fieldAt, nameOf, wrongExpenditure } from "./typed-expenditure.js";

/** @typedef {import("./typed-expenditure.js").TypedExpenditure} TypedExpenditure */
/** @typedef {import("../api/types.js").Catalog.Category} Category */

/** The categories that are one tap away. */
const near = ["coffee-tea", "eating-out", "transport", "leisure", "clothing", "health", "housing", "subscriptions"];

/**
 * The form of an expenditure: what it always has at once, with the rest folded away.
 *
 * @param {{value: TypedExpenditure, label: string, onChange: (part: Partial<TypedExpenditure>) => void,
 *   onSave: () => Promise<void>, rejected?: {field: string, description: string}[], hasFocus?: boolean,
 *   children?: import("../libraries.js").Node}} properties `label` is that of saving; `rejected` is what the service said of it
 *   before; with `hasFocus` the amount is typed first; `children` come before the button.
 */
export function ExpenditureForm({ value, label, onChange, onSave, rejected = [], hasFocus = false, children }) {
  const checking = useChecking(wrongExpenditure(value));
  const saving = useSaving({ reject: checking.reject, fieldAt });
  const categories = useLoaded(readCategories, []).value ?? [];
  const [isOpen, setOpen] = useState(Boolean(value.note || value.isRefund));
  const form = useRef(/** @type {HTMLElement | null} */ (null));
  useEffect(() => {
    if (hasFocus) form.current?.querySelector("input")?.focus();
    if (rejected.length) checking.reject(inWords(rejected, fieldAt));
  }, []);
  const change = (/** @type {Partial<TypedExpenditure>} */ part) => {
    checking.changed();
    onChange(part);
  };
  const choose = (/** @type {string} */ slug) =>
    change({ category: slug, symbol: categories.find((each) => each.slug === slug)?.symbol ?? "" });
  const save = async () => {
    if (wrongNote(value.note).note) setOpen(true);
    if (checking.check()) await onSave();
  };
  const field = (
    /** @type {"amount" | "currency" | "name" | "date" | "place" | "note"} */ name,
    /** @type {string} */ title,
    more = {},
  ) =>
    html`<${Field} label=${text(title)} value=${value[name]} error=${checking.shown[name]} ...${more}
      onInput=${(/** @type {string} */ typed) => change({ [name]: typed })} onBlur=${() => value[name] && checking.leave(name)} />`;
  return html`<form class="form wide by-hand" ref=${form} onSubmit=${(/** @type {Event} */ event) => event.preventDefault()} novalidate>
    <div class="form wide" inert=${saving.isBusy}>
    <div class="columns">
      ${field("amount", "expenditure.amount", { mode: "decimal", tour: "amount" })}
      ${field("currency", "purchase.currency", { list: offeredCurrencies })}
    </div>
    <${CategoryChoice} categories=${categories} chosen=${value.category} onChoose=${choose} />
    ${field("name", "expenditure.name", { hint: value.name.trim() ? "" : nameOf(value) })}
    <div class="columns">
      ${field("date", "purchase.date", { type: "date" })}
      ${field("place", "expenditure.place")}
    </div>
    <details class="more" open=${isOpen} onToggle=${(/** @type {{currentTarget: HTMLDetailsElement}} */ event) => setOpen(event.currentTarget.open)}>
      <summary>${text("expenditure.more")}</summary>
      ${field("note", "purchase.note", { rows: 3 })}
      <${Switch} label=${text("expenditure.refund")} hint=${text("expenditure.refundHint")} isOn=${value.isRefund}
        onChange=${(/** @type {boolean} */ isRefund) => change({ isRefund })} />
    </details>
    </div>
    ${children}
    ${saving.failure && html`<p class="error" role="alert">${saving.failure}</p>`}
    <div class="confirm" data-tour="save">
      <${Button} kind="primary large" isBusy=${saving.isBusy} onClick=${() => saving.attempt(save)}>${label}<//>
    </div>
  </form>`;
}

/**
 * The choice of a category: a few at once, and all of them in a list.
 *
 * @param {{categories: Category[], chosen: string, onChoose: (slug: string) => void}} properties
 */
function CategoryChoice({ categories, chosen, onChoose }) {
  const offered = near.flatMap((slug) => categories.find((each) => each.slug === slug) ?? []);
  const all = categories.map((each) => [each.slug, categoryTitle(each)]);
  return html`<fieldset class="category-choice one-line" data-tour="category">
    <legend>${text("products.category")}</legend>
    <div class="choices">
      ${offered.map(
        (each) =>
          html`<button type="button" key=${each.slug} aria-pressed=${each.slug === chosen}
            onClick=${() => onChoose(each.slug === chosen ? "" : (each.slug ?? ""))}>
            ${categoryTitle(each)}
          </button>`,
      )}
    </div>
    <${Select} label=${text("expenditure.allCategories")} chosen=${chosen} choices=${[["", text("expenditure.noCategory")], ...all]} onChoose=${onChoose} />
  </fieldset>`;
}

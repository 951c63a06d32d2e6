import { call, newKey } from "../api/client.js";
import { Field } from "../frame/controls.js";
import { useLoaded } from "../frame/hooks.js";
import { say } from "../frame/messages.js";
import { useSaving } from "../frame/saving.js";
import { Sheet, SheetFoot } from "../frame/sheet.js";
import { html, useRef, useState } from "../libraries.js";
import { text } from "../texts/texts.js";

const units = ["each", "kg", "g", "l", "ml"];

/**
 * The form of a product of one's own.
 *
 * @param {{name: string, onClose: () => void, onAdded: (product: any) => void}} properties
 */
export function NewProductSheet({ name: first, onClose, onAdded }) {
  const [name, setName] = useState(first);
  const [category, setCategory] = useState("");
  const [unit, setUnit] = useState("each");
  const { failure, isBusy, refuse, submitting } = useSaving();
  const key = useRef(newKey());
  const categories =
    useLoaded(
      async (signal) => (await call("larder.catalog.v1.Products/ListCategories", {}, { signal })).categories ?? [],
      [],
    ).value ?? [];
  const save = async () => {
    if (!/[\p{L}\p{N}]/u.test(name) || name.trim().length > 80) return refuse(text("products.nameRule"));
    const product = { name: name.trim(), categorySlug: category, defaultUnit: unit };
    const answer = await call("larder.catalog.v1.Products/CreateProduct", { product }, { key: key.current });
    say(text(answer.created ? "products.added" : "products.exists"));
    onAdded(answer.product);
  };
  return html`<${Sheet} title=${text("products.add")} onClose=${onClose}>
    <form onSubmit=${submitting(save)} novalidate>
      <${Field} label=${text("products.name")} value=${name} onInput=${setName} error=${failure} hasFocus />
      <div class="columns">
        <div class="field">
          <label for="product-category">${text("products.category")}</label>
          <select id="product-category" value=${category} onChange=${(/** @type {any} */ event) => setCategory(event.currentTarget.value)}>
            <option value="">${text("products.other")}</option>
            ${categories.map((/** @type {any} */ { slug, name: label }) => html`<option value=${slug} key=${slug}>${label}</option>`)}
          </select>
        </div>
        <div class="field">
          <label for="product-unit">${text("item.unit")}</label>
          <select id="product-unit" value=${unit} onChange=${(/** @type {any} */ event) => setUnit(event.currentTarget.value)}>
            ${units.map((each) => html`<option value=${each} key=${each}>${each === "each" ? text("products.each") : each}</option>`)}
          </select>
        </div>
      </div>
      <${SheetFoot} onCancel=${onClose} isBusy=${isBusy} />
    </form>
  <//>`;
}

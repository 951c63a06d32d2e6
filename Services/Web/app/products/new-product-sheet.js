import { call, newKey } from "../api/client.js";
import { Field, Select } from "../frame/controls.js";
import { useLoaded } from "../frame/hooks.js";
import { say } from "../frame/messages.js";
import { useSaving } from "../frame/saving.js";
import { Sheet, SheetFoot } from "../frame/sheet.js";
import { html, useRef, useState } from "../libraries.js";
import { text } from "../texts/texts.js";
import { categoryName } from "./categories.js";
import { unitChoices } from "./units.js";

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
  const named = categories.filter(({ slug }) => slug !== "other").map((each) => [each.slug, categoryName(each)]);
  const kinds = [["", text("products.other")], ...named];
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
        <${Select} label=${text("products.category")} chosen=${category} choices=${kinds} onChoose=${setCategory} />
        <${Select} label=${text("item.unit")} chosen=${unit} choices=${unitChoices(units)} onChoose=${setUnit} />
      </div>
      <${SheetFoot} onCancel=${onClose} isBusy=${isBusy} />
    </form>
  <//>`;
}

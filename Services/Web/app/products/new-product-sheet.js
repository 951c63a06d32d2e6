import { call, newKey } from "../api/client.js";
import { useChecking } from "../frame/checking.js";
import { Field, Select } from "../frame/controls.js";
import { DraftNote, useDraft } from "../frame/draft.js";
import { useLoaded } from "../frame/hooks.js";
import { say } from "../frame/messages.js";
import { useSaving } from "../frame/saving.js";
import { Sheet, SheetFoot } from "../frame/sheet.js";
import { html, useRef } from "../libraries.js";
import { text } from "../texts/texts.js";
import { categoryName, readCategories } from "./categories.js";
import { unitChoices } from "./units.js";

const units = ["each", "kg", "g", "l", "ml"];

/**
 * The form of a product of one's own.
 *
 * @param {{name: string, onClose: () => void, onAdded: (product?: import("../api/types.js").Catalog.Product) => void}} properties
 */
export function NewProductSheet({ name: first, onClose, onAdded }) {
  const draft = useDraft("product", { name: first, category: "", unit: "each" }, "");
  const { name, category, unit } = draft.value;
  const isRight = /[\p{L}\p{N}]/u.test(name) && name.trim().length <= 80;
  const { shown, leave, check, changed, reject } = useChecking(isRight ? {} : { name: text("products.nameRule") });
  const { failure, isBusy, submitting } = useSaving({ reject, fieldAt: (path) => /name$/.exec(path)?.[0] });
  const key = useRef(newKey());
  const categories = useLoaded(readCategories, []).value ?? [];
  const named = categories.filter(({ slug }) => slug !== "other").map((each) => [each.slug, categoryName(each)]);
  const kinds = [["", text("products.other")], ...named];
  const save = async () => {
    if (!check()) return;
    const product = { name: name.trim(), categorySlug: category, defaultUnit: unit };
    const answer = await call("larder.catalog.v1.Products/CreateProduct", { product }, { key: key.current });
    await draft.forget();
    say(text(answer.created ? "products.added" : "products.exists"));
    onAdded(answer.product);
  };
  const change = (/** @type {Partial<typeof draft.value>} */ part) => {
    changed();
    key.current = newKey();
    draft.change(part);
  };
  const cancel = () => {
    void draft.forget();
    onClose();
  };
  return html`<${Sheet} title=${text("products.add")} onClose=${onClose}>
    <form onSubmit=${submitting(save)} novalidate>
      <${DraftNote} draft=${draft} />
      <${Field} label=${text("products.name")} value=${name} error=${shown.name} hasFocus
        onInput=${(/** @type {string} */ name) => change({ name })} onBlur=${() => name && leave("name")} />
      <div class="columns">
        <${Select} label=${text("products.category")} chosen=${category} choices=${kinds} onChoose=${(/** @type {string} */ category) => change({ category })} />
        <${Select} label=${text("item.unit")} chosen=${unit} choices=${unitChoices(units)} onChoose=${(/** @type {string} */ unit) => change({ unit })} />
      </div>
      ${failure && html`<p class="error" role="alert">${failure}</p>`}
      <${SheetFoot} onCancel=${cancel} isBusy=${isBusy} />
    </form>
  <//>`;
}

import { Select } from "../frame/controls.js";
import { html } from "../libraries.js";
import { text } from "../texts/texts.js";
import { categoryTitle } from "./categories.js";

/** @typedef {import("./categories.js").Category} Category */
/** @typedef {import("./categories.js").Target} Target */

/**
 * The choice of a target: everything, a category, or the product that it was so far.
 *
 * @param {{target: Target, product?: {id: string, name?: string}, categories: Category[], everything: string,
 *   onChoose: (target: Target) => void}} properties `product` is the one that may be kept, and `everything` what everything is called.
 */
export function TargetChoice({ target, product, categories, everything, onChoose }) {
  const choices = [
    ["", everything],
    ...(product ? [[product.id, product.name || text("goals.product")]] : []),
    ...categories.map((each) => [each.slug, categoryTitle(each)]),
  ];
  const choose = (/** @type {string} */ chosen) =>
    onChoose(chosen === product?.id ? { category: "", productId: chosen } : { category: chosen, productId: "" });
  return html`<${Select} label=${text("goals.target")} chosen=${target.category || target.productId} choices=${choices} onChoose=${choose} />`;
}

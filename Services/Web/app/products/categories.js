import { call } from "../api/client.js";
import { asFailure } from "../api/failure.js";
import { hasPictures } from "../frame/emoji.js";
import { copies } from "../storage/database.js";
import { hasText, text } from "../texts/texts.js";

/** @typedef {import("../api/types.js").Catalog.Category} Category */

/**
 * What something is said of: a category by its slug, or a product by its id, and not both; everything where both are empty.
 *
 * @typedef {{category: string, productId: string}} Target
 */

/**
 * What a category is called in the language that is shown; as the service names it where that is not known.
 *
 * @param {Category | undefined} category
 */
export function categoryName(category) {
  const slug = category?.slug ?? "";
  return hasText(`category.${slug}`) ? text(`category.${slug}`) : (category?.name ?? "");
}

/**
 * What the category of a slug is called in the language that is shown; the slug where nothing else is known.
 *
 * @param {string} slug Empty for none.
 * @param {Category[]} categories Those that are known.
 */
export function categoryNameOf(slug, categories) {
  if (!slug) return text("spending.noCategory");
  return categoryName(categories.find((each) => each.slug === slug) ?? { slug, name: slug });
}

/**
 * A category with its symbol, where the device can show it.
 *
 * @param {Category} category
 */
export function categoryTitle(category) {
  return `${hasPictures() ? `${category.symbol} ` : ""}${categoryName(category)}`;
}

/**
 * What a target is called.
 *
 * @param {Partial<Target> | undefined} target
 * @param {{category?: Category, productName?: string, everything: string}} names `category` is that of the target, where it is known.
 */
export function targetName({ category: slug, productId } = {}, { category, productName, everything }) {
  if (slug) return categoryName(category ?? { slug, name: slug });
  return productId ? productName || text("goals.product") : everything;
}

/**
 * All categories, or without a network those that were known last.
 *
 * @param {AbortSignal} [signal]
 * @returns {Promise<Category[]>}
 * @throws {import("../api/failure.js").Failure}
 */
export async function readCategories(signal) {
  try {
    const answer = await call("larder.catalog.v1.Products/ListCategories", {}, { signal });
    const categories = answer.categories ?? [];
    void copies.set("categories", categories);
    return categories;
  } catch (error) {
    if (!asFailure(error).isOffline || signal?.aborted) throw error;
    return (await copies.get("categories")) ?? [];
  }
}

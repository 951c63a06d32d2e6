import { isTemporary } from "./apply-edits.js";
import { sumOf } from "./item-sums.js";

/** @typedef {import("../api/types.js").Budget.PurchaseItem} Item */
/** @typedef {import("../api/types.js").Budget.PurchaseEdit} Edit */
/** @typedef {import("../api/types.js").Catalog.Category} Category */
/** @typedef {Record<string, string>} Assigned The slugs of categories by the ids of the items that are to get them. */

/**
 * Items of one category, and what they come to.
 *
 * @typedef {{slug: string, items: Item[], minorUnits: bigint}} Group `slug` is empty for those without a category.
 */

/**
 * The items of a purchase that can be given categories: those that the service knows, since it rejects edits of any other.
 *
 * @param {import("../api/types.js").Budget.Purchase} purchase
 * @returns {Item[]}
 */
export function assignableItems({ items = [] }) {
  return items.filter((item) => !isTemporary(item));
}

/**
 * The slug of the category that an item is to have; empty for none.
 *
 * @param {Item} item
 * @param {Assigned} assigned
 */
export function categoryOf(item, assigned) {
  return assigned[item.id ?? ""] ?? item.category ?? "";
}

/**
 * Items by the categories that they are to have: those without one first, then categories in their usual order. Within each they are
 * in the purchase's order.
 *
 * @param {Item[]} items
 * @param {Assigned} assigned
 * @param {Category[]} categories All that there are; others come last.
 * @returns {Group[]}
 */
export function groupsOf(items, assigned, categories) {
  const order = ["", ...categories.map(({ slug = "" }) => slug)];
  const place = (/** @type {string} */ slug) => (order.includes(slug) ? order.indexOf(slug) : order.length);
  const found = [...new Set(items.map((item) => categoryOf(item, assigned)))];
  return found
    .sort((one, other) => place(one) - place(other))
    .map((slug) => {
      const within = items.filter((item) => categoryOf(item, assigned) === slug);
      return { slug, items: within, minorUnits: sumOf(within) };
    });
}

/**
 * What is assigned once these items are to have a category.
 *
 * @param {Assigned} assigned
 * @param {Iterable<string>} ids
 * @param {string} slug
 * @returns {Assigned}
 */
export function withCategory(assigned, ids, slug) {
  return { ...assigned, ...Object.fromEntries([...ids].map((id) => [id, slug])) };
}

/**
 * The edits that give items their categories, one for each category.
 *
 * @param {Item[]} items
 * @param {Assigned} assigned
 * @param {Category[]} categories All that there are.
 * @returns {Edit[]} Empty when each item has its category already.
 */
export function categoryEdits(items, assigned, categories) {
  const changed = items.filter((item) => categoryOf(item, assigned) !== (item.category ?? ""));
  return groupsOf(changed, assigned, categories).map(({ slug, items }) => ({
    itemsCategory: {
      itemIds: items.map(({ id = "" }) => id),
      category: slug,
      categorySymbol: categories.find((each) => each.slug === slug)?.symbol ?? "",
    },
  }));
}

import { hasText, text } from "../texts/texts.js";

/**
 * What a category is called in the language that is shown; as the service names it where that is not known.
 *
 * @param {import("../api/types.js").Catalog.Category | undefined} category
 */
export function categoryName(category) {
  const slug = category?.slug ?? "";
  return hasText(`category.${slug}`) ? text(`category.${slug}`) : (category?.name ?? "");
}

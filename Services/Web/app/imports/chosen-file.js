/** @typedef {import("../api/types.js").Budget.ImportMapping} Mapping */
/** @typedef {import("../api/types.js").Budget.ImportPreview} Preview */
/** @typedef {import("../api/types.js").Budget.ImportOptions} Options */

/** The largest file in bytes. */
export const largest = 3 * 1024 * 1024;

/** What a column may have, by the names in texts. */
export const roles = /** @type {const} */ ({
  unused: "IMPORT_COLUMN_UNSPECIFIED",
  date: "IMPORT_COLUMN_DATE",
  time: "IMPORT_COLUMN_TIME",
  name: "IMPORT_COLUMN_NAME",
  amount: "IMPORT_COLUMN_AMOUNT",
  spent: "IMPORT_COLUMN_SPENT",
  received: "IMPORT_COLUMN_RECEIVED",
  currency: "IMPORT_COLUMN_CURRENCY",
  category: "IMPORT_COLUMN_CATEGORY",
  place: "IMPORT_COLUMN_PLACE",
  note: "IMPORT_COLUMN_NOTE",
  reference: "IMPORT_COLUMN_REFERENCE",
});

/** The orders of a date's parts, by the names in texts. */
export const dateOrders = /** @type {const} */ ({
  ymd: "IMPORT_DATE_ORDER_YEAR_MONTH_DAY",
  dmy: "IMPORT_DATE_ORDER_DAY_MONTH_YEAR",
  mdy: "IMPORT_DATE_ORDER_MONTH_DAY_YEAR",
});

/**
 * A mapping in which a column has something: no other column has it any more.
 *
 * @param {Mapping} mapping
 * @param {number} column
 * @param {import("../api/types.js").Budget.ImportColumn} role
 * @param {number} count How many columns there are.
 * @returns {Mapping}
 */
export function assigned(mapping, column, role, count) {
  const columns = Array.from({ length: count }, (_, index) => {
    if (index === column) return role;
    const former = mapping.columns?.[index] ?? roles.unused;
    return former === role ? roles.unused : former;
  });
  return { ...mapping, columns };
}

/**
 * A mapping in which a word for a category has a meaning.
 *
 * @param {Mapping} mapping
 * @param {string} word
 * @param {import("../api/types.js").Catalog.Category | undefined} category None for a word that means no category.
 * @returns {Mapping}
 */
export function explained(mapping, word, category) {
  const others = (mapping.categories ?? []).filter((each) => each.word?.toLowerCase() !== word.toLowerCase());
  return {
    ...mapping,
    categories: [...others, { word, slug: category?.slug ?? "", symbol: category?.symbol ?? "" }],
  };
}

/**
 * A mapping with the words that are names of categories explained; undefined where there is nothing to explain.
 *
 * @param {Preview} preview
 * @param {import("../api/types.js").Catalog.Category[]} categories
 * @param {(category: import("../api/types.js").Catalog.Category) => string} nameOf What a category is called.
 * @returns {Mapping | undefined}
 */
export function withNamedCategories({ mapping, unknownCategories }, categories, nameOf) {
  if (!mapping) return undefined;
  let found = mapping;
  for (const word of unknownCategories ?? []) {
    const wanted = word.toLowerCase();
    const category = categories.find((each) => each.slug === wanted || nameOf(each).toLowerCase() === wanted);
    if (category) found = explained(found, word, category);
  }
  return found === mapping ? undefined : found;
}

/**
 * A file in base64, as messages have bytes.
 *
 * @param {Blob} file
 * @returns {Promise<string>}
 */
export function base64(file) {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,?/, ""));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });
}

/**
 * The bytes of base64.
 *
 * @param {string} text
 */
export function bytesOf(text) {
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
}

/**
 * A tip beside a less obvious part of a page, with the texts `tip.<name>` and `tip.<name>.text`. The name never changes, and has no
 * dots.
 *
 * @typedef {"doubts" | "sums" | "longReceipts" | "diets" | "keeping" | "digest"} TipName
 */

/**
 * All tips, with the pages that they are on, in the order in which they are listed.
 *
 * @type {readonly {name: TipName, page: string}[]}
 */
export const tips = [
  { name: "longReceipts", page: "/camera" },
  { name: "doubts", page: "/log?period=toCheck" },
  { name: "sums", page: "/log" },
  { name: "diets", page: "/eateries" },
  { name: "keeping", page: "/settings" },
  { name: "digest", page: "/notices" },
];

/**
 * What a tip is called among the tutorials that the account has as finished.
 *
 * @param {TipName} name
 */
export function entryOf(name) {
  return `tip-${name}`;
}

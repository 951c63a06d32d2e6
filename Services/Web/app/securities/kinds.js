import { text } from "../texts/texts.js";

/** Kinds of securities, and what the service calls them. */
export const kinds = /** @type {const} */ ({
  stock: "SECURITY_KIND_STOCK",
  etf: "SECURITY_KIND_ETF",
  index: "SECURITY_KIND_INDEX",
  bond: "SECURITY_KIND_BOND",
});

/**
 * What the kind of a security is called; empty where it is unknown.
 *
 * @param {import("../api/types.js").Catalog.Security} security
 */
export function kindName({ kind }) {
  const name = Object.entries(kinds).find(([, value]) => value === kind)?.[0];
  return name ? text(`securities.kind.${name}`) : "";
}

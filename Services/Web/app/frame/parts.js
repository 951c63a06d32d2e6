import { loadAllTexts } from "../texts/texts.js";
import { loadStyles } from "./styles.js";

/** @type {Promise<unknown> | undefined} */
let common;

/**
 * Loads a part of the app that the first page does not need, with the texts and styles of all such parts.
 *
 * @template Part
 * @param {() => Promise<Part>} load Imports its module.
 * @returns {Promise<Part>} Rejected when something of it cannot be loaded; then the next try loads it.
 */
export async function loadPart(load) {
  const [part] = await Promise.all([load(), loadCommon()]);
  return part;
}

/** Loads the texts and styles of all parts. */
export function loadCommon() {
  common ??= Promise.all([loadAllTexts(), loadStyles(new URL("../pages.css", import.meta.url))]).catch((error) => {
    common = undefined;
    throw error;
  });
  return common;
}

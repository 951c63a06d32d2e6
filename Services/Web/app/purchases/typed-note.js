import { text } from "../texts/texts.js";

/** The most characters of a note. */
export const longestNote = 2000;

/**
 * What is wrong with a note as it is typed, by field.
 *
 * @param {string} note
 * @returns {{note?: string}}
 */
export function wrongNote(note) {
  return note.trim().length > longestNote ? { note: text("purchase.noteRule", { count: longestNote }) } : {};
}

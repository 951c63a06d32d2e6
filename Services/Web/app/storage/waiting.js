import { Store } from "../frame/store.js";

/**
 * What waits is sent in order, as soon as there is a network; what is rejected stays, to be corrected or removed.
 *
 * @typedef {import("./queue-entry.js").Stored} Stored
 * @typedef {Stored & {progress?: number, isSending?: boolean, tries?: number, next?: number, isUnstored?: boolean}} Entry What this
 *   page knows of it, too: whether it is being sent, how often sending it went wrong, when it is tried next, and whether the browser
 *   had no room to store it.
 */

/**
 * What waits of the person who is signed in.
 *
 * @type {Store<Entry[]>}
 */
export const waiting = new Store(/** @type {Entry[]} */ ([]));

/** @typedef {(entry: Entry, answer: any) => void} SentListener Gets the receipt or purchase that came of an entry. */

/** @type {Set<SentListener>} */
const listeners = new Set();

/**
 * Calls a function with each entry that was sent.
 *
 * @param {SentListener} listener
 * @returns {() => void} Ends it.
 */
export function whenSent(listener) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * Tells of an entry that was sent.
 *
 * @type {SentListener}
 */
export function announceSent(entry, answer) {
  for (const listener of [...listeners]) listener(entry, answer);
}

import { createdAt, newestFirst } from "./entries.js";

/** @typedef {import("./entries.js").Entry} Entry */

/**
 * Which of the entries that have changed have come since, newest first: the others were read, or deleted and restored.
 *
 * @param {Entry[]} entries
 * @param {number} latest When the latest entry was created that was known before, as `createdAt` says it.
 * @param {Set<string>} removed Entries that were deleted before.
 */
export function arrivals(entries, latest, removed) {
  return entries
    .filter((entry) => !entry.readAt && createdAt(entry) > latest && !removed.has(entry.id ?? ""))
    .sort(newestFirst);
}

/**
 * When the latest of entries was created, as `createdAt` says it.
 *
 * @param {Entry[]} entries
 * @param {number} latest The same for those that were known before.
 */
export function latestOf(entries, latest) {
  return Math.max(latest, ...entries.map(createdAt));
}

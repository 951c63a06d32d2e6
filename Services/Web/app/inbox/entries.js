import { instant } from "../texts/formats.js";
import { hasText, text } from "../texts/texts.js";
import { descending } from "../live/merging.js";

/** @typedef {import("../api/types.js").Notifications.Notification} Entry */

/**
 * Orders entries, newest first.
 *
 * @param {Entry} one
 * @param {Entry} other
 */
export function newestFirst(one, other) {
  return descending(createdAt(one), createdAt(other)) || descending(one.id ?? "", other.id ?? "");
}

/**
 * When an entry was created, in microseconds since 1970, which tell each from the next.
 *
 * @param {Entry} entry
 */
export function createdAt({ createdAt }) {
  return Math.round((instant(createdAt) ?? 0) * 1000);
}

/**
 * The page that an entry is about; null where there is none.
 *
 * @param {string} [subject] Such as `purchase:<id>`.
 */
export function address(subject = "") {
  const [kind, id] = subject.split(":");
  if (kind === "purchase") return `/purchases/${id}`;
  if (kind === "receipt") return `/receipts/${id}`;
  if (kind === "goal") return "/suggestions";
  if (kind === "price") return "/offers";
  if (kind === "badge") return "/badges";
  if (kind === "entry_reminder" || kind === "place") return "/expenditures/new";
  if (kind === "account") return "/devices";
  return null;
}

/**
 * What an entry is called, in the language that is shown.
 *
 * @param {Entry} entry
 */
export function titleOf({ kind, title }) {
  return hasText(`notice.${kind}`) ? text(`notice.${kind}`) : (title ?? "");
}

/**
 * How entries look, by kind.
 *
 * @type {Record<string, {icon: import("../frame/icons.js").IconName, kind: "" | "problem" | "grey"}>}
 */
const looks = {
  receipt_ready: { icon: "check", kind: "" },
  receipt_failed: { icon: "doubt", kind: "problem" },
  goal_passed: { icon: "target", kind: "" },
  price_drop: { icon: "tag", kind: "" },
  badge_awarded: { icon: "medal", kind: "" },
  entry_reminder: { icon: "coins", kind: "" },
  place_reminder: { icon: "place", kind: "" },
  account_secured: { icon: "person", kind: "" },
};

/**
 * The picture of an entry.
 *
 * @param {Entry} entry
 * @returns {{icon: import("../frame/icons.js").IconName, kind: "" | "problem" | "grey"}}
 */
export function lookOf({ kind = "" }) {
  return looks[kind] ?? { icon: "inbox", kind: "grey" };
}

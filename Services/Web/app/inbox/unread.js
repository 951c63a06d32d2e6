import { Store } from "../frame/store.js";
import { LiveList } from "../live/lists.js";

/** @typedef {import("../api/types.js").Notifications.Notification} Entry */

/** Entries of the inbox that are not read yet. */
export const unread = new Store(0);

/** The inbox. */
export const inbox = new LiveList(
  "inbox",
  "larder.notifications.v1.Inbox/WatchNotifications",
  (message) => /** @type {Entry[]} */ (message.notifications ?? []),
);

inbox.follow((_, message) => message.cursor && unread.set(Number(message.unread ?? 0)));

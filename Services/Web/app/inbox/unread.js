import { call } from "../api/client.js";
import { useStore } from "../frame/hooks.js";
import { Store } from "../frame/store.js";
import { useEffect, useRef } from "../libraries.js";
import { LiveList } from "../live/lists.js";

/** @typedef {import("./entries.js").Entry} Entry */

/** How many entries of the inbox are not read yet. */
export const unread = new Store(0);

/** The inbox. */
export const inbox = new LiveList(
  "inbox",
  "larder.notifications.v1.Inbox/WatchNotifications",
  (message) => /** @type {Entry[]} */ (message.notifications ?? []),
);

inbox.follow((_, message) => message.cursor && countUnread(message));

/**
 * Notes how many entries are unread, as an answer says.
 *
 * @param {{unread?: string | number}} answer
 */
export function countUnread(answer) {
  unread.set(Number(answer.unread ?? 0));
}

/**
 * Marks entries as read.
 *
 * @param {import("../api/types.js").Notifications.MarkNotificationsReadRequest} request
 * @throws {import("../api/failure.js").Failure}
 */
export async function markRead(request) {
  countUnread(await call("larder.notifications.v1.Inbox/MarkNotificationsRead", request));
}

/**
 * Marks entries as read whose subject is shown, also those that come while it is.
 *
 * @param {string} subject Such as `purchase:<id>`.
 * @param {boolean} isShown
 */
export function useOpened(subject, isShown) {
  const count = useStore(unread);
  const former = useRef(0);
  useEffect(() => {
    if (!isShown) return;
    const hasMore = count > former.current;
    former.current = count;
    // Without a network they stay unread: nobody has asked for it.
    if (hasMore) markRead({ subjects: [subject] }).catch(() => undefined);
  }, [subject, isShown, count]);
}

import { call } from "../api/client.js";
import { Store } from "../frame/store.js";
import { person } from "../session/session.js";

/** Entries of the inbox that are not read yet. */
export const unread = new Store(0);

/** Asks how many there are. */
export async function countUnread() {
  if (!person.value || !navigator.onLine) return;
  try {
    const answer = await call("larder.notifications.v1.Inbox/ListNotifications", {
      unreadOnly: true,
      page: { size: 1 },
    });
    unread.set(Number(answer.unread ?? 0));
  } catch {
    // Counted again at the next occasion.
  }
}

/** Keeps the count current: at the start, on return to the app, and after what usually brings something. */
export function startInbox() {
  void countUnread();
  person.follow(() => void countUnread());
  document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && void countUnread());
}

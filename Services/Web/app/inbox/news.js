import { call } from "../api/client.js";
import { Badge } from "../frame/badge.js";
import { keepFocus } from "../frame/focus.js";
import { useStore } from "../frame/hooks.js";
import { Icon } from "../frame/icons.js";
import { Store } from "../frame/store.js";
import { html, useEffect } from "../libraries.js";
import { person } from "../session/session.js";
import { copies } from "../storage/database.js";
import { text } from "../texts/texts.js";
import { arrivals, latestOf } from "./arrivals.js";
import { address, lookOf, titleOf } from "./entries.js";
import { countUnread, inbox, markRead } from "./unread.js";

/** @typedef {import("./entries.js").Entry} Entry */

/** For how many seconds an entry is announced to somebody who can see it. */
const period = 10;
const key = "latest of inbox";

/**
 * Entries that have come and are announced on whatever page is shown, newest first.
 *
 * @type {Store<Entry[]>}
 */
const news = new Store(/** @type {Entry[]} */ ([]));
/** When the latest entry was created that this browser knows of, as `createdAt` says it; 0 while it knows of none. */
let latest = 0;
/**
 * Entries that were deleted: one that is restored is no news.
 *
 * @type {Set<string>}
 */
const removed = new Set();

/** Announces entries as they come, after finding out which ones this browser knows, which may have been closed for days. */
export async function startNews() {
  latest = (await copies.get(key)) ?? 0;
  person.follow((who) => who || forget());
  inbox.follow((update, message) => {
    // Without a live stream the inbox is read every now and then.
    if (update.isReset && !message.cursor) void look();
    for (const id of update.removed) removed.add(id);
    if (update.removed.length) news.update((entries) => entries.filter(({ id = "" }) => !removed.has(id)));
    receive(update.changed);
  });
}

function forget() {
  latest = 0;
  removed.clear();
  news.set([]);
}

/** @param {Entry[]} entries */
function receive(entries) {
  const found = arrivals(entries, latest, removed);
  if (found.length) news.update((former) => [...found, ...former]);
  const next = latestOf(entries, latest);
  if (next === latest) return;
  latest = next;
  void copies.set(key, latest);
}

async function look() {
  const answer = await call("larder.notifications.v1.Inbox/ListNotifications", { page: { size: 20 } }).catch(
    () => null,
  );
  if (!answer) return;
  countUnread(answer);
  const entries = answer.notifications ?? [];
  // What was there before this browser came is no news.
  if (!latest) latest = latestOf(entries, 1);
  receive(entries);
}

/** Whether somebody can see what is announced: the page is in view, and no sheet is over it. */
function isSeen() {
  return document.visibilityState === "visible" && !document.querySelector("dialog[open]");
}

/** Announces what has come, above the page. */
export function News() {
  const entries = useStore(news);
  const [newest] = entries;
  useEffect(() => {
    if (!newest) return;
    let left = period;
    const timer = setInterval(() => isSeen() && --left <= 0 && news.set([]), 1000);
    return () => clearInterval(timer);
  }, [newest?.id]);
  return html`<div class="news" role="status" aria-live="polite">
    ${newest && html`<${Arrival} key=${newest.id} entry=${newest} count=${entries.length} />`}
  </div>`;
}

/** @param {{entry: Entry, count: number}} properties */
function Arrival({ entry, count }) {
  const close = () => {
    news.set([]);
    keepFocus(() => null);
  };
  const open = () => {
    close();
    if (count === 1 && entry.id) markRead({ notificationIds: [entry.id] }).catch(() => undefined);
  };
  const target = count === 1 ? address(entry.subject) : null;
  return html`<div class="arrival">
    <${Badge} ...${lookOf(entry)} />
    <p>
      <strong>${count === 1 ? titleOf(entry) : text("inbox.unread", { count })}</strong>
      <span>${entry.message}</span>
    </p>
    <a class="button plain" href=${target ?? "/inbox"} onClick=${open}>${text("inbox.show")}</a>
    <button type="button" class="plain round" onClick=${close} aria-label=${text("close")}><${Icon} name="close" size=${20} /></button>
  </div>`;
}

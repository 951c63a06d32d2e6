import { call, newKey } from "../api/client.js";
import { Badge } from "../frame/badge.js";
import { Button } from "../frame/controls.js";
import { inRow, keepFocus } from "../frame/focus.js";
import { useLoaded } from "../frame/hooks.js";
import { useNextPage } from "../frame/next-page.js";
import { Icon } from "../frame/icons.js";
import { say, sayFailure } from "../frame/messages.js";
import { Empty, PageHead, Problem, Skeleton } from "../frame/page.js";
import { html } from "../libraries.js";
import { useList } from "../live/lists.js";
import { merged } from "../live/merging.js";
import { ago, instant } from "../texts/formats.js";
import { text } from "../texts/texts.js";
import { address, lookOf, newestFirst, titleOf } from "./entries.js";
import { countUnread, inbox, markRead } from "./unread.js";

/** @typedef {import("./entries.js").Entry} Entry */

/** @typedef {import("../frame/next-page.js").Pages<Entry>} Shown */

/** @type {Shown} */
const nothing = { entries: [], token: "" };

/**
 * A page of the inbox.
 *
 * @param {string} token Empty for the first one.
 * @param {AbortSignal} [signal]
 * @returns {Promise<Shown>}
 */
async function load(token, signal) {
  const request = { page: { size: 50, token } };
  const answer = await call("larder.notifications.v1.Inbox/ListNotifications", request, { signal });
  return { entries: answer.notifications ?? [], token: answer.nextPageToken ?? "" };
}

/**
 * Runs something, and reports when it fails.
 *
 * @param {() => Promise<unknown>} body
 */
async function attempt(body) {
  try {
    await body();
  } catch (error) {
    sayFailure(error);
  }
}

/**
 * What can be done with the entries that are shown.
 *
 * @param {{value: Shown | undefined, change: (body: (value: Shown) => Shown) => void}} loaded
 */
function actions({ value, change }) {
  const shown = value ?? nothing;
  /** Shows entries, and how the list goes on where that is not as before. */
  const add = (/** @type {Entry[]} */ changed, /** @type {string | undefined} */ token = undefined) =>
    change((now) => ({ entries: merged(now.entries, { changed }, newestFirst), token: token ?? now.token }));
  const drop = (/** @type {Entry[]} */ dropped, /** @type {string | undefined} */ token = undefined) => {
    const removed = dropped.map(({ id = "" }) => id);
    change((now) => ({ entries: merged(now.entries, { removed }, newestFirst), token: token ?? now.token }));
  };
  /** Offers to undo a deletion, after which entries are shown as they were. */
  const offer = (
    /** @type {string} */ sentence,
    /** @type {import("../api/types.js").Notifications.RestoreNotificationsRequest} */ request,
    /** @type {() => void} */ show,
  ) =>
    say(sentence, {
      undo: async () => {
        countUnread(await call("larder.notifications.v1.Inbox/RestoreNotifications", request));
        show();
      },
    });
  return {
    read: (/** @type {string[]} */ ids) =>
      attempt(async () => {
        await markRead({ notificationIds: ids });
        const readAt = { seconds: String(Math.floor(Date.now() / 1000)) };
        const mark = (/** @type {Entry} */ entry) =>
          ids.includes(entry.id ?? "") && !entry.readAt ? { ...entry, readAt } : entry;
        change((present) => ({ ...present, entries: present.entries.map(mark) }));
      }),
    remove: (/** @type {Entry} */ entry, /** @type {Entry | undefined} */ next) =>
      attempt(async () => {
        const request = { notificationIds: [entry.id ?? ""] };
        countUnread(await call("larder.notifications.v1.Inbox/DeleteNotifications", request));
        drop([entry]);
        keepFocus(() => next && inRow(`notice-${next.id}`, ".remove"));
        offer(text("inbox.removed", { count: 1 }), request, () => add([entry]));
      }),
    /** Deletes all up to the newest one that is shown: what comes meanwhile stays. */
    removeAll: () =>
      attempt(async () => {
        const { entries, token } = shown;
        const request = { newestId: entries[0]?.id ?? "" };
        const method = "larder.notifications.v1.Inbox/DeleteAllNotifications";
        const answer = await call(method, request, { key: newKey() });
        countUnread(answer);
        drop(entries, "");
        keepFocus(() => null);
        const { deletionId } = answer;
        const sentence = text("inbox.removed", { count: Number(answer.deleted ?? 0) });
        if (deletionId) offer(sentence, { deletionId }, () => add(entries, token));
      }),
  };
}

/** The inbox. */
export function Inbox() {
  const loaded = useLoaded((signal) => load("", signal), []);
  useList(inbox, loaded, (value, update) => ({
    ...value,
    entries: merged(value.entries, update, newestFirst, { isWhole: !value.token }),
  }));
  const { entries, token } = loaded.value ?? nothing;
  const { read, remove, removeAll } = actions(loaded);
  const next = useNextPage(loaded, load, (entries, next) => merged(entries, { changed: next }, newestFirst));
  const fresh = entries.filter((entry) => !entry.readAt).map(({ id = "" }) => id);
  return html`<${PageHead} title=${text("inbox.title")} hasBack=${false}>
      ${fresh.length > 0 && html`<${Button} kind="plain" onClick=${() => read(fresh.slice(0, 200))}>${text("inbox.readAll")}<//>`}
    <//>
    ${loaded.failure && !loaded.value && html`<${Problem} failure=${loaded.failure} again=${loaded.again} />`}
    ${!loaded.value && !loaded.failure && html`<${Skeleton} />`}
    ${loaded.value && !entries.length && !token && html`<${Empty} icon="inbox" title=${text("inbox.emptyTitle")} sentence=${text("inbox.empty")} />`}
    <ul class="list" data-tour="entries">
      ${entries.map(
        (entry, index) =>
          html`<${EntryRow} key=${entry.id} entry=${entry} onRead=${() => read([entry.id ?? ""])}
          onRemove=${() => remove(entry, entries[index + 1] ?? entries[index - 1])} />`,
      )}
    </ul>
    ${token && html`<div class="more-button"><${Button} kind="secondary" onClick=${next}>${text("more")}<//></div>`}
    ${entries.length > 0 && html`<div class="actions"><${Button} kind="plain danger" onClick=${removeAll}><${Icon} name="remove" size=${20} /> ${text("inbox.removeAll")}<//></div>`}`;
}

/** @param {{entry: Entry, onRead: () => Promise<void>, onRemove: () => Promise<void>}} properties */
function EntryRow({ entry, onRead, onRemove }) {
  const target = address(entry.subject);
  const title = titleOf(entry);
  const content = html`<${Badge} ...${lookOf(entry)} />
    <span class="main">${title} ${!entry.readAt && html`<span class="state">${text("inbox.isUnread")}</span>`}</span>
    <span class="side">${ago(instant(entry.createdAt))}</span>
    <span class="sub">${entry.message}</span>`;
  return html`<li id=${`notice-${entry.id}`} class=${`with-symbol with-button ${entry.readAt ? "" : "fresh"}`}>
    ${
      target
        ? html`<a href=${target} onClick=${() => !entry.readAt && void onRead()}>${content}</a>`
        : html`<button type="button" class="row" onClick=${onRead}>${content}</button>`
    }
    <${Button} kind="plain round remove" label=${text("inbox.remove", { title })} onClick=${onRemove}>
      <${Icon} name="remove" size=${20} />
    <//>
  </li>`;
}

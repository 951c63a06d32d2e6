import { call } from "../api/client.js";
import { Badge } from "../frame/badge.js";
import { Button } from "../frame/controls.js";
import { Empty, PageHead, Problem, Skeleton } from "../frame/page.js";
import { sayFailure } from "../frame/messages.js";
import { useLoaded } from "../frame/hooks.js";
import { useNextPage } from "../frame/next-page.js";
import { html } from "../libraries.js";
import { useList } from "../live/lists.js";
import { descending, merged } from "../live/merging.js";
import { ago, instant } from "../texts/formats.js";
import { hasText, text } from "../texts/texts.js";
import { inbox, unread } from "./unread.js";

const list = "larder.notifications.v1.Inbox/ListNotifications";
const markRead = "larder.notifications.v1.Inbox/MarkNotificationsRead";

/**
 * Orders entries, newest first.
 *
 * @param {import("./unread.js").Entry} one
 * @param {import("./unread.js").Entry} other
 */
function newestFirst(one, other) {
  return (
    descending(instant(one.createdAt) ?? 0, instant(other.createdAt) ?? 0) || descending(one.id ?? "", other.id ?? "")
  );
}

/**
 * A page of the inbox.
 *
 * @param {string} token Empty for the first one.
 * @param {AbortSignal} [signal]
 */
async function load(token, signal) {
  const answer = await call(list, { page: { size: 50, token } }, { signal });
  return { entries: answer.notifications ?? [], token: answer.nextPageToken ?? "" };
}

/**
 * The page that an entry is about.
 *
 * @param {string} [subject] Such as `purchase:<id>`.
 */
export function address(subject = "") {
  const [kind, id] = subject.split(":");
  if (kind === "purchase") return `/purchases/${id}`;
  if (kind === "receipt") return `/receipts/${id}`;
  return null;
}

/**
 * How entries look, by kind.
 *
 * @type {Record<string, [import("../frame/icons.js").IconName, "" | "problem"]>}
 */
const looks = { receipt_ready: ["check", ""], receipt_failed: ["doubt", "problem"] };

/** The inbox. */
export function Inbox() {
  const loaded = useLoaded((signal) => load("", signal), []);
  useList(inbox, loaded, (value, update) => ({
    ...value,
    entries: merged(value.entries, update, newestFirst, { isWhole: !value.token }),
  }));
  const token = loaded.value?.token ?? "";
  const entries = loaded.value?.entries ?? [];
  const read = async (/** @type {string[]} */ ids) => {
    if (!ids.length) return;
    try {
      const answer = await call(markRead, { notificationIds: ids });
      unread.set(Number(answer.unread ?? 0));
      const readAt = { seconds: String(Math.floor(Date.now() / 1000)) };
      loaded.change((value) => ({
        ...value,
        entries: value.entries.map((entry) =>
          ids.includes(entry.id ?? "") && !entry.readAt ? { ...entry, readAt } : entry,
        ),
      }));
    } catch (error) {
      sayFailure(error);
    }
  };
  const next = useNextPage(loaded, load, (entries, next) => merged(entries, { changed: next }, newestFirst));
  const fresh = entries.filter((entry) => !entry.readAt).map((entry) => entry.id ?? "");
  return html`<${PageHead} title=${text("inbox.title")} hasBack=${false}>
      ${fresh.length > 0 && html`<${Button} kind="plain" onClick=${() => read(fresh.slice(0, 200))}>${text("inbox.readAll")}<//>`}
    <//>
    ${loaded.failure && !loaded.value && html`<${Problem} failure=${loaded.failure} again=${loaded.again} />`}
    ${!loaded.value && !loaded.failure && html`<${Skeleton} />`}
    ${loaded.value && !entries.length && html`<${Empty} icon="inbox" title=${text("inbox.emptyTitle")} sentence=${text("inbox.empty")} />`}
    <ul class="list">
      ${entries.map((entry) => {
        const target = address(entry.subject);
        const title = hasText(`notice.${entry.kind}`) ? text(`notice.${entry.kind}`) : entry.title;
        const [icon, kind] = looks[entry.kind ?? ""] ?? ["inbox", "grey"];
        const content = html`<${Badge} icon=${icon} kind=${kind} />
          <span class="main">${title}</span>
          <span class="side">${ago(instant(entry.createdAt))}</span>
          <span class="sub">${entry.message}</span>`;
        return html`<li key=${entry.id} class=${`with-symbol ${entry.readAt ? "" : "fresh"}`}>
          ${
            target
              ? html`<a href=${target} onClick=${() => !entry.readAt && void read([entry.id ?? ""])}>${content}</a>`
              : html`<button type="button" class="row" onClick=${() => read([entry.id ?? ""])}>${content}</button>`
          }
        </li>`;
      })}
    </ul>
    ${token && html`<div class="more-button"><${Button} kind="secondary" onClick=${next}>${text("more")}<//></div>`}`;
}

// Keeps the app's files, so that it opens without a network, and one consistent set of them. Sends what waits in the queue when
// there is a network again and no page is open.

import { request } from "/assets/@VERSION@/app/api/client.js";
import { queue, settings } from "/assets/@VERSION@/app/storage/database.js";
import { changesChannel, pending, sendEntry, sendingLock } from "/assets/@VERSION@/app/storage/queue-entry.js";
import { language, preferredLanguage } from "/assets/@VERSION@/app/texts/texts.js";

const version = "@VERSION@";
/** @type {string[]} */
const files = JSON.parse(`@FILES@`);
const kept = `larder-${version}`;
const changes = new BroadcastChannel(changesChannel);
const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));

worker.addEventListener("install", (event) => {
  event.waitUntil(
    (async () => {
      const cache = await caches.open(kept);
      await cache.addAll(files);
      // While a gateway is replaced, the page may be that of another version already.
      const stored = await cache.match("/");
      if (!(await stored?.text())?.includes(version)) throw new Error(`the page is not of version ${version}`);
    })(),
  );
});

// Pages that are open go on with the files they have; the next one that is opened has the new ones.
worker.addEventListener("activate", (event) => {
  event.waitUntil(
    (async () => {
      for (const other of await caches.keys())
        if (other.startsWith("larder-") && other !== kept) await caches.delete(other);
      await worker.clients.claim();
    })(),
  );
});

worker.addEventListener("fetch", (event) => {
  const { request } = event;
  const address = new URL(request.url);
  if (request.method !== "GET" || address.origin !== location.origin) return;
  if (request.mode === "navigate" && !/^\/(files|dev)\//.test(address.pathname)) event.respondWith(page(request));
  else if (files.includes(address.pathname)) event.respondWith(file(request));
});

/**
 * The page from the network, or the one that is kept when there is none.
 *
 * @param {Request} request
 */
async function page(request) {
  const late = new Promise((_, reject) => setTimeout(reject, 3000));
  try {
    const asked = fetch(request.url, { credentials: "same-origin" });
    const answer = /** @type {Response} */ (await Promise.race([asked, late]));
    if (answer.status >= 500) throw new Error(`the page is not served: ${answer.status}`);
    return answer;
  } catch {
    return (await caches.match("/", { cacheName: kept })) ?? Response.error();
  }
}

/** @param {Request} request */
async function file(request) {
  return (await caches.match(request, { cacheName: kept })) ?? fetch(request);
}

worker.addEventListener("push", (event) => event.waitUntil(show(event.data)));

/**
 * Shows a message that has come while no page may be open, in the language of its reader.
 *
 * @param {PushMessageData | null} data
 */
async function show(data) {
  const chosen = (await settings.get("language")) ?? preferredLanguage(navigator.languages);
  /** @type {{tag?: string, path?: string, words?: Record<string, {title: string, body: string}>}} */
  let message = {};
  try {
    message = data?.json() ?? {};
  } catch {
    // A browser has to show something for whatever comes.
  }
  const { title, body } = message.words?.[chosen] ?? message.words?.en ?? { title: "Larder", body: "" };
  const icon = "/assets/@VERSION@/icons/icon-192.png";
  await worker.registration.showNotification(title, { body, tag: message.tag, lang: chosen, icon, data: message.path });
}

worker.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(openPage(event.notification.data));
});

/**
 * Shows a page of the app, in a window that is there if there is one.
 *
 * @param {unknown} path
 */
async function openPage(path) {
  const address = new URL(typeof path === "string" ? path : "/inbox", location.origin);
  if (address.origin !== location.origin) throw new Error("a message leads elsewhere");
  const [page] = await worker.clients.matchAll({ type: "window" });
  if (page) {
    await page.focus();
    await page.navigate(address.href);
  } else {
    await worker.clients.openWindow(address.href);
  }
}

worker.addEventListener("message", (event) => {
  if (event.data === "version") event.ports[0].postMessage(version);
});

worker.addEventListener("sync", (event) => {
  if (event.tag === "send") event.waitUntil(send());
});

/** How long a page has to answer, in milliseconds. */
const patience = 2000;
/** How long sending a photo may take, in milliseconds. */
const photoPatience = 600_000;

/**
 * Has a page that is shown send what waits, which shows the progress. Without one, or where it does not answer as it was put to
 * sleep, it is sent from here.
 */
async function send() {
  const pages = await worker.clients.matchAll({ type: "window" });
  const shown = pages.find((page) => page.visibilityState === "visible");
  if (shown && (await sendsItself(shown))) return;
  await navigator.locks.request(sendingLock, sendQueue);
}

/**
 * Asks a page to send what waits.
 *
 * @param {Client} page
 * @returns {Promise<boolean>} Whether it does.
 */
function sendsItself(page) {
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    port1.onmessage = () => resolve(true);
    setTimeout(() => resolve(false), patience);
    page.postMessage("send", [port2]);
  });
}

/**
 * Sends what waits of the person who was shown last. A rejection stays in the queue for the page to tell.
 *
 * @throws When there is no network, or something has to be sent again later: the browser has this tried again.
 */
async function sendQueue() {
  const [person, chosen] = await Promise.all([settings.get("person"), settings.get("language")]);
  language.set(chosen ?? preferredLanguage(navigator.languages));
  const tried = /** @type {Set<string>} */ (new Set());
  // What is sent changes what is to be sent after it.
  const next = async () => pending(await queue.all(), person?.accountId).find(({ id }) => !tried.has(id));
  let isIncomplete = false;
  for (let entry = await next(); entry; entry = await next()) {
    const { id } = entry;
    tried.add(id);
    const { state } = await sendEntry(entry, 1, (path, photo, key) =>
      request("POST", path, photo, { ...key, timeout: photoPatience }),
    );
    if (state === "otherAccount") break;
    if (state === "sent") await queue.remove(id);
    else if (state === "failed" || state === "unavailable") isIncomplete = true;
    if (state === "unavailable") break;
    changes.postMessage("changed");
  }
  if (isIncomplete) throw new Error("not everything could be sent");
}

// Keeps the app's files, so that it opens without a network, and one consistent set of them. Sends what waits in the queue when
// there is a network again and no page is open.

const version = "@VERSION@";
/** @type {string[]} */
const files = JSON.parse(`@FILES@`);
const kept = `larder-${version}`;
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
  if (request.mode === "navigate" && !address.pathname.startsWith("/files/")) event.respondWith(page(request));
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

worker.addEventListener("message", (event) => {
  if (event.data === "version") event.ports[0].postMessage(version);
});

worker.addEventListener("sync", (event) => {
  if (event.tag === "send") event.waitUntil(send());
});

/** How long a page has to answer, in milliseconds. */
const patience = 2000;

/**
 * Has a page that is shown send what waits, which shows the progress. Without one, or where it does not answer as it was put to
 * sleep, it is sent from here.
 */
async function send() {
  const pages = await worker.clients.matchAll({ type: "window" });
  const shown = pages.find((page) => page.visibilityState === "visible");
  if (shown && (await sendsItself(shown))) return;
  await navigator.locks.request("larder-sending", sendQueue);
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
 * Sends what waits of the person who was shown last. A refusal stays in the queue for the page to tell.
 *
 * @throws When there is no network, or something has to be sent again later: the browser has this tried again.
 */
async function sendQueue() {
  const database = await opened();
  const changes = new BroadcastChannel("larder-queue");
  try {
    const { person, language, entries } = await stored(database);
    let isIncomplete = false;
    for (const entry of entries) {
      if (entry.refusal || entry.owner !== person?.accountId) continue;
      const answer = await post(entry, language);
      const body = await answer.json().catch(() => undefined);
      const refusal = refusalOf(body);
      if (answer.ok && body) await change(database, entry.id);
      else if (answer.status === 401 || refusal.reason === "OTHER_ACCOUNT") return;
      else if (!body || answer.status === 429 || answer.status >= 500) isIncomplete = true;
      else await change(database, entry.id, { refusal });
      changes.postMessage("changed");
    }
    if (isIncomplete) throw new Error("not everything could be sent");
  } finally {
    changes.close();
    database.close();
  }
}

/**
 * @param {any} entry
 * @param {string} language
 */
function post(entry, language) {
  /** @type {Record<string, string>} */
  const headers = {
    "Content-Type": entry.photo?.type || "application/json",
    "Idempotency-Key": entry.id,
    "Larder-Account": entry.owner,
  };
  if (language) headers["Accept-Language"] = language;
  return fetch(entry.path, { method: "POST", headers, body: entry.photo ?? JSON.stringify(entry.purchase) });
}

/**
 * Why something was refused, as the queue has it.
 *
 * @param {any} body
 */
function refusalOf(body) {
  const { reason, fieldViolations } = body?.details?.[0]?.debug ?? {};
  return { code: body?.code, message: body?.message ?? "", reason, fields: fieldViolations };
}

/**
 * What the app has stored: who was shown, in which language, and what waits, in its order.
 *
 * @param {IDBDatabase} database
 */
async function stored(database) {
  const transaction = database.transaction(["settings", "queue"]);
  const [person, language, entries] = await Promise.all([
    answerOf(transaction.objectStore("settings").get("person")),
    answerOf(transaction.objectStore("settings").get("language")),
    answerOf(transaction.objectStore("queue").getAll()),
  ]);
  return { person, language, entries: entries.sort((one, other) => one.at - other.at) };
}

/**
 * Changes an entry of the queue that is still there, or removes it.
 *
 * @param {IDBDatabase} database
 * @param {string} id
 * @param {object} [part] What changes; without it the entry is removed.
 */
async function change(database, id, part) {
  const queue = database.transaction("queue", "readwrite").objectStore("queue");
  const entry = await answerOf(queue.get(id));
  if (!part) await answerOf(queue.delete(id));
  else if (entry) await answerOf(queue.put({ ...entry, ...part }, id));
}

/** @returns {Promise<IDBDatabase>} As the app has made it; one that is not there yet stays so. */
function opened() {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open("larder");
    opening.onupgradeneeded = () => opening.transaction?.abort();
    opening.onsuccess = () => resolve(opening.result);
    opening.onerror = () => reject(opening.error);
  });
}

/**
 * @template Result
 * @param {IDBRequest<Result>} request
 * @returns {Promise<Result>}
 */
function answerOf(request) {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

// Keeps the app's files, so that it opens without a network, and one consistent set of them. Sends what waits in the queue when
// there is a network again and no page is open.

const version = "@VERSION@";
/** @type {string[]} */
const files = JSON.parse(`@FILES@`);
const kept = `larder-${version}`;
const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));

worker.addEventListener("install", (event) => {
  event.waitUntil(caches.open(kept).then((cache) => cache.addAll(files)));
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
    return /** @type {Response} */ (await Promise.race([fetch(request.url, { credentials: "same-origin" }), late]));
  } catch {
    return (await caches.match("/", { cacheName: kept })) ?? Response.error();
  }
}

/** @param {Request} request */
async function file(request) {
  return (await caches.match(request, { cacheName: kept })) ?? fetch(request);
}

worker.addEventListener("sync", (event) => {
  if (event.tag === "send") event.waitUntil(send());
});

/**
 * Has an open page send what waits, which shows the progress; without one it is sent from here. A refusal stays in the queue for
 * the page to tell.
 */
async function send() {
  const pages = await worker.clients.matchAll({ type: "window" });
  if (pages.length) return pages[0].postMessage("send");
  await navigator.locks.request("larder-sending", sendQueue);
}

async function sendQueue() {
  const database = await opened();
  try {
    const person = await answerOf(database.transaction("settings").objectStore("settings").get("person"));
    const entries = await answerOf(database.transaction("queue").objectStore("queue").getAll());
    for (const entry of entries.sort((one, other) => one.at - other.at)) {
      if (entry.refusal || entry.owner !== person?.accountId) continue;
      // Without a network this fails, and the browser has it tried again.
      const answer = await fetch(entry.path, {
        method: "POST",
        headers: { "Content-Type": entry.photo?.type || "application/json", "Idempotency-Key": entry.id },
        body: entry.photo ?? JSON.stringify(entry.purchase),
      });
      if (!answer.ok) continue;
      await answerOf(database.transaction("queue", "readwrite").objectStore("queue").delete(entry.id));
    }
  } finally {
    database.close();
  }
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

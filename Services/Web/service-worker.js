// Keeps the app's files, so that it opens without a network, and one consistent set of them.

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

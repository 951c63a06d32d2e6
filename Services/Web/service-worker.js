// Keeps the app's files, so that it opens without a network, and one consistent set of them.

const version = "@VERSION@";
const files = @FILES@;
const name = `larder-${version}`;

self.addEventListener("install", (event) => {
  event.waitUntil(
    caches.open(name).then((cache) => cache.addAll(files)),
  );
});

// Pages that are open go on with the files they have; the next one that is opened has the new ones.
self.addEventListener("activate", (event) => {
  event.waitUntil(
    (async () => {
      for (const other of await caches.keys()) if (other.startsWith("larder-") && other !== name) await caches.delete(other);
      await self.clients.claim();
    })(),
  );
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const address = new URL(request.url);
  if (request.method !== "GET" || address.origin !== location.origin) return;
  if (request.mode === "navigate" && !address.pathname.startsWith("/files/")) event.respondWith(page(request));
  else if (files.includes(address.pathname)) event.respondWith(kept(request));
});

/** The page from the network, or the one that is kept when there is none. @param {Request} request */
async function page(request) {
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(), 3000);
  try {
    return await fetch(request.url, { signal: limit.signal, credentials: "same-origin" });
  } catch {
    return (await caches.match("/", { cacheName: name })) ?? Response.error();
  } finally {
    clearTimeout(timer);
  }
}

/** @param {Request} request */
async function kept(request) {
  return (await caches.match(request, { cacheName: name })) ?? fetch(request);
}

self.addEventListener("sync", (event) => {
  if (event.tag !== "send") return;
  event.waitUntil(self.clients.matchAll().then((clients) => clients.forEach((client) => client.postMessage("send"))));
});

/**
 * The service worker's registration, which is made where there is none; undefined where the browser has no service workers, or
 * cannot fetch it.
 *
 * @returns {Promise<ServiceWorkerRegistration | undefined>}
 */
export async function registerWorker() {
  return await navigator.serviceWorker?.register("/service-worker.js", { type: "module" }).catch(() => undefined);
}

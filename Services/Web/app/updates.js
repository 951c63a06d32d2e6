import { fetchModule } from "./api/retry-pause.js";
import { say } from "./frame/messages.js";
import { loadCommon } from "./frame/parts.js";
import { registerWorker } from "./frame/worker.js";
import { text } from "./texts/texts.js";

/** How often it is asked for a new version while the app stays open, in milliseconds. */
const interval = 3600000;

/** The version of the files that this page is made of, which is part of their address. */
const version = new URL(import.meta.url).pathname.split("/")[2];

/** Has the service worker keep the app's files, and says when there is another version of them. */
export async function startUpdates() {
  const registration = await registerWorker();
  if (!registration) return;
  const tell = () => void tellOf(registration);
  registration.addEventListener("updatefound", () => registration.installing?.addEventListener("statechange", tell));
  const check = async () => {
    await registration.update().catch(() => undefined);
    tell();
  };
  setInterval(check, interval);
  document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && void check());
  tell();
}

/**
 * Says that there is a new version, unless this page is of it already, as one is that was opened since.
 *
 * @param {ServiceWorkerRegistration} registration
 */
async function tellOf({ waiting }) {
  if (!waiting || (await versionOf(waiting)) === version) return;
  await fetchModule(loadCommon);
  say(text("update.ready"), { undo: () => location.reload(), act: text("update.use") });
}

/**
 * The version of the files that a service worker keeps.
 *
 * @param {ServiceWorker} worker
 * @returns {Promise<string>}
 */
function versionOf(worker) {
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    port1.onmessage = ({ data }) => {
      port1.close();
      resolve(data);
    };
    worker.postMessage("version", [port2]);
  });
}

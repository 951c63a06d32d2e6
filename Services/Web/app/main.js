import { App } from "./frame/app.js";
import { startAppearance } from "./frame/appearance.js";
import { startRouting } from "./frame/router.js";
import { say } from "./frame/messages.js";
import { inbox } from "./inbox/unread.js";
import { html, render } from "./libraries.js";
import { startLists } from "./live/lists.js";
import { purchases } from "./purchases/live-purchases.js";
import { receipts } from "./receipts/following.js";
import { startPreferences } from "./settings/preferences.js";
import { startQueue } from "./storage/sending.js";
import { findSession } from "./session/session.js";
import { settings } from "./storage/database.js";
import { preferredLanguage, text, useLanguage } from "./texts/texts.js";

/** Starts the app. */
async function start() {
  startRouting();
  const [stored] = await Promise.all([
    settings.get("language"),
    startAppearance(),
    startPreferences(),
    startLists([purchases, receipts, inbox]),
  ]);
  await useLanguage(stored ?? preferredLanguage(navigator.languages));
  const ground = /** @type {HTMLElement} */ (document.getElementById("app"));
  ground.textContent = "";
  render(html`<${App} />`, ground);
  await findSession();
  startQueue();
  await startWorker();
}

/** Has the service worker keep the app's files, and says when it has those of another version. */
async function startWorker() {
  const registration = await navigator.serviceWorker?.register("/service-worker.js").catch(() => undefined);
  registration?.addEventListener("updatefound", () => {
    const next = registration.installing;
    const isUpdate = Boolean(navigator.serviceWorker.controller);
    next?.addEventListener("statechange", () => {
      if (next.state === "installed" && isUpdate)
        say(text("update.ready"), { undo: () => location.reload(), act: text("update.use") });
    });
  });
}

await start();

import { whenAnswered } from "./api/client.js";
import { fetchModule } from "./api/retry-pause.js";
import { startAppearance } from "./frame/appearance.js";
import { App } from "./frame/app.js";
import { say } from "./frame/messages.js";
import { startLastPage } from "./frame/last-page.js";
import { startRouting } from "./frame/router.js";
import { startNews } from "./inbox/news.js";
import { inbox } from "./inbox/unread.js";
import { startOwn } from "./profile/own.js";
import { html, render } from "./libraries.js";
import { startLists } from "./live/lists.js";
import { purchases } from "./purchases/live-purchases.js";
import { receipts } from "./receipts/following.js";
import { orReload } from "./reload.js";
import { person, startSession } from "./session/session.js";
import { startPreferences } from "./settings/preferences.js";
import { settings, whenDraftIsLost } from "./storage/database.js";
import { preferredLanguage, text, useLanguage } from "./texts/texts.js";

/** Starts the app. */
export async function start() {
  startRouting();
  await startLastPage();
  const lists = [purchases, receipts, inbox];
  const [stored] = await orReload(
    Promise.all([settings.get("language"), startAppearance(), startPreferences(), startNews(), startLists(lists)]),
  );
  sayWhatIsLost();
  sayWhoIsShown();
  startOwn();
  const finding = startSession();
  await useLanguage(stored ?? preferredLanguage(navigator.languages));
  const ground = /** @type {HTMLElement} */ (document.getElementById("app"));
  ground.textContent = "";
  render(html`<${App} />`, ground);
  await finding;
  await whenAnswered();
  await startLater(lists);
}

/**
 * Starts what no page needs at first, and what is fetched after the first one is there. What cannot be fetched holds up nothing else.
 *
 * @param {import("./live/lists.js").LiveList<any>[]} lists
 */
async function startLater(lists) {
  await Promise.all([
    fetchModule(() => import("./storage/sending.js")).then(({ startQueue }) => startQueue()),
    fetchModule(() => import("./settings/shared.js")).then(({ startSharing }) => startSharing()),
    fetchModule(() => import("./live/polling.js")).then(({ startPolling }) => startPolling(lists)),
    fetchModule(() => import("./updates.js"))
      .then(({ startUpdates }) => startUpdates())
      .then(() => fetchModule(() => import("./settings/push.js")))
      .then(({ startPush }) => startPush()),
    fetchModule(() => import("./places/watch.js")).then(({ startWatching }) => startWatching(sayRefusal)),
  ]);
}

/** Says once that this browser does not keep what is typed. */
function sayWhatIsLost() {
  whenDraftIsLost(() => {
    whenDraftIsLost(() => {});
    say(text("drafts.lost"), { isProblem: true });
  });
}

/** Says that reminders of places are off here, since the browser does not say any more where it is. */
function sayRefusal() {
  say(text("places.refusedNow"), { isProblem: true });
}

/** Says that a page shows somebody else now, who has signed in in another tab. */
function sayWhoIsShown() {
  let shown = "";
  person.follow((who) => {
    if (who === null) shown = "";
    if (!who) return;
    if (shown && shown !== who.accountId) say(text("session.replaced", { name: who.username }));
    shown = who.accountId;
  });
}

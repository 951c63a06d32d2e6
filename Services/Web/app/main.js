import { startAppearance } from "./frame/appearance.js";
import { App } from "./frame/app.js";
import { say } from "./frame/messages.js";
import { startLastPage } from "./frame/last-page.js";
import { startRouting } from "./frame/router.js";
import { followPages } from "./help/former-page.js";
import { startNews } from "./inbox/news.js";
import { inbox } from "./inbox/unread.js";
import { html, render } from "./libraries.js";
import { startLists } from "./live/lists.js";
import { purchases } from "./purchases/live-purchases.js";
import { receipts } from "./receipts/following.js";
import { person, startSession } from "./session/session.js";
import { startPreferences } from "./settings/preferences.js";
import { settings, whenDraftIsLost } from "./storage/database.js";
import { startQueue } from "./storage/sending.js";
import { preferredLanguage, text, useLanguage } from "./texts/texts.js";

/** Starts the app. */
async function start() {
  startRouting();
  await startLastPage();
  followPages();
  const lists = [purchases, receipts, inbox];
  const [stored] = await Promise.all([
    settings.get("language"),
    startAppearance(),
    startPreferences(),
    startNews(),
    startLists(lists),
  ]);
  await useLanguage(stored ?? preferredLanguage(navigator.languages));
  sayWhatIsLost();
  sayWhoIsShown();
  const ground = /** @type {HTMLElement} */ (document.getElementById("app"));
  ground.textContent = "";
  render(html`<${App} />`, ground);
  await startSession();
  void startQueue();
  await startLater(lists);
}

/**
 * Starts what no page needs at first, and what is fetched after the first one is there.
 *
 * @param {import("./live/lists.js").LiveList<any>[]} lists
 */
async function startLater(lists) {
  const [{ startPolling }, { startUpdates }, { startPush }] = await Promise.all([
    import("./live/polling.js"),
    import("./updates.js"),
    import("./settings/push.js"),
  ]);
  startPolling(lists);
  const { startSharing } = await import("./settings/shared.js");
  void startSharing();
  await startUpdates();
  startPush();
}

/** Says once that this browser does not keep what is typed. */
function sayWhatIsLost() {
  whenDraftIsLost(() => {
    whenDraftIsLost(() => {});
    say(text("drafts.lost"), { isProblem: true });
  });
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

await start().catch((error) => {
  console.error(error);
  document.querySelector(".launch [hidden]")?.removeAttribute("hidden");
});

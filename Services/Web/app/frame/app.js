import { Button } from "./controls.js";
import { returnFocus } from "./focus.js";
import { Icon } from "./icons.js";
import { html, useEffect, useErrorBoundary, useRef, useState } from "../libraries.js";
import { Messages, sayFailure } from "./messages.js";
import { isOnline } from "./online.js";
import { closeOver, over } from "./over.js";
import { Empty, PageHead, Problem, Skeleton } from "./page.js";
import { loadPart } from "./parts.js";
import { go, match, place } from "./router.js";
import { useLayer, useStore } from "./hooks.js";
import { own, OwnBadge, useOwnName } from "../profile/own.js";
import { goToSignIn, person } from "../session/session.js";
import { language, text } from "../texts/texts.js";
import { News } from "../inbox/news.js";
import { unread } from "../inbox/unread.js";

/**
 * A page. `isOpen`: also for those who are not signed in; `isWide`: it uses the width of a desktop; `isFirst`: the one whose modules,
 * texts and styles are fetched at once when the app is opened.
 *
 * @typedef {{load: () => Promise<any>, isOpen?: boolean, isWide?: boolean, isFirst?: boolean}} Route
 */

/** @type {[string, Route][]} */
const routes = [
  ["/", { load: async () => (await import("../home/home.js")).Home, isWide: true, isFirst: true }],
  ["/sign-in", { load: async () => (await import("../accounts/sign-in.js")).SignIn, isOpen: true }],
  ["/sign-up", { load: async () => (await import("../accounts/sign-up.js")).SignUp, isOpen: true }],
  ["/recover", { load: async () => (await import("../accounts/recover.js")).Recover, isOpen: true }],
  ["/reset", { load: async () => (await import("../accounts/reset.js")).Reset, isOpen: true }],
  ["/reopen", { load: async () => (await import("../accounts/reopen.js")).Reopen, isOpen: true }],
  ["/secure", { load: async () => (await import("../accounts/secure.js")).Secure, isOpen: true }],
  ["/verify", { load: async () => (await import("../accounts/verify.js")).Verify, isOpen: true }],
  ["/terms", { load: async () => (await import("../accounts/terms.js")).Terms, isOpen: true }],
  ["/new-terms", { load: async () => (await import("../accounts/new-terms.js")).NewTerms }],
  ["/camera", { load: async () => (await import("../receipts/camera.js")).Camera, isWide: true }],
  ["/receipts", { load: async () => (await import("../receipts/receipts.js")).Receipts }],
  ["/receipts/:id", { load: async () => (await import("../receipts/receipt.js")).Receipt, isWide: true }],
  ["/log", { load: async () => (await import("../purchases/log.js")).Log }],
  ["/expenditures/new", { load: async () => (await import("../expenditures/new-expenditure.js")).NewExpenditure }],
  ["/goals", { load: async () => (await import("../goals/goals.js")).Goals }],
  ["/suggestions", { load: async () => (await import("../suggestions/suggestions.js")).Suggestions }],
  ["/badges", { load: async () => (await import("../badges/badges.js")).Badges }],
  ["/prices", { load: async () => (await import("../prices/prices.js")).Prices }],
  ["/prices/item", { load: async () => (await import("../prices/price-history.js")).PriceHistory, isWide: true }],
  ["/offers", { load: async () => (await import("../offers/offers.js")).Offers }],
  ["/preferences", { load: async () => (await import("../preferences/preferences.js")).Preferences }],
  ["/recurring", { load: async () => (await import("../recurring/recurring.js")).RecurringList }],
  ["/recurring/:id", { load: async () => (await import("../recurring/change-recurring.js")).ChangeRecurring }],
  ["/spending", { load: async () => (await import("../spending/spending.js")).Spending, isWide: true }],
  ["/spending/check", { load: async () => (await import("../spending/ledger-check.js")).LedgerCheck }],
  ["/imports", { load: async () => (await import("../imports/imports.js")).Imports }],
  ["/invested", { load: async () => (await import("../invested/invested.js")).Invested, isWide: true }],
  ["/securities", { load: async () => (await import("../securities/securities.js")).Securities }],
  ["/securities/:symbol", { load: async () => (await import("../securities/security.js")).Security, isWide: true }],
  ["/brokers", { load: async () => (await import("../securities/brokers.js")).Brokers }],
  ["/purchases/new", { load: async () => (await import("../purchases/by-hand.js")).ByHand }],
  ["/purchases/:id", { load: async () => (await import("../purchases/purchase.js")).Purchase, isWide: true }],
  ["/inbox", { load: async () => (await import("../inbox/inbox.js")).Inbox }],
  ["/products", { load: async () => (await import("../products/products.js")).Products }],
  ["/mappings", { load: async () => (await import("../products/mappings.js")).Mappings }],
  ["/eateries", { load: async () => (await import("../eateries/eateries.js")).Eateries, isWide: true }],
  ["/stores", { load: async () => (await import("../stores/stores.js")).Stores }],
  ["/profile", { load: async () => (await import("../profile/profile.js")).ProfilePage }],
  ["/devices", { load: async () => (await import("../settings/devices.js")).Devices }],
  ["/factors", { load: async () => (await import("../settings/factors.js")).Factors }],
  ["/password", { load: async () => (await import("../accounts/password.js")).Password }],
  ["/my-data", { load: async () => (await import("../accounts/my-data.js")).MyData }],
  ["/email", { load: async () => (await import("../accounts/email.js")).Email }],
  ["/consents", { load: async () => (await import("../settings/consents.js")).Consents }],
  ["/notices", { load: async () => (await import("../settings/notices.js")).Notices }],
  ["/places", { load: async () => (await import("../places/places.js")).Places }],
  ["/stop", { load: async () => (await import("../settings/stop.js")).Stop, isOpen: true }],
  ["/settings", { load: async () => (await import("../settings/settings.js")).Settings, isOpen: true }],
  ["/plan", { load: async () => (await import("../plan/plan.js")).PlanPage }],
  ["/tutorials", { load: async () => (await import("../tutorials/tutorials.js")).Tutorials }],
  ["/help", { load: async () => (await import("../help/help.js")).Help, isOpen: true }],
];

/** The pages with what is around them. */
export function App() {
  useStore(language);
  const { path } = useStore(place);
  const who = useStore(person);
  const online = useStore(isOnline);
  const [isMenuOpen, setMenuOpen] = useState(false);
  const above = useStore(over);
  const found = match(routes, path);
  const isAllowed = found?.page.isOpen || who;
  useEffect(() => {
    setMenuOpen(false);
    if (above?.path !== path) closeOver();
  }, [path]);
  useEffect(() => {
    if (found && !isAllowed && who === null) goToSignIn();
  }, [path, who]);
  return html`<div class=${`frame ${path === "/camera" ? "dark" : ""}`}>
    <a class="skip" href="#page" onClick=${skipToPage}>${text("skipToPage")}</a>
    ${!online && html`<p class="offline" role="status"><${Icon} name="offline" size=${20} /> ${text("offline")}</p>`}
    <main id="page" class=${found?.page.isWide ? "wide" : ""} tabindex="-1">
      ${
        found
          ? isAllowed
            ? html`<${Page} key=${path} route=${found.page} parameters=${found.parameters} />`
            : html`<${Skeleton} />`
          : html`<${Missing} />`
      }
    </main>
    <${News} />
    <${Messages} />
    ${who && html`<${Bar} places=${places} path=${path}><${MenuButton} isOpen=${isMenuOpen} onClick=${() => setMenuOpen(!isMenuOpen)} /><//>`}
    ${who === null && html`<${Bar} places=${openPlaces} path=${path} />`}
    ${isMenuOpen && html`<${Menu} onClose=${() => setMenuOpen(false)} />`}
    ${above?.path === path && above.content}
  </div>`;
}

/** @param {Event} event */
function skipToPage(event) {
  event.preventDefault();
  document.getElementById("page")?.focus();
}

/** @param {{route: Route, parameters: Record<string, string>}} properties */
function Page({ route, parameters }) {
  const [component, setComponent] = useState(/** @type {any} */ (null));
  const [failure, setFailure] = useState(/** @type {unknown} */ (null));
  const [crash, reset] = useErrorBoundary((/** @type {unknown} */ error) => console.error(error));
  const load = () => {
    setFailure(null);
    (route.isFirst ? route.load() : loadPart(route.load)).then((loaded) => setComponent(() => loaded), setFailure);
  };
  useEffect(load, []);
  if (crash) return html`<${Problem} failure=${crash} again=${reset} />`;
  if (failure) return html`<${Problem} failure=${failure} again=${load} />`;
  if (!component) return html`<div class="page-head"></div><${Skeleton} />`;
  return html`<div class="page"><${component} ...${parameters} /></div>`;
}

function Missing() {
  return html`<${PageHead} title=${text("missing.title")} />
    <${Empty} icon="search" sentence=${text("missing.sentence")}>
      <${Button} kind="primary" onClick=${() => go("/", { replace: true })}>${text("missing.home")}<//>
    <//>`;
}

/**
 * Links of the bar: the address, the icon and the text's key.
 *
 * @typedef {readonly (readonly [string, import("./icons.js").IconName, string])[]} Places
 */

/** @type {Places} */
const places = [
  ["/", "home", "bar.home"],
  ["/camera", "camera", "bar.camera"],
  ["/log", "log", "bar.log"],
  ["/inbox", "inbox", "bar.inbox"],
];

/**
 * The places for those who are not signed in.
 *
 * @type {Places}
 */
const openPlaces = [
  ["/sign-in", "person", "signIn.title"],
  ["/sign-up", "add", "bar.signUp"],
  ["/settings", "gear", "menu.settings"],
  ["/help", "help", "menu.help"],
];

/** @param {{places: Places, path: string, children?: import("../libraries.js").Node}} properties */
function Bar({ places, path, children }) {
  const count = useStore(unread);
  return html`<nav class="bar" aria-label=${text("bar.name")}>
    <img class="logo" src="/favicon.svg" alt="" width="40" height="40" />
    ${places.map(
      ([address, icon, key]) =>
        html`<a href=${address} key=${address} aria-current=${path === address ? "page" : undefined}>
        <span class="picture"><${Icon} name=${icon} />${
          address === "/inbox" && count > 0
            ? html`<span class="count"><span aria-hidden="true">${count > 99 ? "99+" : count}</span>
              <span class="hidden">${text("inbox.unread", { count })}</span></span>`
            : null
        }</span>
        <span>${text(key)}</span>
      </a>`,
    )}
    ${children}
  </nav>`;
}

/** @param {{isOpen: boolean, onClick: () => void}} properties */
function MenuButton({ isOpen, onClick }) {
  return html`<button type="button" onClick=${onClick} aria-expanded=${isOpen}>
    <span class="picture"><${Icon} name="menu" /></span><span>${text("bar.menu")}</span>
  </button>`;
}

const menu = /** @type {const} */ ([
  ["/expenditures/new", "coins", "expenditure.new"],
  ["/purchases/new", "pen", "menu.byHand"],
  ["/receipts", "picture", "menu.receipts"],
  ["/spending", "chart", "spending.title"],
  ["/goals", "target", "goals.title"],
  ["/suggestions", "idea", "suggestions.title"],
  ["/badges", "medal", "badges.title"],
  ["/prices", "tag", "prices.title"],
  ["/offers", "coins", "offers.title"],
  ["/recurring", "repeat", "recurring.title"],
  ["/imports", "exchange", "imports.title"],
  ["/invested", "growth", "invested.title"],
  ["/products", "tag", "menu.products"],
  ["/eateries", "place", "menu.eateries"],
  ["/consents", "shield", "menu.consents"],
  ["/plan", "star", "menu.plan"],
  ["/tutorials", "guide", "menu.tutorials"],
  ["/settings", "gear", "menu.settings"],
  ["/help", "help", "menu.help"],
]);

/** @param {{onClose: () => void}} properties */
function Menu({ onClose }) {
  const who = useStore(person);
  const name = useOwnName() || who?.username;
  const isNamed = Boolean(useStore(own)?.name);
  const { path } = place.value;
  useLayer(onClose);
  useEffect(() => {
    const close = (/** @type {KeyboardEvent} */ event) => event.key === "Escape" && onClose();
    addEventListener("keydown", close);
    const former = document.activeElement;
    /** @type {HTMLElement | null} */ (document.querySelector(".menu a"))?.focus();
    return () => {
      removeEventListener("keydown", close);
      // A page that was chosen has the focus on its heading.
      if (place.value.path === path) returnFocus(former);
    };
  }, []);
  const signOut = () => {
    onClose();
    loadPart(() => import("../session/sign-out.js")).then(({ leave }) => leave(), sayFailure);
  };
  const start = useRef(/** @type {number | null} */ (null));
  // Further down in its list, a swipe scrolls.
  const begin = (/** @type {TouchEvent & {currentTarget: Element}} */ event) =>
    void (start.current = event.currentTarget.scrollTop > 0 ? null : event.touches[0].clientY);
  const end = (/** @type {TouchEvent} */ event) => {
    if (start.current !== null && event.changedTouches[0].clientY - start.current > 60) onClose();
  };
  return html`<div class="menu-ground" onClick=${onClose}></div>
    <nav class="menu" aria-label=${text("bar.menu")} onTouchStart=${begin} onTouchEnd=${end}>
      <p class="who"><${OwnBadge} /> <span class="named">${name}${isNamed && html`<span>${who?.username}</span>`}</span></p>
      ${menu.map(
        ([address, icon, key]) =>
          html`<a href=${address} key=${address} aria-current=${place.value.path === address ? "page" : undefined}>
          <${Icon} name=${icon} /> ${text(key)}
        </a>`,
      )}
      <button type="button" onClick=${signOut}><${Icon} name="out" /> ${text("menu.signOut")}</button>
    </nav>`;
}

import { Badge } from "./badge.js";
import { Button } from "./controls.js";
import { returnFocus } from "./focus.js";
import { Icon } from "./icons.js";
import { html, useEffect, useErrorBoundary, useState } from "../libraries.js";
import { Messages } from "./messages.js";
import { Empty, PageHead, Problem, Skeleton } from "./page.js";
import { go, match, place } from "./router.js";
import { useLayer, useStore } from "./hooks.js";
import { Store } from "./store.js";
import { goToSignIn, person, signOut } from "../session/session.js";
import { language, text } from "../texts/texts.js";
import { unread } from "../inbox/unread.js";

/**
 * A page. `isOpen`: also for those who are not signed in; `isWide`: it uses the width of a desktop.
 *
 * @typedef {{load: () => Promise<any>, isOpen?: boolean, isWide?: boolean}} Route
 */

/** @type {[string, Route][]} */
const routes = [
  ["/", { load: async () => (await import("../home/home.js")).Home, isWide: true }],
  ["/sign-in", { load: async () => (await import("../accounts/sign-in.js")).SignIn, isOpen: true }],
  ["/sign-up", { load: async () => (await import("../accounts/sign-up.js")).SignUp, isOpen: true }],
  ["/terms", { load: async () => (await import("../accounts/terms.js")).Terms, isOpen: true }],
  ["/camera", { load: async () => (await import("../receipts/camera.js")).Camera, isWide: true }],
  ["/receipts", { load: async () => (await import("../receipts/receipts.js")).Receipts }],
  ["/receipts/:id", { load: async () => (await import("../receipts/receipt.js")).Receipt, isWide: true }],
  ["/log", { load: async () => (await import("../purchases/log.js")).Log }],
  ["/purchases/new", { load: async () => (await import("../purchases/by-hand.js")).ByHand }],
  ["/purchases/:id", { load: async () => (await import("../purchases/purchase.js")).Purchase, isWide: true }],
  ["/inbox", { load: async () => (await import("../inbox/inbox.js")).Inbox }],
  ["/products", { load: async () => (await import("../products/products.js")).Products }],
  ["/mappings", { load: async () => (await import("../products/mappings.js")).Mappings }],
  ["/eateries", { load: async () => (await import("../eateries/eateries.js")).Eateries, isWide: true }],
  ["/consents", { load: async () => (await import("../settings/consents.js")).Consents }],
  ["/settings", { load: async () => (await import("../settings/settings.js")).Settings, isOpen: true }],
  ["/help", { load: async () => (await import("../help/help.js")).Help, isOpen: true }],
];

/** Whether the browser has a network. */
export const isOnline = new Store(navigator.onLine);
addEventListener("online", () => isOnline.set(true));
addEventListener("offline", () => isOnline.set(false));

/** The pages with what is around them. */
export function App() {
  useStore(language);
  const { path } = useStore(place);
  const who = useStore(person);
  const online = useStore(isOnline);
  const [isMenuOpen, setMenuOpen] = useState(false);
  const found = match(routes, path);
  const isAllowed = found?.page.isOpen || who;
  useEffect(() => setMenuOpen(false), [path]);
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
    <${Messages} />
    ${who && html`<${Bar} path=${path} isMenuOpen=${isMenuOpen} onMenu=${() => setMenuOpen(!isMenuOpen)} />`}
    ${isMenuOpen && html`<${Menu} onClose=${() => setMenuOpen(false)} />`}
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
    route.load().then((loaded) => setComponent(() => loaded), setFailure);
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

const places = /** @type {const} */ ([
  ["/", "home", "bar.home"],
  ["/camera", "camera", "bar.camera"],
  ["/log", "log", "bar.log"],
  ["/inbox", "inbox", "bar.inbox"],
]);

/** @param {{path: string, isMenuOpen: boolean, onMenu: () => void}} properties */
function Bar({ path, isMenuOpen, onMenu }) {
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
    <button type="button" onClick=${onMenu} aria-expanded=${isMenuOpen}>
      <span class="picture"><${Icon} name="menu" /></span><span>${text("bar.menu")}</span>
    </button>
  </nav>`;
}

const menu = /** @type {const} */ ([
  ["/receipts", "picture", "menu.receipts"],
  ["/purchases/new", "pen", "menu.byHand"],
  ["/products", "tag", "menu.products"],
  ["/eateries", "place", "menu.eateries"],
  ["/consents", "shield", "menu.consents"],
  ["/settings", "gear", "menu.settings"],
  ["/help", "help", "menu.help"],
]);

/** @param {{onClose: () => void}} properties */
function Menu({ onClose }) {
  const who = useStore(person);
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
  const swipe = { start: 0 };
  return html`<div class="menu-ground" onClick=${onClose}></div>
    <nav
      class="menu"
      aria-label=${text("bar.menu")}
      onTouchStart=${(/** @type {TouchEvent} */ event) => void (swipe.start = event.touches[0].clientY)}
      onTouchEnd=${(/** @type {TouchEvent} */ event) => event.changedTouches[0].clientY - swipe.start > 60 && onClose()}
    >
      <p class="who"><${Badge} name=${who?.username} /> ${who?.username}</p>
      ${menu.map(
        ([address, icon, key]) =>
          html`<a href=${address} key=${address} aria-current=${place.value.path === address ? "page" : undefined}>
          <${Icon} name=${icon} /> ${text(key)}
        </a>`,
      )}
      <button type="button" onClick=${signOut}><${Icon} name="out" /> ${text("menu.signOut")}</button>
    </nav>`;
}

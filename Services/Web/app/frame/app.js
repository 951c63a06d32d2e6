import { Button, Problem, Skeleton } from "./controls.js";
import { Icon } from "./icons.js";
import { html, useEffect, useErrorBoundary, useState } from "../libraries.js";
import { Messages } from "./messages.js";
import { go, match, place } from "./router.js";
import { useStore } from "./hooks.js";
import { Store } from "./store.js";
import { goToSignIn, person, signOut } from "../session/session.js";
import { language, text } from "../texts/texts.js";
import { unread } from "../inbox/unread.js";

/** @typedef {{load: () => Promise<any>, isOpen?: boolean}} Route `isOpen`: also for those who are not signed in. */

/** @type {[string, Route][]} */
const routes = [
  ["/", { load: async () => (await import("../home/home.js")).Home }],
  ["/sign-in", { load: async () => (await import("../accounts/sign-in.js")).SignIn, isOpen: true }],
  ["/sign-up", { load: async () => (await import("../accounts/sign-up.js")).SignUp, isOpen: true }],
  ["/terms", { load: async () => (await import("../accounts/terms.js")).Terms, isOpen: true }],
  ["/camera", { load: async () => (await import("../receipts/camera.js")).Camera }],
  ["/receipts", { load: async () => (await import("../receipts/receipts.js")).Receipts }],
  ["/receipts/:id", { load: async () => (await import("../receipts/receipt.js")).Receipt }],
  ["/log", { load: async () => (await import("../purchases/log.js")).Log }],
  ["/purchases/new", { load: async () => (await import("../purchases/by-hand.js")).ByHand }],
  ["/purchases/:id", { load: async () => (await import("../purchases/purchase.js")).Purchase }],
  ["/inbox", { load: async () => (await import("../inbox/inbox.js")).Inbox }],
  ["/eateries", { load: async () => (await import("../eateries/eateries.js")).Eateries }],
  ["/products", { load: async () => (await import("../products/products.js")).Products }],
  ["/mappings", { load: async () => (await import("../products/mappings.js")).Mappings }],
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
    ${!online && html`<p class="offline" role="status">${text("offline")}</p>`}
    <main id="page" tabindex="-1">
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
  return component ? html`<${component} ...${parameters} />` : html`<${Skeleton} />`;
}

function Missing() {
  return html`<div class="empty">
    <h1 tabindex="-1">${text("missing.title")}</h1>
    <p>${text("missing.sentence")}</p>
    <${Button} onClick=${() => go("/", { replace: true })}>${text("missing.home")}<//>
  </div>`;
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
    ${places.map(
      ([address, icon, key]) =>
        html`<a href=${address} key=${address} aria-current=${path === address ? "page" : undefined}>
        <${Icon} name=${icon} />
        <span>${text(key)}</span>
        ${
          address === "/inbox" && count > 0
            ? html`<span class="count"><span aria-hidden="true">${count > 99 ? "99+" : count}</span>
              <span class="hidden">${text("inbox.unread", { count })}</span></span>`
            : null
        }
      </a>`,
    )}
    <button type="button" onClick=${onMenu} aria-expanded=${isMenuOpen}>
      <${Icon} name="menu" /><span>${text("bar.menu")}</span>
    </button>
  </nav>`;
}

const menu = /** @type {const} */ ([
  ["/receipts", "picture", "menu.receipts"],
  ["/purchases/new", "pen", "menu.byHand"],
  ["/eateries", "place", "menu.eateries"],
  ["/products", "basket", "menu.products"],
  ["/consents", "shield", "menu.consents"],
  ["/settings", "gear", "menu.settings"],
  ["/help", "help", "menu.help"],
]);

/** @param {{onClose: () => void}} properties */
function Menu({ onClose }) {
  const who = useStore(person);
  useEffect(() => {
    const close = (/** @type {KeyboardEvent} */ event) => event.key === "Escape" && onClose();
    addEventListener("keydown", close);
    /** @type {HTMLElement | null} */ (document.querySelector(".menu a"))?.focus();
    return () => removeEventListener("keydown", close);
  }, []);
  const swipe = { start: 0 };
  return html`<div class="menu-ground" onClick=${onClose}></div>
    <nav
      class="menu"
      aria-label=${text("bar.menu")}
      onTouchStart=${(/** @type {TouchEvent} */ event) => void (swipe.start = event.touches[0].clientY)}
      onTouchEnd=${(/** @type {TouchEvent} */ event) => event.changedTouches[0].clientY - swipe.start > 60 && onClose()}
    >
      <p class="who"><${Icon} name="person" /> ${who?.username}</p>
      ${menu.map(
        ([address, icon, key]) => html`<a href=${address} key=${address}><${Icon} name=${icon} /> ${text(key)}</a>`,
      )}
      <button type="button" onClick=${signOut}><${Icon} name="out" /> ${text("menu.signOut")}</button>
    </nav>`;
}

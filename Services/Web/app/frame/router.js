import { Store } from "./store.js";

/**
 * Where the app is: the path and the query of the address.
 *
 * @typedef {{path: string, query: URLSearchParams}} Place
 */

/** @returns {Place} */
function present() {
  return { path: location.pathname, query: new URLSearchParams(location.search) };
}

/** @type {Store<Place>} */
export const place = new Store(present());

/** The path of the page that was shown before the present one; empty when there was none. */
export let formerPath = "";

/** The number of the history's entry that is shown, from 0. */
export function entryNumber() {
  return history.state?.number ?? 0;
}

/**
 * Where pages are scrolled to, by number, so that going back and forward finds them where they were.
 *
 * @type {Map<number, number>}
 */
const positions = new Map();

/**
 * Goes to a page.
 *
 * @param {string} address Path and query.
 * @param {{replace?: boolean}} options Whether the present page is left out of the history.
 */
export function go(address, { replace = false } = {}) {
  if (isUnwinding) {
    afterwards.push(() => go(address, { replace }));
    return;
  }
  if (!stopScrolling) positions.set(entryNumber(), scrollY);
  stopScrolling?.();
  const number = entryNumber() + (replace ? 0 : 1);
  // The entry of a layer that is open becomes the next page's.
  if (replace || layers.splice(0).length) history.replaceState({ number }, "", address);
  else history.pushState({ number }, "", address);
  show();
  scrollTo(0, 0);
}

/**
 * What is open over the page, such as the menu. Going back closes the last of them and stays on the page.
 *
 * @type {{close: () => void, isInHistory: boolean}[]}
 */
const layers = [];

/** Whether the entry of a layer that was closed otherwise is about to leave the history; what has to wait for it follows. */
let isUnwinding = false;
/** @type {(() => void)[]} */
const afterwards = [];

/**
 * Opens a layer over the page.
 *
 * @param {() => void} close Called when the person goes back.
 * @returns {() => void} To be called when it is closed in another way.
 */
export function openLayer(close) {
  const layer = { close, isInHistory: false };
  layers.push(layer);
  const enter = () => {
    if (!layers.includes(layer)) return;
    layer.isInHistory = true;
    history.pushState({ number: entryNumber(), isLayer: true }, "");
  };
  if (isUnwinding) afterwards.push(enter);
  else enter();
  return () => {
    const at = layers.indexOf(layer);
    if (at < 0) return;
    layers.splice(at, 1);
    if (!layer.isInHistory) return;
    isUnwinding = true;
    history.back();
  };
}

/** Whether going back was about a layer. */
function closeLayer() {
  if (isUnwinding) {
    isUnwinding = false;
    for (const body of afterwards.splice(0)) body();
    return true;
  }
  const layer = layers.pop();
  layer?.close();
  return layer !== undefined;
}

/** Goes back to the page before, or to one that is given when there is none. */
export function back(fallback = "/") {
  if (entryNumber() > 0) history.back();
  else go(fallback, { replace: true });
}

function show() {
  if (place.value.path !== location.pathname) formerPath = place.value.path;
  place.set(present());
}

/**
 * Ends scrolling to where a page was.
 *
 * @type {(() => void) | null}
 */
let stopScrolling = null;

/** How long content may take, in milliseconds, that a page is scrolled back to: a slow network is no reason to lose one's place. */
const longestRestoring = 15000;

/**
 * Scrolls to where the page was when it was left, which may take until its content is there; whoever scrolls meanwhile
 * stays where they are.
 *
 * @param {number} position
 */
function scrollBack(position) {
  stopScrolling?.();
  const end = performance.now() + longestRestoring;
  const ways = ["wheel", "touchstart", "pointerdown", "keydown"];
  const stop = () => {
    for (const way of ways) removeEventListener(way, stop);
    stopScrolling = null;
  };
  stopScrolling = stop;
  const step = () => {
    if (stopScrolling !== stop) return;
    scrollTo(0, position);
    if (Math.abs(scrollY - position) < 1 || performance.now() > end) return stop();
    requestAnimationFrame(step);
  };
  // The page of the new address is drawn after this turn.
  requestAnimationFrame(() => {
    if (stopScrolling !== stop) return;
    for (const way of ways) addEventListener(way, stop);
    requestAnimationFrame(step);
  });
}

/** Follows links and the browser's buttons. */
export function startRouting() {
  history.scrollRestoration = "manual";
  addEventListener("popstate", () => {
    if (closeLayer()) return;
    const position = positions.get(entryNumber()) ?? 0;
    show();
    scrollBack(position);
  });
  addEventListener("scroll", () => stopScrolling || positions.set(entryNumber(), scrollY), { passive: true });
  document.addEventListener("click", (event) => {
    const link = /** @type {Element} */ (event.target).closest?.("a[href]");
    if (!(link instanceof HTMLAnchorElement) || event.defaultPrevented || event.button !== 0) return;
    if (event.metaKey || event.ctrlKey || event.shiftKey || link.target || link.origin !== location.origin) return;
    if (link.hasAttribute("download") || /^\/(files|dev)\//.test(link.pathname)) return;
    event.preventDefault();
    go(link.pathname + link.search);
  });
}

/**
 * The page of a path.
 *
 * @template Page
 * @param {[string, Page][]} routes Patterns with `:name` for a part of the path, and what they stand for.
 * @param {string} path
 * @returns {{page: Page, parameters: Record<string, string>} | null}
 */
export function match(routes, path) {
  const parts = path.split("/").filter(Boolean);
  for (const [pattern, page] of routes) {
    const wanted = pattern.split("/").filter(Boolean);
    if (wanted.length !== parts.length) continue;
    /** @type {Record<string, string>} */
    const parameters = {};
    const fits = wanted.every((part, index) => {
      if (!part.startsWith(":")) return part === parts[index];
      const value = decoded(parts[index]);
      if (value !== null) parameters[part.slice(1)] = value;
      return value !== null;
    });
    if (fits) return { page, parameters };
  }
  return null;
}

/**
 * A part of a path as it is meant; null when it is encoded wrongly.
 *
 * @param {string} part
 */
function decoded(part) {
  try {
    return decodeURIComponent(part);
  } catch {
    return null;
  }
}

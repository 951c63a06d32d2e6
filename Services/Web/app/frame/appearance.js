import { settings } from "../storage/database.js";
import { Store } from "./store.js";

export const palettes = /** @type {const} */ (["device", "light", "dark", "blue", "contrast"]);
export const sizes = /** @type {const} */ (["normal", "large", "larger"]);

/**
 * How the app looks. `blue` and `contrast` tell states apart without red and green.
 *
 * @typedef {{palette: typeof palettes[number], size: typeof sizes[number]}} Appearance
 */

/** @type {Store<Appearance>} */
export const appearance = new Store(/** @type {Appearance} */ ({ palette: "device", size: "normal" }));

const darkness = globalThis.matchMedia?.("(prefers-color-scheme: dark)");

/** @param {Partial<Appearance>} change */
export function changeAppearance(change) {
  appearance.update((former) => ({ ...former, ...change }));
  void settings.set("appearance", appearance.value);
}

/** Shows the app as it was set, and as it is set from now on. */
export async function startAppearance() {
  appearance.follow(apply);
  darkness?.addEventListener("change", () => apply(appearance.value));
  const stored = await settings.get("appearance");
  if (stored) appearance.set(stored);
  apply(appearance.value);
}

/** @param {Appearance} look */
function apply(look) {
  const root = document.documentElement;
  const isFollowing = look.palette === "device" || look.palette === "blue";
  root.dataset.palette = look.palette;
  root.dataset.theme = isFollowing ? (darkness?.matches ? "dark" : "light") : look.palette;
  root.dataset.hue = look.palette === "blue" ? "blue" : "green";
  root.dataset.size = look.size;
  const ground = getComputedStyle(root).getPropertyValue("--ground").trim();
  document.querySelector("meta[name=theme-color]")?.setAttribute("content", ground);
}

import { settings } from "../storage/database.js";
import { Store } from "./store.js";

export const palettes = /** @type {const} */ (["device", "light", "dark", "contrast"]);
export const sizes = /** @type {const} */ (["normal", "large", "larger"]);

/**
 * How the app looks. `contrast` tells states apart without red and green.
 *
 * @typedef {{palette: typeof palettes[number], size: typeof sizes[number]}} Appearance
 */

/** @type {Store<Appearance>} */
export const appearance = new Store(/** @type {Appearance} */ ({ palette: "device", size: "normal" }));

/** @param {Partial<Appearance>} change */
export function changeAppearance(change) {
  appearance.update((former) => ({ ...former, ...change }));
  void settings.set("appearance", appearance.value);
}

/** Shows the app as it was set, and as it is set from now on. */
export async function startAppearance() {
  appearance.follow(apply);
  const stored = await settings.get("appearance");
  if (stored) appearance.set(stored);
  apply(appearance.value);
}

/** @param {Appearance} look */
function apply(look) {
  document.documentElement.dataset.palette = look.palette;
  document.documentElement.dataset.size = look.size;
}

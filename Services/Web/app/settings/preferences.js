import { Store } from "../frame/store.js";
import { settings } from "../storage/database.js";

/** How long photos are kept, as uploads name it. */
export const keepings = /** @type {const} */ (["UNTIL_CONFIRMED", "KEEP", "REMOVE"]);

export const unitSystems = /** @type {const} */ (["metric", "imperial", "canadian"]);

/**
 * `currency` and `timeZone` are empty where none is chosen; `choices` are what was chosen in lists, by name; `tutorials` say how
 * far the person is in each (tutorials/progress.js), null while that is not known.
 *
 * @typedef {{units: typeof unitSystems[number], keeping: typeof keepings[number], currency: string, timeZone: string,
 *   choices: Record<string, string>, forgetsChoices: boolean, tutorials: string[] | null}} Preferences
 */

/** Whether the region of the browser's language measures in miles. */
function measuresInMiles() {
  return /-(US|GB|LR|MM)$/.test(globalThis.navigator?.language ?? "");
}

/** @type {Store<Preferences>} */
export const preferences = new Store(
  /** @type {Preferences} */ ({
    units: measuresInMiles() ? "imperial" : "metric",
    keeping: "UNTIL_CONFIRMED",
    currency: "",
    timeZone: "",
    choices: {},
    forgetsChoices: false,
    tutorials: null,
  }),
);

/** @param {Partial<Preferences>} change */
export function prefer(change) {
  preferences.update((former) => ({ ...former, ...change }));
  void settings.set("preferences", preferences.value);
}

/** Takes the preferences that were set before. */
export async function startPreferences() {
  const stored = await settings.get("preferences");
  if (stored) preferences.update((former) => ({ ...former, ...stored }));
}

/** Forgets those of a person, which are not the device's. */
export function forgetOwnPreferences() {
  prefer({ currency: "", timeZone: "", choices: {}, forgetsChoices: false, tutorials: null });
}

import { request } from "../api/client.js";
import { useEffect } from "../libraries.js";
import { settings } from "../storage/database.js";
import { useStore } from "./hooks.js";
import { Store } from "./store.js";

/**
 * What the app knows of the installation: where map tiles come from, and how to reach those who run it.
 *
 * @typedef {{tiles?: {url: string, attribution: string}, contact?: string}} Installation
 */

/** @type {Store<Installation>} */
const installation = new Store(/** @type {Installation} */ ({}));

let isLoaded = false;

/** Takes what was known before, and asks the gateway. What cannot be had now is asked for again with the next page. */
async function load() {
  if (isLoaded) return;
  isLoaded = true;
  const known = await settings.get("installation");
  if (known) installation.set(known);
  try {
    const { tiles, contact } = await request("GET", "/configuration.json");
    installation.set({ tiles, contact });
    await settings.set("installation", installation.value);
  } catch {
    isLoaded = false;
  }
}

/** What is known of the installation, also without a network. */
export function useInstallation() {
  useEffect(() => void load(), []);
  return useStore(installation);
}

import { devicePlace } from "../eateries/place.js";
import { Store } from "../frame/store.js";
import { person } from "../session/session.js";
import { settings } from "../storage/database.js";

/**
 * What this browser keeps while its owner wants it to notice places: who that is, and at which of them they are.
 *
 * @typedef {{owner: string, stays: import("./visits.js").Stays}} Noticing
 */
const key = "tempting";

/**
 * Whether this browser notices places: `missing` where it can't, `refused` where it has been told not to say where it is.
 *
 * @typedef {"missing" | "refused" | "off" | "on"} NoticingState
 */

/** Counts what changes in whether this browser notices places, and in the places, in any tab. */
export const changes = new Store(0);

const tabs = new BroadcastChannel("larder-places");
tabs.onmessage = noteChange;

function noteChange() {
  changes.update((count) => count + 1);
}

/** Says in all tabs that places, or what is to come of them, have changed. */
export function tellPlaces() {
  tabs.postMessage("changed");
  noteChange();
}

/** @returns {Promise<NoticingState>} */
export async function noticingState() {
  if (!navigator.geolocation || !globalThis.isSecureContext) return "missing";
  if (await isRefused()) return "refused";
  return (await isWanted()) ? "on" : "off";
}

/** Whether the person who is shown wants this browser to notice places. */
export async function isWanted() {
  const noticing = /** @type {Noticing | undefined} */ (await settings.get(key));
  return Boolean(noticing && noticing.owner === person.value?.accountId);
}

/** Whether this browser is known to have been told not to say where it is. */
export async function isRefused() {
  return (await permission())?.state === "denied";
}

/** What this browser has been told about saying where it is; undefined where it doesn't say that. */
async function permission() {
  return await navigator.permissions?.query({ name: "geolocation" }).catch(() => undefined);
}

/** Takes notice of what this browser is told from now on. */
export async function followPermission() {
  (await permission())?.addEventListener("change", noteChange);
}

/**
 * Has this browser notice places. Its owner is asked, so it may only be done when they have just asked for it.
 *
 * @returns {Promise<NoticingState>}
 */
export async function allowNoticing() {
  if (!person.value || (await noticingState()) === "missing") return "missing";
  const owner = person.value.accountId;
  // Where it is does not matter yet, and may not be known at the moment.
  const refusal = await devicePlace().catch((reason) => reason);
  if (refusal === "denied") return "refused";
  const isKept = await settings.set(key, { owner, stays: {} });
  tellPlaces();
  return isKept ? "on" : "missing";
}

/** Has this browser notice places no more. */
export async function stopNoticing() {
  await settings.remove(key);
  tellPlaces();
}

/**
 * Changes at which places the person is, in turn with other tabs; nothing where this browser notices none.
 *
 * @param {(stays: import("./visits.js").Stays) => import("./visits.js").Stays} body
 */
export async function changeStays(body) {
  await settings.change(key, (/** @type {Noticing} */ noticing) => ({ ...noticing, stays: body(noticing.stays) }));
}

/**
 * Notes that the person is at a place.
 *
 * @param {string} id
 */
export async function noteStay(id) {
  await changeStays((stays) => ({ ...stays, [id]: Date.now() }));
}

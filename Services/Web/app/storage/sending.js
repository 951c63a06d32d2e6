import { newKey, request, upload } from "../api/client.js";
import { asFailure } from "../api/failure.js";
import { Store } from "../frame/store.js";
import { person } from "../session/session.js";
import { preferences } from "../settings/preferences.js";
import { queue } from "./database.js";

/**
 * What waits to be sent: photos, and purchases that were typed. It is sent in order, as soon as there is a network; what is refused
 * stays, to be corrected or removed.
 *
 * @typedef {{id: string, kind: "photo" | "purchase", owner: string, at: number, photo?: Blob, photos?: number, purchase?: any,
 *   progress?: number, refusal?: string, path: string}} Entry `path` is where it is sent to; `photo` has all `photos` of a
 *   receipt, one behind the other, whose sizes are in the path.
 */

/** @type {Store<Entry[]>} */
export const waiting = new Store(/** @type {Entry[]} */ ([]));

/**
 * Called with the receipt or purchase that came of an entry.
 *
 * @type {Set<(entry: Entry, answer: any) => void>}
 */
const listeners = new Set();

/**
 * @param {(entry: Entry, answer: any) => void} listener
 * @returns {() => void}
 */
export function whenSent(listener) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * Puts the photos of one receipt into the queue.
 *
 * @param {Blob[]} photos From its top to its end, at least one.
 */
export async function queueReceipt(photos) {
  const query = new URLSearchParams({
    timeZone: timeZone(),
    keeping: `PHOTO_KEEPING_${preferences.value.keeping}`,
  });
  if (photos.length > 1) query.set("sizes", photos.map(({ size }) => size).join());
  const photo = photos.length > 1 ? new Blob(photos, { type: photos[0].type }) : photos[0];
  const entry = { id: newKey(), owner: owner(), at: Date.now(), path: `/files/receipts?${query}` };
  await add({ ...entry, kind: "photo", photo, photos: photos.length });
}

/**
 * Puts a purchase into the queue, as CreatePurchase takes it.
 *
 * @param {any} purchase
 */
export async function queuePurchase(purchase) {
  const path = "/larder.budget.v1.Purchases/CreatePurchase";
  await add({ id: newKey(), kind: "purchase", owner: owner(), at: Date.now(), purchase, path });
}

function owner() {
  return person.value?.accountId ?? "";
}

/** @param {Entry} entry */
async function add(entry) {
  await queue.set(entry.id, entry);
  waiting.update((entries) => [...entries, entry]);
  await sendLater();
  void send();
}

/** Asks the browser to have it sent when there is a network again, also after the app was closed; not all browsers can. */
async function sendLater() {
  const worker = /** @type {any} */ (await navigator.serviceWorker?.getRegistration());
  await worker?.sync?.register("send").catch(() => undefined);
}

/**
 * Removes an entry that is not to be sent any more.
 *
 * @param {string} id
 */
export async function removeQueued(id) {
  await queue.remove(id);
  waiting.update((entries) => entries.filter((entry) => entry.id !== id));
}

/**
 * Sends an entry that was refused once more.
 *
 * @param {string} id
 */
export async function sendAgain(id) {
  change(id, { refusal: undefined });
  await send();
}

/**
 * @param {string} id
 * @param {Partial<Entry>} change
 */
function change(id, change) {
  waiting.update((entries) => entries.map((entry) => (entry.id === id ? { ...entry, ...change } : entry)));
}

let isSending = false;

async function send() {
  if (isSending || !navigator.onLine || !person.value) return;
  isSending = true;
  // Another tab may send the same: the key of each entry lets the service take it once.
  const body = async () => {
    for (let next = due(); next; next = due()) if (!(await sendOne(next))) break;
  };
  try {
    if (navigator.locks) await navigator.locks.request("larder-sending", body);
    else await body();
  } finally {
    isSending = false;
  }
}

function due() {
  return waiting.value.find((entry) => !entry.refusal && entry.owner === owner());
}

/**
 * @param {Entry} entry
 * @returns {Promise<boolean>} Whether to go on with the next one.
 */
async function sendOne(entry) {
  try {
    const answer =
      entry.kind === "photo"
        ? await upload(entry.path, /** @type {Blob} */ (entry.photo), {
            key: entry.id,
            progress: (fraction) => change(entry.id, { progress: fraction }),
          })
        : await request("POST", entry.path, entry.purchase, { key: entry.id });
    await removeQueued(entry.id);
    for (const listener of [...listeners]) listener(entry, answer);
    return true;
  } catch (error) {
    const failure = asFailure(error);
    change(entry.id, { progress: undefined });
    if (failure.isOffline || failure.isSignedOut || ["unavailable", "resource_exhausted"].includes(failure.code)) {
      setTimeout(send, Math.max(5000, failure.retryAfter * 1000));
      return false;
    }
    const refused = { ...entry, refusal: failure.sentence };
    await queue.set(entry.id, refused);
    change(entry.id, { refusal: failure.sentence });
    return true;
  }
}

/** The device's time zone. */
export function timeZone() {
  return Intl.DateTimeFormat().resolvedOptions().timeZone ?? "";
}

/** Shows what waits of the person who is signed in, and of nobody else. */
async function load() {
  const stored = /** @type {Entry[]} */ (await queue.all()).filter((entry) => entry.owner === owner());
  waiting.set(stored.sort((one, other) => one.at - other.at));
}

/** Sends what waits, now and whenever there is a network again. */
export async function startQueue() {
  await load();
  addEventListener("online", send);
  person.follow(() => void load().then(send));
  navigator.serviceWorker?.addEventListener("message", ({ data }) => data === "send" && void send());
  await send();
}

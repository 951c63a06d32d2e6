import { newKey, upload } from "../api/client.js";
import { Failure } from "../api/failure.js";
import { inWords } from "../frame/violations.js";
import { person } from "../session/session.js";
import { preferences } from "../settings/preferences.js";
import { text } from "../texts/texts.js";
import { queue } from "./database.js";
import { changesChannel, inOrder, pending, sendEntry, sendingLock } from "./queue-entry.js";
import { announceSent, waiting } from "./waiting.js";

/** @typedef {import("./queue-entry.js").Stored} Stored */
/** @typedef {import("./waiting.js").Entry} Entry */

const shortest = 5000;
const longest = 600000;

/**
 * Entries that the browser had no room to store, by id; whoever is signed in.
 *
 * @type {Map<string, Entry>}
 */
const unstored = new Map();

/**
 * Tells the other tabs and the service worker, which send the same queue, that it has changed.
 *
 * @type {BroadcastChannel | undefined}
 */
let changes;

/**
 * Puts the photos of one receipt into the queue.
 *
 * @param {Blob[]} photos From its top to its end, at least one.
 * @returns {Promise<boolean>} Whether they are stored; otherwise they are sent as long as this page is open.
 */
export async function queueReceipt(photos) {
  const query = new URLSearchParams({
    timeZone: timeZone(),
    keeping: `PHOTO_KEEPING_${preferences.value.keeping}`,
  });
  if (photos.length > 1) query.set("sizes", photos.map(({ size }) => size).join());
  const photo = photos.length > 1 ? new Blob(photos, { type: photos[0].type }) : photos[0];
  const path = `/files/receipts?${query}`;
  const entry = { id: newKey(), owner: owner(), at: Date.now(), kind: /** @type {const} */ ("photo"), path };
  return await add({ ...entry, photo, photos: photos.length });
}

/**
 * Puts what was typed into the queue, as CreatePurchase or CreateExpenditure takes it.
 *
 * @param {import("./queue-entry.js").Typed} typed
 * @param {string} [key] That with which it was sent before, where the answer is not known.
 * @param {string} [by] The account of who has typed it, where that was before another answer was waited for.
 * @throws {Failure} When it cannot be stored, so that it stays where it was typed.
 */
export async function queueTyped(typed, key = newKey(), by = owner()) {
  const kind = typed.expenditure ? /** @type {const} */ ("expenditure") : /** @type {const} */ ("purchase");
  const path = `/larder.budget.v1.Purchases/${typed.expenditure ? "CreateExpenditure" : "CreatePurchase"}`;
  // Former versions of the app, which may send it, know no expenditures: they send what a purchase would be.
  const purchase = typed.purchase ?? /** @type {any} */ (typed.expenditure);
  await queueEntry({ id: key, owner: by, at: Date.now(), kind, ...typed, purchase, path });
}

/**
 * Puts an entry of its owner into the queue, whoever is signed in by now.
 *
 * @param {Stored} entry
 * @throws {Failure} When it cannot be stored, or is nobody's.
 */
export async function queueEntry(entry) {
  if (!entry.owner || !(await store(entry))) throw new Failure("not_stored", "");
  show(entry);
}

/** The account of the person who is signed in. */
export function owner() {
  return person.value?.accountId ?? "";
}

/**
 * @param {Entry} entry
 * @returns {Promise<boolean>} Whether it is stored.
 */
async function add(entry) {
  const isStored = await store(entry);
  const kept = isStored ? entry : { ...entry, isUnstored: true };
  if (!isStored) unstored.set(entry.id, kept);
  show(kept);
  return isStored;
}

/**
 * @param {Stored} entry
 * @returns {Promise<boolean>}
 */
async function store(entry) {
  // Without this the browser may remove what it stores when it needs room. The answer changes nothing here.
  if (!waiting.value.length) void navigator.storage?.persist?.().catch(() => undefined);
  const isStored = await queue.set(entry.id, entry);
  if (isStored) changes?.postMessage("changed");
  return isStored;
}

/**
 * Shows an entry to its owner, and to nobody else.
 *
 * @param {Entry} entry
 */
function show(entry) {
  if (entry.owner !== owner()) return;
  waiting.update((entries) => inOrder([...entries.filter(({ id }) => id !== entry.id), entry]));
  void sendLater();
  void send();
}

/** Shows and sends what has been changed in what is stored of the queue. */
export async function noteChange() {
  changes?.postMessage("changed");
  await loadWaiting();
  void sendLater();
  void send();
}

/** Asks the browser to have it sent when there is a network again, also after the app was closed; not all browsers can. */
async function sendLater() {
  /** @type {(ServiceWorkerRegistration & {sync?: {register(tag: string): Promise<void>}}) | undefined} */
  const worker = await navigator.serviceWorker?.getRegistration();
  await worker?.sync?.register("send").catch(() => undefined);
}

/**
 * An entry that waits or was rejected.
 *
 * @param {string} id
 * @returns {Promise<Stored | undefined>} Undefined when it was sent or removed, or is somebody else's.
 */
export async function queued(id) {
  const entry = waiting.value.find((each) => each.id === id) ?? (await queue.get(id));
  return entry?.owner === owner() ? entry : undefined;
}

/**
 * Removes an entry that is not to be sent any more.
 *
 * @param {string} id
 * @returns {Promise<() => Promise<void>>} Puts it back.
 */
export async function removeQueued(id) {
  const entry = waiting.value.find((each) => each.id === id);
  waiting.update((entries) => entries.filter((each) => each.id !== id));
  unstored.delete(id);
  await queue.remove(id);
  changes?.postMessage("changed");
  return async () => {
    if (entry) await add(storedOf(entry));
  };
}

/**
 * What is stored of an entry, without what this page alone knows of it.
 *
 * @param {Entry} entry
 * @returns {Stored}
 */
export function storedOf({ progress, isSending, tries, next, isUnstored, ...stored }) {
  return stored;
}

/**
 * Removes all that waits of somebody who has signed out.
 *
 * @param {string} owner The account.
 */
export async function removeAllQueued(owner) {
  const entries = [...(await queue.all()), ...unstored.values()].filter((entry) => entry.owner === owner);
  for (const { id } of entries) await removeQueued(id);
}

/**
 * Sends an entry that was rejected once more.
 *
 * @param {string} id
 */
export async function sendAgain(id) {
  const fresh = { rejection: undefined, tries: 0, next: 0 };
  await queue.change(id, (entry) => ({ ...entry, ...fresh }));
  change(id, fresh);
  await send();
}

/**
 * Why an entry was rejected, in the language that is shown.
 *
 * @param {Stored} entry
 * @returns {string | undefined}
 */
export function rejectionOf({ rejection }) {
  if (!rejection) return undefined;
  const rules = Object.values(inWords(rejection.fields ?? []));
  if (rules.length) return [text("failure.invalid_argument"), ...rules].join(" ");
  return new Failure(rejection.code, rejection.message, rejection).sentence;
}

/**
 * @param {string} id
 * @param {Partial<Entry>} change
 */
function change(id, change) {
  waiting.update((entries) => entries.map((entry) => (entry.id === id ? { ...entry, ...change } : entry)));
}

let isSending = false;
/** How often nothing could be sent since something was. */
let failures = 0;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;

async function send() {
  if (isSending || !navigator.onLine || !person.value) return;
  isSending = true;
  clearTimeout(timer);
  // Another tab may send the same: the key of each entry lets the service take it once.
  const body = async () => {
    await loadWaiting();
    for (let next = due(); next; next = due()) if (!(await sendOne(next))) return;
    const times = mine().flatMap(({ next }) => next ?? []);
    if (times.length) sendIn(Math.min(...times) - Date.now());
  };
  try {
    if (navigator.locks) await navigator.locks.request(sendingLock, body);
    else await body();
  } finally {
    isSending = false;
  }
}

/** @param {number} delay In milliseconds. */
function sendIn(delay) {
  clearTimeout(timer);
  timer = setTimeout(send, Math.max(0, delay));
}

/** What is to be sent of the person who is shown. */
function mine() {
  return pending(waiting.value, owner());
}

function due() {
  return mine().find((entry) => (entry.next ?? 0) <= Date.now());
}

/**
 * How long to wait after a failure, in milliseconds.
 *
 * @param {number} tries How often it has failed.
 */
function pause(tries) {
  return Math.min(longest, shortest * 2 ** (tries - 1));
}

/**
 * @param {Entry} entry
 * @returns {Promise<boolean>} Whether to go on with the next one.
 */
async function sendOne(entry) {
  const { id } = entry;
  const tries = (entry.tries ?? 0) + 1;
  const progress = (/** @type {number} */ fraction) => change(id, { progress: fraction });
  change(id, { isSending: true });
  const outcome = await sendEntry(entry, tries, (path, photo, key) => upload(path, photo, { ...key, progress }));
  if (outcome.state === "sent") {
    failures = 0;
    // What shows the entry shows what has come of it at once.
    const removed = removeQueued(id);
    announceSent(entry, outcome.answer);
    await removed;
  }
  // What was edited on top of it is on top of the answer now.
  if (outcome.state === "gone" || (outcome.state === "sent" && entry.edit)) await loadWaiting();
  if (outcome.state === "gone" || outcome.state === "sent") return true;
  change(id, { progress: undefined, isSending: false, ...(entry.edit && { isTried: true }) });
  if (outcome.state === "failed") change(id, { tries, next: Date.now() + pause(tries) });
  if (outcome.state === "rejected") change(id, { rejection: outcome.rejection });
  if (outcome.state === "unavailable") {
    failures += 1;
    sendIn(Math.max(pause(failures), outcome.retryAfter * 1000));
  }
  return outcome.state === "failed" || outcome.state === "rejected";
}

/** The device's time zone, as services take it; empty where it has none, such as an offset alone. */
export function timeZone() {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone ?? "";
  return zone.includes("/") || zone === "UTC" ? zone : "";
}

/** The device's time zone; UTC where it has none that services take. */
export function ownZone() {
  return timeZone() || "UTC";
}

/** Shows what waits of the person who is signed in, and of nobody else. */
export async function loadWaiting() {
  const stored = /** @type {Stored[]} */ (await queue.all());
  const known = new Map(waiting.value.map((entry) => [entry.id, entry]));
  const all = [...stored, ...unstored.values()].filter((entry) => entry.owner === owner());
  waiting.set(inOrder(all.map((entry) => ({ ...known.get(entry.id), ...entry }))));
}

async function loadAndSend() {
  await loadWaiting();
  await send();
}

/** Sends what waits, now and whenever there is a network again. */
export async function startQueue() {
  addEventListener("online", loadAndSend);
  document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && void loadAndSend());
  addEventListener(
    "beforeunload",
    (event) => waiting.value.some((entry) => entry.isUnstored) && event.preventDefault(),
  );
  person.follow(loadAndSend);
  changes = new BroadcastChannel(changesChannel);
  changes.onmessage = () => void loadWaiting();
  navigator.serviceWorker?.addEventListener("message", ({ data, ports: [port] }) => {
    if (data !== "send" || !person.value) return;
    // A page that does not answer is asleep, and has the worker send it.
    port?.postMessage("sending");
    void loadAndSend();
  });
  await loadAndSend();
}

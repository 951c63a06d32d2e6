import { call } from "../api/client.js";
import { registerWorker } from "../frame/worker.js";
import { person } from "../session/session.js";

/**
 * Whether messages come to this browser also while the app is closed: `missing` where it can't take any, `refused` where its owner
 * has told it not to.
 *
 * @typedef {"missing" | "refused" | "off" | "on"} PushState
 */

/** @returns {Promise<ServiceWorkerRegistration | undefined>} */
async function worker() {
  return "PushManager" in globalThis && "Notification" in globalThis ? await registerWorker() : undefined;
}

/** @returns {Promise<PushState>} */
export async function pushState() {
  const registration = await worker();
  if (!registration) return "missing";
  if (Notification.permission === "denied") return "refused";
  return (await registration.pushManager.getSubscription()) ? "on" : "off";
}

/**
 * Has messages come to this browser. Its owner is asked, so it may only be done when they have just asked for it.
 *
 * @returns {Promise<PushState>}
 */
export async function allowPush() {
  const registration = await worker();
  if (!registration) return "missing";
  if ((await Notification.requestPermission()) !== "granted") return "refused";
  const { publicKey = "" } = await call("larder.notifications.v1.WebPush/GetPushKey", {});
  const key = Uint8Array.from(atob(publicKey), (character) => character.charCodeAt(0));
  const subscription =
    (await registration.pushManager.getSubscription()) ??
    (await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key }));
  try {
    await register(subscription);
  } catch (error) {
    await subscription.unsubscribe();
    throw error;
  }
  return "on";
}

/** @param {PushSubscription} subscription */
async function register(subscription) {
  const base64 = (/** @type {PushEncryptionKeyName} */ name) =>
    btoa(String.fromCharCode(...new Uint8Array(subscription.getKey(name) ?? new ArrayBuffer(0))));
  await call("larder.notifications.v1.WebPush/RegisterPushDevice", {
    endpoint: subscription.endpoint,
    publicKey: base64("p256dh"),
    secret: base64("auth"),
  });
}

/** Has no more messages come to this browser. Its push service says so to whoever sends one. */
export async function stopPush() {
  const subscription = await (await worker())?.pushManager.getSubscription();
  await subscription?.unsubscribe();
}

/** Renews this browser for whoever is signed in, and keeps it from showing anything once nobody is. */
export function startPush() {
  person.follow((who) => {
    if (who) void renew().catch(() => undefined);
    else if (who === null) void stopPush().catch(() => undefined);
  });
}

async function renew() {
  const subscription = await (await worker())?.pushManager.getSubscription();
  if (subscription && Notification.permission === "granted") await register(subscription);
}

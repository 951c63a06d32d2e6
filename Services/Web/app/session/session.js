import { request, whenSignedOut } from "../api/client.js";
import { asFailure } from "../api/failure.js";
import { go, place } from "../frame/router.js";
import { Store } from "../frame/store.js";
import { forgetCopies, forgetPerson, settings } from "../storage/database.js";

/** @typedef {{accountId: string, username: string}} Person */

/**
 * Who is signed in: undefined while that is not known, null for nobody.
 *
 * @type {Store<Person | null | undefined>}
 */
export const person = new Store(/** @type {Person | null | undefined} */ (undefined));

/** Finds out who is signed in; without a network it is who was. */
export async function findSession() {
  whenSignedOut(() => {
    if (!person.value) return;
    void forgetCopies();
    person.set(null);
    goToSignIn();
  });
  try {
    const found = await request("GET", "/session");
    if (found) return await remember(found);
    await forgetCopies();
    person.set(null);
  } catch (error) {
    const known = (await settings.get("isSignedOut")) ? null : await settings.get("person");
    person.set(asFailure(error).isSignedOut ? null : (known ?? null));
  }
}

/** @param {Person} found */
async function remember(found) {
  const former = await settings.get("person");
  // Another person's copies are not this one's to see.
  if (former && former.accountId !== found.accountId) await forgetPerson();
  await Promise.all([settings.set("person", found), settings.remove("isSignedOut")]);
  person.set(found);
}

/**
 * Signs in.
 *
 * @param {string} name User name or e-mail address.
 * @param {string} password
 * @param {boolean} isRemembered Whether the session outlives the browser.
 */
export async function signIn(name, password, isRemembered) {
  await remember(await request("POST", "/session", { name, password, device: device(), remember: isRemembered }));
}

/** Signs out, and removes what this browser has stored of the person. */
export async function signOut() {
  await request("DELETE", "/session");
  await forgetPerson();
  person.set(null);
  go("/sign-in");
}

/** Goes to the sign-in page, and from there back to the present one. */
export function goToSignIn() {
  if (place.value.path === "/sign-in") return;
  const address = place.value.path + (String(place.value.query) && `?${place.value.query}`);
  go(`/sign-in?next=${encodeURIComponent(address)}`, { replace: true });
}

/** What the list of sessions calls this browser. */
function device() {
  const agent = navigator.userAgent;
  const system = ["iPhone", "iPad", "Android", "Windows", "Mac", "Linux"].find((name) => agent.includes(name)) ?? "";
  const browser = ["Edg", "Firefox", "Chrome", "Safari"].find((name) => agent.includes(name)) ?? "";
  return `${browser.replace("Edg", "Edge")} ${system}`.trim().slice(0, 100) || "Browser";
}

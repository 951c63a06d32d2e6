import { request, setAccount, whenSessionChanges } from "../api/client.js";
import { Failure, asFailure } from "../api/failure.js";
import { isPassing } from "../frame/last-page.js";
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

// Requests are for who is shown: before anybody else follows, and makes some.
person.follow((who) => setAccount(who?.accountId ?? ""));

/**
 * Tells the other tabs of this browser, which share its session, that somebody has signed in or out.
 *
 * @type {BroadcastChannel | undefined}
 */
let tabs;
/** @type {Promise<void> | undefined} */
let finding;

/** Finds out who is signed in, now and whenever that may have changed. */
export async function startSession() {
  whenSessionChanges(end, () => void findSession(), goToTerms);
  tabs = new BroadcastChannel("larder-session");
  tabs.onmessage = () => void findSession();
  await findSession();
}

/** Finds out who is signed in; without a network it is who was. */
function findSession() {
  finding ??= find().finally(() => (finding = undefined));
  return finding;
}

async function find() {
  try {
    const found = await request("GET", "/session", undefined, { owner: "" });
    if (found) await remember(found);
    else if (person.value) end();
    else await showNobody();
  } catch (error) {
    // What is shown stays until more is known.
    if (person.value) return;
    const known = (await settings.get("isSignedOut")) ? null : await settings.get("person");
    person.set(asFailure(error).isSignedOut ? null : (known ?? null));
  }
}

/** Shows that the session is over, and how to begin another one. */
function end() {
  if (!person.value) return;
  void showNobody();
  // The way back into an account goes on.
  if (!isPassing(place.value.path)) goToSignIn();
}

async function showNobody() {
  person.set(null);
  await forgetCopies();
}

/**
 * Shows who has signed in. Where somebody else was shown, nothing of theirs is left; what they have queued waits for their return.
 *
 * @param {Person} found
 */
async function remember(found) {
  const shown = person.value;
  if (shown?.accountId === found.accountId) return;
  // From here on nothing that is still on its way is for the former one.
  if (shown) person.set(undefined);
  const former = await settings.get("person");
  // Another person's copies are not this one's to see.
  if (former && former.accountId !== found.accountId) await forgetPerson();
  await Promise.all([settings.set("person", found), settings.remove("isSignedOut")]);
  person.set(found);
  if (shown) go("/", { replace: true });
}

/**
 * Signs in.
 *
 * @param {string} name User name or e-mail address.
 * @param {string} password
 * @param {boolean} isRemembered Whether the session outlives the browser.
 * @returns {Promise<import("../api/types.js").Auth.FactorChallenge | undefined>} What has to be answered first.
 */
export async function signIn(name, password, isRemembered) {
  const body = { name, password, device: device(), remember: isRemembered };
  const answer = await request("POST", "/session", body, { owner: "" });
  if (answer.challenge) return answer.challenge;
  await begin(answer);
  return undefined;
}

/**
 * Answers what signing in has asked for.
 *
 * @param {string} challenge
 * @param {{code?: string, passkey?: import("../api/types.js").Auth.PasskeyAssertion}} answer
 * @param {boolean} isRemembered Whether the session outlives the browser.
 */
export async function completeSignIn(challenge, answer, isRemembered) {
  const body = { challenge, ...answer, device: device(), remember: isRemembered };
  await begin(await request("POST", "/session", body, { owner: "" }));
}

/** @param {Person} found */
async function begin(found) {
  await remember(found);
  tabs?.postMessage("changed");
}

/**
 * Signs out, and removes what this browser has stored of the person, but for what waits to be sent.
 *
 * @throws {Failure}
 */
export async function signOut() {
  await request("DELETE", "/session").catch((error) => {
    throw asFailure(error).isOffline ? new Failure("offline", "", { reason: "SIGN_OUT_OFFLINE" }) : error;
  });
  go("/sign-in");
  // Nothing of the person is followed or shown from here on, which would store it again.
  person.set(null);
  await forgetPerson();
  tabs?.postMessage("changed");
}

/** Goes to the sign-in page, and from there back to the present one. */
export function goToSignIn() {
  if (place.value.path === "/sign-in") return;
  const address = place.value.path + (String(place.value.query) && `?${place.value.query}`);
  go(`/sign-in?next=${encodeURIComponent(address)}`, { replace: true });
}

/** Goes to the page where newer terms of use are accepted, and from there back to the present one. */
function goToTerms() {
  const { path, query } = place.value;
  if (["/new-terms", "/sign-in"].includes(path)) return;
  go(`/new-terms?next=${encodeURIComponent(path + (String(query) && `?${query}`))}`, { replace: true });
}

/** What the list of sessions calls this browser. */
function device() {
  const agent = navigator.userAgent;
  const system = ["iPhone", "iPad", "Android", "Windows", "Mac", "Linux"].find((name) => agent.includes(name)) ?? "";
  const browser = ["Edg", "Firefox", "Chrome", "Safari"].find((name) => agent.includes(name)) ?? "";
  return `${browser.replace("Edg", "Edge")} ${system}`.trim().slice(0, 100) || "Browser";
}

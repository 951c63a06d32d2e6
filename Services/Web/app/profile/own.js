import { call } from "../api/client.js";
import { useStore } from "../frame/hooks.js";
import { Store } from "../frame/store.js";
import { html } from "../libraries.js";
import { Badge } from "../frame/badge.js";
import { person } from "../session/session.js";
import { copies } from "../storage/database.js";

/**
 * What the person is called and looks like: `name` is empty where they have given none, `photo` the address of a picture, and
 * `photoTime` since when it is that one.
 *
 * @typedef {{owner: string, name: string, photo: string, photoTime: string}} Own
 */

/**
 * Null while it is not known.
 *
 * @type {Store<Own | null>}
 */
export const own = new Store(/** @type {Own | null} */ (null));

/** Follows whom the app shows. */
export function startOwn() {
  person.follow((who) => {
    if (own.value?.owner !== who?.accountId) own.set(null);
    if (who) void learnOwn();
  });
  addEventListener("visibilitychange", () => void (document.visibilityState === "visible" && learnOwn()));
}

/** Asks what the person is called and looks like now; without a network it is what was known. */
export async function learnOwn() {
  const who = person.value;
  if (!who) return;
  const owner = who.accountId;
  const stored = own.value ?? (await copies.get("own"));
  const known = stored?.owner === owner ? stored : null;
  const show = (/** @type {Own} */ found) => {
    if (person.value?.accountId === owner) own.set(found);
  };
  if (known) show(known);
  try {
    const { displayName = "", photoChangedAt } = await call("larder.auth.v1.Accounts/GetAccount", {});
    const photoTime = photoChangedAt ? `${photoChangedAt.seconds ?? 0}.${photoChangedAt.nanos ?? 0}` : "";
    const photo = photoTime && photoTime === known?.photoTime ? known.photo : photoTime && (await photoOf());
    const found = { owner, name: displayName, photo, photoTime };
    if (person.value?.accountId !== owner) return;
    if (JSON.stringify(found) !== JSON.stringify(own.value)) own.set(found);
    await copies.set("own", found);
  } catch {
    show(known ?? { owner, name: "", photo: "", photoTime: "" });
  }
}

/** The address of the person's photo, which is the picture itself; empty when there is none any more. */
async function photoOf() {
  const { picture = "", mediaType = "" } = await call("larder.auth.v1.Profiles/GetPhoto", {});
  return picture && `data:${mediaType};base64,${picture}`;
}

/** What the person is called: by their user name where they have given no other; empty while that is not known. */
export function useOwnName() {
  const who = useStore(person);
  const known = useStore(own);
  return known && known.owner === who?.accountId ? known.name || who.username : "";
}

/** The person's photo, or the first letter of what they are called. */
export function OwnBadge({ isLarge = false }) {
  const who = useStore(person);
  const known = useStore(own);
  if (!known?.photo) return html`<${Badge} name=${known?.name || who?.username} kind=${isLarge ? "large" : ""} />`;
  return html`<img class=${`symbol own-photo ${isLarge ? "large" : ""}`} src=${known.photo} alt="" />`;
}

import { call } from "../api/client.js";

/** @typedef {"neutral" | "preferred" | "ignored"} Attitude */
/** @typedef {import("../api/types.js").Catalog.NearbyStore} NearbyStore */

/**
 * What somebody chose for a store.
 *
 * @param {NearbyStore} entry
 * @returns {Attitude}
 */
export function attitudeOf({ preferred, ignored }) {
  if (preferred) return "preferred";
  return ignored ? "ignored" : "neutral";
}

/**
 * The choices of a profile with that of one store changed.
 *
 * @param {import("../api/types.js").Auth.StoreChoices | undefined} choices
 * @param {string} id
 * @param {Attitude} attitude
 */
export function withAttitude({ preferred = [], ignored = [] } = {}, id, attitude) {
  const others = (/** @type {string[]} */ list) => list.filter((each) => each !== id);
  return {
    preferred: [...others(preferred), ...(attitude === "preferred" ? [id] : [])],
    ignored: [...others(ignored), ...(attitude === "ignored" ? [id] : [])],
  };
}

/**
 * Stores with the choice for one of them changed, in the order in which the service lists them.
 *
 * @param {NearbyStore[]} stores
 * @param {string} id
 * @param {Attitude} attitude
 */
export function rearranged(stores, id, attitude) {
  const choice = { preferred: attitude === "preferred", ignored: attitude === "ignored" };
  const changed = stores.map((each) => (each.store?.id === id ? { ...each, ...choice } : each));
  return changed.sort(
    (one, other) => rank(one) - rank(other) || (one.distanceMetres ?? 0) - (other.distanceMetres ?? 0),
  );
}

/** @param {NearbyStore} entry */
function rank({ preferred, ignored }) {
  return preferred ? 0 : ignored ? 2 : 1;
}

/** @type {Promise<unknown>} */
let latest = Promise.resolve();

/**
 * Stores the choice for one store, and leaves those for others as they are now.
 *
 * @param {string} id
 * @param {Attitude} attitude
 * @returns {Promise<void>}
 */
export function setAttitude(id, attitude) {
  // The lists are replaced as a whole: one change after the other, so that none is lost.
  const change = latest.then(async () => {
    const profile = await call("larder.auth.v1.Profiles/GetProfile", {});
    const stores = withAttitude(profile.stores, id, attitude);
    await call("larder.auth.v1.Profiles/SetStoreChoices", { stores });
  });
  latest = change.catch(() => undefined);
  return change;
}

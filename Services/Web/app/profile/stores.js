import { call } from "../api/client.js";
import { radii } from "../eateries/place.js";
import { Select } from "../frame/controls.js";
import { useLoaded } from "../frame/hooks.js";
import { sayFailure } from "../frame/messages.js";
import { html } from "../libraries.js";
import { attitudeOf, withAttitude } from "../stores/choices.js";
import { text } from "../texts/texts.js";

const attitudes = /** @type {const} */ (["neutral", "preferred", "ignored"]);

/**
 * The stores of the latest purchases, by id.
 *
 * @param {AbortSignal} signal
 */
async function loadBought(signal) {
  const answer = await call("larder.budget.v1.Purchases/ListPurchases", { page: { size: 200 } }, { signal });
  /** @type {Map<string, string>} */
  const stores = new Map();
  for (const { storeId, storeName = "" } of answer.purchases ?? []) {
    if (storeId && !stores.has(storeId)) stores.set(storeId, storeName);
  }
  return stores;
}

/**
 * What stores near the home place are called, by id.
 *
 * @param {AbortSignal} signal
 */
async function loadNearby(signal) {
  const find = async (/** @type {number} */ radiusMetres) => {
    const asked = { radiusMetres, limit: 200, withIgnored: true };
    return (await call("larder.catalog.v1.Stores/FindStores", asked, { signal })).stores ?? [];
  };
  // Where there are many, those that are ignored come last and may be cut off: the usual distance is searched by itself.
  const found = (await Promise.all([find(0), find(radii[radii.length - 1])])).flat();
  return new Map(found.map(({ store }) => [store?.id ?? "", store?.name ?? ""]));
}

/**
 * Which stores somebody prefers and which they ignore.
 *
 * @param {{profile: import("./profile.js").Profile, onSave: import("./profile.js").Saved}} properties
 */
export function Stores({ profile, onSave }) {
  const bought = useLoaded(loadBought, []).value ?? new Map();
  const hasHome = Boolean(profile.home);
  const nearby = useLoaded(async (signal) => (hasHome ? loadNearby(signal) : new Map()), [hasHome]).value ?? new Map();
  const preferred = profile.stores?.preferred ?? [];
  const ignored = profile.stores?.ignored ?? [];
  const ids = [...new Set([...preferred, ...ignored, ...bought.keys()])];
  const set = (/** @type {import("../api/types.js").Auth.StoreChoices} */ stores) =>
    call("larder.auth.v1.Profiles/SetStoreChoices", { stores });
  const choose = async (/** @type {string} */ id, /** @type {typeof attitudes[number]} */ attitude) => {
    try {
      onSave(await set(withAttitude(profile.stores, id, attitude)), () => set({ preferred, ignored }));
    } catch (error) {
      sayFailure(error);
    }
  };
  return html`<section class="form">
    <h2>${text("profile.stores")}</h2>
    ${!ids.length && html`<p>${text("profile.stores.none")}</p>`}
    ${ids.map(
      (id) =>
        html`<${Select}
        key=${id}
        label=${bought.get(id) || nearby.get(id) || text("profile.stores.unnamed")}
        chosen=${attitudeOf({ preferred: preferred.includes(id), ignored: ignored.includes(id) })}
        onChoose=${(/** @type {typeof attitudes[number]} */ next) => choose(id, next)}
        choices=${attitudes.map((name) => [name, text(`profile.stores.${name}`)])}
      />`,
    )}
    <p><a class="button secondary" href="/stores">${text("stores.title")}</a></p>
  </section>`;
}

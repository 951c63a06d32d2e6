import { call } from "../api/client.js";
import { asFailure } from "../api/failure.js";
import { typedSpot, spotOf } from "../eateries/place.js";
import { Badge } from "../frame/badge.js";
import { useLoaded } from "../frame/hooks.js";
import { LongList } from "../frame/long-list.js";
import { say } from "../frame/messages.js";
import { PartProblem } from "../frame/page.js";
import { html, useState } from "../libraries.js";
import { text } from "../texts/texts.js";
import { PlaceSheet } from "./place-sheet.js";

/** @typedef {import("../api/types.js").Catalog.Store} Store */

/**
 * The stores of somebody's receipts that the catalog doesn't know, with where they are; nothing for who has none.
 *
 * @param {{isQuiet: boolean, onPlaced: () => void}} properties With `isQuiet` the page says already that something can't be read.
 */
export function OwnStores({ isQuiet, onPlaced }) {
  const loaded = useLoaded((signal) => call("larder.catalog.v1.Stores/ListOwnStores", {}, { signal }), []);
  const [open, setOpen] = useState(/** @type {Store | null} */ (null));
  const { value, failure } = loaded;
  const stores = value?.stores ?? [];
  const set = async (/** @type {Store} */ { id: storeId = "" }, /** @type {Store["location"]} */ location) => {
    const changed = await call("larder.catalog.v1.Stores/SetOwnStoreLocation", { storeId, location });
    const replaced = (/** @type {Store[]} */ list) => list.map((each) => (each.id === storeId ? changed : each));
    loaded.change(({ stores: former = [] }) => ({ stores: replaced(former) }));
    onPlaced();
  };
  const place = async (/** @type {Store} */ store, /** @type {Store["location"]} */ location) => {
    await set(store, location);
    setOpen(null);
    const undo = async () => {
      await set(store, store.location);
      say(text("profile.restored"));
    };
    say(text(location ? "stores.own.placed" : "stores.own.removed", { name: store.name ?? "" }), { undo });
  };
  if (!value && failure && !isQuiet) {
    return html`<${PartProblem} sentence=${asFailure(failure).sentence} again=${loaded.again} />`;
  }
  if (!stores.length) return null;
  return html`<section class="own-stores">
    <h2>${text("stores.own")}</h2>
    <p class="hint">${text("stores.own.lead")}</p>
    <${LongList} entries=${stores} row=${(/** @type {Store} */ store) => html`<${Row} key=${store.id} store=${store} onOpen=${() => setOpen(store)} />`} />
    ${
      open &&
      html`<${PlaceSheet} store=${open} onClose=${() => setOpen(null)}
        onPlace=${(/** @type {Store["location"]} */ location) => place(open, location)} />`
    }
  </section>`;
}

/** @param {{store: Store, onOpen: () => void}} properties */
function Row({ store, onOpen }) {
  const { id, name = "", address, location } = store;
  return html`<li id=${`own-${id}`} class="with-symbol">
    <button type="button" class="row" onClick=${onOpen}>
      <${Badge} name=${name} />
      <span class="main">${name}</span>
      <span class="side"></span>
      <span class="sub">
        ${address && html`${address}<br />`}
        ${location ? typedSpot(spotOf(location)) : html`<strong>${text("stores.own.set")}</strong>`}
      </span>
    </button>
  </li>`;
}

import { call } from "../api/client.js";
import { devicePlace, location, radii, spotOf } from "../eateries/place.js";
import { Badge } from "../frame/badge.js";
import { Button, Select } from "../frame/controls.js";
import { inRow, keepFocus, scrolling } from "../frame/focus.js";
import { useFetched, useLoaded, useStore } from "../frame/hooks.js";
import { Icon } from "../frame/icons.js";
import { useInstallation } from "../frame/installation.js";
import { say, sayFailure } from "../frame/messages.js";
import { Empty, PageHead, Problem, Skeleton } from "../frame/page.js";
import { loadPart } from "../frame/parts.js";
import { html, useMemo, useRef, useState } from "../libraries.js";
import { preferences } from "../settings/preferences.js";
import { clock, distance, instant } from "../texts/formats.js";
import { hasText, text } from "../texts/texts.js";
import { attitudeOf, rearranged, setAttitude } from "./choices.js";
import { HomeNeeded, isHomeMissing } from "./home-needed.js";
import { OwnStores } from "./own-stores.js";
import { PreferredMark } from "./preferred.js";

/** How many stores are listed. */
const longest = 100;

/** @typedef {import("./choices.js").Attitude} Attitude */
/** @typedef {import("./choices.js").NearbyStore} NearbyStore */
/** @typedef {import("../eateries/place.js").Spot} Spot */
/** @typedef {import("../settings/preferences.js").Preferences["units"]} Units */

/**
 * @param {Spot | null} spot Null for the home place.
 * @param {number} radius In metres; 0 for that of the home place.
 * @param {AbortSignal} signal
 */
async function load(spot, radius, signal) {
  const near = spot ? { near: location(spot) } : {};
  const asked = { ...near, radiusMetres: radius, limit: longest, withIgnored: true };
  const [answer, profile] = await Promise.all([
    call("larder.catalog.v1.Stores/FindStores", asked, { signal }),
    call("larder.auth.v1.Profiles/GetProfile", {}, { signal }),
  ]);
  const { stores = [], radiusMetres = radius, more = 0 } = answer;
  return { stores, radiusMetres, more, home: profile.home && spotOf(profile.home.location) };
}

/** Stores near the home place, or near another one for once, with those that are preferred and ignored. */
export function Stores() {
  const { units } = useStore(preferences);
  const [spot, setSpot] = useState(/** @type {Spot | null} */ (null));
  const [radius, setRadius] = useState(0);
  const loaded = useLoaded((signal) => load(spot, radius, signal), [spot, radius]);
  const show = (/** @type {string} */ id, /** @type {Attitude} */ attitude) =>
    loaded.change((value) => ({ ...value, stores: rearranged(value.stores, id, attitude) }));
  const choose = async (/** @type {NearbyStore} */ entry, /** @type {Attitude} */ next) => {
    const { id = "", name = "" } = entry.store ?? {};
    const former = attitudeOf(entry);
    const set = async (/** @type {Attitude} */ attitude) => {
      await setAttitude(id, attitude);
      show(id, attitude);
    };
    const undo = async () => {
      await set(former);
      say(text("profile.restored"));
    };
    try {
      await set(next);
      say(text(`stores.now.${next}`, { name }), { undo });
    } catch (error) {
      sayFailure(error);
    }
  };
  const isHomeless = isHomeMissing(loaded.failure);
  // What was pressed is gone then.
  const move = (/** @type {Spot | null} */ next) => {
    setSpot(next);
    keepFocus(() => document.querySelector("main select"));
  };
  const value = loaded.failure ? undefined : loaded.value;
  return html`<${PageHead} title=${text("stores.title")} />
    ${isHomeless && html`<${NoHome} onSpot=${move} />`}
    ${loaded.failure && !isHomeless && html`<${Problem} failure=${loaded.failure} again=${loaded.again} />`}
    ${!value && !loaded.failure && html`<${Skeleton} rows=${6} />`}
    ${
      value &&
      html`<${Reach} radius=${radius || value.radiusMetres} onRadius=${setRadius} units=${units} />
      ${spot && html`<${Once} hasHome=${Boolean(value.home)} onHome=${() => move(null)} />`}
      <${Found} ...${value} spot=${spot ?? value.home} units=${units} onChoose=${choose} onMove=${setSpot} />`
    }
    <${OwnStores} isQuiet=${Boolean(loaded.failure) && !isHomeless} onPlaced=${loaded.again} />`;
}

/**
 * Where no home place is stored: what it is for, and another way for once.
 *
 * @param {{onSpot: (spot: Spot) => void}} properties
 */
function NoHome({ onSpot }) {
  const [unlocated, setUnlocated] = useState("");
  const locate = async () => {
    setUnlocated("");
    try {
      onSpot(await devicePlace());
    } catch (reason) {
      setUnlocated(text(reason === "denied" ? "stores.refused" : "stores.noLocation"));
    }
  };
  return html`<${HomeNeeded} sentence=${text("stores.noHome")}>
    <${Button} kind="secondary" onClick=${locate}><${Icon} name="here" /> ${text("stores.hereOnce")}<//>
    <p class="hint">${text("eateries.why")}</p>
    ${unlocated && html`<p class="error" role="alert">${unlocated}</p>`}
  <//>`;
}

/**
 * How far to look.
 *
 * @param {{radius: number, onRadius: (metres: number) => void, units: Units}} properties
 */
function Reach({ radius, onRadius, units }) {
  const offered = radii.includes(radius) ? radii : [...radii, radius].sort((one, other) => one - other);
  return html`<${Select} label=${text("eateries.radius")} chosen=${String(radius)}
    choices=${offered.map((metres) => [String(metres), distance(metres, units)])}
    onChoose=${(/** @type {string} */ next) => onRadius(Number(next))} />`;
}

/**
 * Says that a place other than the home is searched.
 *
 * @param {{hasHome: boolean, onHome: () => void}} properties
 */
function Once({ hasHome, onHome }) {
  return html`<div class="notice once">
    <${Icon} name="here" />
    <p>${text("stores.once")}</p>
    ${hasHome && html`<${Button} kind="plain" onClick=${onHome}>${text("stores.backHome")}<//>`}
  </div>`;
}

/**
 * The stores, and a map of them once an address is pressed.
 *
 * @param {{stores: NearbyStore[], radiusMetres: number, more: number, spot: Spot | undefined, units: Units,
 *   onChoose: (entry: NearbyStore, next: Attitude) => Promise<void>, onMove: (spot: Spot) => void}} properties
 */
function Found({ stores, radiusMetres, more, spot, units, onChoose, onMove }) {
  const { tiles } = useInstallation();
  const [chosen, setChosen] = useState("");
  const ground = useRef(/** @type {HTMLElement | null} */ (null));
  const isMapWanted = Boolean(tiles && spot && chosen);
  const StoreMap = useFetched(async () => (await loadPart(() => import("../eateries/map.js"))).EateryMap, isMapWanted);
  const pins = useMemo(() => pinsOf(stores), [stores]);
  const find = (/** @type {string} */ id) => {
    setChosen(id);
    // Once it is drawn.
    requestAnimationFrame(() => ground.current?.scrollIntoView({ block: "start", behavior: scrolling() }));
  };
  const choose = (/** @type {string} */ id) => {
    setChosen(id);
    document.getElementById(rowOf(id))?.scrollIntoView({ block: "nearest", behavior: scrolling() });
  };
  const reach = distance(radiusMetres, units);
  if (!stores.length) return html`<${Empty} icon="place" sentence=${text("stores.none", { distance: reach })} />`;
  return html`<p class="lead after-reach" role="status">${text("stores.count", { count: stores.length + more, distance: reach })}</p>
    ${
      isMapWanted &&
      html`<div class="store-map" ref=${ground}>
      ${
        StoreMap
          ? html`<${StoreMap} tiles=${tiles} spot=${spot} eateries=${pins} chosen=${chosen} onChoose=${choose} onMove=${onMove} />`
          : html`<${Skeleton} rows=${3} />`
      }
    </div>`
    }
    <ul class="list stores">
      ${stores.map(
        (entry) =>
          html`<${Row} key=${entry.store?.id} entry=${entry} units=${units} onChoose=${onChoose}
            onFind=${tiles && spot && entry.store?.location && find} />`,
      )}
    </ul>
    ${more > 0 && html`<p class="hint after-stores">${text("stores.more", { count: more })}</p>`}`;
}

/**
 * What a map shows of stores.
 *
 * @param {NearbyStore[]} stores
 */
function pinsOf(stores) {
  return stores.flatMap(({ store }) => (store?.location ? [store] : []));
}

/** @param {string} id Of a store. */
function rowOf(id) {
  return `store-${id}`;
}

/**
 * @param {{entry: NearbyStore, units: Units, onChoose: (entry: NearbyStore, next: Attitude) => Promise<void>,
 *   onFind?: (id: string) => void}} properties `onFind` where there is a map.
 */
function Row({ entry, units, onChoose, onFind }) {
  const { store = {}, kind, distanceMetres = 0, preferred, ignored, own } = entry;
  const { id = "", name = "", address = "" } = store;
  const kindText = own ? text("stores.own.mark") : kindName(kind);
  const about = [kindText, opennessOf(entry), !onFind && address].filter(Boolean).join(" · ");
  const place = onFind && address;
  return html`<li id=${rowOf(id)} class=${`with-symbol still ${ignored ? "ignored" : ""}`}>
    <${Badge} name=${name} kind=${ignored ? "grey" : ""} />
    <span class="main">
      ${name}
      ${preferred && html` <${PreferredMark} />`}
      ${ignored && html` <span class="state gone">${text("profile.stores.ignored")}</span>`}
    </span>
    <span class="side">${distance(distanceMetres, units)}</span>
    <span class="sub">${about}</span>
    <div class="actions">
      ${
        place &&
        html`<button type="button" class="plain address" aria-label=${text("stores.onMap", { address })} onClick=${() => onFind?.(id)}>
        <${Icon} name="place" size=${20} /> <span>${address}</span>
      </button>`
      }
      <${Choices} entry=${entry} onChoose=${onChoose} />
    </div>
  </li>`;
}

/**
 * Whether a store is preferred or ignored; pressing what is pressed takes it back.
 *
 * @param {{entry: NearbyStore, onChoose: (entry: NearbyStore, next: Attitude) => Promise<void>}} properties
 */
function Choices({ entry, onChoose }) {
  const { id = "", name = "" } = entry.store ?? {};
  const present = attitudeOf(entry);
  const isBusy = useRef(false);
  const press = async (/** @type {Attitude} */ pressed) => {
    if (isBusy.current) return;
    isBusy.current = true;
    await onChoose(entry, present === pressed ? "neutral" : pressed);
    isBusy.current = false;
    // The row moves with it.
    keepFocus(() => inRow(rowOf(id), `.${pressed}`));
  };
  return html`<div class="choices">
    <button type="button" class="preferred" aria-pressed=${present === "preferred"} aria-label=${text("stores.preferNamed", { name })}
      onClick=${() => press("preferred")}><${Icon} name="star" size=${20} /> ${text("stores.prefer")}</button>
    <button type="button" class="ignored" aria-pressed=${present === "ignored"} aria-label=${text("stores.ignoreNamed", { name })}
      onClick=${() => press("ignored")}>${text("stores.ignore")}</button>
  </div>`;
}

/** @param {string} [kind] As the service names it, which is shown where it has no text. */
function kindName(kind = "") {
  return hasText(`storeKind.${kind}`) ? text(`storeKind.${kind}`) : kind;
}

/**
 * Whether a store is open, and until when; empty where that is unknown.
 *
 * @param {NearbyStore} entry
 */
function opennessOf({ openness, closesAt }) {
  if (openness === "OPENNESS_CLOSED") return text("stores.closed");
  if (openness !== "OPENNESS_OPEN") return "";
  return closesAt ? text("eateries.until", { time: clock(instant(closesAt) ?? 0) }) : text("stores.open");
}

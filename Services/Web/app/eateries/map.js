import { PartProblem } from "../frame/page.js";
import { html, useEffect, useRef, useState } from "../libraries.js";
import { language, text } from "../texts/texts.js";
import { loadLeaflet } from "./leaflet.js";
import { around, spotOf } from "./place.js";

/** @typedef {import("./place.js").Spot} Spot */
/** @typedef {import("../api/types.js").Orders.OpenEatery} Eatery */

/**
 * Eateries on a map, with one's own place, which can be drawn elsewhere. Where there is no map it says so.
 *
 * @param {{tiles: {url: string, attribution: string}, spot: Spot, eateries: Eatery[], chosen: string,
 *   onChoose: (id: string) => void, onMove: (spot: Spot) => void}} properties
 */
export function EateryMap(properties) {
  const [hasFailed, setFailed] = useState(false);
  if (!hasFailed) return html`<${Ground} ...${properties} onFailure=${() => setFailed(true)} />`;
  return html`<${PartProblem} sentence=${text("eateries.noMap")} icon="place" again=${() => setFailed(false)} />`;
}

/** @param {Parameters<typeof EateryMap>[0] & {onFailure: () => void}} properties */
function Ground(properties) {
  const { tiles, spot, eateries, chosen, onFailure } = properties;
  const ground = useRef(/** @type {HTMLElement | null} */ (null));
  const [drawing, setDrawing] = useState(/** @type {Drawing | null} */ (null));
  // What is pressed on the map calls the functions of the latest turn.
  const latest = useRef(properties);
  latest.current = properties;
  useEffect(() => {
    let isGone = false;
    /** @type {Drawing | undefined} */
    let drawn;
    const events = {
      onChoose: (/** @type {string} */ id) => latest.current.onChoose(id),
      onMove: (/** @type {Spot} */ next) => latest.current.onMove(next),
      onFailure,
    };
    loadLeaflet().then((leaflet) => {
      if (isGone || !ground.current) return;
      drawn = new Drawing(leaflet, ground.current, tiles, events);
      setDrawing(drawn);
    }, onFailure);
    return () => {
      isGone = true;
      drawn?.remove();
    };
  }, [language.value]);
  useEffect(() => drawing?.show(spot, eateries), [drawing, spot, eateries]);
  useEffect(() => drawing?.choose(chosen), [drawing, eateries, chosen]);
  return html`<div class="map" ref=${ground} role="region" aria-label=${text("eateries.map")}></div>`;
}

/** What is drawn on a map. */
class Drawing {
  /** @type {Map<string, import("../../libraries/leaflet/leaflet.js").Marker>} */
  #eateries = new Map();
  #chosen = "";

  /**
   * @param {typeof import("../../libraries/leaflet/leaflet.js")} leaflet
   * @param {HTMLElement} ground
   * @param {{url: string, attribution: string}} tiles
   * @param {{onChoose: (id: string) => void, onMove: (spot: Spot) => void, onFailure: () => void}} events `onFailure` when
   *   none of the tiles can be had.
   */
  constructor(leaflet, ground, tiles, events) {
    this.leaflet = leaflet;
    this.events = events;
    const isMoving = !matchMedia("(prefers-reduced-motion: reduce)").matches;
    this.map = leaflet.map(ground, { zoomControl: false, zoomAnimation: isMoving, fadeAnimation: isMoving });
    this.map.attributionControl.setPrefix(false);
    leaflet.control
      .zoom({ position: "topright", zoomInTitle: text("photo.in"), zoomOutTitle: text("photo.out") })
      .addTo(this.map);
    this.#addTiles(tiles);
    this.layers = leaflet.layerGroup().addTo(this.map);
  }

  /** @param {{url: string, attribution: string}} tiles */
  #addTiles({ url, attribution }) {
    let isShown = false;
    this.leaflet
      .tileLayer(url, { attribution, maxZoom: 19 })
      .on("tileload", () => void (isShown = true))
      // All that were asked for have come or have failed.
      .on("load", () => isShown || this.events.onFailure())
      .addTo(this.map);
  }

  /**
   * @param {Spot} spot
   * @param {Eatery[]} eateries
   */
  show(spot, eateries) {
    this.layers.clearLayers();
    this.#eateries.clear();
    const spots = eateries.map((each) => spotOf(each.location));
    // First, so that the layers are drawn where they belong.
    this.map.fitBounds(around([spot, ...spots]), { padding: [44, 44], maxZoom: 16 });
    this.#addOwn(spot);
    eateries.forEach((each, index) => this.#addEatery(each, spots[index]));
  }

  /** @param {Spot} spot */
  #addOwn({ latitude, longitude, accuracy }) {
    const { leaflet } = this;
    if (accuracy) leaflet.circle([latitude, longitude], accuracyLook(accuracy)).addTo(this.layers);
    const title = text("eateries.own");
    const icon = this.#pin("own", document.createElement("span"));
    const marker = leaflet
      .marker([latitude, longitude], { icon, draggable: true, title, zIndexOffset: 1000 })
      .addTo(this.layers);
    name(marker, title, "img");
    marker.on("dragend", () => {
      const { lat, lng } = marker.getLatLng();
      this.events.onMove({ latitude: lat, longitude: lng });
    });
  }

  /**
   * @param {Eatery} eatery
   * @param {Spot} spot
   */
  #addEatery({ id = "", name: called = "" }, { latitude, longitude }) {
    const letter = /\p{L}|\p{N}/u.exec(called)?.[0].toUpperCase() ?? "·";
    const picture = Object.assign(document.createElement("span"), { textContent: letter });
    const icon = this.#pin("eatery", picture);
    const label = Object.assign(document.createElement("strong"), { textContent: called });
    const marker = this.leaflet
      .marker([latitude, longitude], { icon, title: called })
      .bindPopup(label, { closeButton: false, offset: [0, -8] })
      .addTo(this.layers);
    name(marker, called, "button");
    const choose = () => this.events.onChoose(id);
    marker.on("click", choose);
    marker.on("keypress", ({ originalEvent }) => originalEvent.key === "Enter" && choose());
    this.#eateries.set(id, marker);
  }

  /**
   * A mark that is large enough for a thumb.
   *
   * @param {string} kind
   * @param {HTMLElement} content
   */
  #pin(kind, content) {
    return this.leaflet.divIcon({ className: `pin ${kind}`, iconSize: [44, 44], html: content });
  }

  /** @param {string} id Empty for none. */
  choose(id) {
    for (const [each, marker] of this.#eateries) {
      const isChosen = each === id;
      marker.getElement()?.classList.toggle("chosen", isChosen);
      marker.getElement()?.setAttribute("aria-pressed", String(isChosen));
      marker.setZIndexOffset(isChosen ? 500 : 0);
      if (isChosen && this.#chosen !== id) marker.openPopup();
    }
    this.#chosen = id;
  }

  remove() {
    this.map.remove();
  }
}

/** @param {number} radius How far a place may be off, in metres. */
function accuracyLook(radius) {
  return { radius, className: "accuracy", interactive: false };
}

/**
 * Says what a marker is to those who do not see it.
 *
 * @param {import("../../libraries/leaflet/leaflet.js").Marker} marker
 * @param {string} label
 * @param {"button" | "img"} role
 */
function name(marker, label, role) {
  marker.getElement()?.setAttribute("role", role);
  marker.getElement()?.setAttribute("aria-label", label);
}

import { html, useEffect, useState } from "../libraries.js";
import { text } from "../texts/texts.js";

/** @typedef {import("./place.js").Spot} Spot */

/**
 * Eateries on a map, with one's own place.
 *
 * @param {{tiles: {url: string, attribution: string}, spot: Spot, eateries: any[], chosen: string, onChoose: (id: string) => void}} properties
 */
export function EateryMap({ tiles, spot, eateries, chosen, onChoose }) {
  const [ground, setGround] = useState(/** @type {HTMLElement | null} */ (null));
  const [shown, setShown] = useState(/** @type {{map: any, markers: Map<string, any>} | null} */ (null));
  useEffect(() => {
    if (!ground) return;
    /** @type {any} */
    let map;
    let isGone = false;
    void loadLeaflet().then((leaflet) => {
      if (isGone) return;
      map = leaflet.map(ground).setView([spot.latitude, spot.longitude], 15);
      leaflet.tileLayer(tiles.url, { attribution: tiles.attribution, maxZoom: 19 }).addTo(map);
      leaflet
        .circleMarker([spot.latitude, spot.longitude], {
          radius: 9,
          color: "#ffffff",
          weight: 3,
          fillColor: "#0b57b0",
          fillOpacity: 1,
        })
        .addTo(map);
      const markers = new Map();
      for (const { id, name, location } of eateries) {
        const at = [degrees(location?.latitudeMicrodegrees), degrees(location?.longitudeMicrodegrees)];
        const label = Object.assign(document.createElement("span"), { textContent: name });
        const marker = leaflet.marker(at, { title: name, alt: name }).addTo(map).bindPopup(label);
        marker.on("click", () => onChoose(id));
        markers.set(id, marker);
      }
      setShown({ map, markers });
    });
    return () => {
      isGone = true;
      map?.remove();
      setShown(null);
    };
  }, [ground, spot, eateries]);
  useEffect(() => {
    shown?.markers.get(chosen)?.openPopup();
  }, [shown, chosen]);
  return html`<div class="map" ref=${setGround} role="region" aria-label=${text("eateries.map")}></div>`;
}

/** @param {string | undefined} micro */
function degrees(micro) {
  return Number(micro ?? 0) / 1e6;
}

/** @type {Promise<any> | undefined} */
let leaflet;

/** Leaflet, loaded when the first map is shown. */
function loadLeaflet() {
  leaflet ??= new Promise((resolve, reject) => {
    const base = new URL("../../libraries/leaflet/", import.meta.url);
    const style = Object.assign(document.createElement("link"), {
      rel: "stylesheet",
      href: new URL("leaflet.css", base).href,
    });
    document.head.append(style);
    import("../../libraries/leaflet/leaflet.js").then(resolve, reject);
  });
  return leaflet;
}

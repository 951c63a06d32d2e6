/** @typedef {typeof import("../../libraries/leaflet/leaflet.js")} Leaflet */

const base = new URL("../../libraries/leaflet/", import.meta.url);

/** @type {Promise<Leaflet> | undefined} */
let loaded;

/**
 * Leaflet with its style sheet, loaded when the first map is shown. Where that fails the next map tries again.
 *
 * @returns {Promise<Leaflet>}
 */
export function loadLeaflet() {
  loaded ??= Promise.all([import("../../libraries/leaflet/leaflet.js"), loadStyle()]).then(
    ([leaflet]) => leaflet,
    (error) => {
      loaded = undefined;
      throw error;
    },
  );
  return loaded;
}

/** Loads the style sheet, before those of the app, which change what it says. */
function loadStyle() {
  return new Promise((resolve, reject) => {
    const style = Object.assign(document.createElement("link"), {
      rel: "stylesheet",
      href: new URL("leaflet.css", base).href,
    });
    style.onload = resolve;
    style.onerror = () => {
      style.remove();
      reject(new TypeError("The style sheet of maps cannot be loaded."));
    };
    document.head.prepend(style);
  });
}

import { loadStyles } from "../frame/styles.js";

/** @typedef {typeof import("../../libraries/leaflet/leaflet.js")} Leaflet */

const styles = new URL("../../libraries/leaflet/leaflet.css", import.meta.url);

/** @type {Promise<Leaflet> | undefined} */
let loaded;

/**
 * Leaflet with its style sheet, loaded when the first map is shown. Where that fails the next map tries again.
 *
 * @returns {Promise<Leaflet>}
 */
export function loadLeaflet() {
  loaded ??= Promise.all([import("../../libraries/leaflet/leaflet.js"), loadStyles(styles, { isFirst: true })]).then(
    ([leaflet]) => leaflet,
    (error) => {
      loaded = undefined;
      throw error;
    },
  );
  return loaded;
}

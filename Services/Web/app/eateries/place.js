/**
 * A place in degrees, with how far it may be off, in metres, where that is known.
 *
 * @typedef {{latitude: number, longitude: number, accuracy?: number}} Spot
 */

/** How far to look from a place, in metres. */
export const radii = [1000, 2000, 5000, 10000, 25000, 50000];

/**
 * A place as the service takes it.
 *
 * @param {Spot} spot
 */
export function location({ latitude, longitude }) {
  const micro = (/** @type {number} */ degrees) => Math.round(degrees * 1e6).toString();
  return { latitudeMicrodegrees: micro(latitude), longitudeMicrodegrees: micro(longitude) };
}

/**
 * A place as it is typed.
 *
 * @param {Spot} spot
 */
export function typedSpot({ latitude, longitude }) {
  return `${latitude.toFixed(5)}, ${longitude.toFixed(5)}`;
}

/**
 * The place that somebody has typed; null for what is none.
 *
 * @param {string} typed
 * @returns {Spot | null}
 */
export function parseSpot(typed) {
  const parts = /^\s*(-?\d{1,2}(?:\.\d+)?)\s*[,; ]\s*(-?\d{1,3}(?:\.\d+)?)\s*$/.exec(typed);
  if (!parts) return null;
  const [latitude, longitude] = [Number(parts[1]), Number(parts[2])];
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 ? { latitude, longitude } : null;
}

/**
 * Where the device is; asked by the browser.
 *
 * @returns {Promise<Spot>}
 * @throws {"denied" | "unknown"} Why it is not said.
 */
export function devicePlace() {
  return new Promise((resolve, reject) => {
    if (!navigator.geolocation) return reject("unknown");
    navigator.geolocation.getCurrentPosition(
      ({ coords: { latitude, longitude, accuracy } }) => resolve({ latitude, longitude, accuracy }),
      ({ code }) => reject(code === GeolocationPositionError.PERMISSION_DENIED ? "denied" : "unknown"),
      { timeout: 10000, maximumAge: 60000, enableHighAccuracy: true },
    );
  });
}

/** The earth's mean radius (GRS 80) in metres. */
const earthRadius = 6371008.8;

/**
 * How far two places are apart, in metres: the great circle by the haversine formula, which is right to 0.5 %.
 *
 * @param {Spot} one
 * @param {Spot} other
 */
export function metresBetween(one, other) {
  const radians = (/** @type {number} */ degrees) => (degrees * Math.PI) / 180;
  const north = Math.sin(radians(other.latitude - one.latitude) / 2);
  const east = Math.sin(radians(other.longitude - one.longitude) / 2);
  const narrowing = Math.cos(radians(one.latitude)) * Math.cos(radians(other.latitude));
  // Rounding may make it more than 1 for places on opposite sides of the earth.
  return 2 * earthRadius * Math.asin(Math.min(1, Math.sqrt(north ** 2 + narrowing * east ** 2)));
}

/**
 * An area on a map around places, as its south-western and north-eastern corners.
 *
 * @param {Spot[]} spots At least one.
 * @returns {[[number, number], [number, number]]}
 */
export function around(spots) {
  const latitudes = spots.map(({ latitude }) => latitude);
  const longitudes = spots.map(({ longitude }) => longitude);
  return [
    [Math.min(...latitudes), Math.min(...longitudes)],
    [Math.max(...latitudes), Math.max(...longitudes)],
  ];
}

/**
 * The place of a message of the service.
 *
 * @param {{latitudeMicrodegrees?: string, longitudeMicrodegrees?: string} | undefined} location
 * @returns {Spot}
 */
export function spotOf(location) {
  const degrees = (/** @type {string | undefined} */ micro) => Number(micro ?? 0) / 1e6;
  return { latitude: degrees(location?.latitudeMicrodegrees), longitude: degrees(location?.longitudeMicrodegrees) };
}

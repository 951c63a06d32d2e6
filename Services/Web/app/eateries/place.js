/** @typedef {{latitude: number, longitude: number}} Spot In degrees. */

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
 * @returns {Promise<Spot | null>} Null when it is not told.
 */
export function devicePlace() {
  return new Promise((resolve) => {
    if (!navigator.geolocation) return resolve(null);
    navigator.geolocation.getCurrentPosition(
      ({ coords: { latitude, longitude } }) => resolve({ latitude, longitude }),
      () => resolve(null),
      { timeout: 10000, maximumAge: 60000 },
    );
  });
}

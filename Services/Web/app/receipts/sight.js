/**
 * What of a photo is seen: `x` and `y` are where its corner is, in pixels of the screen; `zoom` is 1 for its whole width.
 *
 * @typedef {{x: number, y: number, zoom: number}} Sight
 */

/** @typedef {{width: number, height: number}} Size */

/** How far one can zoom in. */
export const closest = 6;

/** A photo in its whole width, from its top. */
export const whole = { x: 0, y: 0, zoom: 1 };

/**
 * A sight that keeps the photo in the room there is.
 *
 * @param {Sight} sight
 * @param {Size} photo In its own pixels.
 * @param {Size} room In pixels of the screen.
 * @returns {Sight}
 */
export function within({ x, y, zoom }, photo, room) {
  if (!photo.width || !room.width) return whole;
  const held = Math.min(closest, Math.max(1, zoom));
  const height = (photo.height * room.width * held) / photo.width;
  return {
    zoom: held,
    x: Math.min(0, Math.max(room.width - room.width * held, x)),
    // One that is lower than the room stays in its middle.
    y: height <= room.height ? (room.height - height) / 2 : Math.min(0, Math.max(room.height - height, y)),
  };
}

/**
 * A sight that is `factor` times as close, in which a point of the screen stays where it is.
 *
 * @param {Sight} sight
 * @param {{x: number, y: number}} point
 * @param {number} factor
 * @returns {Sight}
 */
export function zoomed(sight, point, factor) {
  const zoom = Math.min(closest, Math.max(1, sight.zoom * factor));
  const change = zoom / sight.zoom;
  return { zoom, x: point.x - (point.x - sight.x) * change, y: point.y - (point.y - sight.y) * change };
}

/** How far one is taken towards what was read at first. */
const nearest = 3;

/**
 * A sight of all that was read, from its top, in the width there is.
 *
 * @param {{x?: number, y?: number, width?: number, height?: number}[]} boxes In pixels of the photo.
 * @param {Size} photo
 * @param {Size} room
 * @returns {Sight}
 */
export function around(boxes, photo, room) {
  if (!boxes.length || !photo.width) return whole;
  const left = Math.min(...boxes.map(({ x = 0 }) => x));
  const right = Math.max(...boxes.map(({ x = 0, width = 0 }) => x + width));
  const top = Math.min(...boxes.map(({ y = 0 }) => y));
  const margin = (right - left) * 0.06;
  const zoom = Math.min(nearest, Math.max(1, photo.width / (right - left + 2 * margin)));
  const scale = (room.width / photo.width) * zoom;
  return { zoom, x: room.width / 2 - ((left + right) / 2) * scale, y: -(top - margin) * scale };
}

/**
 * A sight with a box in its middle, close enough to read it.
 *
 * @param {Sight} sight
 * @param {{x?: number, y?: number, width?: number, height?: number}} box In pixels of the photo.
 * @param {Size} photo
 * @param {Size} room
 * @returns {Sight}
 */
export function centred(sight, { x = 0, y = 0, width = 0, height = 0 }, photo, room) {
  const scale = room.width / photo.width;
  const fitting = (room.width * 0.9) / Math.max(1, width * scale);
  const zoom = Math.min(closest, Math.max(1, Math.min(sight.zoom, fitting), Math.min(2.2, fitting)));
  return {
    zoom,
    x: room.width / 2 - (x + width / 2) * scale * zoom,
    y: room.height / 2 - (y + height / 2) * scale * zoom,
  };
}

import { html, useEffect, useRef, useState } from "../libraries.js";
import { text } from "../texts/texts.js";

/** How much of the photo is shown around a box, in heights of the box. */
const margin = 0.7;

/** The least width of a crop, in heights of the box: a single number is shown with what is beside it. */
const least = 9;

/** The greatest height of a crop, in pixels of the screen. */
const highest = 150;

/**
 * The part of a photo that a box is around, in the width there is.
 *
 * @param {{receipt: string, box: {x?: number, y?: number, width?: number, height?: number, photo?: number}}} properties
 */
export function Crop({ receipt, box }) {
  const ground = useRef(/** @type {HTMLElement | null} */ (null));
  const [room, setRoom] = useState(0);
  const [photo, setPhoto] = useState(0);
  useEffect(() => {
    const observer = new ResizeObserver(([{ contentRect }]) => setRoom(contentRect.width));
    if (ground.current) observer.observe(ground.current);
    return () => observer.disconnect();
  }, []);
  const { x = 0, y = 0, width = 1, height = 1 } = box;
  const around = height * margin;
  const scale = Math.min(room / Math.max(width + 2 * around, least * height), highest / (height + 2 * around), 3);
  return html`<div class="crop" ref=${ground} style=${{ height: `${(height + 2 * around) * scale}px` }}>
    <img
      src=${`/files/receipts/${receipt}/photos/${box.photo ?? 0}`}
      alt=${text("photo.line")}
      onLoad=${(/** @type {{currentTarget: HTMLImageElement}} */ event) => setPhoto(event.currentTarget.naturalWidth)}
      style=${{
        left: `${room / 2 - (x + width / 2) * scale}px`,
        top: `${-(y - around) * scale}px`,
        width: `${photo * scale}px`,
      }}
    />
  </div>`;
}

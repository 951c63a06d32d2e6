import { Icon } from "../frame/icons.js";
import { html, useEffect, useState } from "../libraries.js";
import { text } from "../texts/texts.js";
import { ZoomedPhoto } from "./zoomed-photo.js";

/**
 * A frame over something that was read: `box` in pixels of the photo, a number of the photo from 0.
 *
 * @typedef {{id: string, label: string, box: {x?: number, y?: number, width?: number, height?: number, photo?: number}, isDoubtful?: boolean}} Frame
 */

/**
 * The photos of a receipt, with zoom and pan, and a frame around each thing that was read.
 *
 * @param {{receipt: string, photos: number, frames: Frame[], selected?: string, pointed?: string, onSelect?: (id: string) => void}} properties
 *   `pointed` is what the mouse is over elsewhere.
 */
export function PhotoView({ receipt, photos, frames, selected, pointed, onSelect }) {
  const chosen = frames.find((frame) => frame.id === selected);
  const [photo, setPhoto] = useState(chosen?.box.photo ?? 0);
  const [isLarge, setLarge] = useState(false);
  useEffect(() => {
    if (chosen) setPhoto(chosen.box.photo ?? 0);
  }, [selected]);
  return html`<section class=${`photo ${isLarge ? "large" : ""}`} aria-label=${text("photo.name")}>
    <${ZoomedPhoto}
      key=${photo}
      source=${`/files/receipts/${receipt}/photos/${photo}`}
      frames=${frames.filter((frame) => (frame.box.photo ?? 0) === photo)}
      selected=${selected}
      pointed=${pointed}
      onSelect=${onSelect}
    />
    <button type="button" class="photo-size" aria-pressed=${isLarge} aria-label=${text("photo.large")} onClick=${() => setLarge(!isLarge)}>
      <${Icon} name=${isLarge ? "smaller" : "larger"} size=${22} />
    </button>
    ${
      photos > 1 &&
      html`<div class="choices photo-choice" role="group" aria-label=${text("photo.which")}>
      ${Array.from(
        { length: photos },
        (_, index) =>
          html`<button type="button" key=${index} aria-pressed=${index === photo} aria-label=${text("photo.number", { number: index + 1 })} onClick=${() => setPhoto(index)}>${index + 1}</button>`,
      )}
    </div>`
    }
  </section>`;
}

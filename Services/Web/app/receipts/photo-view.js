import { html, useEffect, useRef, useState } from "../libraries.js";
import { text } from "../texts/texts.js";

/**
 * A frame over something that was read: `box` in pixels of the photo, a number of the photo from 0.
 *
 * @typedef {{id: string, label: string, box: {x?: number, y?: number, width?: number, height?: number, photo?: number}, isDoubtful?: boolean}} Frame
 */

/** How far one can zoom in: to one pixel of the photo for one of the screen, or further on small ones. */
const closest = 6;

/**
 * The photos of a receipt, with zoom and pan, and a frame around each thing that was read.
 *
 * @param {{receipt: string, photos: number, frames: Frame[], selected?: string, onSelect?: (id: string) => void}} properties
 */
export function PhotoView({ receipt, photos, frames, selected, onSelect }) {
  const selectedPhoto = frames.find((frame) => frame.id === selected)?.box.photo;
  const [shown, setShown] = useState(0);
  const photo = selectedPhoto ?? shown;
  useEffect(() => {
    if (selectedPhoto !== undefined) setShown(selectedPhoto);
  }, [selectedPhoto]);
  return html`<section class="photo" aria-label=${text("photo.name")}>
    <${ZoomedPhoto}
      key=${photo}
      source=${`/files/receipts/${receipt}/photos/${photo}`}
      frames=${frames.filter((frame) => (frame.box.photo ?? 0) === photo)}
      selected=${selected}
      onSelect=${onSelect}
    />
    ${
      photos > 1 &&
      html`<div class="choices" role="group" aria-label=${text("photo.which")}>
      ${Array.from(
        { length: photos },
        (_, index) =>
          html`<button type="button" key=${index} aria-pressed=${index === photo} onClick=${() => setShown(index)}>${index + 1}</button>`,
      )}
    </div>`
    }
  </section>`;
}

/**
 * Browsers scroll to what has the focus, also where nothing should scroll; the view moves there by itself.
 *
 * @param {any} event
 */
function unscroll(event) {
  event.currentTarget.scrollTo(0, 0);
}

/** @typedef {{x: number, y: number, zoom: number}} Sight `x` and `y` in pixels of the screen, `zoom` 1 for the whole width. */

/** @param {{source: string, frames: Frame[], selected?: string, onSelect?: (id: string) => void}} properties */
function ZoomedPhoto({ source, frames, selected, onSelect }) {
  const ground = useRef(/** @type {HTMLElement | null} */ (null));
  const [size, setSize] = useState({ width: 0, height: 0 });
  const [hasFailed, setFailed] = useState(false);
  const [sight, setSight] = useState(/** @type {Sight} */ ({ x: 0, y: 0, zoom: 1 }));
  const fingers = useRef(/** @type {Map<number, {x: number, y: number}>} */ (new Map()));
  const moved = useRef(0);
  const width = ground.current?.clientWidth ?? 0;
  const scale = size.width ? width / size.width : 0;

  /**
   * Keeps the photo in view.
   *
   * @param {Sight} wanted
   * @returns {Sight}
   */
  const within = ({ x, y, zoom }) => {
    const room = ground.current;
    if (!room || !size.width) return { x: 0, y: 0, zoom: 1 };
    const clamped = Math.min(closest, Math.max(1, zoom));
    const height = (size.height * room.clientWidth * clamped) / size.width;
    return {
      zoom: clamped,
      x: Math.min(0, Math.max(room.clientWidth - room.clientWidth * clamped, x)),
      y: Math.min(0, Math.max(Math.min(0, room.clientHeight - height), y)),
    };
  };
  const zoomAt = (/** @type {number} */ x, /** @type {number} */ y, /** @type {number} */ factor) =>
    setSight((/** @type {Sight} */ now) => {
      const zoom = Math.min(closest, Math.max(1, now.zoom * factor));
      const change = zoom / now.zoom;
      return within({ zoom, x: x - (x - now.x) * change, y: y - (y - now.y) * change });
    });
  useEffect(() => {
    const frame = frames.find((entry) => entry.id === selected);
    const room = ground.current;
    if (!frame || !room || !scale) return;
    const { x = 0, y = 0, width: boxWidth = 0, height: boxHeight = 0 } = frame.box;
    setSight((/** @type {Sight} */ now) => {
      const zoom = Math.max(now.zoom, Math.min(2.5, (room.clientWidth * 0.9) / Math.max(1, boxWidth * scale)));
      return within({
        zoom,
        x: room.clientWidth / 2 - (x + boxWidth / 2) * scale * zoom,
        y: room.clientHeight / 2 - (y + boxHeight / 2) * scale * zoom,
      });
    });
  }, [selected, scale]);

  const local = (/** @type {PointerEvent | WheelEvent} */ event) => {
    const bounds = /** @type {HTMLElement} */ (ground.current).getBoundingClientRect();
    return { x: event.clientX - bounds.left, y: event.clientY - bounds.top };
  };
  const down = (/** @type {PointerEvent} */ event) => {
    fingers.current.set(event.pointerId, local(event));
    moved.current = 0;
  };
  const move = (/** @type {PointerEvent} */ event) => {
    const former = fingers.current.get(event.pointerId);
    if (!former) return;
    const now = local(event);
    const others = [...fingers.current].filter(([id]) => id !== event.pointerId).map(([, at]) => at);
    fingers.current.set(event.pointerId, now);
    moved.current += Math.abs(now.x - former.x) + Math.abs(now.y - former.y);
    if (moved.current > 8) ground.current?.setPointerCapture(event.pointerId);
    if (others.length) {
      const distance = (/** @type {{x: number, y: number}} */ at) => Math.hypot(at.x - others[0].x, at.y - others[0].y);
      zoomAt((now.x + others[0].x) / 2, (now.y + others[0].y) / 2, distance(now) / Math.max(1, distance(former)));
    } else {
      setSight((/** @type {Sight} */ at) => within({ ...at, x: at.x + now.x - former.x, y: at.y + now.y - former.y }));
    }
  };
  const up = (/** @type {PointerEvent} */ event) => fingers.current.delete(event.pointerId);
  const wheel = (/** @type {WheelEvent} */ event) => {
    event.preventDefault();
    const { x, y } = local(event);
    zoomAt(x, y, Math.exp(-event.deltaY / 400));
  };
  const keys = (/** @type {KeyboardEvent} */ event) => {
    const room = /** @type {HTMLElement} */ (ground.current);
    const [x, y] = [room.clientWidth / 2, room.clientHeight / 2];
    /** @type {Record<string, () => void>} */
    const actions = {
      "+": () => zoomAt(x, y, 1.3),
      "=": () => zoomAt(x, y, 1.3),
      "-": () => zoomAt(x, y, 1 / 1.3),
      ArrowLeft: () => setSight(within({ ...sight, x: sight.x + 60 })),
      ArrowRight: () => setSight(within({ ...sight, x: sight.x - 60 })),
      ArrowUp: () => setSight(within({ ...sight, y: sight.y + 60 })),
      ArrowDown: () => setSight(within({ ...sight, y: sight.y - 60 })),
    };
    if (event.target !== room || !actions[event.key]) return;
    event.preventDefault();
    actions[event.key]();
  };
  useEffect(() => {
    const room = ground.current;
    room?.addEventListener("wheel", wheel, { passive: false });
    return () => room?.removeEventListener("wheel", wheel);
  }, [size]);
  if (hasFailed) return html`<p class="empty">${text("photo.gone")}</p>`;
  return html`<div
      class="photo-ground"
      ref=${ground}
      tabindex="0"
      role="group"
      aria-label=${text("photo.move")}
      onPointerDown=${down}
      onPointerMove=${move}
      onPointerUp=${up}
      onPointerCancel=${up}
      onKeyDown=${keys}
      onScroll=${unscroll}
    >
      <div class="photo-sheet" style=${{ transform: `translate(${sight.x}px, ${sight.y}px) scale(${sight.zoom})` }}>
        <img
          src=${source}
          alt=${text("photo.alt")}
          draggable=${false}
          onLoad=${(/** @type {any} */ event) => setSize({ width: event.currentTarget.naturalWidth, height: event.currentTarget.naturalHeight })}
          onError=${() => setFailed(true)}
        />
        ${
          scale > 0 &&
          frames.map(
            ({ id, label, box, isDoubtful }) =>
              html`<button
            type="button"
            key=${id}
            class=${`photo-frame ${isDoubtful ? "doubtful" : ""}`}
            aria-pressed=${id === selected}
            aria-label=${label}
            onClick=${() => moved.current <= 8 && onSelect?.(id)}
            onFocus=${(/** @type {any} */ event) => event.currentTarget.matches(":focus-visible") && onSelect?.(id)}
            style=${{
              left: `${(box.x ?? 0) * scale}px`,
              top: `${(box.y ?? 0) * scale}px`,
              width: `${(box.width ?? 0) * scale}px`,
              height: `${(box.height ?? 0) * scale}px`,
            }}
          ></button>`,
          )
        }
      </div>
    </div>
    <div class="photo-zoom">
      <button type="button" onClick=${() => zoomAt(width / 2, 150, 1 / 1.4)} aria-label=${text("photo.out")} disabled=${sight.zoom <= 1}>−</button>
      <button type="button" onClick=${() => zoomAt(width / 2, 150, 1.4)} aria-label=${text("photo.in")} disabled=${sight.zoom >= closest}>+</button>
    </div>`;
}

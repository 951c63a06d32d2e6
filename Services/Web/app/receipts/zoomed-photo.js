import { Icon } from "../frame/icons.js";
import { html, useEffect, useRef, useState } from "../libraries.js";
import { text } from "../texts/texts.js";
import { around, centred, closest, whole, within, zoomed } from "./sight.js";

/** How far a finger may move, in pixels, for a tap. */
const tap = 8;

/** How soon a second tap follows, in milliseconds, to zoom. */
const soon = 300;

/**
 * One photo that is moved and zoomed by fingers, mouse, wheel and keys. Its frames do what the rows of the list beside it do, so
 * that the keyboard passes over them.
 *
 * @param {{source: string, frames: import("./photo-view.js").Frame[], selected?: string, pointed?: string, onSelect?: (id: string) => void}} properties
 */
export function ZoomedPhoto({ source, frames, selected, pointed, onSelect }) {
  const ground = useRef(/** @type {HTMLElement | null} */ (null));
  const [photo, setPhoto] = useState({ width: 0, height: 0 });
  const [room, setRoom] = useState({ width: 0, height: 0 });
  const [hasFailed, setFailed] = useState(false);
  const [sight, setSight] = useState(/** @type {import("./sight.js").Sight} */ (whole));
  const [isHeld, setHeld] = useState(false);
  const fingers = useRef(/** @type {Map<number, {x: number, y: number}>} */ (new Map()));
  const moved = useRef(0);
  const tapped = useRef(0);
  // Until somebody moves it, the photo shows what was read.
  const isMoved = useRef(false);
  const scale = photo.width ? room.width / photo.width : 0;
  const look = (/** @type {(now: import("./sight.js").Sight) => import("./sight.js").Sight} */ change) =>
    setSight((/** @type {import("./sight.js").Sight} */ now) => within(change(now), photo, room));
  /** @type {typeof look} */
  const steer = (change) => {
    isMoved.current = true;
    look(change);
  };

  useEffect(() => {
    if (!ground.current) return;
    const observer = new ResizeObserver(([{ contentRect }]) =>
      setRoom({ width: contentRect.width, height: contentRect.height }),
    );
    observer.observe(ground.current);
    return () => observer.disconnect();
  }, [hasFailed]);
  useEffect(() => {
    const box = frames.find((frame) => frame.id === selected)?.box;
    if (box && scale) {
      isMoved.current = true;
      look((now) => centred(now, box, photo, room));
    } else {
      const boxes = frames.map((frame) => frame.box);
      look((now) => (isMoved.current ? now : around(boxes, photo, room)));
    }
  }, [selected, room, photo, frames.length]);

  const local = (/** @type {MouseEvent} */ event) => {
    const bounds = /** @type {HTMLElement} */ (ground.current).getBoundingClientRect();
    return { x: event.clientX - bounds.left, y: event.clientY - bounds.top };
  };
  const middle = { x: room.width / 2, y: room.height / 2 };
  const down = (/** @type {PointerEvent} */ event) => {
    fingers.current.set(event.pointerId, local(event));
    moved.current = 0;
    setHeld(true);
  };
  const move = (/** @type {PointerEvent} */ event) => {
    const former = fingers.current.get(event.pointerId);
    if (!former) return;
    const now = local(event);
    const other = [...fingers.current].find(([id]) => id !== event.pointerId)?.[1];
    fingers.current.set(event.pointerId, now);
    moved.current += Math.abs(now.x - former.x) + Math.abs(now.y - former.y);
    if (moved.current > tap) ground.current?.setPointerCapture(event.pointerId);
    if (!other) return steer((at) => ({ ...at, x: at.x + now.x - former.x, y: at.y + now.y - former.y }));
    const distance = (/** @type {{x: number, y: number}} */ at) => Math.hypot(at.x - other.x, at.y - other.y);
    const centre = { x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 };
    steer((at) => zoomed(at, centre, distance(now) / Math.max(1, distance(former))));
  };
  const up = (/** @type {PointerEvent} */ event) => {
    fingers.current.delete(event.pointerId);
    setHeld(fingers.current.size > 0);
    if (event.type !== "pointerup" || moved.current > tap || event.target instanceof HTMLButtonElement) return;
    if (event.timeStamp - tapped.current < soon) steer((at) => (at.zoom > 1.2 ? whole : zoomed(at, local(event), 2.5)));
    tapped.current = event.timeStamp;
  };
  const keys = (/** @type {KeyboardEvent} */ event) => {
    const by = (/** @type {number} */ x, /** @type {number} */ y) => () =>
      steer((at) => ({ ...at, x: at.x + x, y: at.y + y }));
    const nearer = () => steer((at) => zoomed(at, middle, 1.3));
    /** @type {Record<string, () => void>} */
    const actions = {
      "+": nearer,
      "=": nearer,
      "-": () => steer((at) => zoomed(at, middle, 1 / 1.3)),
      0: () => steer(() => whole),
      ArrowLeft: by(60, 0),
      ArrowRight: by(-60, 0),
      ArrowUp: by(0, 60),
      ArrowDown: by(0, -60),
    };
    if (event.target !== ground.current || !actions[event.key]) return;
    event.preventDefault();
    actions[event.key]();
  };
  useEffect(() => {
    const wheel = (/** @type {WheelEvent} */ event) => {
      event.preventDefault();
      steer((at) => zoomed(at, local(event), Math.exp(-event.deltaY / 400)));
    };
    ground.current?.addEventListener("wheel", wheel, { passive: false });
    return () => ground.current?.removeEventListener("wheel", wheel);
  }, [photo, room]);

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
      <div
        class=${`photo-sheet ${isHeld ? "held" : ""} ${photo.width ? "" : "loading"}`}
        style=${{ transform: `translate(${sight.x}px, ${sight.y}px) scale(${sight.zoom})` }}
      >
        <img
          src=${source}
          alt=${text("photo.alt")}
          draggable=${false}
          onLoad=${(/** @type {{currentTarget: HTMLImageElement}} */ event) => setPhoto({ width: event.currentTarget.naturalWidth, height: event.currentTarget.naturalHeight })}
          onError=${() => setFailed(true)}
        />
        ${
          scale > 0 &&
          frames.map(
            ({ id, label, box, isDoubtful }) =>
              html`<button
            type="button"
            key=${id}
            tabindex="-1"
            class=${`photo-frame ${isDoubtful ? "doubtful" : ""} ${id === pointed ? "pointed" : ""}`}
            aria-pressed=${id === selected}
            aria-label=${label}
            title=${label}
            onClick=${() => moved.current <= tap && onSelect?.(id)}
            style=${place(box, scale, sight.zoom)}
          ></button>`,
          )
        }
      </div>
    </div>
    <div class="photo-zoom">
      <button type="button" onClick=${() => steer((at) => zoomed(at, middle, 1 / 1.5))} aria-label=${text("photo.out")} disabled=${sight.zoom <= 1}>
        <${Icon} name="minus" size=${22} />
      </button>
      <button type="button" onClick=${() => steer((at) => zoomed(at, middle, 1.5))} aria-label=${text("photo.in")} disabled=${sight.zoom >= closest}>
        <${Icon} name="add" size=${22} />
      </button>
    </div>`;
}

/**
 * Where a frame is on the sheet, whose lines are as thick at every zoom.
 *
 * @param {{x?: number, y?: number, width?: number, height?: number}} box
 * @param {number} scale
 * @param {number} zoom
 */
function place({ x = 0, y = 0, width = 0, height = 0 }, scale, zoom) {
  const space = 2;
  return {
    left: `${x * scale - space}px`,
    top: `${y * scale - space}px`,
    width: `${width * scale + 2 * space}px`,
    height: `${height * scale + 2 * space}px`,
    "--thin": `${1 / zoom}px`,
  };
}

/**
 * Browsers scroll to what has the focus, also where nothing should scroll; the view moves there by itself.
 *
 * @param {{currentTarget: Element}} event
 */
function unscroll(event) {
  event.currentTarget.scrollTo(0, 0);
}

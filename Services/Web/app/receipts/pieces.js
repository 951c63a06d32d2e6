import { Icon } from "../frame/icons.js";
import { say } from "../frame/messages.js";
import { html, useEffect, useRef, useState } from "../libraries.js";
import { drafts } from "../storage/database.js";
import { text } from "../texts/texts.js";

/** The most photos of one receipt. */
export const mostPieces = 8;

const draft = "pieces";

/**
 * The photos of a receipt that is too long for one, from its top to its end. They are there again whatever happens, until they
 * are sent.
 *
 * @returns {{isOn: boolean, pieces: Blob[], toggle: () => void, add: (photo: Blob) => boolean, remove: (index: number) => void,
 *   clear: () => void}} `add` returns whether there was room for it.
 */
export function usePieces() {
  const [isOn, setOn] = useState(false);
  const [pieces, show] = useState(/** @type {Blob[]} */ ([]));
  // Photos can follow each other faster than the page is drawn.
  const latest = useRef(pieces);
  const set = (/** @type {Blob[]} */ next) => {
    latest.current = next;
    show(next);
    void (next.length ? drafts.set(draft, next) : drafts.remove(draft));
  };
  const restore = (/** @type {Blob[]} */ former) => {
    set(former);
    setOn(true);
  };
  useEffect(() => {
    void drafts.get(draft).then((stored) => stored?.length && !latest.current.length && restore(stored));
  }, []);
  return {
    isOn,
    pieces,
    toggle: () => {
      const former = latest.current;
      setOn(!isOn);
      if (!isOn || !former.length) return;
      set([]);
      say(text("camera.dropped", { count: former.length }), { undo: () => restore(former) });
    },
    add: (photo) => {
      if (latest.current.length >= mostPieces) return false;
      set([...latest.current, photo]);
      return true;
    },
    remove: (index) => {
      const former = latest.current;
      set(former.filter((_, at) => at !== index));
      say(text("camera.dropped", { count: 1 }), { undo: () => restore(former) });
    },
    clear: () => {
      set([]);
      setOn(false);
    },
  };
}

/**
 * The pieces of a receipt that were taken, over the picture of the camera.
 *
 * @param {{pieces: Blob[], onRemove: (index: number) => void}} properties
 */
export function Pieces({ pieces, onRemove }) {
  const end = useRef(/** @type {HTMLElement | null} */ (null));
  useEffect(() => end.current?.scrollTo({ left: end.current.scrollWidth }), [pieces.length]);
  return html`<div class="pieces">
    <p role="status">${pieces.length ? text("camera.pieces", { count: pieces.length }) : text("camera.longWhy")}</p>
    ${
      pieces.length > 0 &&
      html`<ol ref=${end}>
      ${pieces.map(
        (photo, index) =>
          html`<li key=${index}>
          <${Thumbnail} photo=${photo} name=${text("photo.number", { number: index + 1 })} />
          <span class="number" aria-hidden="true">${index + 1}</span>
          <button type="button" onClick=${() => onRemove(index)} aria-label=${text("camera.removePiece", { number: index + 1 })}>
            <${Icon} name="close" size=${16} />
          </button>
        </li>`,
      )}
    </ol>`
    }
  </div>`;
}

/**
 * A photo that was taken, small.
 *
 * @param {{photo: Blob, name?: string}} properties
 */
export function Thumbnail({ photo, name = "" }) {
  const [address, setAddress] = useState("");
  useEffect(() => {
    const made = URL.createObjectURL(photo);
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [photo]);
  return address ? html`<img class="taken" src=${address} alt=${name} />` : null;
}

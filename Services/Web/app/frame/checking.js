import { useEffect, useState } from "../libraries.js";
import { scrolling } from "./focus.js";

/** @typedef {import("./violations.js").Wrong} Wrong */

/**
 * Which errors of a form are shown: that of a field once it was left, all of them after a try to save, and what the service
 * has rejected until it is changed.
 *
 * @param {Wrong} wrong What is wrong at present.
 */
export function useChecking(wrong) {
  const [left, setLeft] = useState(/** @type {Record<string, boolean>} */ ({}));
  const [isTried, setTried] = useState(false);
  const [rejected, setRejected] = useState(/** @type {Wrong} */ ({}));
  const [moves, setMoves] = useState(0);
  // After what is wrong has been drawn, however long that takes, and once the form takes the focus again.
  useEffect(() => {
    if (!moves) return;
    const frame = requestAnimationFrame(focusFirstWrong);
    return () => cancelAnimationFrame(frame);
  }, [moves]);
  const moveToWrong = () => setMoves((/** @type {number} */ former) => former + 1);
  const found = Object.entries(wrong).filter(([name]) => isTried || left[name]);
  return {
    shown: /** @type {Wrong} */ ({ ...rejected, ...Object.fromEntries(found) }),
    /** Called when a field is left. */
    leave: (/** @type {string} */ name) =>
      setLeft((/** @type {typeof left} */ former) => ({ ...former, [name]: true })),
    /** Called when something is changed, of which the service has said nothing yet. */
    changed: () => setRejected({}),
    /** Shows everything that is wrong; returns whether nothing is. */
    check: () => {
      setTried(true);
      const isRight = Object.keys(wrong).length === 0;
      if (!isRight) moveToWrong();
      return isRight;
    },
    /** Shows what the service has rejected. */
    reject: (/** @type {Wrong} */ fields) => {
      setRejected(fields);
      moveToWrong();
    },
    /** Begins anew. */
    restart: () => {
      setLeft({});
      setTried(false);
      setRejected({});
    },
  };
}

/** Moves to the first field that is shown as wrong. */
function focusFirstWrong() {
  const form = document.querySelector("dialog[open]") ?? document;
  const field = /** @type {HTMLElement | null} */ (form.querySelector('[aria-invalid="true"]'));
  field?.focus({ preventScroll: true });
  field?.scrollIntoView({ block: "center", behavior: scrolling() });
}

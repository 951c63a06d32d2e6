import { keepFocus } from "../frame/focus.js";
import { useStore } from "../frame/hooks.js";
import { Icon } from "../frame/icons.js";
import { html, useLayoutEffect, useRef, useState } from "../libraries.js";
import { preferences } from "../settings/preferences.js";
import { text } from "../texts/texts.js";
import { keepProgress } from "./following.js";
import { progressOf } from "./progress.js";
import { entryOf } from "./tips.js";

/** The least distance from the edges of the window, in pixels. */
const margin = 12;

/**
 * A tip beside a less obvious part of a page, shown by pointing at its mark, reaching it by the keyboard or pressing it. Escape
 * closes it; who has read it takes it away, on all their devices, and finds it again among the tours.
 *
 * @param {{name: import("./tips.js").TipName}} properties
 */
export function Tip({ name }) {
  const { tutorials } = useStore(preferences);
  const [id] = useState(() => `tip-${name}-${Math.random().toString(36).slice(2)}`);
  const [isOpen, setOpen] = useState(false);
  // One that was pressed stays when the pointer leaves it.
  const isPressed = useRef(false);
  const root = useRef(/** @type {HTMLElement | null} */ (null));
  const close = () => {
    isPressed.current = false;
    setOpen(false);
  };
  // Before it is seen: who sees it can close it.
  useLayoutEffect(() => (isOpen && root.current ? hold(root.current, close) : undefined), [isOpen]);
  // What the account says is not known at first.
  if (!tutorials || progressOf(tutorials, entryOf(name)).isDone) return null;
  const press = () => {
    if (isPressed.current) return close();
    isPressed.current = true;
    setOpen(true);
  };
  const leave = () => {
    if (!isPressed.current && !root.current?.contains(document.activeElement)) close();
  };
  const dismiss = () => {
    keepProgress(entryOf(name), { isDone: true, step: 0 });
    keepFocus(() => null);
  };
  return html`<div
    class="tip"
    ref=${root}
    onPointerEnter=${(/** @type {PointerEvent} */ event) => event.pointerType === "mouse" && setOpen(true)}
    onPointerLeave=${leave}
  >
    <button
      type="button"
      class="plain round"
      aria-label=${text("tips.about", { title: text(`tip.${name}`) })}
      aria-expanded=${isOpen}
      aria-controls=${id}
      aria-describedby=${`${id}-text`}
      onClick=${press}
      onFocus=${(/** @type {{currentTarget: HTMLElement}} */ event) => event.currentTarget.matches(":focus-visible") && setOpen(true)}
    >
      <${Icon} name="help" size=${20} />
    </button>
    <div class="tip-card" id=${id} hidden=${!isOpen}>
      <strong>${text(`tip.${name}`)}</strong>
      <p role="tooltip" id=${`${id}-text`}>${text(`tip.${name}.text`)}</p>
      <button type="button" class="plain" onClick=${dismiss}>${text("tips.dismiss")}</button>
    </div>
  </div>`;
}

/**
 * Keeps the card of an open tip beside its mark, and closes it by Escape and by what is done elsewhere.
 *
 * @param {HTMLElement} root
 * @param {() => void} close
 * @returns {() => void} Ends it.
 */
function hold(root, close) {
  const draw = () =>
    place(/** @type {HTMLElement} */ (root.firstElementChild), /** @type {HTMLElement} */ (root.lastElementChild));
  const leave = (/** @type {Event} */ event) => root.contains(/** @type {Node} */ (event.target)) || close();
  const press = (/** @type {KeyboardEvent} */ event) => {
    if (event.key !== "Escape") return;
    if (root.contains(document.activeElement)) root.querySelector("button")?.focus();
    close();
  };
  draw();
  addEventListener("resize", draw);
  addEventListener("scroll", draw, { capture: true, passive: true });
  document.addEventListener("pointerdown", leave);
  document.addEventListener("focusin", leave);
  document.addEventListener("keydown", press);
  return () => {
    removeEventListener("resize", draw);
    removeEventListener("scroll", draw, { capture: true });
    document.removeEventListener("pointerdown", leave);
    document.removeEventListener("focusin", leave);
    document.removeEventListener("keydown", press);
  };
}

/**
 * Places a card below its mark, or above it where there is no room, without a gap, which the pointer could not cross.
 *
 * @param {HTMLElement} mark
 * @param {HTMLElement} card
 */
function place(mark, card) {
  const { left, top, bottom, width: markWidth } = mark.getBoundingClientRect();
  const { width, height } = card.getBoundingClientRect();
  const { clientWidth, clientHeight } = document.documentElement;
  const isBelow = bottom + height + margin <= clientHeight || top - height < margin;
  const furthest = clientWidth - width - margin;
  card.style.left = `${Math.max(margin, Math.min(left + markWidth / 2 - width / 2, furthest))}px`;
  card.style.top = `${isBelow ? bottom : top - height}px`;
}

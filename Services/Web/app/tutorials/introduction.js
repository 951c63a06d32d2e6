import { Button } from "../frame/controls.js";
import { useDialog } from "../frame/hooks.js";
import { Icon } from "../frame/icons.js";
import { html, useEffect, useRef, useState } from "../libraries.js";
import { text } from "../texts/texts.js";
import { keepProgress, progress } from "./following.js";
import { Drawing } from "./drawings.js";
import { introduction } from "./first-introduction.js";
import { slideCount } from "./tours.js";

/** How far a finger draws a slide away, in pixels. */
const far = 50;

/**
 * The slides that say what Larder does. Closing them at any time is all it takes never to be shown them again by themselves.
 *
 * @param {{isAgain?: boolean, onClose?: () => void}} properties `isAgain` when they were asked for, which begins with the first.
 */
export function Introduction({ isAgain = false, onClose }) {
  const heading = useRef(/** @type {HTMLElement | null} */ (null));
  const start = useRef(/** @type {number | null} */ (null));
  const [slide, setSlide] = useState(() => (isAgain ? 0 : Math.min(progress(introduction).step, slideCount - 1)));
  const close = () => {
    keepProgress(introduction, { isDone: true, step: 0 });
    onClose?.();
  };
  const dialog = useDialog(close);
  useEffect(() => {
    heading.current?.focus({ preventScroll: true });
    dialog.current?.scrollTo(0, 0);
  }, [slide]);
  const show = (/** @type {number} */ next) => {
    if (next < 0 || next >= slideCount) return;
    setSlide(next);
    keepProgress(introduction, { isDone: false, step: next });
  };
  const press = (/** @type {KeyboardEvent} */ event) => {
    if (event.key === "ArrowRight") show(slide + 1);
    if (event.key === "ArrowLeft") show(slide - 1);
  };
  const end = (/** @type {TouchEvent} */ event) => {
    const moved = event.changedTouches[0].clientX - (start.current ?? event.changedTouches[0].clientX);
    start.current = null;
    if (Math.abs(moved) > far) show(slide + (moved < 0 ? 1 : -1));
  };
  const isLast = slide === slideCount - 1;
  return html`<dialog
    class="introduction"
    ref=${dialog}
    aria-label=${text("tutorials.introduction")}
    onCancel=${(/** @type {Event} */ event) => {
      event.preventDefault();
      close();
    }}
    onKeyDown=${press}
    onTouchStart=${(/** @type {TouchEvent} */ event) => void (start.current = event.touches[0].clientX)}
    onTouchEnd=${end}
  >
    <div class="introduction-head">
      <span>${text("tutorials.step", { number: slide + 1, count: slideCount })}</span>
      <button type="button" class="plain" onClick=${close}>${text("tutorials.skip")}</button>
    </div>
    <div class="slide" key=${slide}>
      <${Drawing} number=${slide} />
      <h2 tabindex="-1" ref=${heading}>${text(`introduction.${slide + 1}`)}</h2>
      <p>${text(`introduction.${slide + 1}.text`)}</p>
    </div>
    <${Dots} count=${slideCount} at=${slide} />
    <div class="introduction-foot">
      ${slide > 0 && html`<${Button} kind="secondary large" onClick=${() => show(slide - 1)}>${text("tutorials.back")}<//>`}
      ${
        isLast
          ? html`<${Button} kind="primary large" onClick=${close}>${text("tutorials.start")}<//>`
          : html`<${Button} kind="primary large" onClick=${() => show(slide + 1)}>${text("tutorials.next")} <${Icon} name="forward" size=${20} /><//>`
      }
    </div>
  </dialog>`;
}

/**
 * Where somebody is among some steps; a text says it, too.
 *
 * @param {{count: number, at: number}} properties
 */
export function Dots({ count, at }) {
  return html`<div class="dots" aria-hidden="true">
    ${Array.from({ length: count }, (_, index) => html`<span class=${index === at ? "now" : ""} key=${index}></span>`)}
  </div>`;
}

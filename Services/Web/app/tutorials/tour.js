import { Button } from "../frame/controls.js";
import { scrolling } from "../frame/focus.js";
import { useDialog } from "../frame/hooks.js";
import { Icon } from "../frame/icons.js";
import { closeOver, showOver } from "../frame/over.js";
import { go } from "../frame/router.js";
import { html, useEffect, useRef, useState } from "../libraries.js";
import { text } from "../texts/texts.js";
import { keepProgress, progress } from "./following.js";
import { Dots } from "./introduction.js";

/** How far the frame is around what it shows, in pixels. */
const margin = 6;

/** @typedef {import("./tours.js").Tour} Tour */

/**
 * Shows a tour on its page, from the step where it was left.
 *
 * @param {Tour} tour
 */
export function startTour(tour) {
  go(tour.page);
  showOver(html`<${TourGuide} tour=${tour} />`);
}

/**
 * Leads through a page, a step after the other: what a step is about is framed, and the rest is dimmed. Closing it keeps the step.
 *
 * @param {{tour: Tour}} properties
 */
function TourGuide({ tour }) {
  const { name, steps } = tour;
  const frame = useRef(/** @type {HTMLElement | null} */ (null));
  const heading = useRef(/** @type {HTMLElement | null} */ (null));
  const [step, setStep] = useState(() => Math.min(progress(name).step, steps.length - 1));
  const dialog = useDialog(closeOver);
  useEffect(() => {
    heading.current?.focus({ preventScroll: true });
    return follow(steps[step], dialog, frame);
  }, [step]);
  const show = (/** @type {number} */ next) => {
    setStep(next);
    keepProgress(name, { isDone: false, step: next });
  };
  const finish = () => {
    keepProgress(name, { isDone: true, step: 0 });
    closeOver();
  };
  const isLast = step === steps.length - 1;
  const press = (/** @type {KeyboardEvent} */ event) => {
    if (event.key === "ArrowRight" && !isLast) show(step + 1);
    if (event.key === "ArrowLeft" && step > 0) show(step - 1);
  };
  return html`<dialog
    class="tour"
    ref=${dialog}
    aria-label=${text(`tour.${name}`)}
    onCancel=${(/** @type {Event} */ event) => {
      event.preventDefault();
      closeOver();
    }}
    onKeyDown=${press}
  >
    <div class="tour-frame" ref=${frame} hidden></div>
    <section class="tour-card">
      <div class="tour-head">
        <span>${text("tutorials.step", { number: step + 1, count: steps.length })}</span>
        <button type="button" class="plain round" onClick=${closeOver} aria-label=${text("close")}><${Icon} name="close" size=${20} /></button>
      </div>
      <h2 tabindex="-1" ref=${heading} key=${step}>${text(`tour.${name}.${steps[step]}`)}</h2>
      <p>${text(`tour.${name}.${steps[step]}.text`)}</p>
      <div class="tour-foot">
        <${Dots} count=${steps.length} at=${step} />
        ${step > 0 && html`<${Button} kind="secondary" onClick=${() => show(step - 1)}>${text("tutorials.back")}<//>`}
        <${Button} kind="primary" onClick=${isLast ? finish : () => show(step + 1)}>${text(isLast ? "tutorials.done" : "tutorials.next")}<//>
      </div>
    </section>
  </dialog>`;
}

/**
 * Frames an element of the page, as soon as it is there and wherever it moves, and keeps the card on the other side.
 *
 * @param {string} target The element's `data-tour`.
 * @param {{current: HTMLElement | null}} dialog
 * @param {{current: HTMLElement | null}} frame
 * @returns {() => void} Ends it.
 */
function follow(target, dialog, frame) {
  let isScrolled = false;
  let next = 0;
  const draw = () => {
    next = requestAnimationFrame(draw);
    if (!dialog.current || !frame.current) return;
    const shown = /** @type {HTMLElement | undefined} */ (
      [...document.querySelectorAll(`[data-tour="${target}"]`)].find((each) => each.getClientRects().length > 0)
    );
    frame.current.hidden = !shown;
    dialog.current.classList.toggle("dimmed", !shown);
    if (!shown) return;
    const box = shown.getBoundingClientRect();
    const block = box.height > innerHeight / 2 ? "start" : "center";
    if (!isScrolled) shown.scrollIntoView({ block, behavior: scrolling() });
    isScrolled = true;
    const { style } = frame.current;
    const [left, right] = [Math.max(2, box.left - margin), Math.min(innerWidth - 2, box.right + margin)];
    const [top, bottom] = [Math.max(2, box.top - margin), Math.min(innerHeight - 2, box.bottom + margin)];
    style.left = `${left}px`;
    style.top = `${top}px`;
    style.width = `${Math.max(0, right - left)}px`;
    style.height = `${Math.max(0, bottom - top)}px`;
    dialog.current.classList.toggle("above", (top + bottom) / 2 > innerHeight / 2);
  };
  draw();
  return () => cancelAnimationFrame(next);
}

/** Where the focus goes when what had it is gone, so that the keyboard goes on from there rather than from the page's begin. */

/**
 * Returns the focus to what had it, or to the row of a list with the same id where that is drawn anew, or to the page's heading.
 *
 * @param {Element | null} former
 */
export function returnFocus(former) {
  const row = former?.closest("li[id]")?.id;
  if (former instanceof HTMLElement) former.focus({ preventScroll: true });
  keepFocus(() => (row ? inRow(row) : null));
}

/**
 * Moves the focus once the page is drawn, unless something has it by then.
 *
 * @param {() => Element | null | undefined} find Finds where to; the page's heading is next.
 */
export function keepFocus(find) {
  requestAnimationFrame(() =>
    requestAnimationFrame(() => {
      if (document.activeElement && document.activeElement !== document.body) return;
      const next = find() ?? document.querySelector("h1");
      if (next instanceof HTMLElement) next.focus({ preventScroll: true });
    }),
  );
}

/**
 * What can be pressed in a row of a list.
 *
 * @param {string} id
 * @param {string} [which] A selector of what is looked for.
 */
export function inRow(id, which = "a, button") {
  return document.getElementById(id)?.querySelector(which);
}

/** How to scroll: at once for those who want less motion. */
export function scrolling() {
  return matchMedia("(prefers-reduced-motion: reduce)").matches ? "auto" : "smooth";
}

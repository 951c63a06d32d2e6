import { html, useLayoutEffect, useRef, useState } from "../libraries.js";
import { rowsInView } from "./rows-in-view.js";

/** Pixels above and below the view up to which rows come into the page, and beyond which they leave it. */
const margins = [1200, 1800];

/**
 * Heights of rows as they were last in the page, by entry.
 *
 * @type {WeakMap<object, number>}
 */
const heights = new WeakMap();
/** That of the row measured last, for rows that have not been in the page. */
let usual = 70;

/** @param {object} entry */
function height(entry) {
  return heights.get(entry) ?? usual;
}

/**
 * What puts the rows of each list into the page and out of it.
 *
 * @type {Set<() => void>}
 */
const updates = new Set();
let isPlanned = false;

function updateAll() {
  for (const update of [...updates]) update();
}

/** Updates all lists with the next frame: where the rows of one have other heights than thought, the next ones move. */
function plan() {
  if (isPlanned) return;
  isPlanned = true;
  requestAnimationFrame(() => {
    isPlanned = false;
    updateAll();
  });
}

addEventListener("scroll", updateAll, { passive: true });
addEventListener("resize", updateAll);

/**
 * A list of which only the rows near the view are in the page, and the one that has the focus. Gaps have the heights of the
 * others. A list of thousands thus takes no more memory, style and layout than one of some dozens.
 *
 * @template {{id?: string}} Entry
 * @param {{entries: Entry[], row: (entry: Entry) => import("../libraries.js").Node}} properties `row` makes a list item with a key.
 */
export function LongList({ entries, row }) {
  const list = useRef(/** @type {HTMLElement | null} */ (null));
  const [set, setPart] = useState(/** @type {Part} */ ({ entries, from: 0, to: 0 }));
  const part = set.entries === entries ? set : moved(set, entries);
  const drawn = useRef(part);
  const focused = useRef(/** @type {Element | null} */ (null));
  drawn.current = part;
  const update = () => {
    if (!list.current) return;
    const next = wanted(list.current, drawn.current);
    if (next.from === drawn.current.from && next.to === drawn.current.to) return;
    if (list.current.contains(document.activeElement)) focused.current = document.activeElement;
    setPart(next);
  };
  useLayoutEffect(() => {
    updates.add(update);
    return () => updates.delete(update);
  }, []);
  useLayoutEffect(() => {
    // A row that has become the first one may have been moved, which takes the focus from it.
    if (document.activeElement === document.body && focused.current instanceof HTMLElement)
      focused.current.focus({ preventScroll: true });
    focused.current = null;
    update();
    plan();
  }, [entries, part.from, part.to]);
  return html`<ul class="list" ref=${list}>
    <${Gap} entries=${entries.slice(0, part.from)} />
    ${entries.slice(part.from, part.to).map(row)}
    <${Gap} entries=${entries.slice(part.to)} />
  </ul>`;
}

/** @param {{entries: object[]}} properties */
function Gap({ entries }) {
  if (!entries.length) return null;
  const sum = entries.reduce((sum, entry) => sum + height(entry), 0);
  return html`<li class="gap" aria-hidden="true" style=${{ height: `${sum}px` }}></li>`;
}

/**
 * The part of a list that is in the page.
 *
 * @typedef {{entries: {id?: string}[], from: number, to: number}} Part `from` is the first row, `to` the one after the last.
 */

/**
 * The same rows in the list as it is now: none goes away because of others that come or go.
 *
 * @param {Part} part
 * @param {{id?: string}[]} entries
 * @returns {Part}
 */
function moved({ entries: former, from, to }, entries) {
  const place = (/** @type {number} */ row) => entries.findIndex((entry) => entry.id === former[row]?.id);
  const [first, last] = [place(from), place(to - 1)];
  const isThere = to > from && first >= 0 && last >= first;
  return isThere ? { entries, from: first, to: last + 1 } : { entries, from, to };
}

/**
 * The rows that should be in the page now. Notes the heights of those that are.
 *
 * @param {HTMLElement} list
 * @param {Part} part What is in the page.
 * @returns {Part}
 */
function wanted(list, { entries, from, to }) {
  const rows = [...list.children].filter((each) => !each.classList.contains("gap"));
  rows.forEach((each, index) => {
    usual = each.getBoundingClientRect().height;
    heights.set(entries[from + index], usual);
  });
  const { top, bottom } = list.getBoundingClientRect();
  const within = (/** @type {number} */ margin) =>
    bottom > -margin && top < innerHeight + margin
      ? rowsInView(entries.map(height), -margin - top, innerHeight + margin - top)
      : [0, 0];
  const [inner, outer] = margins.map(within);
  const focused = rows.findIndex((each) => each.contains(document.activeElement));
  const kept = focused < 0 ? [] : [[from + focused, from + focused + 1]];
  return { entries, ...joined([inner, [Math.max(from, outer[0]), Math.min(to, outer[1])], ...kept]) };
}

/**
 * The smallest part with all of some parts.
 *
 * @param {number[][]} parts The first row of each, and the one after its last.
 */
function joined(parts) {
  const some = parts.filter(([from, to]) => to > from);
  if (!some.length) return { from: 0, to: 0 };
  return { from: Math.min(...some.map(([from]) => from)), to: Math.max(...some.map(([, to]) => to)) };
}

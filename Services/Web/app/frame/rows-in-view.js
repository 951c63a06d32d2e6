/** Rows are put into the page and out of it by so many. */
const step = 10;

/**
 * The rows of a list that are between two heights, in whole steps.
 *
 * @param {number[]} heights Of all rows.
 * @param {number} begin From the top of the list; may be above it.
 * @param {number} end
 * @returns {[number, number]} The first one, and the one after the last; both 0 when there are none.
 */
export function rowsInView(heights, begin, end) {
  let from = -1;
  let to = 0;
  let top = 0;
  for (let row = 0; row < heights.length && top < end; row += 1) {
    top += heights[row];
    if (top <= begin) continue;
    if (from < 0) from = row;
    to = row + 1;
  }
  if (from < 0) return [0, 0];
  return [from - (from % step), Math.min(heights.length, Math.ceil(to / step) * step)];
}

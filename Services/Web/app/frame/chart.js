import { useEffect, useRef } from "../libraries.js";
import { appearance } from "./appearance.js";
import { useFetched, useStore } from "./hooks.js";

/**
 * How a chart looks in the present appearance: the colours of the page by their names, and the font of its words.
 *
 * @typedef {{color: (name: string) => string, font: {family: string, size: number}, ticks: {color: string, font: {family: string, size: number}}}} ChartStyle
 */

/** @returns {ChartStyle} */
function presentStyle() {
  const style = getComputedStyle(document.documentElement);
  const color = (/** @type {string} */ name) => style.getPropertyValue(`--${name}`).trim();
  const font = { family: getComputedStyle(document.body).fontFamily, size: 13 };
  return { color, font, ticks: { color: color("soft"), font } };
}

/**
 * Draws a chart into a canvas, whose reference is returned, and anew when what it shows or the appearance changes. The library is
 * fetched once there is something to show.
 *
 * @param {(style: ChartStyle) => ChartConfiguration} configure
 * @param {unknown[]} shown What the chart shows.
 * @param {boolean} isNeeded
 */
export function useChart(configure, shown, isNeeded) {
  const canvas = useRef(/** @type {HTMLCanvasElement | null} */ (null));
  const look = useStore(appearance);
  const isLoaded = useFetched(async () => {
    await import("../../libraries/chart.js/chart.js");
    return true;
  }, isNeeded);
  useEffect(() => {
    if (!isLoaded || !canvas.current) return;
    const chart = new Chart(canvas.current, configure(presentStyle()));
    return () => chart.destroy();
  }, [isLoaded, JSON.stringify(shown), look]);
  return canvas;
}

import { html } from "../libraries.js";
import { ChartActions } from "./chart-actions.js";
import { useChart } from "./chart.js";

/**
 * A bar of a chart: `value` is how long it is, `amount` what it says.
 *
 * @typedef {{label: string, value: number, amount: string}} Bar
 */

/** How high a bar that lies is, with what is around it, in pixels. */
const thickness = 34;

/**
 * A bar chart, whose bars lie where their labels are words and stand where they follow each other in time. What it shows is in a
 * table beside it, too: `reading` says it in a sentence.
 *
 * @param {{bars: Bar[], reading: string, isStanding?: boolean, onChoose?: (index: number) => void}} properties
 */
export function BarChart({ bars, reading, isStanding = false, onChoose }) {
  const canvas = useChart(
    (style) => configuration(style, bars, isStanding, onChoose),
    [bars, isStanding],
    bars.length > 0,
  );
  const height = isStanding ? undefined : `${bars.length * thickness + 40}px`;
  const size = (/** @type {HTMLElement | null} */ element) => {
    // The content security policy allows no styles in attributes.
    if (element) element.style.height = height ?? "";
  };
  return html`<div class="chart" ref=${size}><canvas ref=${canvas} role="img" aria-label=${reading}></canvas></div>
    <${ChartActions} canvas=${canvas} reading=${reading} />`;
}

/**
 * @param {import("./chart.js").ChartStyle} style
 * @param {Bar[]} bars
 * @param {boolean} isStanding
 * @param {((index: number) => void) | undefined} onChoose
 * @returns {ChartConfiguration}
 */
function configuration({ color, ticks }, bars, isStanding, onChoose) {
  const values = {
    grid: { color: color("line"), drawBorder: false },
    ticks: { ...ticks, maxTicksLimit: 5 },
    beginAtZero: true,
  };
  const names = {
    grid: { display: false, drawBorder: false },
    ticks: { ...ticks, autoSkip: isStanding, maxRotation: 0 },
  };
  return {
    type: "bar",
    data: {
      labels: bars.map(({ label }) => label),
      datasets: [
        { data: bars.map(({ value }) => value), backgroundColor: color("green"), borderRadius: 4, maxBarThickness: 28 },
      ],
    },
    options: {
      indexAxis: isStanding ? "x" : "y",
      maintainAspectRatio: false,
      animation: false,
      scales: isStanding ? { x: names, y: values } : { x: values, y: names },
      plugins: {
        legend: { display: false },
        tooltip: {
          displayColors: false,
          callbacks: { label: (/** @type {{dataIndex: number}} */ item) => bars[item.dataIndex].amount },
        },
      },
      onClick: (/** @type {unknown} */ _, /** @type {ChartClick[]} */ found) => found[0] && onChoose?.(found[0].index),
    },
  };
}

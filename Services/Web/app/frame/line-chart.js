import { html } from "../libraries.js";
import { ChartActions } from "./chart-actions.js";
import { useChart } from "./chart.js";

/**
 * A line of a chart: `values` are how high it is at each label, `amounts` what it says there. A line that is `soft` is what another one
 * is compared with.
 *
 * @typedef {{name: string, values: number[], amounts: string[], isSoft?: boolean}} Line
 */

/**
 * A chart of lines over time. What it shows is in a table beside it, too: `reading` says it in a sentence.
 *
 * @param {{labels: string[], lines: Line[], reading: string}} properties
 */
export function LineChart({ labels, lines, reading }) {
  const canvas = useChart((style) => configuration(style, labels, lines), [labels, lines], labels.length > 0);
  return html`<div class="chart"><canvas ref=${canvas} role="img" aria-label=${reading}></canvas></div>
    <${ChartActions} canvas=${canvas} reading=${reading} />`;
}

/**
 * @param {import("./chart.js").ChartStyle} style
 * @param {string[]} labels
 * @param {Line[]} lines
 * @returns {ChartConfiguration}
 */
function configuration({ color, font, ticks }, labels, lines) {
  return {
    type: "line",
    data: {
      labels,
      datasets: lines.map(({ name, values, isSoft }) => ({
        label: name,
        data: values,
        borderColor: color(isSoft ? "edge" : "green"),
        backgroundColor: color(isSoft ? "edge" : "green"),
        // Also without colours the lines can be told apart.
        borderDash: isSoft ? [5, 5] : [],
        borderWidth: 2,
        pointRadius: values.length > 24 ? 0 : 3,
        pointHitRadius: 12,
        tension: 0,
      })),
    },
    options: {
      maintainAspectRatio: false,
      animation: false,
      interaction: { mode: "index", intersect: false },
      scales: {
        x: {
          grid: { display: false, drawBorder: false },
          ticks: { ...ticks, autoSkip: true, autoSkipPadding: 20, maxRotation: 0 },
        },
        y: { grid: { color: color("line"), drawBorder: false }, ticks: { ...ticks, maxTicksLimit: 5 } },
      },
      plugins: {
        legend: { display: lines.length > 1, labels: { color: color("ink"), font, boxHeight: 2 } },
        tooltip: {
          displayColors: false,
          callbacks: {
            label: (/** @type {{datasetIndex: number, dataIndex: number}} */ item) =>
              `${lines[item.datasetIndex].name}: ${lines[item.datasetIndex].amounts[item.dataIndex]}`,
          },
        },
      },
    },
  };
}

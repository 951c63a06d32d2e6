import { html } from "../libraries.js";
import { text } from "../texts/texts.js";
import { Button } from "./controls.js";
import { Icon } from "./icons.js";
import { say, sayFailure } from "./messages.js";

/**
 * Shares a chart, as a picture with what it says where the device can do that, and otherwise by copying what it says; and prints its
 * page.
 *
 * @param {{canvas: {current: HTMLCanvasElement | null}, reading: string}} properties
 */
export function ChartActions({ canvas, reading }) {
  const share = async () => {
    try {
      const shared = await contents(canvas.current, reading);
      if (navigator.canShare?.(shared)) {
        await navigator.share(shared);
      } else {
        await navigator.clipboard.writeText(reading);
        say(text("chart.copied"));
      }
    } catch (error) {
      // Whoever closes the device's list of places to share with has changed their mind.
      if (!(error instanceof DOMException && error.name === "AbortError")) sayFailure(error);
    }
  };
  return html`<div class="chart-actions">
    <${Button} kind="plain" onClick=${share}><${Icon} name="send" size=${18} /> ${text("chart.share")}<//>
    <${Button} kind="plain" onClick=${() => print()}><${Icon} name="pages" size=${18} /> ${text("chart.print")}<//>
  </div>`;
}

/**
 * What is shared of a chart: its picture, on the card's colour, where the device takes files, and its reading.
 *
 * @param {HTMLCanvasElement | null} canvas
 * @param {string} reading
 * @returns {Promise<ShareData>}
 */
async function contents(canvas, reading) {
  const words = { title: document.title, text: reading };
  const picture = canvas && (await pictureOf(canvas));
  if (!picture) return words;
  const files = [new File([picture], "larder.png", { type: picture.type })];
  return navigator.canShare?.({ ...words, files }) ? { ...words, files } : words;
}

/**
 * @param {HTMLCanvasElement} canvas
 * @returns {Promise<Blob | null>}
 */
function pictureOf(canvas) {
  const copy = document.createElement("canvas");
  [copy.width, copy.height] = [canvas.width, canvas.height];
  const context = copy.getContext("2d");
  if (!context || !canvas.width || !canvas.height) return Promise.resolve(null);
  context.fillStyle = getComputedStyle(document.documentElement).getPropertyValue("--card");
  context.fillRect(0, 0, copy.width, copy.height);
  context.drawImage(canvas, 0, 0);
  return new Promise((resolve) => copy.toBlob(resolve, "image/png"));
}

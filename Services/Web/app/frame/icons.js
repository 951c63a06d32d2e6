import { html } from "../libraries.js";

/** Paths in a square of 24, drawn with a line of 2. */
const paths = {
  home: "M4 11l8-7 8 7v9h-5v-6H9v6H4z",
  camera: "M4 8h3l2-3h6l2 3h3v11H4zM12 17a3.5 3.5 0 100-7 3.5 3.5 0 000 7z",
  log: "M6 3h12v18l-2-1.5L14 21l-2-1.5L10 21l-2-1.5L6 21zM9 8h6M9 12h6",
  inbox: "M4 13l3-8h10l3 8v6H4zM4 13h5l1 3h4l1-3h5",
  menu: "M4 7h16M4 12h16M4 17h16",
  back: "M14 6l-6 6 6 6",
  check: "M5 13l4 4 10-10",
  doubt: "M12 4l9 16H3zM12 10v4M12 17.2v.1",
  add: "M12 5v14M5 12h14",
  search: "M11 18a7 7 0 100-14 7 7 0 000 14zM16 16l5 5",
  gear: "M12 15a3 3 0 100-6 3 3 0 000 6zM12 3v3M12 18v3M3 12h3M18 12h3M5.6 5.6l2.1 2.1M16.3 16.3l2.1 2.1M5.6 18.4l2.1-2.1M16.3 7.7l2.1-2.1",
  help: "M9 9a3 3 0 116 .5c-.7 1.7-3 2-3 4M12 17.5v.1M12 21a9 9 0 100-18 9 9 0 000 18z",
  person: "M12 12a4 4 0 100-8 4 4 0 000 8zM4 21c0-4 4-6 8-6s8 2 8 6",
  place: "M12 21s7-6.5 7-12a7 7 0 10-14 0c0 5.5 7 12 7 12zM12 12a3 3 0 100-6 3 3 0 000 6z",
  basket: "M4 9h16l-2 11H6zM8 9l4-6 4 6",
  out: "M10 4H5v16h5M14 8l4 4-4 4M18 12H9",
  shield: "M12 3l8 3v6c0 5-3.5 8-8 9-4.500-1-8-4-8-9V6z",
  picture: "M4 5h16v14H4zM4 16l5-5 4 4 3-3 4 4M15 9.500v.1",
  pen: "M5 19l1-4L16 5l3 3L9 18z",
};

/** @typedef {keyof typeof paths} IconName */

/**
 * A drawing beside a label, which says what it means.
 *
 * @param {{name: IconName, size?: number}} properties
 */
export function Icon({ name, size = 24 }) {
  return html`<svg class="icon" width=${size} height=${size} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
    <path d=${paths[name]} fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round" />
  </svg>`;
}

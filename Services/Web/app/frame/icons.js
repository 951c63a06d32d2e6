import { html } from "../libraries.js";

/** Paths in a square of 24, drawn with a line of 2. */
const paths = {
  home: "M4 11l8-7 8 7v9h-5v-6H9v6H4z",
  camera: "M4 8h3l2-3h6l2 3h3v11H4zM12 17a3.5 3.5 0 100-7 3.5 3.5 0 000 7z",
  log: "M6 3h12v18l-2-1.5L14 21l-2-1.5L10 21l-2-1.5L6 21zM9 8h6M9 12h6",
  inbox: "M4 13l3-8h10l3 8v6H4zM4 13h5l1 3h4l1-3h5",
  menu: "M4 7h16M4 12h16M4 17h16",
  back: "M14 6l-6 6 6 6",
  forward: "M10 6l6 6-6 6",
  check: "M5 13l4 4 10-10",
  doubt: "M12 4l9 16H3zM12 10v4M12 17.2v.1",
  add: "M12 5v14M5 12h14",
  remove: "M5 7h14M10 7V4h4v3M7 7l1 13h8l1-13M10.5 11v5M13.5 11v5",
  split: "M12 21v-7M12 14L6 8M12 14l6-6M6 12V8h4M18 12V8h-4",
  close: "M6 6l12 12M18 6L6 18",
  undo: "M8 5L4 9l4 4M4 9h10a5.5 5.5 0 010 11H9",
  history: "M4 5v5h5M4.6 10a8 8 0 11-.4 4M12 8v4.5l3 2",
  search: "M11 18a7 7 0 100-14 7 7 0 000 14zM16 16l5 5",
  gear: "M4 7h9M17 7h3M15 9a2 2 0 100-4 2 2 0 000 4zM4 17h3M11 17h9M9 19a2 2 0 100-4 2 2 0 000 4zM4 12h4",
  help: "M9.5 9.5a2.6 2.6 0 115 .4c-.6 1.5-2.5 1.7-2.5 3.4M12 16.7v.1M12 21a9 9 0 100-18 9 9 0 000 18z",
  person: "M12 12a4 4 0 100-8 4 4 0 000 8zM4 21c0-4 4-6 8-6s8 2 8 6",
  star: "M12 4l2.4 5 5.6.8-4 3.9.9 5.5-4.9-2.6-4.9 2.6.9-5.5-4-3.9 5.6-.8z",
  medal: "M12 14.5a5.5 5.5 0 100-11 5.5 5.5 0 000 11zM8.6 13.3L7 21l5-2.5 5 2.5-1.6-7.7",
  guide: "M9 4L3 6.5v13.5l6-2.5 6 2.5 6-2.5V4l-6 2.5zM9 4v13.5M15 6.5V20",
  place: "M12 21s7-6.5 7-12a7 7 0 10-14 0c0 5.5 7 12 7 12zM12 12a3 3 0 100-6 3 3 0 000 6z",
  here: "M12 19a7 7 0 100-14 7 7 0 000 14zM12 2v5M12 17v5M2 12h5M17 12h5",
  tag: "M4 4h8l8 8-8 8-8-8zM8.5 8.5v.1",
  out: "M10 4H5v16h5M14 8l4 4-4 4M18 12H9",
  device: "M3 5h18v11H3zM9 20h6M12 16v4",
  shield: "M12 3l8 3v6c0 5-3.5 8-8 9-4.5-1-8-4-8-9V6z",
  picture: "M4 5h16v14H4zM4 16l5-5 4 4 3-3 4 4M15 9.5v.1",
  pages: "M8 3h11v14H8zM5 7v14h11",
  coins: "M9 13a5 5 0 100-10 5 5 0 000 10zM13.5 9.2A5 5 0 1115 21a5 5 0 01-4.5-7.2M9 6v4M15 14v4",
  chart: "M4 20h16M7 20v-6M12 20V9M17 20V5",
  growth: "M3 20h18M4 15l5-5 4 4 7-8M15 6h5v5",
  target: "M12 21a9 9 0 100-18 9 9 0 000 18zM12 16.5a4.5 4.5 0 100-9 4.5 4.5 0 000 9zM12 12v.1",
  idea: "M9.5 17h5c.1-1.2.6-2 1.5-2.8a6 6 0 10-8 0c.9.8 1.4 1.6 1.5 2.8zM10 21h4",
  pen: "M5 19l1-4L16 5l3 3L9 18z",
  light: "M13 3L5 14h6l-1 7 8-11h-6z",
  noLight: "M13 3L9.5 7.3M7.8 9.4L5 13.5h6l-1 7 3.5-5M15.3 12.8L19 10h-5.5M4 4l16 16",
  offline: "M4 4l16 16M8.5 8A6 6 0 006 18h10M19.5 16.5A4 4 0 0017 10a6 6 0 00-5-4",
  eye: "M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12zM12 15a3 3 0 100-6 3 3 0 000 6z",
  larger: "M9 4H4v5M15 4h5v5M9 20H4v-5M15 20h5v-5",
  smaller: "M4 9h5V4M20 9h-5V4M4 15h5v5M20 15h-5v5",
  minus: "M5 12h14",
  repeat: "M7 4L4 7l3 3M4 7h12a4 4 0 014 4M17 20l3-3-3-3M20 17H8a4 4 0 01-4-4",
  copy: "M9 9h11v11H9zM5 15H4V4h11v1",
  exchange: "M7 4v13M3 13l4 4 4-4M17 20V7M13 11l4-4 4 4",
  send: "M21 3L10 14M21 3l-7 18-4-7-7-4z",
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

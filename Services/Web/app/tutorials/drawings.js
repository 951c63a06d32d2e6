import { html } from "../libraries.js";

/** A phone that photographs a receipt. */
const photo = () =>
  html`
  <path class="paper" d="M96 34h92v150l-12-8-11 8-12-8-11 8-12-8-11 8-12-8-11 8z" />
  <path class="print" d="M112 58h60M112 78h36M160 78h12M112 96h30M160 96h12M112 114h40M160 114h12M112 140h22M150 140h22" />
  <path class="edge" d="M76 56V36a12 12 0 0112-12h20M176 24h20a12 12 0 0112 12v20M208 164v20a12 12 0 01-12 12h-20M108 196H88a12 12 0 01-12-12v-20" />
  <circle class="fill" cx="214" cy="180" r="30" />
  <path class="sign" d="M199 172h7l4-6h8l4 6h7v20h-30zM214 187a5.5 5.5 0 100-11 5.5 5.5 0 000 11z" />`;

/** A list that is checked. */
const check = () =>
  html`
  <rect class="paper" x="58" y="30" width="168" height="152" rx="18" />
  <path class="print" d="M108 62h62M108 106h80M108 150h50M198 62h8M200 106h6M198 150h8" />
  <circle class="fill" cx="84" cy="62" r="12" /><circle class="fill" cx="84" cy="150" r="12" />
  <circle class="doubtful" cx="84" cy="106" r="12" />
  <path class="sign" d="M78 62l4 4 8-8M78 150l4 4 8-8" />
  <path class="doubtful-sign" d="M84 99v8M84 112v.1" />
  <path class="pen" d="M196 192l6-20 34-34 14 14-34 34z" />`;

/** What follows: bars, and a bell of news. */
const follow = () =>
  html`
  <rect class="paper" x="46" y="34" width="192" height="148" rx="18" />
  <rect class="bar" x="70" y="118" width="24" height="44" rx="7" /><rect class="bar" x="106" y="94" width="24" height="68" rx="7" />
  <rect class="fill" x="142" y="70" width="24" height="92" rx="7" /><rect class="bar" x="178" y="106" width="24" height="56" rx="7" />
  <path class="print" d="M70 60h44" />
  <circle class="fill" cx="226" cy="46" r="28" />
  <path class="sign" d="M226 33a9 9 0 00-9 9c0 9-3 11-3 11h24s-3-2-3-11a9 9 0 00-9-9zM223 58h6" />`;

const drawings = [photo, check, follow];

/**
 * The drawing of a slide, which says what its text says.
 *
 * @param {{number: number}} properties
 */
export function Drawing({ number }) {
  return html`<svg class="slide-drawing" viewBox="0 0 284 216" aria-hidden="true" focusable="false">${drawings[number]()}</svg>`;
}

import { Sheet } from "../frame/sheet.js";
import { html } from "../libraries.js";
import { number } from "../texts/formats.js";
import { text } from "../texts/texts.js";
import { categoryName } from "./categories.js";
import { keeps, places } from "./keeping.js";

/** Nutrients as the service names them; all but energy come in milligrams. */
const nutrients = /** @type {const} */ ([
  "energyKcal",
  "proteinMg",
  "fatMg",
  "carbohydrateMg",
  "fibreMg",
  "sugarMg",
  "sodiumMg",
]);

/**
 * An amount of a nutrient in 100 g.
 *
 * @param {string} name
 * @param {string | undefined} value
 */
function nutrient(name, value) {
  const amount = Number(value ?? 0);
  if (name === "energyKcal") return `${number(amount)} kcal`;
  return amount > 0 && amount < 100 ? `${number(amount)} mg` : `${number(amount / 1000)} g`;
}

/**
 * What is known of a product: how long it keeps, and what is in it.
 *
 * @param {{product: import("../api/types.js").Catalog.Product, onClose: () => void}} properties
 */
export function ProductSheet({ product, onClose }) {
  const life = places.filter((place) => product.shelfLife?.[place]);
  const known = nutrients.filter((name) => product.nutrition?.[name]);
  return html`<${Sheet} title=${product.name} onClose=${onClose} hasClose>
    <p class="hint">${categoryName(product.category)}</p>
    <h2>${text("products.shelfLife")}</h2>
    ${life.length ? html`<dl class="card facts">${life.map((place) => fact(text(`products.${place}`), keeps(product.shelfLife?.[place])))}</dl>` : html`<p class="hint">${text("products.unknown")}</p>`}
    ${life.length > 0 && html`<p class="hint">${text("products.advice")}</p>`}
    <h2>${text("products.nutrition")}</h2>
    ${known.length ? html`<dl class="card facts">${known.map((name) => fact(text(`nutrient.${name}`), nutrient(name, product.nutrition?.[name]?.value)))}</dl>` : html`<p class="hint">${text("products.unknown")}</p>`}
  <//>`;
}

/**
 * @param {string} name
 * @param {string} value
 */
function fact(name, value) {
  return html`<div key=${name}><dt>${name}</dt><dd class="amount">${value}</dd></div>`;
}

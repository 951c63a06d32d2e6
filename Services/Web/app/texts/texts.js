import { Store } from "../frame/store.js";

/** The languages that there are, as they name themselves. */
export const languages = { en: "English", fr: "Français" };

/** @typedef {keyof typeof languages} Language */

/** @type {Store<Language>} */
export const language = new Store(/** @type {Language} */ ("en"));

/** @type {Record<string, string | Record<string, string>>} */
let catalogue = {};
let plurals = new Intl.PluralRules("en");

/**
 * The language that the browser prefers among those there are.
 *
 * @param {readonly string[]} preferred
 * @returns {Language}
 */
export function preferredLanguage(preferred) {
  for (const tag of preferred) {
    const base = tag.toLowerCase().split("-")[0];
    if (base in languages) return /** @type {Language} */ (base);
  }
  return "en";
}

/** The language that is shown as the browser's owner has it, such as `en-CA`, for amounts, days and numbers. */
export function locale() {
  const tags = globalThis.navigator?.languages ?? [];
  return tags.find((tag) => tag.toLowerCase().split("-")[0] === language.value) ?? language.value;
}

/**
 * Which texts are loaded: those of the first page, which has to come soon, or those of the whole app.
 *
 * @type {"first" | "app"}
 */
let extent = "first";

/**
 * Loads a language and shows everything in it.
 *
 * @param {Language} next
 * @returns {Promise<void>}
 */
export async function useLanguage(next) {
  const loaded = extent;
  const texts = await load(next, loaded);
  // The others have come meanwhile.
  if (loaded !== extent) return await useLanguage(next);
  catalogue = texts;
  plurals = new Intl.PluralRules(next);
  document.documentElement.lang = next;
  language.set(next);
}

/** Loads the texts of all pages, in the language that is shown. */
export async function loadAllTexts() {
  const shown = language.value;
  const texts = await load(shown, "app");
  extent = "app";
  if (language.value === shown) catalogue = texts;
  else await useLanguage(language.value);
}

/**
 * @param {Language} name
 * @param {typeof extent} extent
 * @returns {Promise<typeof catalogue>}
 */
async function load(name, extent) {
  const answer = await fetch(new URL(`../../texts/${name}/${extent}.json`, import.meta.url));
  if (!answer.ok) throw new Error(`texts of ${name}: ${answer.status}`);
  return await answer.json();
}

/**
 * A text in the language that is shown.
 *
 * @param {string} key
 * @param {Record<string, string | number>} [values] For its `{names}`; `count` chooses among plural forms.
 */
export function text(key, values = {}) {
  const entry = catalogue[key];
  const form = typeof entry === "object" ? (entry[plurals.select(Number(values.count ?? 0))] ?? entry.other) : entry;
  if (form === undefined) {
    console.error(`There is no text ${key}.`);
    return key;
  }
  return form.replace(/\{(\w+)\}/g, (mark, name) => {
    const value = values[name];
    if (value === undefined) return mark;
    return typeof value === "number" ? value.toLocaleString(locale()) : value;
  });
}

/**
 * Whether there is a text.
 *
 * @param {string} key
 */
export function hasText(key) {
  return key in catalogue;
}

import { call } from "../api/client.js";
import { Badge } from "../frame/badge.js";
import { Button } from "../frame/controls.js";
import { useLoaded } from "../frame/hooks.js";
import { Icon } from "../frame/icons.js";
import { say } from "../frame/messages.js";
import { Empty, PageHead, Problem, Skeleton } from "../frame/page.js";
import { go, place } from "../frame/router.js";
import { html, useEffect, useState } from "../libraries.js";
import { readCategories } from "../products/categories.js";
import { usualCurrency } from "../purchases/likely-currency.js";
import { text } from "../texts/texts.js";
import { PreferenceSheet } from "./preference-sheet.js";
import { isSameSubject, replacedBy, subjectOf } from "./typed-preference.js";
import { rangeText, titleOf } from "./words.js";

/** @typedef {import("./typed-preference.js").Preference} Preference */
/** @typedef {import("../products/categories.js").Category} Category */

/** @param {AbortSignal} signal */
async function load(signal) {
  const [answer, categories, currency] = await Promise.all([
    call("larder.budget.v1.Preferences/ListPreferences", {}, { signal }),
    readCategories(signal).catch(() => []),
    usualCurrency(),
  ]);
  return { preferences: answer.preferences ?? [], categories, currency };
}

/** @param {Preference} preference */
function set(preference) {
  const { productName: _, ...sent } = preference;
  return call("larder.budget.v1.Preferences/SetPreference", { preference: sent });
}

/** @param {Preference} preference */
function unset(preference) {
  return call("larder.budget.v1.Preferences/RemovePreference", subjectOf(preference));
}

/** What things may cost that the person is recommended. The address may name a product of which that is to be said. */
export function Preferences() {
  const loaded = useLoaded(load, []);
  const [open, setOpen] = useState(/** @type {{first: Preference, isNew: boolean} | null} */ (null));
  const { preferences, categories, currency } = loaded.value ?? { preferences: [], categories: [], currency: "" };
  const change = (/** @type {Preference} */ first) => setOpen({ first, isNew: false });
  const begin = (/** @type {Preference} */ target) => setOpen({ first: { ...target, currency }, isNew: true });
  const isLoaded = Boolean(loaded.value);
  useEffect(() => {
    const product = isLoaded && productOf(place.value.query);
    if (!product) return;
    // Once: whoever closes the sheet and comes back wants the list.
    go("/preferences", { replace: true });
    const known = preferences.find(({ productId }) => productId === product.productId);
    if (known) change(known);
    else begin(product);
  }, [isLoaded]);
  const undo = (/** @type {Preference[]} */ former, /** @type {Preference | undefined} */ saved) => async () => {
    for (const each of former) await set(each);
    if (saved && !former.some((each) => isSameSubject(each, saved))) await unset(saved);
    loaded.again();
  };
  const saved = (/** @type {Preference} */ preference) => {
    const former = replacedBy(preference, preferences, open?.isNew ? undefined : open?.first);
    setOpen(null);
    loaded.again();
    say(text(former.length ? "preferences.changed" : "preferences.added"), { undo: undo(former, preference) });
  };
  const remove = async (/** @type {Preference} */ preference) => {
    await unset(preference);
    setOpen(null);
    loaded.again();
    say(text("preferences.removed"), { undo: undo([preference], undefined) });
  };
  const add = html`<${Button} kind="primary" onClick=${() => begin({})}><${Icon} name="add" size=${20} /> ${text("preferences.add")}<//>`;
  return html`<${PageHead} title=${text("preferences.title")} fallback="/offers" />
    ${loaded.failure && !loaded.value && html`<${Problem} failure=${loaded.failure} again=${loaded.again} />`}
    ${!loaded.value && !loaded.failure && html`<${Skeleton} />`}
    ${loaded.value && !preferences.length && html`<${Empty} icon="coins" sentence=${text("preferences.empty")}>${add}<//>`}
    ${
      preferences.length > 0 &&
      html`<ul class="list preferences">
        ${preferences.map((each) => html`<${Row} key=${Object.values(subjectOf(each)).join(" ")} preference=${each} categories=${categories} onOpen=${() => change(each)} />`)}
      </ul>
      <p class="hint">${text("preferences.method")}</p>
      <div class="actions">${add}</div>`
    }
    ${
      open &&
      html`<${PreferenceSheet}
        first=${open.first}
        isNew=${open.isNew}
        categories=${categories}
        onClose=${() => setOpen(null)}
        onSaved=${saved}
        onRemove=${open.isNew ? undefined : () => remove(open.first)}
      />`
    }`;
}

/**
 * The product that an address names.
 *
 * @param {URLSearchParams} query
 */
function productOf(query) {
  const productId = query.get("product");
  return productId ? { productId, productName: query.get("name") ?? "" } : undefined;
}

/** @param {{preference: Preference, categories: Category[], onOpen: () => void}} properties */
function Row({ preference, categories, onOpen }) {
  const category = categories.find(({ slug }) => slug === preference.category);
  const title = titleOf(preference, category);
  return html`<li class="with-symbol">
    <button type="button" class="row" onClick=${onOpen}>
      <${Badge} name=${title} symbol=${category?.symbol} />
      <span class="main">${title}</span>
      <span class="side"></span>
      <span class="sub">${rangeText(preference)}</span>
    </button>
  </li>`;
}

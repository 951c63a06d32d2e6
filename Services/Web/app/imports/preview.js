import { call, newKey } from "../api/client.js";
import { asFailure } from "../api/failure.js";
import { Badge } from "../frame/badge.js";
import { Button, Field, Select, Switch } from "../frame/controls.js";
import { useLoaded } from "../frame/hooks.js";
import { Problem, Skeleton } from "../frame/page.js";
import { useSaving } from "../frame/saving.js";
import { html, useEffect, useRef, useState } from "../libraries.js";
import { categoryName, categoryTitle, readCategories } from "../products/categories.js";
import { offeredCurrencies, usualCurrency } from "../purchases/likely-currency.js";
import { day, money } from "../texts/formats.js";
import { text } from "../texts/texts.js";
import { assigned, dateOrders, explained, roles, withNamedCategories } from "./chosen-file.js";

/** @typedef {import("../api/types.js").Budget.ImportPreview} Preview */
/** @typedef {import("../api/types.js").Budget.ImportOptions} Options */
/** @typedef {import("../api/types.js").Budget.ImportMapping} Mapping */
/** @typedef {import("../api/types.js").Catalog.Category} Category */
/** @typedef {{name: string, contents: string}} ChosenFile */

const preview = "larder.budget.v1.Imports/PreviewImport";
/** In milliseconds: a file takes a while to be sent. */
const timeout = 60000;

/**
 * What a file has, read as its owner says.
 *
 * @param {ChosenFile} file
 * @param {Options} options
 * @param {AbortSignal} signal
 * @returns {Promise<{options: Options, shown: Preview, categories: Category[]}>}
 */
async function read({ contents }, options, signal) {
  let shown = await call(preview, { contents, options }, { signal, timeout });
  const categories = shown.mapping ? await readCategories(signal).catch(() => []) : [];
  // Once: what is chosen afterwards holds.
  const mapping = options.mapping ? undefined : withNamedCategories(shown, categories, categoryName);
  if (mapping) shown = await call(preview, { contents, options: { ...options, mapping } }, { signal, timeout });
  return { options, shown, categories };
}

/**
 * What would be recorded of a file, how it is read, and what is wrong with it, until its owner accepts it.
 *
 * @param {{file: ChosenFile, onDone: (made: import("../api/types.js").Budget.Import) => void, onCancel: () => void}} properties
 */
export function ImportPreview({ file, onDone, onCancel }) {
  const [options, setOptions] = useState(/** @type {Options} */ ({}));
  const [leavesOut, setLeavesOut] = useState(false);
  const loaded = useLoaded((signal) => read(file, options, signal), [options]);
  const { failure, isBusy, attempt } = useSaving();
  const key = useRef(newKey());
  const top = useRef(/** @type {HTMLElement | null} */ (null));
  // Not again where it was chosen, now or for a former table with these columns.
  const [asksOrder, setAsksOrder] = useState(/** @type {boolean | undefined} */ (undefined));
  const { shown, categories } = loaded.value ?? { shown: undefined, categories: [] };
  useEffect(() => {
    if (shown) top.current?.focus({ preventScroll: false });
  }, [Boolean(shown)]);
  useEffect(() => {
    if (shown && asksOrder === undefined) setAsksOrder(Boolean(shown.otherDateOrder && !shown.mappingRemembered));
  }, [shown]);
  // Where neither the file nor the ledger says it.
  useEffect(() => {
    if (!shown || shown.currency || options.currency) return;
    void usualCurrency().then((currency) => change({ currency }));
  }, [shown]);
  const change = (/** @type {Options} */ part) => {
    key.current = newKey();
    setOptions({ mapping: shown?.mapping, currency: shown?.currency, ...options, ...part });
  };
  const record = () =>
    attempt(async () => {
      const request = {
        contents: file.contents,
        fileName: file.name.slice(0, 200),
        options: { ...options, mapping: shown?.mapping, currency: shown?.currency },
        leaveOutInvalid: leavesOut,
      };
      onDone(await call("larder.budget.v1.Imports/CreateImport", request, { key: key.current, timeout }));
    });
  if (loaded.failure && !shown) return html`<${Rejected} failure=${loaded.failure} again=${loaded.again} />`;
  if (!shown) return html`<${Skeleton} rows=${3} />`;
  const count = shown.newCount ?? 0;
  // What is accepted is what is shown: while the file is read in another way, that is not there yet.
  const isOutdated = loaded.value?.options !== options;
  const isBlocked = isOutdated || (Boolean(shown.invalidCount) && !leavesOut);
  return html`<section class="import-preview" aria-label=${text("imports.preview")}>
    <h2 tabindex="-1" ref=${top}>${file.name}</h2>
    <${Summary} preview=${shown} />
    ${
      asksOrder &&
      html`<div class="notice doubt column">
        <p>${text("imports.datesAmbiguous")}</p>
        <${DateOrder}
          mapping=${shown.mapping ?? {}}
          onChange=${(/** @type {Mapping} */ mapping) => {
            setAsksOrder(false);
            change({ mapping });
          }}
        />
      </div>`
    }
    ${shown.invalidCount ? html`<${Errors} preview=${shown} leavesOut=${leavesOut} onChange=${setLeavesOut} />` : null}
    ${
      shown.receivedCount || options.includeReceived
        ? html`<${Switch}
          label=${text("imports.received")}
          hint=${text("imports.received.why")}
          isOn=${Boolean(options.includeReceived)}
          onChange=${(/** @type {boolean} */ includeReceived) => change({ includeReceived })}
        />`
        : null
    }
    ${
      shown.knownCount || options.includeKnown
        ? html`<${Switch}
          label=${text("imports.known")}
          hint=${text("imports.known.why")}
          isOn=${Boolean(options.includeKnown)}
          onChange=${(/** @type {boolean} */ includeKnown) => change({ includeKnown })}
        />`
        : null
    }
    ${shown.mapping && html`<${Reading} preview=${shown} categories=${categories} asksOrder=${Boolean(asksOrder)} onChange=${change} />`}
    <${Entries} preview=${shown} categories=${categories} />
    ${loaded.failure && html`<p class="error" role="alert">${asFailure(loaded.failure).sentence}</p>`}
    ${failure && html`<p class="error" role="alert">${failure}</p>`}
    <div class="actions">
      <${Button} kind="primary" isBusy=${isBusy} isDisabled=${!count || isBlocked || Boolean(loaded.failure)} onClick=${record}>${text("imports.accept", { count })}<//>
      <${Button} kind="secondary" onClick=${onCancel}>${text("cancel")}<//>
    </div>
  </section>`;
}

/**
 * Why nothing of a file can be imported.
 *
 * @param {{failure: unknown, again: () => void}} properties
 */
function Rejected({ failure, again }) {
  const { fields } = asFailure(failure);
  if (!fields.length) return html`<${Problem} failure=${failure} again=${again} />`;
  // The field's name says nothing to people.
  const sentences = fields.map(({ description }) => description.replace(/^\S+ /, `${text("imports.file")} `));
  return html`<p class="notice doubt" role="alert">${sentences.join(" ")}</p>`;
}

/** @param {{preview: Preview}} properties */
function Summary({ preview: { newCount = 0, knownCount = 0, receivedCount = 0, sums = [], firstDay, lastDay } }) {
  const days = [...new Set([firstDay, lastDay])].filter(Boolean).map((each) => day(each));
  const parts = [sums.map((sum) => money(sum)).join(", "), days.join(" – ")].filter(Boolean);
  const left = [
    knownCount > 0 && text("imports.knownCount", { count: knownCount }),
    receivedCount > 0 && text("imports.receivedCount", { count: receivedCount }),
  ];
  return html`<div role="status">
    <p class="lead">
      <strong>${text(newCount ? "imports.new" : "imports.nothing", { count: newCount })}</strong> ${parts.join(" · ")}
    </p>
    <p class="hint">${left.filter(Boolean).join(" ")}</p>
  </div>`;
}

/**
 * The rows that cannot be read.
 *
 * @param {{preview: Preview, leavesOut: boolean, onChange: (leavesOut: boolean) => void}} properties
 */
function Errors({ preview: { errors = [], invalidCount = 0 }, leavesOut, onChange }) {
  return html`<div class="notice doubt column import-errors">
    <p>${text("imports.invalid", { count: invalidCount })}</p>
    <ul tabindex="0" aria-label=${text("imports.errors")}>
      ${errors.map(
        ({ line, message }) => html`<li key=${line}>${text("imports.line", { line: line ?? 0 })} ${message}</li>`,
      )}
    </ul>
    ${errors.length < invalidCount ? html`<p>${text("imports.more", { count: invalidCount - errors.length })}</p>` : null}
    <${Switch} label=${text("imports.leaveOut", { count: invalidCount })} isOn=${leavesOut} onChange=${onChange} />
  </div>`;
}

/**
 * How the file is read.
 *
 * @param {{preview: Preview, categories: Category[], asksOrder: boolean, onChange: (part: Options) => void}} properties `asksOrder` is
 *   whether the order of dates is asked for already.
 */
function Reading({ preview: shown, categories, asksOrder, onChange }) {
  const mapping = /** @type {Mapping} */ (shown.mapping);
  const [currency, setCurrency] = useState(shown.currency ?? "");
  useEffect(() => setCurrency(shown.currency ?? ""), [shown.currency]);
  const columns = shown.columns ?? [];
  const change = (/** @type {Partial<Mapping>} */ part) => onChange({ mapping: { ...mapping, ...part } });
  const chooseCurrency = () => {
    const code = currency.trim().toUpperCase();
    if (code && code !== shown.currency) onChange({ currency: code });
  };
  const words = [
    ...(shown.unknownCategories ?? []).map((word) => ({ word, slug: "" })),
    ...(mapping.categories ?? []).map(({ word = "", slug = "" }) => ({ word, slug })),
  ];
  return html`<details class="card padded" open=${!shown.newCount}>
    <summary>${text(shown.mappingRemembered ? "imports.reading.remembered" : "imports.reading")}</summary>
    <div class="columns">
      ${columns.map((column, index) => {
        const role = Object.entries(roles).find(([, name]) => name === (mapping.columns?.[index] ?? roles.unused))?.[0];
        return html`<div key=${index} class="import-column">
          <${Select}
            label=${column.name || text("imports.column", { number: index + 1 })}
            chosen=${role ?? "unused"}
            choices=${Object.keys(roles).map((name) => [name, text(`imports.role.${name}`)])}
            onChoose=${(/** @type {keyof typeof roles} */ name) => onChange({ mapping: assigned(mapping, index, roles[name], columns.length) })}
          />
          <p class="hint">${(column.samples ?? []).join(" · ")}</p>
        </div>`;
      })}
      ${!asksOrder && html`<${DateOrder} mapping=${mapping} onChange=${change} />`}
      <${Field} label=${text("purchase.currency")} value=${currency} list=${offeredCurrencies} onInput=${setCurrency} onBlur=${chooseCurrency} />
      ${words.map(
        ({ word, slug }) =>
          html`<${Select}
          key=${word}
          label=${text("imports.word", { word })}
          chosen=${slug}
          choices=${[["", text("imports.noCategory")], ...categories.map((each) => [each.slug ?? "", categoryTitle(each)])]}
          onChoose=${(/** @type {string} */ chosen) =>
            onChange({
              mapping: explained(
                mapping,
                word,
                categories.find((each) => each.slug === chosen),
              ),
            })}
        />`,
      )}
    </div>
    <${Switch} label=${text("imports.decimalComma")} isOn=${Boolean(mapping.decimalComma)} onChange=${(/** @type {boolean} */ decimalComma) => change({ decimalComma })} />
    ${
      columns.length > 0 &&
      html`<${Switch} label=${text("imports.positive")} isOn=${Boolean(mapping.spendingIsPositive)} onChange=${(/** @type {boolean} */ spendingIsPositive) => change({ spendingIsPositive })} />`
    }
  </details>`;
}

/**
 * In which order days, months and years are.
 *
 * @param {{mapping: Mapping, onChange: (mapping: Mapping) => void}} properties
 */
function DateOrder({ mapping, onChange }) {
  return html`<${Select}
    label=${text("imports.dateOrder")}
    chosen=${Object.entries(dateOrders).find(([, name]) => name === mapping.dateOrder)?.[0] ?? "ymd"}
    choices=${Object.keys(dateOrders).map((name) => [name, text(`imports.dateOrder.${name}`)])}
    onChoose=${(/** @type {keyof typeof dateOrders} */ name) => onChange({ ...mapping, dateOrder: dateOrders[name] })}
  />`;
}

/**
 * The first entries as they would be recorded.
 *
 * @param {{preview: Preview, categories: Category[]}} properties
 */
function Entries({ preview: { entries = [], totalCount = 0, invalidCount = 0 }, categories }) {
  if (!entries.length) return null;
  const rest = totalCount - invalidCount - entries.length;
  const states = /** @type {Record<string, string>} */ ({
    IMPORT_ENTRY_STATE_KNOWN: "imports.isKnown",
    IMPORT_ENTRY_STATE_RECEIVED: "imports.isReceived",
  });
  return html`<ul class="list import-entries">
      ${entries.map((entry) => {
        const category = categories.find(({ slug }) => slug === entry.category);
        const left = states[entry.state ?? ""];
        const name = entry.name || entry.place || text("imports.nameless");
        const sub = [
          day(entry.purchasedAt?.date),
          entry.place,
          category && categoryName(category),
          entry.kind === "PURCHASE_KIND_PURCHASE" && text("imports.items", { count: entry.itemCount ?? 0 }),
          left && text(left),
        ];
        return html`<li key=${entry.line} class=${`with-symbol still ${left ? "left-out" : ""}`}>
        <${Badge} name=${name} symbol=${category?.symbol} />
        <span class="main">${name}</span>
        <span class="side amount">${money(entry.amount)}</span>
        <span class="sub">${sub.filter(Boolean).join(" · ")}</span>
      </li>`;
      })}
    </ul>
    ${rest > 0 ? html`<p class="hint">${text("imports.more", { count: rest })}</p>` : null}`;
}

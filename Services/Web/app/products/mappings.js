import { call } from "../api/client.js";
import { Badge } from "../frame/badge.js";
import { Button, Field, Pills } from "../frame/controls.js";
import { Empty, PageHead, Problem, Skeleton } from "../frame/page.js";
import { useSaving } from "../frame/saving.js";
import { Sheet, SheetFoot } from "../frame/sheet.js";
import { useLoaded } from "../frame/hooks.js";
import { say, sayFailure } from "../frame/messages.js";
import { html, useEffect, useState } from "../libraries.js";
import { text } from "../texts/texts.js";
import { categoryName } from "./categories.js";

const choose = "larder.catalog.v1.Mappings/ChooseProduct";

/** @typedef {import("../api/types.js").Catalog.Mapping} Mapping */
/** @typedef {import("../api/types.js").Catalog.MappingFilter} Filter */
/** @typedef {Pick<import("../api/types.js").Catalog.ChooseProductRequest, "productId" | "newProduct">} Choice */

const filters = /** @type {const} */ (["UNSPECIFIED", "CHOSEN", "UNMATCHED"]);

/** What the lines of one's receipts mean: seen, changed and forgotten. */
export function Mappings() {
  const [filter, setFilter] = useState(/** @type {Filter} */ ("MAPPING_FILTER_UNSPECIFIED"));
  const [more, setMore] = useState(/** @type {{ entries: Mapping[]; token: string } | null} */ (null));
  const [chosen, setChosen] = useState(/** @type {Mapping | null} */ (null));
  const ask = (/** @type {string} */ token, /** @type {AbortSignal} */ signal = new AbortController().signal) =>
    call("larder.catalog.v1.Mappings/ListMappings", { filter, page: { size: 100, token } }, { signal });
  const loaded = useLoaded((signal) => ask("", signal), [filter]);
  useEffect(() => setMore(null), [loaded.value]);
  const entries = [...(loaded.value?.mappings ?? []), ...(more?.entries ?? [])];
  const token = more ? more.token : (loaded.value?.nextPageToken ?? "");
  const next = async () => {
    try {
      const answer = await ask(token);
      setMore({ entries: [...(more?.entries ?? []), ...(answer.mappings ?? [])], token: answer.nextPageToken ?? "" });
    } catch (error) {
      sayFailure(error);
    }
  };
  const set = async (/** @type {Mapping} */ mapping, /** @type {Choice} */ choice) => {
    await call(choose, { storeId: mapping.storeId ?? "", printedText: mapping.printedText, ...choice });
    loaded.again();
  };
  const forget = async (/** @type {Mapping} */ mapping) => {
    try {
      await call("larder.catalog.v1.Mappings/ForgetMapping", { mappingId: mapping.id });
      setChosen(null);
      loaded.again();
      const former = mapping.product?.id;
      say(text("mappings.forgotten"), former ? { undo: () => set(mapping, { productId: former }) } : {});
    } catch (error) {
      sayFailure(error);
    }
  };
  return html`<${PageHead} title=${text("mappings.title")} fallback="/products" />
    <p class="lead">${text("mappings.lead")}</p>
    <${Pills}
      label=${text("mappings.which")}
      chosen=${filter}
      onChoose=${setFilter}
      choices=${filters.map((name) => [`MAPPING_FILTER_${name}`, text(`mappings.${name}`)])}
    />
    ${loaded.failure && !loaded.value && html`<${Problem} failure=${loaded.failure} again=${loaded.again} />`}
    ${!loaded.value && !loaded.failure && html`<${Skeleton} />`}
    ${loaded.value && !entries.length && html`<${Empty} icon="log" sentence=${text("mappings.empty")} />`}
    <ul class="list after-pills">
      ${entries.map(
        (mapping) =>
          html`<li key=${mapping.id} class="with-symbol">
          <button type="button" class="row" onClick=${() => setChosen(mapping)}>
            <${Badge} name=${mapping.product?.name} symbol=${mapping.product?.category?.symbol} kind=${mapping.product ? "" : "grey"} />
            <span class="main">${mapping.product?.name ?? text("mappings.unknown")}</span>
            <span class="side"></span>
            <span class="sub">${mapping.printedText} · ${mapping.storeName || text("purchase.unknownStore")}</span>
          </button>
        </li>`,
      )}
    </ul>
    ${token && html`<div class="more-button"><${Button} kind="secondary" onClick=${next}>${text("more")}<//></div>`}
    ${
      chosen &&
      html`<${MappingSheet}
      mapping=${chosen}
      onClose=${() => setChosen(null)}
      onForget=${() => forget(chosen)}
      onChoose=${async (/** @type {Choice} */ choice) => {
        const former = chosen.product?.id;
        await set(chosen, choice);
        setChosen(null);
        say(text("mappings.chosen"), former ? { undo: () => set(chosen, { productId: former }) } : {});
      }}
    />`
    }`;
}

/**
 * @param {{ mapping: Mapping; onClose: () => void; onForget: () => Promise<void>; onChoose: (choice: Choice) => Promise<void> }} properties
 */
function MappingSheet({ mapping, onClose, onForget, onChoose }) {
  const [name, setName] = useState("");
  const { failure, isBusy, attempt, submitting } = useSaving();
  const guesses = useLoaded(
    async (signal) => {
      const request = { storeId: mapping.storeId ?? "", printedTexts: [mapping.printedText ?? ""], limit: 8 };
      const answer = await call("larder.catalog.v1.Mappings/GuessProducts", request, { signal });
      return (answer.lines?.[0]?.guesses ?? []).flatMap(({ product }) => product ?? []);
    },
    [mapping.id],
  ).value;
  const own = async () => {
    if (name.trim()) await onChoose({ newProduct: { name: name.trim().slice(0, 80) } });
  };
  return html`<${Sheet} title=${text("mappings.means")} onClose=${onClose}>
    <p class="printed">${mapping.printedText}</p>
    ${guesses === undefined && html`<${Skeleton} rows=${3} />`}
    <ul class="list">
      ${(guesses ?? []).map(
        (product) =>
          html`<li key=${product.id}>
          <button type="button" class="row" aria-pressed=${product.id === mapping.product?.id} onClick=${() => attempt(() => onChoose({ productId: product.id }))}>
            <span class="main">${product.name}</span><span class="side">${categoryName(product.category)}</span>
          </button>
        </li>`,
      )}
    </ul>
    <form
      onSubmit=${submitting(own)}
      novalidate
    >
      <${Field} label=${text("mappings.own")} value=${name} onInput=${setName} error=${failure} />
      <${SheetFoot} isBusy=${isBusy} isDisabled=${!name.trim()}>
        <${Button} kind="secondary danger" onClick=${onForget}>${text("mappings.forget")}<//>
      <//>
    </form>
  <//>`;
}

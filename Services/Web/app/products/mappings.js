import { call } from "../api/client.js";
import { asFailure } from "../api/failure.js";
import { Badge } from "../frame/badge.js";
import { Button, Field, Pills } from "../frame/controls.js";
import { Empty, PageHead, Problem, Skeleton } from "../frame/page.js";
import { Sheet } from "../frame/sheet.js";
import { useLoaded } from "../frame/hooks.js";
import { say, sayFailure } from "../frame/messages.js";
import { html, useEffect, useState } from "../libraries.js";
import { text } from "../texts/texts.js";

const choose = "larder.catalog.v1.Mappings/ChooseProduct";

/** @typedef {{ id: string; storeId?: string; storeName?: string; printedText: string; product?: any }} Mapping */

/** What the lines of one's receipts mean: seen, changed and forgotten. */
export function Mappings() {
  const [filter, setFilter] = useState("MAPPING_FILTER_UNSPECIFIED");
  const [more, setMore] = useState(/** @type {{ entries: Mapping[]; token: string } | null} */ (null));
  const [chosen, setChosen] = useState(/** @type {Mapping | null} */ (null));
  const ask = (/** @type {string} */ token, /** @type {AbortSignal} */ signal = new AbortController().signal) =>
    call("larder.catalog.v1.Mappings/ListMappings", { filter, page: { size: 100, token } }, { signal });
  const loaded = useLoaded((signal) => ask("", signal), [filter]);
  useEffect(() => setMore(null), [loaded.value]);
  const entries = /** @type {Mapping[]} */ ([...(loaded.value?.mappings ?? []), ...(more?.entries ?? [])]);
  const token = more ? more.token : (loaded.value?.nextPageToken ?? "");
  const next = async () => {
    try {
      const answer = await ask(token);
      setMore({ entries: [...(more?.entries ?? []), ...(answer.mappings ?? [])], token: answer.nextPageToken ?? "" });
    } catch (error) {
      sayFailure(error);
    }
  };
  const set = async (/** @type {Mapping} */ mapping, /** @type {any} */ choice) => {
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
      choices=${["UNSPECIFIED", "CHOSEN", "UNMATCHED"].map((name) => [`MAPPING_FILTER_${name}`, text(`mappings.${name}`)])}
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
      onChoose=${async (/** @type {any} */ choice) => {
        const former = chosen.product?.id;
        await set(chosen, choice);
        setChosen(null);
        say(text("mappings.chosen"), former ? { undo: () => set(chosen, { productId: former }) } : {});
      }}
    />`
    }`;
}

/**
 * @param {{ mapping: Mapping; onClose: () => void; onForget: () => Promise<void>; onChoose: (choice: any) => Promise<void> }} properties
 */
function MappingSheet({ mapping, onClose, onForget, onChoose }) {
  const [name, setName] = useState("");
  const [failure, setFailure] = useState("");
  const guesses = useLoaded(
    async (signal) => {
      const request = { storeId: mapping.storeId ?? "", printedTexts: [mapping.printedText], limit: 8 };
      const answer = await call("larder.catalog.v1.Mappings/GuessProducts", request, { signal });
      return /** @type {any[]} */ (answer.lines?.[0]?.guesses ?? []).map((guess) => guess.product);
    },
    [mapping.id],
  ).value;
  const attempt = (/** @type {any} */ choice) => async () => {
    setFailure("");
    try {
      await onChoose(choice);
    } catch (error) {
      setFailure(asFailure(error).sentence);
    }
  };
  const own = () => (name.trim() ? attempt({ newProduct: { name: name.trim().slice(0, 80) } })() : undefined);
  return html`<${Sheet} title=${text("mappings.means")} onClose=${onClose}>
    <p class="printed">${mapping.printedText}</p>
    ${guesses === undefined && html`<${Skeleton} rows=${3} />`}
    <ul class="list">
      ${(guesses ?? []).map(
        (product) =>
          html`<li key=${product.id}>
          <button type="button" class="row" aria-pressed=${product.id === mapping.product?.id} onClick=${attempt({ productId: product.id })}>
            <span class="main">${product.name}</span><span class="side">${product.category?.name}</span>
          </button>
        </li>`,
      )}
    </ul>
    <form
      onSubmit=${(/** @type {Event} */ event) => {
        event.preventDefault();
        void own();
      }}
      novalidate
    >
      <${Field} label=${text("mappings.own")} value=${name} onInput=${setName} error=${failure} />
      <div class="sheet-foot">
        <${Button} kind="secondary danger" onClick=${onForget}>${text("mappings.forget")}<//>
        <${Button} kind="primary" onClick=${own} isDisabled=${!name.trim()}>${text("save")}<//>
      </div>
    </form>
  <//>`;
}

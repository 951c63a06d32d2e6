import { call } from "../api/client.js";
import { Badge } from "../frame/badge.js";
import { ConfirmSheet } from "../frame/confirm-sheet.js";
import { Button, Field, Pills } from "../frame/controls.js";
import { DraftNote, useDraft } from "../frame/draft.js";
import { Icon } from "../frame/icons.js";
import { Empty, PageHead, Problem, Skeleton } from "../frame/page.js";
import { useSaving } from "../frame/saving.js";
import { Sheet, SheetFoot } from "../frame/sheet.js";
import { useLoaded } from "../frame/hooks.js";
import { say, sayFailure } from "../frame/messages.js";
import { useNextPage } from "../frame/next-page.js";
import { html, useState } from "../libraries.js";
import { text } from "../texts/texts.js";
import { categoryName } from "./categories.js";

/** @typedef {import("../api/types.js").Catalog.Mapping} Mapping */
/** @typedef {import("../api/types.js").Catalog.MappingFilter} Filter */
/** @typedef {Pick<import("../api/types.js").Catalog.ChooseProductRequest, "productId" | "newProduct">} Choice */

const filters = /** @type {const} */ (["UNSPECIFIED", "CHOSEN", "UNMATCHED"]);

/** What the lines of one's receipts mean: seen, changed and forgotten. */
export function Mappings() {
  const [filter, setFilter] = useState(/** @type {Filter} */ ("MAPPING_FILTER_UNSPECIFIED"));
  const [isAsked, setAsked] = useState(false);
  const [chosen, setChosen] = useState(/** @type {Mapping | null} */ (null));
  /** @type {(token: string, signal?: AbortSignal) => Promise<import("../frame/next-page.js").Pages<Mapping>>} */
  const read = async (token, signal) => {
    const request = { filter, page: { size: 100, token } };
    const answer = await call("larder.catalog.v1.Mappings/ListMappings", request, { signal });
    return { entries: answer.mappings ?? [], token: answer.nextPageToken ?? "" };
  };
  const loaded = useLoaded((signal) => read("", signal), [filter]);
  const { entries, token } = loaded.value ?? { entries: [], token: "" };
  const next = useNextPage(loaded, read);
  const set = async (/** @type {Mapping} */ mapping, /** @type {Choice} */ choice) => {
    await call("larder.catalog.v1.Mappings/ChooseProduct", {
      storeId: mapping.storeId ?? "",
      printedText: mapping.printedText,
      ...choice,
    });
    loaded.again();
  };
  const forget = async (/** @type {Mapping} */ mapping) => {
    try {
      await call("larder.catalog.v1.Mappings/ForgetMapping", { mappingId: mapping.id });
      setChosen(null);
      loaded.again();
      const former = mapping.product?.id;
      if (former) say(text("mappings.forgotten"), { undo: () => set(mapping, { productId: former }) });
      else say(text("mappings.forgottenForGood"));
    } catch (error) {
      sayFailure(error);
    }
  };
  const choose = async (/** @type {Mapping} */ mapping, /** @type {Choice} */ choice) => {
    await set(mapping, choice);
    setChosen(null);
    const former = mapping.product?.id;
    // A line that meant nothing before is forgotten again.
    say(text("mappings.chosen"), { undo: () => (former ? set(mapping, { productId: former }) : forget(mapping)) });
  };
  const forgetAll = async () => {
    await call("larder.catalog.v1.Mappings/ForgetAllMappings", {});
    setAsked(false);
    say(text("mappings.allForgotten"));
    loaded.again();
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
    ${entries.length > 0 && html`<div class="actions"><${Button} kind="plain danger" onClick=${() => setAsked(true)}><${Icon} name="remove" size=${20} /> ${text("mappings.forgetAll")}<//></div>`}
    ${
      isAsked &&
      html`<${ConfirmSheet} title=${text("mappings.forgetAll")} sentence=${text("mappings.forgetAllWhy")}
      label=${text("mappings.forget")} onConfirm=${forgetAll} onClose=${() => setAsked(false)} />`
    }
    ${
      chosen &&
      html`<${MappingSheet}
      mapping=${chosen}
      onClose=${() => setChosen(null)}
      onForget=${() => forget(chosen)}
      onChoose=${(/** @type {Choice} */ choice) => choose(chosen, choice)}
    />`
    }`;
}

/**
 * @param {{ mapping: Mapping; onClose: () => void; onForget: () => Promise<void>; onChoose: (choice: Choice) => Promise<void> }} properties
 */
function MappingSheet({ mapping, onClose, onForget, onChoose }) {
  const draft = useDraft(`mapping ${mapping.id}`, { name: "" }, mapping.product?.id ?? "");
  const { name } = draft.value;
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
    if (!name.trim()) return;
    await onChoose({ newProduct: { name: name.trim().slice(0, 80) } });
    await draft.forget();
  };
  const cancel = () => {
    void draft.forget();
    onClose();
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
      <${DraftNote} draft=${draft} />
      <${Field} label=${text("mappings.own")} value=${name} onInput=${(/** @type {string} */ name) => draft.change({ name })} error=${failure} />
      <div class="actions even">
        <${Button} kind="secondary danger" onClick=${onForget}><${Icon} name="remove" size=${20} /> ${text("mappings.forget")}<//>
      </div>
      <${SheetFoot} onCancel=${cancel} isBusy=${isBusy} isDisabled=${!name.trim()} />
    </form>
  <//>`;
}

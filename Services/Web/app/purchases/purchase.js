import { call } from "../api/client.js";
import { Button } from "../frame/controls.js";
import { inRow, keepFocus, scrolling } from "../frame/focus.js";
import { useLoaded } from "../frame/hooks.js";
import { Icon } from "../frame/icons.js";
import { say, sayFailure } from "../frame/messages.js";
import { PageHead, Problem, Skeleton } from "../frame/page.js";
import { html, useMemo, useState } from "../libraries.js";
import { Expenditure } from "../expenditures/expenditure.js";
import { useOpened } from "../inbox/unread.js";
import { Crop } from "../receipts/crop.js";
import { PhotoView } from "../receipts/photo-view.js";
import { RemovePhoto } from "../receipts/remove-photo.js";
import { text } from "../texts/texts.js";
import { Tip } from "../tutorials/tip.js";
import { isTemporary } from "./apply-edits.js";
import { CategoriesSheet } from "./categories-sheet.js";
import { FieldRow, ItemRow, SumCheck } from "./check-rows.js";
import { Conflicts } from "./conflicts.js";
import { EditNotes } from "./edit-notes.js";
import { confirm, discard, edit, undo } from "./editing.js";
import { FieldSheet, TaxesSheet } from "./field-sheets.js";
import { fields, fieldsToCheck, framesOf, shownField, sumFields } from "./fields.js";
import { HistorySheet } from "./history-sheet.js";
import { LostDrafts } from "./item-drafts.js";
import { ItemSheet } from "./item-sheet.js";
import { expenditureItem } from "./row.js";
import { usePurchase } from "./shown-purchase.js";
import { SplitSheet } from "./split-sheet.js";

/** @typedef {import("../api/types.js").Budget.DuplicateDecision} Decision */
/** @typedef {import("../api/types.js").Budget.Purchase} Recorded */
/** @typedef {import("../api/types.js").Budget.PurchaseItem} Item */
/** @typedef {{kind: "field", name: string} | {kind: "item" | "split", item?: Item} | {kind: "taxes" | "history" | "categories"}} OpenSheet */

/**
 * A purchase: beside its photo, what was read, and what its owner makes of it. What is doubtful comes first.
 *
 * @param {{id: string}} properties
 */
export function Purchase({ id }) {
  const loaded = usePurchase(id);
  const purchase = loaded.value;
  const receiptId = purchase?.receiptId;
  useOpened(`purchase:${id}`, Boolean(purchase));
  const loadedReceipt = useLoaded(
    async (signal) => (receiptId ? await call("larder.ocr.v1.Receipts/GetReceipt", { receiptId }, { signal }) : null),
    [receiptId],
  );
  const receipt = loadedReceipt.value;
  const [selected, setSelected] = useState("");
  const [pointed, setPointed] = useState("");
  const [sheet, setSheet] = useState(/** @type {OpenSheet | null} */ (null));
  const frames = useMemo(
    () => (purchase && receipt?.reading ? framesOf(purchase, receipt.reading) : []),
    [purchase, receipt],
  );
  if (!purchase)
    return html`<${PageHead} title=${text("purchase.title")} fallback="/log" />
      ${loaded.failure ? html`<${Problem} failure=${loaded.failure} again=${loaded.again} />` : html`<${Skeleton} rows=${8} />`}`;
  if (expenditureItem(purchase)) return html`<${Expenditure} purchase=${purchase} shown=${loaded} />`;

  const close = () => setSheet(null);
  const change = async (
    /** @type {import("../api/types.js").Budget.PurchaseEdit[]} */ edits,
    sentence = text("purchase.saved"),
  ) => {
    await edit(loaded, edits, sentence);
    close();
  };
  const guarded = (/** @type {() => Promise<unknown>} */ body) => async () => {
    try {
      await body();
    } catch (error) {
      sayFailure(error);
    }
    keepFocus(() => null);
  };
  const takeBack = guarded(() => undo(loaded));
  const doubts = doubtsOf(purchase);
  const right = (
    /** @type {string} */ which,
    /** @type {import("../api/types.js").Budget.Confirmation} */ confirmation,
  ) =>
    guarded(async () => {
      await change([{ confirmation }], text("purchase.oneConfirmed"));
      const next = doubtsOf(loaded.now() ?? purchase)[0];
      setSelected(next ?? which);
      keepFocus(() => (next ? inRow(`row-${next}`, ".right") : document.querySelector(".confirm button")));
    });
  const open = (/** @type {string} */ which) => {
    setSelected(which);
    const item = purchase.items?.find((entry) => entry.id === which);
    if (item && isTemporary(item)) return say(text("edits.notYet"));
    setSheet(item ? { kind: "item", item } : which === "taxes" ? { kind: "taxes" } : { kind: "field", name: which });
  };
  const selectFrame = (/** @type {string} */ which) => {
    if (which === selected) return open(which);
    setSelected(which);
    document.getElementById(`row-${which}`)?.scrollIntoView({ block: "nearest", behavior: scrolling() });
  };
  const handlers = (/** @type {string} */ which) => ({
    key: which,
    isSelected: selected === which,
    onOpen: () => open(which),
    onPoint: (/** @type {boolean} */ isOver) => setPointed(isOver ? which : ""),
  });
  const fieldRow = (/** @type {import("./fields.js").FieldName} */ name, isDoubtful = false) =>
    html`<${FieldRow} purchase=${purchase} name=${name} isDoubtful=${isDoubtful} ...${handlers(name)}
      onConfirm=${isDoubtful ? right(name, { field: fields.find(([known]) => known === name)?.[1] }) : undefined} />`;
  const itemRow = (/** @type {Item} */ item) =>
    html`<${ItemRow} item=${item} ...${handlers(item.id ?? "")}
      onConfirm=${item.needsReview ? right(item.id ?? "", { itemId: item.id }) : undefined} />`;
  const items = purchase.items ?? [];
  const sure = items.filter((item) => !item.needsReview);
  const isSure = (/** @type {string} */ name) => !doubts.includes(name);
  const isDiscarded = purchase.state === "PURCHASE_STATE_DISCARDED";
  const isToVerify = purchase.state === "PURCHASE_STATE_TO_VERIFY";
  const hasPhoto = Boolean(receipt?.hasPhoto);
  const box = (/** @type {string} */ which) => hasPhoto && frames.find((frame) => frame.id === which)?.box;
  const picture = (/** @type {string} */ which) => {
    const found = box(which);
    return found ? html`<${Crop} receipt=${receiptId} box=${found} />` : null;
  };
  const head = fields.map(([name]) => name).filter((name) => !sumFields.includes(name) && isSure(name));
  const sums = sumFields.filter((name) => isSure(name) && (name === "total" || shownField(purchase, name)));
  return html`<${PageHead} title=${purchase.storeName || text("purchase.unknownStore")} fallback="/log">
      <span class=${`state ${isToVerify ? "open" : isDiscarded ? "gone" : ""}`}>${text(`purchase.${purchase.state}`)}</span>
    <//>
    ${purchase.duplicateOf && !isDiscarded && html`<${Duplicate} purchase=${purchase} decide=${(/** @type {Decision} */ decision, /** @type {string} */ sentence) => guarded(() => change([{ duplicate: decision }], sentence))} />`}
    ${isDiscarded && html`<div class="notice"><${Icon} name="remove" /><span>${text("purchase.isDiscarded")}</span> <${Button} kind="secondary" onClick=${takeBack}>${text("purchase.restore")}<//></div>`}
    <${EditNotes} purchase=${purchase} shown=${loaded} />
    <${Conflicts} purchase=${purchase} shown=${loaded} />
    <${LostDrafts} purchase=${purchase} onAdd=${() => setSheet({ kind: "item" })} />
    <div class=${`checking ${hasPhoto ? "with-photo" : ""}`}>
      ${hasPhoto && html`<${PhotoView} receipt=${receiptId} photos=${receipt?.photos ?? 1} frames=${frames} selected=${selected} pointed=${pointed} onSelect=${selectFrame} />`}
      <div>
        ${
          doubts.length > 0 &&
          html`<section>
          <div class="section-head"><h2>${text("purchase.toCheck", { count: doubts.length })}</h2><${Tip} name="doubts" /></div>
          <ul class="list items doubts">
            ${fieldsToCheck(purchase).map((name) => fieldRow(name, true))}
            ${items.filter((item) => item.needsReview).map(itemRow)}
          </ul>
        </section>`
        }
        <section>
          <div class="section-head"><h2>${text("purchase.items", { count: sure.length })}</h2>
            <${Button} kind="plain" onClick=${() => setSheet({ kind: "item" })}><${Icon} name="add" size=${20} /> ${text("item.add")}<//>
          </div>
          <ul class="list items">${sure.map(itemRow)}</ul>
        </section>
        <section>
          <ul class="list sums">${sums.map((name) => fieldRow(name))}</ul>
          <${SumCheck} purchase=${purchase} />
        </section>
        <section>
          <div class="section-head"><h2>${text("purchase.about")}</h2></div>
          <ul class="list">${head.map((name) => fieldRow(name))}${fieldRow("note")}</ul>
        </section>
        ${purchase.awaitsMatching && html`<p class="notice"><${Icon} name="search" /> ${text("purchase.awaitsMatching")}</p>`}
        <div class="actions">
          ${sumFields
            .filter((name) => isSure(name) && !sums.includes(name))
            .map(
              (name) =>
                html`<${Button} key=${name} kind="secondary" onClick=${() => open(name)}><${Icon} name="add" size=${20} /> ${text(`purchase.${name}`)}<//>`,
            )}
          ${items.length > 0 && html`<${Button} kind="secondary" onClick=${() => setSheet({ kind: "categories" })}><${Icon} name="tag" size=${20} /> ${text("categories.title")}<//>`}
          <${Button} kind="secondary" onClick=${() => setSheet({ kind: "history" })}><${Icon} name="history" size=${20} /> ${text("history.title")}<//>
          ${hasPhoto && html`<${RemovePhoto} receiptId=${receiptId} onRemoved=${loadedReceipt.set} />`}
          ${
            !isDiscarded &&
            html`<${Button} kind="secondary danger" onClick=${guarded(async () => {
              await discard(loaded, id);
              close();
            })}><${Icon} name="remove" size=${20} /> ${text("purchase.discard")}<//>`
          }
        </div>
      </div>
    </div>
    ${
      isToVerify &&
      html`<div class="confirm">
      <${Button} kind="primary large" onClick=${guarded(() => confirm(loaded))}><${Icon} name="check" /> ${text("purchase.confirm")}<//>
    </div>`
    }
    ${sheet?.kind === "field" && html`<${FieldSheet} purchase=${purchase} name=${sheet.name} picture=${picture(sheet.name)} onClose=${close} onSave=${change} />`}
    ${sheet?.kind === "taxes" && html`<${TaxesSheet} purchase=${purchase} picture=${picture("taxes")} onClose=${close} onSave=${change} />`}
    ${sheet?.kind === "history" && html`<${HistorySheet} purchase=${purchase} onClose=${close} onUndo=${takeBack} />`}
    ${sheet?.kind === "categories" && html`<${CategoriesSheet} purchase=${purchase} onClose=${close} onSave=${(/** @type {import("../api/types.js").Budget.PurchaseEdit[]} */ edits) => change(edits, text("categories.saved"))} />`}
    ${sheet?.kind === "split" && html`<${SplitSheet} purchaseId=${id} item=${sheet.item} onClose=${close} onSave=${(/** @type {import("../api/types.js").Budget.PurchaseEdit[]} */ edits) => change(edits, text("item.isSplit"))} />`}
    ${
      sheet?.kind === "item" &&
      html`<${ItemSheet}
      purchase=${purchase}
      item=${sheet.item}
      picture=${sheet.item && picture(sheet.item.id ?? "")}
      onClose=${close}
      onSave=${(/** @type {import("../api/types.js").Budget.PurchaseEdit[]} */ edits) => change(edits, text(sheet.item ? "purchase.saved" : "item.added"))}
      onRemove=${sheet.item && (() => change([{ itemRemoval: { itemId: sheet.item?.id } }], text("item.removed")))}
      onSplit=${sheet.item && (() => setSheet({ kind: "split", item: sheet.item }))}
    />`
    }`;
}

/**
 * What is to be checked: the names of fields, and the ids of items.
 *
 * @param {Recorded} purchase
 * @returns {string[]}
 */
function doubtsOf(purchase) {
  const items = (purchase.items ?? []).filter((item) => item.needsReview);
  return [...fieldsToCheck(purchase), ...items.map((item) => item.id ?? "")];
}

/** @param {{purchase: Recorded, decide: (decision: Decision, sentence: string) => () => Promise<void>}} properties */
function Duplicate({ purchase, decide }) {
  return html`<div class="notice doubt column">
    <p>${text("purchase.duplicateWhy")} <a href=${`/purchases/${purchase.duplicateOf}`}>${text("purchase.theOther")}</a></p>
    <div class="actions even">
      <${Button} kind="secondary" onClick=${decide("DUPLICATE_DECISION_KEEP", text("purchase.kept"))}>${text("purchase.keep")}<//>
      <${Button} kind="secondary danger" onClick=${decide("DUPLICATE_DECISION_DISCARD", text("purchase.discarded"))}>${text("purchase.discard")}<//>
    </div>
  </div>`;
}

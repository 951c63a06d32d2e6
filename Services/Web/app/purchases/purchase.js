import { call } from "../api/client.js";
import { asFailure } from "../api/failure.js";
import { Button, Field, PageHead, Problem, Sheet, Skeleton } from "../frame/controls.js";
import { Icon } from "../frame/icons.js";
import { say, sayFailure } from "../frame/messages.js";
import { go } from "../frame/router.js";
import { useLoaded } from "../frame/hooks.js";
import { html, useEffect, useMemo, useRef, useState } from "../libraries.js";
import { follow } from "../live/live.js";
import { PhotoView } from "../receipts/photo-view.js";
import { copies } from "../storage/database.js";
import { day, money, parseAmount, parseQuantity, quantity, typedAmount } from "../texts/formats.js";
import { text } from "../texts/texts.js";
import { confirm, edit, isOvertaken, undo } from "./editing.js";
import { ItemSheet, typed } from "./item-sheet.js";

/** Fields of a purchase besides its items: the name of the enumeration, how they are shown, typed and changed. */
const fields = /** @type {const} */ ([
  ["storeName", "PURCHASE_FIELD_STORE_NAME"],
  ["storeAddress", "PURCHASE_FIELD_STORE_ADDRESS"],
  ["date", "PURCHASE_FIELD_DATE"],
  ["time", "PURCHASE_FIELD_TIME"],
  ["currency", "PURCHASE_FIELD_CURRENCY"],
  ["total", "PURCHASE_FIELD_TOTAL"],
]);

/** @typedef {typeof fields[number][0]} FieldName */

/**
 * A field as it is typed.
 *
 * @param {any} purchase
 * @param {FieldName} name
 * @returns {string}
 */
function typedField(purchase, name) {
  if (name === "date") return purchase.purchasedAt?.date ?? "";
  if (name === "time") return purchase.purchasedAt?.time ?? "";
  if (name === "total") return typedAmount(purchase.total);
  if (name === "currency") return purchase.currency === "XXX" ? "" : (purchase.currency ?? "");
  return purchase[name] ?? "";
}

/**
 * A field for people.
 *
 * @param {any} purchase
 * @param {FieldName} name
 */
function shownField(purchase, name) {
  if (name === "date") return day(purchase.purchasedAt?.date) || "–";
  if (name === "total") return money(purchase.total);
  return typedField(purchase, name) || "–";
}

/**
 * The edit that a typed field stands for; null for what is no value.
 *
 * @param {any} purchase
 * @param {FieldName} name
 * @param {string} value
 */
function fieldEdit(purchase, name, value) {
  if (name !== "total")
    return { [name]: { value: name === "currency" ? value.trim().toUpperCase() || "XXX" : value.trim() } };
  const amount = parseAmount(value, purchase.currency);
  return amount === null ? null : { total: amount ? { value: amount } : {} };
}

/**
 * The frames on the photo: the fields of the reading, and its items by their line.
 *
 * @param {any} purchase
 * @param {any} reading
 */
function framesOf(purchase, reading) {
  /** @type {import("../receipts/photo-view.js").Frame[]} */
  const found = [];
  const review = new Set(purchase.fieldsToReview ?? []);
  const boxes = {
    storeName: reading.storeName,
    storeAddress: reading.storeAddress,
    date: reading.date,
    time: reading.time,
    total: reading.total,
  };
  for (const [name, field] of fields) {
    const box = boxes[/** @type {keyof typeof boxes} */ (name)]?.box;
    if (box) found.push({ id: name, label: text(`purchase.${name}`), box, isDoubtful: review.has(field) });
  }
  for (const item of purchase.items ?? []) {
    const box = item.receiptLine ? reading.items?.[item.receiptLine - 1]?.box : undefined;
    if (box)
      found.push({ id: item.id, label: item.productName ?? item.printedText ?? "", box, isDoubtful: item.needsReview });
  }
  return found;
}

/**
 * A purchase: beside its photo, what was read, and what its owner makes of it.
 *
 * @param {{id: string}} properties
 */
export function Purchase({ id }) {
  const loaded = useLoaded(
    async (signal) => {
      try {
        return await call("larder.budget.v1.Purchases/GetPurchase", { purchaseId: id }, { signal });
      } catch (error) {
        const copy = asFailure(error).isOffline
          ? (await copies.get("log"))?.find((/** @type {any} */ entry) => entry.id === id)
          : undefined;
        if (!copy || signal.aborted) throw error;
        return copy;
      }
    },
    [id],
  );
  const purchase = loaded.value;
  const latest = useRef(/** @type {any} */ (null));
  latest.current = purchase;
  const receiptId = purchase?.receiptId;
  const receipt = useLoaded(
    async (signal) => (receiptId ? await call("larder.ocr.v1.Receipts/GetReceipt", { receiptId }, { signal }) : null),
    [receiptId],
  ).value;
  const [selected, setSelected] = useState("");
  const [sheet, setSheet] = useState(/** @type {any} */ (null));
  const show = (/** @type {any} */ next) => loaded.set(next);
  const version = purchase ? Number(purchase.version ?? 0) : -1;
  useEffect(() => {
    if (version < 0) return;
    return follow(
      `purchase ${id}`,
      "larder.budget.v1.Purchases/WatchPurchase",
      { purchaseId: id, afterVersion: String(version) },
      (update) => {
        const next = update.purchase;
        if (Number(next.version ?? 0) > Number(latest.current?.version ?? 0)) {
          show(next);
          if (!sheet && update.step && !update.step.matched) say(text("purchase.changedElsewhere"));
        }
        return { purchaseId: id, afterVersion: next.version };
      },
    );
  }, [id, version < 0]);
  const frames = useMemo(
    () => (purchase && receipt?.reading ? framesOf(purchase, receipt.reading) : []),
    [purchase, receipt],
  );
  const select = (/** @type {string} */ which) => {
    setSelected(which);
    document.getElementById(`row-${which}`)?.scrollIntoView({ block: "nearest", behavior: "smooth" });
  };
  if (loaded.failure && !purchase)
    return html`<${PageHead} title=${text("purchase.title")} fallback="/log" /><${Problem} failure=${loaded.failure} again=${loaded.again} />`;
  if (!purchase) return html`<${PageHead} title=${text("purchase.title")} fallback="/log" /><${Skeleton} rows=${8} />`;
  const change = async (/** @type {any[]} */ edits, sentence = text("purchase.saved")) => {
    try {
      await edit(latest.current, edits, sentence, show);
      setSheet(null);
    } catch (error) {
      if (!isOvertaken(error)) throw error;
      loaded.again();
      throw error;
    }
  };
  const guarded = (/** @type {() => Promise<unknown>} */ body) => async () => {
    try {
      await body();
    } catch (error) {
      sayFailure(error);
    }
  };
  const toVerify = purchase.state === "PURCHASE_STATE_TO_VERIFY";
  const items = [...(purchase.items ?? [])];
  const doubtful = items.filter((item) => item.needsReview);
  const others = items.filter((item) => !item.needsReview);
  const review = new Set(purchase.fieldsToReview ?? []);
  const hasPhoto = receipt?.hasPhoto;
  const row = (/** @type {any} */ item) =>
    html`<${ItemRow}
    key=${item.id}
    item=${item}
    isSelected=${selected === item.id}
    onSelect=${() => select(item.id)}
    onOpen=${() => setSheet({ item })}
    onConfirm=${guarded(() => change([{ confirmation: { itemId: item.id } }]))}
  />`;
  return html`<${PageHead} title=${purchase.storeName || text("purchase.unknownStore")} fallback="/log">
      <span class=${`state ${toVerify ? "open" : ""}`}>${text(`purchase.${purchase.state}`)}</span>
    <//>
    ${
      purchase.duplicateOf &&
      html`<div class="notice column">
      <p>${text("purchase.duplicateWhy")} <a href=${`/purchases/${purchase.duplicateOf}`}>${text("purchase.theOther")}</a></p>
      <div class="actions">
        <${Button} kind="secondary" onClick=${guarded(() => change([{ duplicate: "DUPLICATE_DECISION_KEEP" }]))}>${text("purchase.keep")}<//>
        <${Button} kind="secondary" onClick=${guarded(() => change([{ duplicate: "DUPLICATE_DECISION_DISCARD" }], text("purchase.discarded")))}>${text("purchase.discard")}<//>
      </div>
    </div>`
    }
    <div class=${`checking ${hasPhoto ? "with-photo" : ""}`}>
      ${hasPhoto && html`<${PhotoView} receipt=${receiptId} photos=${receipt.photos ?? 1} frames=${frames} selected=${selected} onSelect=${select} />`}
      <div>
        <section class="facts">
          ${fields.map(
            ([name, field]) =>
              html`<button
              type="button"
              key=${name}
              id=${`row-${name}`}
              class=${`fact ${review.has(field) ? "doubtful" : ""} ${selected === name ? "selected" : ""}`}
              onFocus=${() => setSelected(name)}
              onClick=${() => setSheet({ field: name })}
            >
              <span class="name">${text(`purchase.${name}`)}</span>
              <span class=${name === "total" ? "amount" : ""}>${shownField(purchase, name)}</span>
              ${review.has(field) ? html`<span class="mark"><${Icon} name="doubt" size=${16} /> ${text("toCheck")}</span>` : null}
            </button>`,
          )}
          <p class=${`sum ${purchase.totalsAgree ? "agrees" : ""}`}>
            <${Icon} name=${purchase.totalsAgree ? "check" : "doubt"} size=${18} />
            ${text(purchase.totalsAgree ? "purchase.sumAgrees" : purchase.total ? "purchase.sumDiffers" : "purchase.sumOnly", { sum: money(purchase.computedTotal) })}
          </p>
        </section>
        ${
          doubtful.length > 0 &&
          html`<section>
          <h2>${text("purchase.doubtful", { count: doubtful.length })}</h2>
          <ul class="list items">${doubtful.map(row)}</ul>
        </section>`
        }
        <section>
          <h2>${text("purchase.items", { count: others.length })}</h2>
          <ul class="list items">${others.map(row)}</ul>
        </section>
        <div class="actions">
          <${Button} kind="secondary" onClick=${() => setSheet({ isNew: true })}><${Icon} name="add" /> ${text("item.add")}<//>
          <${Button} kind="secondary" onClick=${guarded(() => undo(latest.current, show))} isDisabled=${Number(purchase.version ?? 1) <= 1}>${text("purchase.undo")}<//>
          ${
            purchase.state === "PURCHASE_STATE_DISCARDED"
              ? null
              : html`<${Button} kind="plain danger" onClick=${guarded(async () => {
                  await change([{ duplicate: "DUPLICATE_DECISION_DISCARD" }], text("purchase.discarded"));
                  go("/log", { replace: true });
                })}>${text("purchase.discard")}<//>`
          }
        </div>
      </div>
    </div>
    ${
      toVerify &&
      html`<div class="confirm">
      <${Button} kind="primary" onClick=${guarded(() => confirm(latest.current, show))}><${Icon} name="check" /> ${text("purchase.confirm")}<//>
    </div>`
    }
    ${sheet?.field && html`<${FieldSheet} purchase=${purchase} name=${sheet.field} onClose=${() => setSheet(null)} onSave=${change} />`}
    ${
      (sheet?.item || sheet?.isNew) &&
      html`<${ItemSheet}
      item=${sheet.item}
      currency=${purchase.currency ?? "XXX"}
      onClose=${() => setSheet(null)}
      onSave=${(/** @type {any} */ entry, /** @type {string} */ product) => change([itemEdit(sheet.item, entry, product, purchase)], text(sheet.item ? "purchase.saved" : "item.added"))}
      onRemove=${sheet.item && (() => change([{ itemRemoval: { itemId: sheet.item.id } }], text("item.removed")))}
      onSplit=${sheet.item && canSplit(sheet.item) ? () => change(splitEdits(sheet.item), text("item.isSplit")) : undefined}
    />`
    }`;
}

/**
 * The edit that an item as it is typed stands for.
 *
 * @param {any} item
 * @param {import("./item-sheet.js").Typed} entry
 * @param {string} productId
 * @param {any} purchase
 */
function itemEdit(item, entry, productId, purchase) {
  const currency = purchase.currency ?? "XXX";
  const former = typed(item);
  const amount = parseAmount(entry.amount, currency);
  const discount = parseAmount(entry.discount, currency) ?? { minorUnits: "0", currency };
  const product = productId ? { product: { productId, name: entry.name.trim() } } : {};
  if (!item) {
    const returned = Number(amount?.minorUnits ?? 0) < 0;
    return {
      newItem: {
        name: entry.name.trim(),
        quantityThousandths: parseQuantity(entry.quantity),
        unit: entry.unit.trim(),
        amount,
        discount,
        returned,
        ...product,
      },
    };
  }
  const isReturn = Number(amount?.minorUnits ?? 0) < 0;
  return {
    item: {
      itemId: item.id,
      ...(entry.name.trim() !== former.name ? { name: { value: entry.name.trim() }, ...product } : {}),
      ...(entry.quantity !== former.quantity ? { quantity: { thousandths: parseQuantity(entry.quantity) } } : {}),
      ...(entry.unit !== former.unit ? { unit: { value: entry.unit.trim() } } : {}),
      ...(entry.amount !== former.amount ? { amount, ...(isReturn ? { returned: { value: true } } : {}) } : {}),
      ...(entry.discount !== former.discount ? { discount } : {}),
    },
  };
}

/**
 * Whether an item can become two.
 *
 * @param {any} item
 */
function canSplit(item) {
  return Number(item.quantityThousandths ?? 0) >= 2000 && Number(item.quantityThousandths) % 1000 === 0;
}

/**
 * Makes one of several alike an item of its own; no cent is lost.
 *
 * @param {any} item
 */
function splitEdits(item) {
  const count = BigInt(item.quantityThousandths) / 1000n;
  const currency = item.amount?.currency ?? "XXX";
  const part = (/** @type {any} */ money) => BigInt(money?.minorUnits ?? 0) / count;
  const [amount, discount] = [part(item.amount), part(item.discount)];
  const rest = (/** @type {any} */ money, /** @type {bigint} */ taken) => ({
    minorUnits: (BigInt(money?.minorUnits ?? 0) - taken).toString(),
    currency,
  });
  const isReturn = amount < 0n;
  return [
    {
      item: {
        itemId: item.id,
        quantity: { thousandths: ((count - 1n) * 1000n).toString() },
        amount: rest(item.amount, amount),
        ...(item.discount ? { discount: rest(item.discount, discount) } : {}),
      },
    },
    {
      newItem: {
        name: item.productName || item.printedText,
        quantityThousandths: "1000",
        unit: item.unit || "each",
        amount: { minorUnits: amount.toString(), currency },
        ...(item.discount ? { discount: { minorUnits: discount.toString(), currency } } : {}),
        returned: isReturn,
        afterItemId: item.id,
        ...(item.productId ? { product: { productId: item.productId, name: item.productName } } : {}),
      },
    },
  ];
}

/** @param {{item: any, isSelected: boolean, onSelect: () => void, onOpen: () => void, onConfirm: () => Promise<void>}} properties */
function ItemRow({ item, isSelected, onSelect, onOpen, onConfirm }) {
  const net = {
    ...(item.amount ?? {}),
    minorUnits: String(Number(item.amount?.minorUnits ?? 0) + Number(item.discount?.minorUnits ?? 0)),
  };
  return html`<li id=${`row-${item.id}`} class=${`${item.needsReview ? "doubtful" : ""} ${isSelected ? "selected" : ""}`}>
    <button type="button" class="row" onClick=${onOpen} onFocus=${onSelect}>
      <span class="main">${item.categorySymbol ? html`<span aria-hidden="true">${item.categorySymbol} </span>` : null}${item.productName || item.printedText}</span>
      <span class="side amount">${money(net)}</span>
      <span class="sub">${quantity(item.quantityThousandths, item.unit)}${item.printedText && item.printedText !== item.productName ? ` · ${item.printedText}` : ""}</span>
    </button>
    ${item.needsReview && html`<${Button} kind="plain" onClick=${onConfirm}><${Icon} name="check" size=${18} /> ${text("purchase.isRight")}<//>`}
  </li>`;
}

/** @param {{purchase: any, name: FieldName, onClose: () => void, onSave: (edits: any[]) => Promise<void>}} properties */
function FieldSheet({ purchase, name, onClose, onSave }) {
  const [value, setValue] = useState(
    typedField(purchase, name) || (name === "currency" ? (purchase.suggestedCurrency ?? "") : ""),
  );
  const [failure, setFailure] = useState("");
  const save = async () => {
    const change = fieldEdit(purchase, name, value);
    if (!change) return setFailure(text("item.amountRule"));
    try {
      await onSave([change]);
    } catch (error) {
      const found = asFailure(error);
      setFailure(found.fields[0]?.description ?? found.sentence);
    }
  };
  const submit = (/** @type {Event} */ event) => {
    event.preventDefault();
    void save();
  };
  const type = name === "date" ? "date" : name === "time" ? "time" : "text";
  const mode = name === "total" ? "decimal" : undefined;
  return html`<${Sheet} title=${text(`purchase.${name}`)} onClose=${onClose}>
    <form onSubmit=${submit} novalidate>
      <${Field} label=${text(`purchase.${name}`)} type=${type} mode=${mode} value=${value} onInput=${setValue} error=${failure}
        hint=${name === "storeName" && purchase.knownStore ? text("purchase.perhaps", { store: purchase.knownStore }) : ""} />
      <div class="actions end">
        <${Button} kind="secondary" onClick=${onClose}>${text("cancel")}<//>
        <${Button} kind="primary" onClick=${save}>${text("save")}<//>
      </div>
    </form>
  <//>`;
}

import { call, newKey } from "../api/client.js";
import { asFailure } from "../api/failure.js";
import { Button, Field } from "../frame/controls.js";
import { keepFocus } from "../frame/focus.js";
import { PageHead } from "../frame/page.js";
import { Icon } from "../frame/icons.js";
import { say } from "../frame/messages.js";
import { go, place } from "../frame/router.js";
import { html, useEffect, useRef, useState } from "../libraries.js";
import { drafts, settings } from "../storage/database.js";
import { queuePurchase, timeZone } from "../storage/sending.js";
import { money, parseAmount, parseQuantity, today } from "../texts/formats.js";
import { text } from "../texts/texts.js";

/** @typedef {{name: string, quantity: string, amount: string}} Line */
/** @typedef {{store: string, date: string, currency: string, total: string, lines: Line[]}} Draft */

const emptyLine = { name: "", quantity: "1", amount: "" };

/** Currencies by region, where euros are not it. */
const currencies = /** @type {Record<string, string>} */ ({
  AU: "AUD",
  CA: "CAD",
  CH: "CHF",
  GB: "GBP",
  JP: "JPY",
  MY: "MYR",
  US: "USD",
});

/** Regions whose currency is the euro. */
const euro = "AT BE CY DE EE ES FI FR GR HR IE IT LT LU LV MT NL PT SI SK".split(" ");

/** The currency of the region that the device says it is in. */
function likelyCurrency() {
  const region = new Intl.Locale(navigator.language).maximize().region ?? "";
  return currencies[region] ?? (euro.includes(region) ? "EUR" : "CAD");
}

/**
 * What is wrong with a draft, by field.
 *
 * @param {Draft} draft
 * @returns {Record<string, string>}
 */
export function wrongDraft(draft) {
  /** @type {Record<string, string>} */
  const wrong = {};
  if (!/^[A-Za-z]{3}$/.test(draft.currency)) wrong.currency = text("byHand.currencyRule");
  const lines = draft.lines.filter((line) => line.name || line.amount);
  const total = wrong.currency ? undefined : parseAmount(draft.total, draft.currency.toUpperCase());
  if (total === null) wrong.total = text("item.amountRule");
  if (!lines.length && !draft.total.trim()) wrong.total = text("byHand.something");
  draft.lines.forEach((line, index) => {
    if (!line.name && !line.amount) return;
    if (!line.name.trim()) wrong[`name${index}`] = text("item.nameRule");
    if (parseQuantity(line.quantity) === null) wrong[`quantity${index}`] = text("item.quantityRule");
    if (!wrong.currency && !parseAmount(line.amount, draft.currency.toUpperCase()))
      wrong[`amount${index}`] = text("item.amountRule");
  });
  return wrong;
}

/**
 * The request that a draft stands for.
 *
 * @param {Draft} draft
 * @param {string} receiptId
 * @returns {import("../api/types.js").Budget.CreatePurchaseRequest}
 */
export function purchaseOf(draft, receiptId) {
  const currency = draft.currency.toUpperCase();
  const total = parseAmount(draft.total, currency);
  return {
    receiptId,
    storeName: draft.store.trim(),
    purchasedAt: { date: draft.date, timeZone: timeZone() },
    currency,
    items: draft.lines
      .filter((line) => line.name.trim())
      .map((line) => {
        const amount = parseAmount(line.amount, currency);
        return {
          name: line.name.trim(),
          quantityThousandths: parseQuantity(line.quantity) ?? undefined,
          amount: amount ?? undefined,
          returned: Number(amount?.minorUnits ?? 0) < 0,
        };
      }),
    ...(total ? { total } : {}),
  };
}

/** A purchase that is typed in; what was typed is there again whatever happens. */
export function ByHand() {
  const receiptId = place.value.query.get("receipt") ?? "";
  const name = `purchase ${receiptId}`;
  const [draft, setDraft] = useState(
    /** @type {Draft} */ ({
      store: "",
      date: today(),
      currency: likelyCurrency(),
      total: "",
      lines: [{ ...emptyLine }],
    }),
  );
  const [isTried, setTried] = useState(false);
  const [failure, setFailure] = useState("");
  const key = useRef(newKey());
  useEffect(() => {
    void drafts.get(name).then(async (stored) => {
      const currency = await settings.get("currency");
      if (stored) setDraft(stored);
      else if (currency) setDraft((/** @type {Draft} */ former) => ({ ...former, currency }));
    });
  }, []);
  const wrong = wrongDraft(draft);
  const shown = isTried ? wrong : {};
  const change = (/** @type {Partial<Draft>} */ part) => {
    const next = { ...draft, ...part };
    setDraft(next);
    key.current = newKey();
    void drafts.set(name, next);
  };
  const changeLine = (/** @type {number} */ index, /** @type {Partial<Line>} */ part) => {
    const lines = draft.lines.map((line, at) => (at === index ? { ...line, ...part } : line));
    if (index === lines.length - 1 && lines[index].name && lines.length < 500) lines.push({ ...emptyLine });
    change({ lines });
  };
  const currency = draft.currency.toUpperCase();
  const sum = draft.lines.reduce(
    (all, line) => all + Number((wrong.currency ? null : parseAmount(line.amount, currency))?.minorUnits ?? 0),
    0,
  );
  const save = async () => {
    setTried(true);
    setFailure("");
    if (Object.keys(wrong).length) return;
    const purchase = purchaseOf(draft, receiptId);
    await settings.set("currency", currency);
    const done = async (/** @type {string} */ address, /** @type {string} */ sentence) => {
      await drafts.remove(name);
      say(sentence);
      go(address, { replace: true });
    };
    try {
      const saved = await call("larder.budget.v1.Purchases/CreatePurchase", purchase, { key: key.current });
      await done(`/purchases/${saved.id}`, text("byHand.saved"));
    } catch (error) {
      const found = asFailure(error);
      if (found.isOffline) {
        await queuePurchase(purchase);
        return await done("/", text("byHand.queued"));
      }
      setFailure(found.sentence);
    }
  };
  const put = (/** @type {keyof Draft} */ field) => (/** @type {string} */ value) => change({ [field]: value });
  const putLine = (/** @type {number} */ index, /** @type {keyof Line} */ field) => (/** @type {string} */ value) =>
    changeLine(index, { [field]: value });
  const remove = (/** @type {number} */ index) => {
    const former = draft.lines;
    const lines = former.filter((_, at) => at !== index);
    change({ lines: lines.length ? lines : [{ ...emptyLine }] });
    keepFocus(() => document.querySelector(".by-hand fieldset > .button"));
    say(text("item.removed"), { undo: () => change({ lines: former }) });
  };
  return html`<${PageHead} title=${text("byHand.title")} />
    <form class="form wide by-hand" onSubmit=${(/** @type {Event} */ event) => event.preventDefault()} novalidate>
      <${Field} label=${text("purchase.storeName")} value=${draft.store} onInput=${put("store")} />
      <div class="columns">
        <${Field} label=${text("purchase.date")} type="date" value=${draft.date} onInput=${put("date")} />
        <${Field} label=${text("purchase.currency")} value=${draft.currency} onInput=${put("currency")} error=${shown.currency} list=${["CAD", "EUR", "USD", "GBP", "CHF"]} />
      </div>
      <fieldset>
        <legend>${text("byHand.items")}</legend>
        ${draft.lines.map(
          (line, index) =>
            html`<div class="card line" key=${index}>
            <${Field} label=${text("item.name")} value=${line.name} onInput=${putLine(index, "name")} error=${shown[`name${index}`]} />
            <${Field} label=${text("item.quantity")} mode="decimal" value=${line.quantity} onInput=${putLine(index, "quantity")} error=${shown[`quantity${index}`]} />
            <${Field} label=${text("item.amount")} mode="decimal" value=${line.amount} onInput=${putLine(index, "amount")} error=${shown[`amount${index}`]} />
            <${Button} kind="plain round" label=${text("byHand.removeLine", { number: index + 1 })} onClick=${() => remove(index)}><${Icon} name="remove" size=${20} /><//>
          </div>`,
        )}
        <${Button} kind="secondary" onClick=${() => change({ lines: [...draft.lines, { ...emptyLine }] })}><${Icon} name="add" size=${20} /> ${text("item.add")}<//>
      </fieldset>
      <${Field} label=${text("purchase.total")} mode="decimal" value=${draft.total} onInput=${put("total")} error=${shown.total}
        hint=${sum ? text("byHand.sum", { sum: money({ minorUnits: String(sum), currency }) }) : text("byHand.totalHint")} />
      ${failure && html`<p class="error" role="alert">${failure}</p>`}
      <div class="confirm"><${Button} kind="primary large" onClick=${save}>${text("byHand.save")}<//></div>
    </form>`;
}

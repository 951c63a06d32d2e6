import { newKey } from "../api/client.js";
import { useChecking } from "../frame/checking.js";
import { Button, Field } from "../frame/controls.js";
import { keepFocus } from "../frame/focus.js";
import { Icon } from "../frame/icons.js";
import { say } from "../frame/messages.js";
import { PageHead } from "../frame/page.js";
import { useSaving } from "../frame/saving.js";
import { inWords } from "../frame/violations.js";
import { html, useEffect } from "../libraries.js";
import { settings } from "../storage/database.js";
import { rejectionOf, timeZone } from "../storage/sending.js";
import { money } from "../texts/formats.js";
import { text } from "../texts/texts.js";
import { addTyped } from "./adding.js";
import { ItemDetails } from "./item-details.js";
import { offeredCurrencies } from "./likely-currency.js";
import { TaxFields } from "./tax-fields.js";
import {
  currencyOf,
  emptyLine,
  fieldAt,
  hasContent,
  lineField,
  mostLines,
  requestOf,
  sumOf,
  wrongPurchase,
} from "./typed-purchase.js";

/** @typedef {import("./typed-purchase.js").TypedPurchase} TypedPurchase */
/** @typedef {import("./typed-purchase.js").Line} Line */

/**
 * The form of a purchase that is typed in: short at first, with the rest folded away.
 *
 * @param {{receiptId: string, draft: import("../frame/draft.js").Draft<TypedPurchase>,
 *   rejected?: import("../storage/sending.js").Stored, onClear: () => void,
 *   onAdded: (addition: import("./added.js").Addition) => Promise<void>}} properties `rejected` is what it was before, with the
 *   reason.
 */
export function PurchaseForm({ receiptId, draft: { value: draft, change: put }, rejected, onClear, onAdded }) {
  const checking = useChecking(wrongPurchase(draft));
  const { shown, leave } = checking;
  const saving = useSaving({ reject: checking.reject, fieldAt: (path) => fieldAt(draft, path) });
  useEffect(() => {
    const fields = rejected?.rejection?.fields ?? [];
    if (fields.length) checking.reject(inWords(fields, (path) => fieldAt(draft, path)));
  }, []);
  const change = (/** @type {Partial<TypedPurchase>} */ part) => {
    checking.changed();
    put({ ...part, key: newKey() });
  };
  const save = async () => {
    if (!checking.check()) return;
    await settings.set("currency", currencyOf(draft));
    await onAdded(await addTyped({ purchase: requestOf(draft, receiptId, timeZone()) }, draft.key));
  };
  const clear = () => {
    checking.restart();
    onClear();
  };
  const field = (
    /** @type {"store" | "address" | "date" | "time" | "currency" | "subtotal" | "total"} */ name,
    /** @type {string} */ label,
    more = {},
  ) =>
    html`<${Field} label=${text(label)} value=${draft[name]} error=${shown[name]}
      onInput=${(/** @type {string} */ value) => change({ [name]: value })} onBlur=${() => draft[name] && leave(name)} ...${more} />`;
  const sum = sumOf(draft);
  const hint = Number(sum.minorUnits) ? text("byHand.sum", { sum: money(sum) }) : text("byHand.totalHint");
  const hasMore = draft.time || draft.address || draft.subtotal || draft.taxes.some((tax) => tax.label || tax.amount);
  const rejection = rejected && rejectionOf(rejected);
  return html`<${PageHead} title=${text("byHand.title")} />
    ${rejection && html`<p class="notice doubt"><${Icon} name="doubt" /> <span>${rejection}</span></p>`}
    <form class="form wide by-hand" onSubmit=${(/** @type {Event} */ event) => event.preventDefault()} novalidate>
      ${field("store", "purchase.storeName", { tour: "store" })}
      <div class="columns">
        ${field("date", "purchase.date", { type: "date" })}
        ${field("currency", "purchase.currency", { list: offeredCurrencies })}
      </div>
      <${Lines} lines=${draft.lines} shown=${shown} leave=${leave} onChange=${(/** @type {Line[]} */ lines) => change({ lines })} />
      ${field("total", "purchase.total", { mode: "decimal", hint, tour: "total" })}
      <details class="more" open=${Boolean(hasMore)}>
        <summary>${text("byHand.more")}</summary>
        <div class="form wide">
          <div class="columns">${field("time", "purchase.time", { type: "time" })} ${field("subtotal", "purchase.subtotal", { mode: "decimal" })}</div>
          ${field("address", "purchase.storeAddress")}
          <fieldset class="form wide">
            <legend>${text("purchase.taxes")}</legend>
            <${TaxFields} taxes=${draft.taxes} wrong=${shown} onLeave=${leave} onChange=${(/** @type {import("./taxes.js").Tax[]} */ taxes) => change({ taxes })} />
          </fieldset>
        </div>
      </details>
      ${hasContent(draft) && html`<div><${Button} kind="plain danger" onClick=${clear}><${Icon} name="remove" size=${20} /> ${text("byHand.clear")}<//></div>`}
      ${saving.failure && html`<p class="error" role="alert">${saving.failure}</p>`}
      <div class="confirm" data-tour="save"><${Button} kind="primary large" isBusy=${saving.isBusy} onClick=${() => saving.attempt(save)}>${text("byHand.save")}<//></div>
    </form>`;
}

/**
 * The items, each with what it seldom needs folded away. A further one is there as soon as the last has a name.
 *
 * @param {{lines: Line[], shown: Record<string, string>, leave: (name: string) => void, onChange: (lines: Line[]) => void}} properties
 */
function Lines({ lines, shown, leave, onChange }) {
  const change = (/** @type {number} */ index, /** @type {Partial<Line>} */ part) => {
    const next = lines.map((line, at) => (at === index ? { ...line, ...part } : line));
    if (index === next.length - 1 && next[index].name && next.length < mostLines) next.push(emptyLine());
    onChange(next);
  };
  const remove = (/** @type {number} */ index) => {
    const next = lines.filter((_, at) => at !== index);
    onChange(next.length ? next : [emptyLine()]);
    keepFocus(() => document.querySelector(".by-hand .add-line"));
    say(text("item.removed"), { undo: () => onChange(lines) });
  };
  return html`<fieldset data-tour="items">
    <legend>${text("byHand.items")}</legend>
    ${lines.map(
      (line, index) =>
        html`<${LineCard} key=${index} line=${line} number=${index + 1} wrong=${(/** @type {string} */ name) => shown[lineField(index, name)]}
          onChange=${(/** @type {Partial<Line>} */ part) => change(index, part)}
          onLeave=${(/** @type {string} */ name) => leave(lineField(index, name))} onRemove=${() => remove(index)} />`,
    )}
    <${Button} kind="secondary add-line" onClick=${() => onChange([...lines, emptyLine()])}><${Icon} name="add" size=${20} /> ${text("item.add")}<//>
  </fieldset>`;
}

/**
 * @param {{line: Line, number: number, wrong: (name: string) => string, onChange: (part: Partial<Line>) => void,
 *   onLeave: (name: string) => void, onRemove: () => void}} properties
 */
function LineCard({ line, number, wrong, onChange, onLeave, onRemove }) {
  const field = (/** @type {"name" | "quantity" | "amount"} */ name) =>
    html`<${Field} label=${text(`item.${name}`)} value=${line[name]} error=${wrong(name)} mode=${name === "name" ? undefined : "decimal"}
      onInput=${(/** @type {string} */ value) => onChange({ [name]: value })} onBlur=${() => line[name] && onLeave(name)} />`;
  return html`<div class="card line">
    ${field("name")} ${field("quantity")} ${field("amount")}
    <${Button} kind="plain round" label=${text("byHand.removeLine", { number })} onClick=${onRemove}><${Icon} name="remove" size=${20} /><//>
    ${
      (line.name || line.amount) &&
      html`<${ItemDetails} entry=${line} wrong=${{ unitPrice: wrong("unitPrice"), discount: wrong("discount") }} onChange=${onChange} onLeave=${onLeave} hasUnit />`
    }
  </div>`;
}

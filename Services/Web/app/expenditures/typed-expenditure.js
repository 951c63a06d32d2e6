import { wrongNote } from "../purchases/typed-note.js";
import { currencyOf } from "../purchases/typed-purchase.js";
import { parseAmount, typedAmount } from "../texts/formats.js";
import { hasText, text } from "../texts/texts.js";

/** @typedef {import("../api/types.js").Budget.Purchase} Purchase */
/** @typedef {import("../api/types.js").Budget.PurchaseEdit} Edit */
/** @typedef {import("../api/types.js").Budget.CreateExpenditureRequest} Request */

/**
 * An expenditure as it is typed. `category` is the slug; `key` is that of its request: another one after each change, so that
 * sending the same again adds it once.
 *
 * @typedef {{amount: string, currency: string, name: string, category: string, symbol: string, date: string, place: string,
 *   note: string, isRefund: boolean, key: string}} TypedExpenditure
 */

/**
 * An expenditure of which nothing is typed yet.
 *
 * @param {{date: string, currency: string, key: string}} known
 * @returns {TypedExpenditure}
 */
export function emptyExpenditure(known) {
  return { ...{ amount: "", name: "", category: "", symbol: "", place: "", note: "" }, isRefund: false, ...known };
}

/**
 * An expenditure that was typed before, as it was sent.
 *
 * @param {Request} request
 * @param {string} key
 * @returns {TypedExpenditure}
 */
export function typedExpenditure(request, key) {
  return {
    amount: typedAmount(request.amount),
    currency: request.amount?.currency ?? "",
    name: request.name ?? "",
    category: request.category ?? "",
    symbol: request.categorySymbol ?? "",
    date: request.purchasedAt?.date ?? "",
    place: request.place ?? "",
    note: request.note ?? "",
    isRefund: request.refund ?? false,
    key,
  };
}

/**
 * An expenditure of the ledger, as it would be typed.
 *
 * @param {Purchase} purchase
 * @returns {TypedExpenditure}
 */
export function asTyped(purchase) {
  const item = purchase.items?.[0];
  const amount = typedAmount(item?.amount);
  return {
    amount: amount.replace(/^[-−]/, ""),
    currency: purchase.currency ?? "",
    name: item?.productName ?? "",
    category: item?.category ?? "",
    symbol: item?.categorySymbol ?? "",
    date: purchase.purchasedAt?.date ?? "",
    place: purchase.storeName ?? "",
    note: purchase.note ?? "",
    isRefund: /^[-−]/.test(amount),
    key: "",
  };
}

/**
 * What an expenditure is called: by its category where it has no name of its own.
 *
 * @param {TypedExpenditure} draft
 */
export function nameOf({ name, category }) {
  if (name.trim()) return name.trim();
  return hasText(`category.${category}`) ? text(`category.${category}`) : "";
}

/**
 * Whether there is something to lose.
 *
 * @param {TypedExpenditure} draft
 */
export function hasContent({ amount, name, category, place, note }) {
  return [amount, name, category, place, note].some((each) => each.trim());
}

/**
 * What is wrong with an expenditure as it is typed, by field.
 *
 * @param {TypedExpenditure} draft
 * @returns {Record<string, string>}
 */
export function wrongExpenditure(draft) {
  /** @type {Record<string, string>} */
  const wrong = {};
  const amount = parseAmount(draft.amount, currencyOf(draft));
  if (!amount || BigInt(amount.minorUnits ?? 0) <= 0n) wrong.amount = text("expenditure.amountRule");
  if (currencyOf(draft) === "XXX") wrong.currency = text("byHand.currencyRule");
  if (!nameOf(draft)) wrong.name = text("expenditure.nameRule");
  if (!/^\d{4}-\d{2}-\d{2}$/.test(draft.date)) wrong.date = text("expenditure.dateRule");
  return { ...wrong, ...wrongNote(draft.note) };
}

/**
 * The request that a typed expenditure stands for.
 *
 * @param {TypedExpenditure} draft As `wrongExpenditure` accepts it.
 * @param {string} timeZone
 * @returns {Request}
 */
export function requestOf(draft, timeZone) {
  return {
    name: nameOf(draft),
    amount: parseAmount(draft.amount, currencyOf(draft)) ?? undefined,
    category: draft.category,
    categorySymbol: draft.symbol,
    purchasedAt: { date: draft.date, timeZone },
    place: draft.place.trim(),
    note: draft.note.trim(),
    refund: draft.isRefund,
  };
}

/**
 * The edits that make an expenditure of the ledger what is typed; none where it is that already.
 *
 * @param {Purchase} purchase
 * @param {TypedExpenditure} draft As `wrongExpenditure` accepts it.
 * @returns {Edit[]}
 */
export function editsOf(purchase, draft) {
  const former = asTyped(purchase);
  const item = purchase.items?.[0];
  /** @type {Edit[]} */
  const edits = [];
  // First, as amounts are in the currency that it has by then.
  if (currencyOf(draft) !== former.currency) edits.push({ currency: { value: currencyOf(draft) } });
  /** @type {import("../api/types.js").Budget.ItemCorrection} */
  const correction = {};
  if (nameOf(draft) !== former.name || draft.category !== former.category) {
    // Another name is another product.
    const productId = nameOf(draft) === former.name ? (item?.productId ?? "") : "";
    correction.product = { productId, name: nameOf(draft), categorySymbol: draft.symbol, category: draft.category };
  }
  if (draft.amount !== former.amount || draft.isRefund !== former.isRefund) {
    correction.amount = parseAmount(draft.amount, currencyOf(draft)) ?? undefined;
    correction.returned = { value: draft.isRefund };
  }
  if (Object.keys(correction).length) edits.push({ item: { itemId: item?.id, ...correction } });
  if (draft.date !== former.date) edits.push({ date: { value: draft.date } });
  if (draft.place.trim() !== former.place) edits.push({ storeName: { value: draft.place.trim() } });
  if (draft.note.trim() !== former.note) edits.push({ note: { value: draft.note.trim() } });
  return edits;
}

/** Fields of the form, by what requests call them. */
const fields = /** @type {Record<string, string>} */ ({
  amount: "amount",
  name: "name",
  date: "date",
  place: "place",
  store_name: "place",
  note: "note",
  currency: "currency",
});

/**
 * The field of the form that the service means; undefined where the form has none.
 *
 * @param {string} path Such as `purchased_at.date` or `edits[1].item.amount`.
 */
export function fieldAt(path) {
  return fields[path.split(".").at(-1) ?? ""];
}

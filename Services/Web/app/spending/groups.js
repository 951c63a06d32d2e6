import { categoryName } from "../products/categories.js";
import { logAddress } from "../purchases/filters.js";
import { day, month, percent } from "../texts/formats.js";
import { text } from "../texts/texts.js";

/** @typedef {import("../api/types.js").Budget.SpendingGroup} Group */
/** @typedef {import("../api/types.js").Budget.CurrencySpending} CurrencySpending */
/** @typedef {import("./periods.js").Period} Period */

/** How spending can be grouped, and what the service calls it. */
export const groupings = /** @type {const} */ ({
  category: "SPENDING_GROUPING_CATEGORY",
  store: "SPENDING_GROUPING_STORE",
  product: "SPENDING_GROUPING_PRODUCT",
  month: "SPENDING_GROUPING_MONTH",
  day: "SPENDING_GROUPING_DAY",
  kind: "SPENDING_GROUPING_KIND",
});

/** @typedef {keyof typeof groupings} Grouping */

/**
 * Whether the groups of a grouping follow each other in time.
 *
 * @param {Grouping} grouping
 */
export function isTrend(grouping) {
  return grouping === "day" || grouping === "month";
}

/**
 * The amount of a group in minor units.
 *
 * @param {import("../texts/formats.js").Money | undefined} amount
 */
export function units(amount) {
  return BigInt(amount?.minorUnits ?? 0);
}

/**
 * What a group is called.
 *
 * @param {Group} group
 * @param {Grouping} grouping
 */
export function titleOf({ part, key = "", name = "" }, grouping) {
  if (part === "SPENDING_PART_TAXES") return text("spending.taxes");
  if (part === "SPENDING_PART_UNLISTED") return text("spending.unlisted");
  if (part === "SPENDING_PART_OTHERS") return text("spending.others");
  if (grouping === "month") return month(key);
  if (grouping === "day") return day(key);
  if (grouping === "kind") return text(key === "expenditure" ? "spending.expenditures" : "spending.purchases");
  if (grouping === "category") return key ? categoryName({ slug: key, name: key }) : text("spending.noCategory");
  return name || text(grouping === "store" ? "spending.unknownStore" : "spending.unnamed");
}

/**
 * Where a group leads: the purchases that it is made of. Null where they are not told apart.
 *
 * @param {Group} group
 * @param {Grouping} grouping
 * @param {Period} period
 */
export function addressOf(group, grouping, { from, to }) {
  const { part, key } = group;
  if (part !== "SPENDING_PART_GROUP" || !key) return null;
  if (grouping === "day") return logAddress({ from: key, to: key });
  if (grouping === "month") {
    const [first, last] = [`${key}-01`, `${key}-31`];
    return logAddress({ from: first < from ? from : first, to: last > to ? to : lastOf(key) });
  }
  return logAddress({ from, to, [grouping]: key, title: titleOf(group, grouping) });
}

/** @param {string} month YYYY-MM */
function lastOf(month) {
  const [year, number] = month.split("-").map(Number);
  return `${month}-${new Date(year, number, 0).getDate()}`;
}

/**
 * The share of an amount in a total, in words; empty where it is none.
 *
 * @param {import("../texts/formats.js").Money | undefined} amount
 * @param {import("../texts/formats.js").Money | undefined} total
 */
export function shareOf(amount, total) {
  const [part, whole] = [units(amount), units(total)];
  return part > 0n && whole > 0n ? percent(Number(part) / Number(whole)) : "";
}

/**
 * How an amount compares with the one before, in words; empty where there was none.
 *
 * @param {import("../texts/formats.js").Money | undefined} amount
 * @param {import("../texts/formats.js").Money | undefined} former
 */
export function changeOf(amount, former) {
  const [now, before] = [units(amount), units(former)];
  if (now === before) return text("spending.same");
  if (before <= 0n) return "";
  const change = Number(now - before) / Number(before);
  return text(change > 0 ? "spending.more" : "spending.less", { change: percent(Math.abs(change)) });
}

import { call } from "../api/client.js";
import { Button, Field, Pills } from "../frame/controls.js";
import { useLoaded, useStore } from "../frame/hooks.js";
import { Icon } from "../frame/icons.js";
import { sayFailure } from "../frame/messages.js";
import { Empty, PageHead, Problem, Skeleton } from "../frame/page.js";
import { go, place } from "../frame/router.js";
import { html, useEffect, useMemo, useRef, useState } from "../libraries.js";
import { useList } from "../live/lists.js";
import { merged } from "../live/merging.js";
import { copies } from "../storage/database.js";
import { waiting } from "../storage/sending.js";
import { month, today } from "../texts/formats.js";
import { language, text } from "../texts/texts.js";
import { isKept, listedDay, newestFirst, purchases } from "./live-purchases.js";
import { PurchaseRow, sums } from "./row.js";

const list = "larder.budget.v1.Purchases/ListPurchases";

/**
 * Letters without accents and capitals, for searching.
 *
 * @param {string} value
 */
function plain(value) {
  return value.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
}

/**
 * The words of a search, as `matches` takes them.
 *
 * @param {string} search
 */
function searched(search) {
  return plain(search).split(/\s+/).filter(Boolean);
}

/**
 * Whether a purchase has all the words of a search, in its store or its items.
 *
 * @param {any} purchase
 * @param {string[]} words
 */
export function matches(purchase, words) {
  if (!words.length) return true;
  const names = (purchase.items ?? []).map(
    (/** @type {any} */ item) => `${item.productName ?? ""} ${item.printedText ?? ""}`,
  );
  const all = plain([purchase.storeName ?? "", purchase.storeAddress ?? "", ...names].join(" "));
  return words.every((word) => all.includes(word));
}

/**
 * @param {any[]} purchases
 * @returns {[string, any[]][]} By month, in their order.
 */
function byMonth(purchases) {
  /** @type {Map<string, any[]>} */
  const months = new Map();
  for (const purchase of purchases) {
    const key = listedDay(purchase).slice(0, 7);
    const entries = months.get(key);
    if (entries) entries.push(purchase);
    else months.set(key, [purchase]);
  }
  return [...months];
}

/**
 * The purchases of a month. Nothing of it is drawn anew while its purchases are the same.
 *
 * @param {{name: string, entries: any[]}} properties `name` is YYYY-MM.
 */
function Month({ name, entries }) {
  const shown = useRef(entries);
  if (!isSame(shown.current, entries)) shown.current = entries;
  return useMemo(
    () =>
      html`<section class="month">
      <div class="section-head"><h2>${month(name)}</h2><span class="amount">${sums(entries)}</span></div>
      <ul class="list">${entries.map((entry) => html`<${PurchaseRow} purchase=${entry} key=${entry.id} />`)}</ul>
    </section>`,
    [name, shown.current, language.value],
  );
}

/**
 * Whether two lists hold the same purchases.
 *
 * @param {any[]} one
 * @param {any[]} other
 */
function isSame(one, other) {
  return one.length === other.length && one.every((entry, index) => entry === other[index]);
}

/** Rows that are drawn at first, and with each step towards the end. */
const step = 30;

const periods = ["all", "toCheck", "month", "lastMonth", "year", "discarded"];

/**
 * The first and the last day of a period, YYYY-MM-DD; empty for no limit.
 *
 * @param {string} period
 */
export function limits(period, now = new Date()) {
  if (period === "month") return [`${today(now).slice(0, 7)}-01`, ""];
  if (period === "year") return [`${today(now).slice(0, 4)}-01-01`, ""];
  if (period !== "lastMonth") return ["", ""];
  const last = new Date(now.getFullYear(), now.getMonth(), 0);
  return [`${today(last).slice(0, 7)}-01`, today(last)];
}

/** The log of purchases, with search and period. */
export function Log() {
  const { query } = useStore(place);
  const period = query.get("period") ?? "all";
  const wanted = query.get("search") ?? "";
  const queued = useStore(waiting);
  const [drawn, setDrawn] = useState(step);
  const end = useRef(/** @type {Element | null} */ (null));
  const [firstDay, lastDay] = limits(period);
  const asked = { firstDay, lastDay, discarded: period === "discarded" };
  const isWithin = (/** @type {any} */ entry) =>
    listedDay(entry) >= firstDay && (!lastDay || listedDay(entry) <= lastDay);
  const loaded = useLoaded(
    async (signal) => {
      try {
        const answer = await call(list, { ...asked, page: { size: 200 } }, { signal });
        if (period === "all") void copies.set("log", answer.purchases ?? []);
        return { purchases: answer.purchases ?? [], token: answer.nextPageToken ?? "", isCopy: false };
      } catch (error) {
        const copy = await copies.get("log");
        if (!copy || signal.aborted) throw error;
        return { purchases: asked.discarded ? [] : copy.filter(isWithin), token: "", isCopy: true };
      }
    },
    [period, queued.length],
  );
  useList(purchases, loaded, (value, update) => {
    const isWanted = (/** @type {any} */ entry) => isKept(entry) !== asked.discarded && isWithin(entry);
    return { ...value, purchases: merged(value.purchases, update, newestFirst, { isWanted, isWhole: !value.token }) };
  });
  const all = loaded.value?.purchases ?? [];
  const token = loaded.value?.token ?? "";
  const found = useMemo(() => {
    const isWanted = (/** @type {any} */ entry) => period !== "toCheck" || entry.state === "PURCHASE_STATE_TO_VERIFY";
    const words = searched(wanted);
    return all.filter((/** @type {any} */ entry) => isWanted(entry) && matches(entry, words));
  }, [all, wanted, period]);
  const more = async () => {
    if (drawn < found.length) return setDrawn(drawn + step);
    if (!token) return;
    try {
      const answer = await call(list, { ...asked, page: { size: 200, token } });
      loaded.change((value) => ({
        ...value,
        purchases: merged(value.purchases, { changed: answer.purchases }, newestFirst),
        token: answer.nextPageToken ?? "",
      }));
      setDrawn(drawn + step);
    } catch (error) {
      sayFailure(error);
    }
  };
  useEffect(() => {
    if (!end.current) return;
    const observer = new IntersectionObserver(([entry]) => entry.isIntersecting && void more(), {
      rootMargin: "600px",
    });
    observer.observe(end.current);
    return () => observer.disconnect();
  }, [drawn, found.length, token]);
  const show = (/** @type {Record<string, string>} */ change) => {
    const next = new URLSearchParams(query);
    for (const [name, value] of Object.entries(change)) value ? next.set(name, value) : next.delete(name);
    setDrawn(step);
    go(`/log${String(next) && `?${next}`}`, { replace: true });
  };
  const months = useMemo(() => byMonth(found.slice(0, drawn)), [found, drawn]);
  const isFiltered = wanted || period !== "all";
  const isEnd = drawn >= found.length && !token;
  return html`<${PageHead} title=${text("log.title")} hasBack=${false}>
      <a class="button secondary round" href="/purchases/new" aria-label=${text("byHand.title")}><${Icon} name="add" /></a>
    <//>
    <div class="filters">
      <${Field} label=${text("log.search")} type="search" value=${wanted} onInput=${(/** @type {string} */ value) => show({ search: value })} />
      <${Pills}
        label=${text("log.period")}
        chosen=${period}
        choices=${periods.map((name) => [name, text(`log.${name}`)])}
        onChoose=${(/** @type {string} */ name) => show({ period: name === "all" ? "" : name })}
      />
    </div>
    ${loaded.value?.isCopy && html`<p class="notice doubt"><${Icon} name="offline" /> ${text("log.copy")}</p>`}
    ${loaded.failure && !loaded.value && html`<${Problem} failure=${loaded.failure} again=${loaded.again} />`}
    ${!loaded.value && !loaded.failure && html`<${Skeleton} rows=${8} />`}
    ${
      loaded.value && !found.length && isEnd
        ? html`<${Empty} icon=${isFiltered ? "search" : "log"} sentence=${text(isFiltered ? "log.nothing" : "log.empty")}>
          ${
            isFiltered
              ? html`<${Button} kind="secondary" onClick=${() => show({ search: "", period: "" })}>${text("log.showAll")}<//>`
              : html`<${Button} kind="primary" onClick=${() => go("/camera")}>${text("home.first")}<//>`
          }
        <//>`
        : null
    }
    ${months.map(([key, entries]) => html`<${Month} key=${key} name=${key} entries=${entries} />`)}
    ${!isEnd && loaded.value && html`<div ref=${end}><${Button} kind="secondary" onClick=${more}>${text("more")}<//></div>`}`;
}

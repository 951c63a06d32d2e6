import { Button, Field, Pills } from "../frame/controls.js";
import { useStore } from "../frame/hooks.js";
import { Icon } from "../frame/icons.js";
import { Empty, PageHead, Problem, Skeleton } from "../frame/page.js";
import { go, place } from "../frame/router.js";
import { html, useEffect, useMemo, useRef } from "../libraries.js";
import { QueuedRow } from "../receipts/queued-row.js";
import { waiting } from "../storage/waiting.js";
import { day } from "../texts/formats.js";
import { text } from "../texts/texts.js";
import { Tip } from "../tutorials/tip.js";
import { isNarrow, logFilter, matches, periods, searched } from "./filters.js";
import { useLogPages } from "./log-pages.js";
import { Month, byMonth } from "./month.js";

/** @typedef {import("./live-purchases.js").Purchase} Purchase */

/** The log of purchases, with search and period. */
export function Log() {
  const { query } = useStore(place);
  const filter = logFilter(query);
  const { period } = filter;
  const search = query.get("search") ?? "";
  const { pages, failure, again, more } = useLogPages(filter);
  const found = useMemo(() => {
    const isWanted = (/** @type {Purchase} */ entry) =>
      period !== "toCheck" || entry.state === "PURCHASE_STATE_TO_VERIFY";
    const words = searched(search);
    return (pages?.entries ?? []).filter((entry) => isWanted(entry) && matches(entry, words));
  }, [pages?.entries, search, period]);
  const months = useMemo(() => byMonth(found), [found]);
  const end = useRef(/** @type {Element | null} */ (null));
  useEffect(() => {
    if (!end.current) return;
    const observer = new IntersectionObserver(([entry]) => entry.isIntersecting && void more(), {
      rootMargin: "1200px",
    });
    observer.observe(end.current);
    return () => observer.disconnect();
  }, [pages?.token]);
  const show = (/** @type {Record<string, string>} */ change) => {
    const next = new URLSearchParams(query);
    for (const [name, value] of Object.entries(change)) value ? next.set(name, value) : next.delete(name);
    go(`/log${String(next) && `?${next}`}`, { replace: true });
  };
  const isFiltered = search || period !== "all" || isNarrow(filter);
  return html`<${PageHead} title=${text("log.title")} hasBack=${false}>
      ${months.length > 0 && html`<${Tip} name="sums" />`}
      <a class="button secondary round" href="/purchases/new" data-tour="add" aria-label=${text("byHand.title")}><${Icon} name="add" /></a>
    <//>
    <div class="filters">
      <${Field} tour="search" label=${text("log.search")} type="search" value=${search} onInput=${(/** @type {string} */ value) => show({ search: value })} />
      <${Pills}
        tour="period"
        label=${text("log.period")}
        chosen=${filter.from || filter.to ? "" : period}
        choices=${periods.map((name) => [name, text(`log.${name}`)])}
        onChoose=${(/** @type {string} */ name) => show({ period: name === "all" ? "" : name, from: "", to: "" })}
      />
      ${isNarrow(filter) && html`<${Narrowed} filter=${filter} />`}
    </div>
    ${pages?.isCopy && html`<p class="notice doubt"><${Icon} name="offline" /> ${text("log.copy")}</p>`}
    ${failure && !pages && html`<${Problem} failure=${failure} again=${again} />`}
    ${!pages && !failure && html`<${Skeleton} rows=${8} />`}
    ${
      pages && !found.length && !pages.token
        ? html`<${Empty} icon=${isFiltered ? "search" : "log"} sentence=${text(isFiltered ? "log.nothing" : "log.empty")}>
          ${
            isFiltered
              ? html`<${Button} kind="secondary" onClick=${() => go("/log", { replace: true })}>${text("log.showAll")}<//>`
              : html`<${Button} kind="primary" onClick=${() => go("/camera")}>${text("home.first")}<//>`
          }
        <//>`
        : null
    }
    <${Rejected} />
    <div data-tour="purchases">${months.map(([key, entries]) => html`<${Month} key=${key} name=${key} entries=${entries} />`)}</div>
    ${pages?.token && html`<div ref=${end}><${Button} kind="secondary" onClick=${more}>${text("more")}<//></div>`}`;
}

/** What was changed in purchases of the log and was rejected. */
function Rejected() {
  const entries = useStore(waiting).filter(({ edit, rejection }) => edit && rejection);
  if (!entries.length) return null;
  return html`<section>
    <div class="section-head"><h2>${text("edits.notSentTitle")}</h2></div>
    <ul class="list">${entries.map((entry) => html`<${QueuedRow} entry=${entry} key=${entry.id} />`)}</ul>
  </section>`;
}

/**
 * What the log is restricted to beyond a period, with the way to see everything again.
 *
 * @param {{filter: import("./filters.js").LogFilter}} properties
 */
function Narrowed({ filter: { from, to, title } }) {
  const days = [...new Set([from, to])].filter(Boolean).map(day).join(" – ");
  return html`<div class="notice narrowed">
    <span>${[title, days].filter(Boolean).join(" · ")}</span>
    <${Button} kind="plain" onClick=${() => go("/log", { replace: true })}>${text("log.showAll")}<//>
  </div>`;
}

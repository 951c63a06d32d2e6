import { call } from "../api/client.js";
import { Field, Pills } from "../frame/controls.js";
import { useLoaded } from "../frame/hooks.js";
import { Empty, PageHead, Problem, Skeleton } from "../frame/page.js";
import { html, useEffect, useState } from "../libraries.js";
import { text } from "../texts/texts.js";
import { kinds, kindName } from "./kinds.js";

/** @typedef {import("../api/types.js").Catalog.Security} Security */

/** The most securities that a search shows. */
const mostFound = 50;

/** Securities to compare spending with: the saved ones, and those that are found by symbol or name. */
export function Securities() {
  const [wanted, setWanted] = useState("");
  const [searched, setSearched] = useState("");
  const [kind, setKind] = useState(/** @type {keyof typeof kinds | ""} */ (""));
  const saved = useLoaded(async (signal) => {
    const answer = await call("larder.budget.v1.Investing/ListSavedSecurities", {}, { signal });
    return (answer.securities ?? []).map(({ symbol = "" }) => symbol);
  }, []);
  const found = useLoaded(
    (signal) => {
      const request = { text: searched, kind: kind ? kinds[kind] : undefined, page: { size: mostFound } };
      return call("larder.catalog.v1.Securities/SearchSecurities", request, { signal });
    },
    [searched, kind],
  );
  useEffect(() => {
    const timer = setTimeout(() => setSearched(wanted.trim().slice(0, 100)), 200);
    return () => clearTimeout(timer);
  }, [wanted]);
  const choices = [
    ["", text("securities.all")],
    ...Object.keys(kinds).map((name) => [name, text(`securities.kind.${name}`)]),
  ];
  return html`<${PageHead} title=${text("securities.title")} fallback="/invested" />
    ${
      Boolean(saved.value?.length) &&
      html`<h2>${text("securities.saved")}</h2>
      <div class="choices">${saved.value?.map((symbol) => html`<a key=${symbol} href=${`/securities/${encodeURIComponent(symbol)}`}>${symbol}</a>`)}</div>`
    }
    <div class="form wide">
      <${Field} tour="search" label=${text("securities.search")} type="search" value=${wanted} onInput=${setWanted} />
    </div>
    <div class="invested-choice one-line"><${Pills} label=${text("securities.kind")} chosen=${kind} choices=${choices} onChoose=${setKind} /></div>
    ${found.failure && html`<${Problem} failure=${found.failure} again=${found.again} />`}
    ${!found.value && !found.failure && html`<${Skeleton} />`}
    ${found.value && !found.value.securities?.length && html`<${Empty} icon="search" sentence=${text("securities.none")} />`}
    ${found.value?.similar && html`<p class="hint">${text("securities.similar")}</p>`}
    <ul class="list after-pills" data-tour="found">
      ${(found.value?.securities ?? []).map((security) => html`<${Row} key=${security.symbol} security=${security} />`)}
    </ul>
    <p class="invested-note" data-tour="brokers"><a class="button plain" href="/brokers">${text("brokers.link")}</a></p>`;
}

/** @param {{security: Security}} properties */
function Row({ security }) {
  const { symbol = "", name, exchange, currency } = security;
  return html`<li>
    <a href=${`/securities/${encodeURIComponent(symbol)}`}>
      <span class="main">${name}</span>
      <span class="side">${symbol}</span>
      <span class="sub">${[kindName(security), exchange, currency].filter(Boolean).join(" · ")}</span>
    </a>
  </li>`;
}

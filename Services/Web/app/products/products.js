import { call } from "../api/client.js";
import { Field } from "../frame/controls.js";
import { Empty, PageHead, Problem, Skeleton } from "../frame/page.js";
import { Badge } from "../frame/badge.js";
import { Icon } from "../frame/icons.js";
import { useLoaded } from "../frame/hooks.js";
import { html, useEffect, useState } from "../libraries.js";
import { text } from "../texts/texts.js";

/**
 * How long food keeps, such as "3–5 days", where that is known.
 *
 * @param {{ minimumDays?: number; maximumDays?: number } | undefined} range
 */
export function days(range) {
  if (!range) return "";
  const [least, most] = [range.minimumDays ?? 0, range.maximumDays ?? 0];
  return least === most
    ? text("products.days", { count: most })
    : text("products.dayRange", { least: String(least), count: most });
}

/** The products that are known, found by their names. */
export function Products() {
  const [wanted, setWanted] = useState("");
  const [searched, setSearched] = useState("");
  const loaded = useLoaded(
    async (signal) =>
      searched
        ? ((await call("larder.catalog.v1.Products/SearchProducts", { text: searched, limit: 30 }, { signal }))
            .products ?? [])
        : null,
    [searched],
  );
  useEffect(() => {
    const timer = setTimeout(() => setSearched(wanted.trim().slice(0, 100)), 200);
    return () => clearTimeout(timer);
  }, [wanted]);
  const products = searched ? loaded.value : null;
  return html`<${PageHead} title=${text("products.title")} />
    <a class="notice" href="/mappings"><${Icon} name="log" /> <span>${text("products.toMappings")}</span></a>
    <div class="form wide">
      <${Field} label=${text("products.search")} type="search" value=${wanted} onInput=${setWanted} />
    </div>
    ${loaded.failure && html`<${Problem} failure=${loaded.failure} again=${loaded.again} />`}
    ${searched && products === undefined && !loaded.failure && html`<${Skeleton} />`}
    ${products && !products.length && html`<${Empty} icon="search" sentence=${text("log.nothing")} />`}
    ${!searched && html`<${Empty} icon="tag" sentence=${text("products.first")} />`}
    <ul class="list">
      ${(products ?? []).map((/** @type {any} */ { id, name, category, shelfLife }) => {
        const keeps = ["fridge", "pantry", "freezer"]
          .filter((place) => shelfLife?.[place])
          .map((place) => text(`products.${place}`, { days: days(shelfLife[place]) }));
        return html`<li key=${id} class="with-symbol still">
          <${Badge} name=${name} symbol=${category?.symbol} />
          <span class="main">${name}</span>
          <span class="side">${category?.name}</span>
          <span class="sub">${keeps.join(" · ")}</span>
        </li>`;
      })}
    </ul>`;
}

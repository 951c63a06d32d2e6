import { call } from "../api/client.js";
import { Button, Field } from "../frame/controls.js";
import { Empty, PageHead, Problem, Skeleton } from "../frame/page.js";
import { Badge } from "../frame/badge.js";
import { Icon } from "../frame/icons.js";
import { useLoaded } from "../frame/hooks.js";
import { html, useEffect, useState } from "../libraries.js";
import { text } from "../texts/texts.js";
import { categoryName } from "./categories.js";
import { keeping } from "./keeping.js";
import { NewProductSheet } from "./new-product-sheet.js";
import { ProductSheet } from "./product-sheet.js";

/** @typedef {import("../api/types.js").Catalog.Product} Product */

/** The products that are known, found by their names. */
export function Products() {
  const [wanted, setWanted] = useState("");
  const [searched, setSearched] = useState("");
  const [open, setOpen] = useState(/** @type {{product?: Product, isNew?: boolean} | null} */ (null));
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
  return html`<${PageHead} title=${text("products.title")}>
      <${Button} kind="secondary round" label=${text("products.add")} onClick=${() => setOpen({ isNew: true })}><${Icon} name="add" /><//>
    <//>
    <a class="notice" href="/mappings"><${Icon} name="log" /> <span>${text("products.toMappings")}</span></a>
    <div class="form wide">
      <${Field} label=${text("products.search")} type="search" value=${wanted} onInput=${setWanted} />
    </div>
    ${loaded.failure && html`<${Problem} failure=${loaded.failure} again=${loaded.again} />`}
    ${searched && products === undefined && !loaded.failure && html`<${Skeleton} />`}
    ${
      products &&
      !products.length &&
      html`<${Empty} icon="search" sentence=${text("products.none")}>
      <${Button} kind="primary" onClick=${() => setOpen({ isNew: true })}>${text("products.add")}<//>
    <//>`
    }
    ${!searched && html`<${Empty} icon="tag" sentence=${text("products.first")} />`}
    <ul class="list after-pills">
      ${(products ?? []).map(
        (product) =>
          html`<li key=${product.id} class="with-symbol">
          <button type="button" class="row" onClick=${() => setOpen({ product })}>
            <${Badge} name=${product.name} symbol=${product.category?.symbol} />
            <span class="main">${product.name}</span>
            <span class="side"></span>
            <span class="sub">${[categoryName(product.category), keeping(product.shelfLife)].filter(Boolean).join(" · ")}</span>
          </button>
        </li>`,
      )}
    </ul>
    ${open?.product && html`<${ProductSheet} product=${open.product} onClose=${() => setOpen(null)} />`}
    ${
      open?.isNew &&
      html`<${NewProductSheet}
      name=${wanted.trim()}
      onClose=${() => setOpen(null)}
      onAdded=${(/** @type {Product | undefined} */ product) => {
        setOpen({ product });
        loaded.again();
      }}
    />`
    }`;
}

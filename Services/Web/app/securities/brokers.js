import { call } from "../api/client.js";
import { Select } from "../frame/controls.js";
import { useLoaded, useStore } from "../frame/hooks.js";
import { Icon } from "../frame/icons.js";
import { Empty, PageHead, Problem, Skeleton } from "../frame/page.js";
import { go, place } from "../frame/router.js";
import { html } from "../libraries.js";
import { text } from "../texts/texts.js";
import { countries, likelyRegion, shortAddress } from "./words.js";

/** @typedef {import("../api/types.js").Catalog.Broker} Broker */

/** Brokers outside of Larder with which securities can be bought, by country. */
export function Brokers() {
  const { query } = useStore(place);
  const loaded = useLoaded((signal) => call("larder.catalog.v1.Brokers/ListBrokers", {}, { signal }), []);
  const { brokers = [], regions = [] } =
    loaded.value ?? /** @type {import("../api/types.js").Catalog.ListBrokersResponse} */ ({});
  const choices = countries(regions);
  const asked = query.get("region") ?? "";
  const region = regions.includes(asked) ? asked : likelyRegion(choices.map(([each]) => each));
  return html`<${PageHead} title=${text("brokers.title")} fallback="/securities" />
    ${loaded.failure && !loaded.value && html`<${Problem} failure=${loaded.failure} again=${loaded.again} />`}
    ${!loaded.value && !loaded.failure && html`<${Skeleton} />`}
    ${loaded.value && !regions.length && html`<${Empty} icon="growth" sentence=${text("brokers.none")} />`}
    ${
      regions.length > 0 &&
      html`<p class="lead">${text("brokers.note")}</p>
      <${Select} label=${text("brokers.region")} chosen=${region} choices=${choices}
        onChoose=${(/** @type {string} */ next) => go(`/brokers?${new URLSearchParams({ region: next })}`, { replace: true })} />
      <ul class="list after-pills brokers">
        ${brokers.filter((each) => each.region === region).map((broker) => html`<${Row} key=${broker.slug} broker=${broker} />`)}
      </ul>`
    }`;
}

/** @param {{broker: Broker}} properties */
function Row({ broker }) {
  const { name, address = "" } = broker;
  return html`<li>
    <a href=${address} target="_blank" rel="noopener noreferrer">
      <span class="main">${name}</span>
      <span class="side"><${Icon} name="out" size=${20} /><span class="hidden">${text("brokers.outside")}</span></span>
      <span class="sub">${shortAddress(address)}</span>
    </a>
  </li>`;
}

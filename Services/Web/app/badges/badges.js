import { call } from "../api/client.js";
import { Badge } from "../frame/badge.js";
import { useLoaded } from "../frame/hooks.js";
import { PageHead, Problem, Skeleton } from "../frame/page.js";
import { html } from "../libraries.js";
import { useList } from "../live/lists.js";
import { purchases } from "../purchases/live-purchases.js";
import { dayOf } from "../texts/formats.js";
import { language, text } from "../texts/texts.js";

/** @param {AbortSignal} signal */
async function load(signal) {
  const answer = await call("larder.budget.v1.Badges/ListBadges", {}, { signal });
  return answer.badges ?? [];
}

/** The badges that the user has got, and those that are still missing. */
export function Badges() {
  // The service names them in the language of the call.
  const loaded = useLoaded(load, [language.value]);
  // Most come with what is entered.
  useList(purchases, loaded);
  const all = loaded.value ?? [];
  const awarded = all.filter(({ awardedAt }) => awardedAt);
  const missing = all.filter(({ awardedAt }) => !awardedAt);
  return html`<${PageHead} title=${text("badges.title")} />
    ${loaded.failure && !loaded.value && html`<${Problem} failure=${loaded.failure} again=${loaded.again} />`}
    ${!loaded.value && !loaded.failure && html`<${Skeleton} rows=${6} />`}
    ${
      awarded.length > 0 &&
      html`<h2>${text("badges.awarded")}</h2>
      <ul class="list badges">${awarded.map((badge) => html`<${Awarded} key=${badge.name} badge=${badge} />`)}</ul>`
    }
    ${
      missing.length > 0 &&
      html`<h2>${text("badges.missing")}</h2>
      <ul class="list badges missing">${missing.map((badge) => html`<${Missing} key=${badge.name} badge=${badge} />`)}</ul>`
    }`;
}

/** @param {{badge: import("../api/types.js").Budget.Badge}} properties */
function Awarded({ badge: { title, description, awardedAt } }) {
  return html`<li class="with-symbol still">
    <${Badge} icon="medal" />
    <span class="main">${title}</span>
    <span class="sub">${description}</span>
    <span class="sub">${text("badges.awardedOn", { day: dayOf(awardedAt) })}</span>
  </li>`;
}

/** @param {{badge: import("../api/types.js").Budget.Badge}} properties */
function Missing({ badge: { title, description, ...counts } }) {
  const [reached, needed] = [Number(counts.reached ?? 0), Number(counts.needed ?? 0)];
  const progress = text("badges.progress", { reached, needed });
  return html`<li class="with-symbol still">
    <${Badge} icon="medal" kind="grey" />
    <span class="main">${title}</span>
    <span class="sub">${description}</span>
    ${
      needed > 1 &&
      html`<progress max=${needed} value=${reached} aria-label=${title} aria-valuetext=${progress}></progress>
      <span class="sub">${progress}</span>`
    }
  </li>`;
}

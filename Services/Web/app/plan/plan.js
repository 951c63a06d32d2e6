import { call } from "../api/client.js";
import { Contact } from "../frame/contact.js";
import { useLoaded } from "../frame/hooks.js";
import { Icon } from "../frame/icons.js";
import { PageHead, Problem, Skeleton } from "../frame/page.js";
import { html } from "../libraries.js";
import { dayOf } from "../texts/formats.js";
import { text } from "../texts/texts.js";
import { plans } from "./plans.js";

/** @typedef {import("../api/types.js").Auth.PlanState} PlanState */

/** Which plan the person has, until when, and what the plans give. */
export function PlanPage() {
  const loaded = useLoaded((signal) => call("larder.auth.v1.Plans/GetPlan", {}, { signal }), []);
  return html`<${PageHead} title=${text("plan.title")} fallback="/settings" />
    ${loaded.failure && !loaded.value && html`<${Problem} failure=${loaded.failure} again=${loaded.again} />`}
    ${!loaded.value && !loaded.failure && html`<${Skeleton} rows=${3} />`}
    ${loaded.value && html`<${State} state=${loaded.value} />`}
    ${
      loaded.value &&
      html`<h2>${text("plan.compare")}</h2>
      <div class="plans">
        ${plans.map(({ plan, gives }) => html`<${Offer} key=${plan} plan=${plan} gives=${gives} isOwn=${plan === planOf(loaded.value)} />`)}
      </div>
      <h2>${text("plan.change")}</h2>
      <div class="card padded"><p>${text("plan.notSold")}</p><${Contact} /></div>`
    }`;
}

/**
 * The plan of somebody; Basic unless it is said.
 *
 * @param {PlanState | undefined} state
 */
function planOf(state) {
  return state?.plan === "PLAN_PRO" ? "PLAN_PRO" : "PLAN_BASIC";
}

/** @param {{state: PlanState}} properties */
function State({ state }) {
  const [plan, start, end] = [planOf(state), dayOf(state.startedAt), dayOf(state.expiresAt)];
  return html`<section class="card own-plan">
    <span class="label">${text("plan.yours")}</span>
    <strong>${text(`plan.${plan}`)}</strong>
    <p>${end ? text("plan.until", { day: end }) : text(plan === "PLAN_BASIC" ? "plan.basicHasNoEnd" : "plan.noEnd")}</p>
    ${end && html`<p class="hint">${text("plan.afterwards")}</p>`}
    ${start && html`<p class="hint">${text("plan.since", { day: start })}</p>`}
  </section>`;
}

/** @param {{plan: import("./plans.js").Plan, gives: readonly string[], isOwn: boolean}} properties */
function Offer({ plan, gives, isOwn }) {
  return html`<section class=${`card offer ${isOwn ? "own" : ""}`}>
    <h3>${text(`plan.${plan}`)} ${isOwn && html`<span class="state">${text("plan.isYours")}</span>`}</h3>
    ${
      gives.length
        ? html`<ul>${gives.map((gift) => html`<li key=${gift}><${Icon} name="check" size=${20} /> <span>${text(`plan.gives.${gift}`)}</span></li>`)}</ul>`
        : html`<p>${text("plan.nothingMore")}</p>`
    }
  </section>`;
}

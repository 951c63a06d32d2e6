import { Badge } from "../frame/badge.js";
import { Button } from "../frame/controls.js";
import { useStore } from "../frame/hooks.js";
import { PageHead } from "../frame/page.js";
import { html, useState } from "../libraries.js";
import { preferences } from "../settings/preferences.js";
import { text } from "../texts/texts.js";
import { progress } from "./following.js";
import { introduction } from "./first-introduction.js";
import { Introduction } from "./introduction.js";
import { startTour } from "./tour.js";
import { tips } from "./tips.js";
import { slideCount, tours } from "./tours.js";

/** The introduction and all tours, with how far the person is in each. */
export function Tutorials() {
  useStore(preferences);
  const [isShown, setShown] = useState(false);
  return html`<${PageHead} title=${text("tutorials.title")} fallback="/help" />
    <p class="lead">${text("tutorials.lead")}</p>
    <ul class="list tutorials">
      <${Row} name=${introduction} title=${text("tutorials.introduction")} icon="help" count=${slideCount} onStart=${() => setShown(true)} />
      ${tours.map(
        (tour) =>
          html`<${Row} key=${tour.name} name=${tour.name} title=${text(`tour.${tour.name}`)} icon=${tour.icon}
            count=${tour.steps.length} onStart=${() => startTour(tour)} />`,
      )}
    </ul>
    <h2>${text("tips.title")}</h2>
    <p class="lead">${text("tips.lead")}</p>
    <dl class="card padded tips">
      ${tips.map(
        ({ name, page }) =>
          html`<div key=${name}><dt><a href=${page}>${text(`tip.${name}`)}</a></dt><dd>${text(`tip.${name}.text`)}</dd></div>`,
      )}
    </dl>
    ${isShown && html`<${Introduction} isAgain onClose=${() => setShown(false)} />`}`;
}

/**
 * @param {{name: string, title: string, icon: import("../frame/icons.js").IconName, count: number, onStart: () => void}} properties
 *   `count` is that of its steps.
 */
function Row({ name, title, icon, count, onStart }) {
  const { isDone, step } = progress(name);
  const state = isDone
    ? text("tutorials.isDone")
    : step > 0
      ? text("tutorials.left", { number: Math.min(step + 1, count), count })
      : text("tutorials.steps", { count });
  const act = isDone ? "tutorials.again" : step > 0 ? "tutorials.goOn" : "tutorials.show";
  return html`<li class="still with-symbol">
    <${Badge} icon=${isDone ? "check" : icon} kind=${isDone ? "" : "grey"} />
    <span class="main">${title}</span>
    <span class="sub">${state}</span>
    <${Button} kind="secondary" label=${`${text(act)}: ${title}`} onClick=${onStart}>${text(act)}<//>
  </li>`;
}

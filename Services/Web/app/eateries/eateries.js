import { call, request } from "../api/client.js";
import { asFailure } from "../api/failure.js";
import { Badge } from "../frame/badge.js";
import { Button, Field, Pills } from "../frame/controls.js";
import { scrolling } from "../frame/focus.js";
import { useLoaded, useStore } from "../frame/hooks.js";
import { Icon } from "../frame/icons.js";
import { Empty, PageHead, Problem, Skeleton } from "../frame/page.js";
import { html, useEffect, useState } from "../libraries.js";
import { preferences } from "../settings/preferences.js";
import { settings } from "../storage/database.js";
import { clock, distance, instant } from "../texts/formats.js";
import { hasText, text } from "../texts/texts.js";
import { EateryMap } from "./map.js";
import { devicePlace, location, parseSpot, typedSpot } from "./place.js";

/** How far to look, in metres. */
const radii = ["500", "1000", "2000", "5000"];

/** Eateries that are open near a place, as a list and, where the installation has tiles, as a map. */
export function Eateries() {
  const { units } = useStore(preferences);
  const [spot, setSpot] = useState(/** @type {import("./place.js").Spot | null} */ (null));
  const [radius, setRadius] = useState("2000");
  const [typed, setTyped] = useState("");
  const [problem, setProblem] = useState("");
  const [chosen, setChosen] = useState("");
  const tiles = useLoaded(
    async (signal) => (await request("GET", "/configuration.json", undefined, { signal })).tiles ?? null,
    [],
  ).value;
  const loaded = useLoaded(
    async (signal) => {
      if (!spot) return null;
      const asked = { near: location(spot), radiusMetres: Number(radius) };
      return (await call("larder.orders.v1.Eateries/ListOpenEateries", asked, { signal })).eateries ?? [];
    },
    [spot, radius],
  );
  useEffect(() => {
    void settings.get("spot").then((stored) => stored && setTyped(stored));
  }, []);
  const show = (/** @type {import("./place.js").Spot} */ next) => {
    setProblem("");
    setSpot(next);
    void settings.set("spot", typedSpot(next));
  };
  const locate = async () => {
    const found = await devicePlace();
    if (!found) return setProblem(text("eateries.noLocation"));
    setTyped(typedSpot(found));
    show(found);
  };
  const submit = (/** @type {Event} */ event) => {
    event.preventDefault();
    const found = parseSpot(typed);
    if (found) show(found);
    else setProblem(text("eateries.spotRule"));
  };
  const choose = (/** @type {string} */ id) => {
    setChosen(id);
    document.getElementById(`eatery-${id}`)?.scrollIntoView({ block: "nearest", behavior: scrolling() });
  };
  const eateries = loaded.value;
  const hasMap = Boolean(tiles && spot && eateries?.length);
  return html`<${PageHead} title=${text("eateries.title")} />
    <div class=${`eateries ${hasMap ? "with-map" : ""}`}>
      <div>
        <form class="card eatery-search" onSubmit=${submit} novalidate>
          <${Button} kind="primary" onClick=${locate}><${Icon} name="here" /> ${text("eateries.here")}<//>
          <div class="typed-place">
            <${Field} label=${text("eateries.spot")} value=${typed} onInput=${setTyped} error=${problem} hint=${text("eateries.spotHint")} />
            <${Button} type="submit" kind="secondary">${text("eateries.show")}<//>
          </div>
          <${Pills} label=${text("eateries.radius")} chosen=${radius} onChoose=${setRadius}
            choices=${radii.map((metres) => [metres, distance(Number(metres), units)])} />
        </form>
        ${loaded.failure && html`<${Problem} failure=${outside(loaded.failure)} again=${loaded.again} />`}
        ${spot && !eateries && !loaded.failure && html`<${Skeleton} />`}
        ${!spot && html`<${Empty} icon="place" sentence=${text("eateries.first")} />`}
        ${!loaded.failure && eateries && !eateries.length && html`<${Empty} icon="place" sentence=${text("eateries.none")} />`}
        <ul class="list">
          ${(loaded.failure ? [] : (eateries ?? [])).map(
            (/** @type {any} */ entry) =>
              html`<li key=${entry.id} id=${`eatery-${entry.id}`} class=${`with-symbol ${hasMap ? "" : "still"} ${chosen === entry.id ? "selected" : ""}`}>
              ${
                hasMap
                  ? html`<button type="button" class="row" aria-pressed=${chosen === entry.id} onClick=${() => setChosen(entry.id)}><${Eatery} entry=${entry} units=${units} /></button>`
                  : html`<${Eatery} entry=${entry} units=${units} />`
              }
            </li>`,
          )}
        </ul>
      </div>
      ${hasMap && html`<${EateryMap} tiles=${tiles} spot=${spot} eateries=${eateries} chosen=${chosen} onChoose=${choose} />`}
    </div>`;
}

/** @param {string} [kind] As the service names it, which is shown where it has no text. */
function kindName(kind = "") {
  return hasText(`eatery.${kind}`) ? text(`eatery.${kind}`) : kind;
}

/** @param {string} diet */
function dietName(diet) {
  return hasText(`diet.${diet}`) ? text(`diet.${diet}`) : diet;
}

/** @param {{entry: any, units: import("../settings/preferences.js").Preferences["units"]}} properties */
function Eatery({ entry, units }) {
  const until = entry.closesAt && text("eateries.until", { time: clock(instant(entry.closesAt) ?? 0) });
  const about = [kindName(entry.kind), until, entry.address].filter(Boolean).join(" · ");
  return html`<${Badge} name=${entry.name} />
    <span class="main">${entry.name}</span>
    <span class="side">${distance(entry.distanceMetres ?? 0, units)}</span>
    <span class="sub">${about}${(entry.dietaryTags ?? []).map((/** @type {string} */ tag) => html` <span class="diet">${dietName(tag)}</span>`)}</span>`;
}

/**
 * The sentence of a refusal that names the nearest area says more than a general one.
 *
 * @param {unknown} error
 */
function outside(error) {
  const failure = asFailure(error);
  return failure.reason === "OUTSIDE_OPERATING_AREA"
    ? Object.assign(failure, { code: "invalid_argument", reason: "" })
    : failure;
}

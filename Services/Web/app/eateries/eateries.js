import { call } from "../api/client.js";
import { asFailure } from "../api/failure.js";
import { Badge } from "../frame/badge.js";
import { Button, Field, Pills } from "../frame/controls.js";
import { scrolling } from "../frame/focus.js";
import { useLoaded, useStore } from "../frame/hooks.js";
import { Icon } from "../frame/icons.js";
import { useInstallation } from "../frame/installation.js";
import { Empty, PageHead, Problem, Skeleton } from "../frame/page.js";
import { html, useEffect, useMemo, useState } from "../libraries.js";
import { preferences } from "../settings/preferences.js";
import { remember } from "../settings/shared.js";
import { settings } from "../storage/database.js";
import { clock, distance, instant } from "../texts/formats.js";
import { hasText, text } from "../texts/texts.js";
import { Tip } from "../tutorials/tip.js";
import { diets, suits } from "./diets.js";
import { EateryMap } from "./map.js";
import { placeProblem } from "./place-problem.js";
import { devicePlace, location, parseSpot } from "./place.js";

/** How far to look, in metres. */
const radii = ["500", "1000", "2000", "5000"];

const radiusChoice = "eateries.radius";

/** How far was looked the last time. */
function rememberedRadius() {
  const chosen = preferences.value.choices[radiusChoice];
  return radii.includes(chosen) ? chosen : "2000";
}

/** @typedef {import("../api/types.js").Orders.OpenEatery} OpenEatery */

/** @type {OpenEatery[]} */
const none = [];

/** Eateries that are open near a place, as a list and, where the installation has tiles, as a map. */
export function Eateries() {
  const { units } = useStore(preferences);
  const { tiles } = useInstallation();
  const [spot, setSpot] = useState(/** @type {import("./place.js").Spot | null} */ (null));
  const [radius, setRadius] = useState(rememberedRadius);
  const [chosen, setChosen] = useState("");
  const [picked, setPicked] = useState(/** @type {string[] | null} */ (null));
  // Those of the profile, until others are picked here.
  const own = useLoaded((signal) => call("larder.auth.v1.Profiles/GetProfile", {}, { signal }), []).value?.diet?.tags;
  const wanted = picked ?? diets.filter((diet) => own?.some((tag) => tag === diet));
  const loaded = useLoaded(
    async (signal) => {
      if (!spot) return null;
      const asked = { near: location(spot), radiusMetres: Number(radius) };
      const answer = await call("larder.orders.v1.Eateries/ListOpenEateries", asked, { signal });
      return { spot, eateries: answer.eateries ?? none };
    },
    [spot, radius],
  );
  const chooseRadius = (/** @type {string} */ next) => {
    setRadius(next);
    remember(radiusChoice, next);
  };
  const choose = (/** @type {string} */ id) => {
    setChosen(id);
    document.getElementById(`eatery-${id}`)?.scrollIntoView({ block: "nearest", behavior: scrolling() });
  };
  const all = loaded.failure ? spot && { spot, eateries: none } : loaded.value;
  const found = useMemo(
    () => all && { ...all, eateries: all.eateries.filter((eatery) => suits(eatery, wanted)) },
    [loaded.value, loaded.failure, spot, String(wanted)],
  );
  const hasMap = Boolean(tiles && found);
  return html`<${PageHead} title=${text("eateries.title")} />
    <div class=${`eateries ${hasMap ? "with-map" : ""}`}>
      <${Search} radius=${radius} onRadius=${chooseRadius} onSearch=${setSpot} />
      ${hasMap && html`<${EateryMap} tiles=${tiles} ...${found} chosen=${chosen} onChoose=${choose} onMove=${setSpot} />`}
      <div>
        <div class="with-tip"><${Diets} chosen=${wanted} onChange=${setPicked} /><${Tip} name="diets" /></div>
        ${loaded.failure && html`<${Problem} failure=${outside(loaded.failure)} again=${loaded.again} />`}
        ${spot && !found && html`<${Skeleton} />`}
        ${!spot && html`<${Empty} icon="place" sentence=${text("eateries.first")} />`}
        ${!loaded.failure && found && html`<${List} eateries=${found.eateries} chosen=${chosen} onChoose=${hasMap && setChosen} units=${units} />`}
      </div>
    </div>`;
}

/**
 * What the eateries are to have something for.
 *
 * @param {{chosen: string[], onChange: (chosen: string[]) => void}} properties
 */
function Diets({ chosen, onChange }) {
  const toggle = (/** @type {string} */ diet) =>
    onChange(chosen.includes(diet) ? chosen.filter((each) => each !== diet) : [...chosen, diet]);
  return html`<div class="choices" role="group" aria-label=${text("profile.diet")} data-tour="diets">
    ${diets.map(
      (diet) =>
        html`<button type="button" key=${diet} aria-pressed=${chosen.includes(diet)} onClick=${() => toggle(diet)}>
        ${text(`profile.${diet}`)}
      </button>`,
    )}
  </div>`;
}

/**
 * Where to look: near the device, or near a place that is typed.
 *
 * @param {{radius: string, onRadius: (metres: string) => void, onSearch: (spot: import("./place.js").Spot) => void}} properties
 */
function Search({ radius, onRadius, onSearch }) {
  const { units } = useStore(preferences);
  const [typed, setTyped] = useState("");
  const [unlocated, setUnlocated] = useState("");
  const [mistake, setMistake] = useState("");
  useEffect(() => {
    // What was typed meanwhile stays.
    void settings.get("spot").then((stored) => stored && setTyped((/** @type {string} */ now) => now || stored));
  }, []);
  const locate = async () => {
    setUnlocated("");
    try {
      onSearch(await devicePlace());
    } catch (reason) {
      setUnlocated(placeProblem(reason));
    }
  };
  const submit = (/** @type {Event} */ event) => {
    event.preventDefault();
    const spot = parseSpot(typed);
    setMistake(spot ? "" : text("eateries.spotRule"));
    if (!spot) return;
    void settings.set("spot", typed.trim());
    onSearch(spot);
  };
  return html`<form class="card eatery-search" onSubmit=${submit} novalidate>
    <div data-tour="place">
      <${Button} kind="primary" onClick=${locate}><${Icon} name="here" /> ${text("eateries.here")}<//>
      <p class="hint">${text("eateries.why")}</p>
      ${unlocated && html`<p class="error" role="alert">${unlocated}</p>`}
    </div>
    <div class="typed-place">
      <${Field} label=${text("eateries.spot")} value=${typed} onInput=${setTyped} error=${mistake} hint=${text("eateries.spotHint")} />
      <${Button} type="submit" kind="secondary">${text("eateries.show")}<//>
    </div>
    <${Pills} tour="radius" label=${text("eateries.radius")} chosen=${radius} onChoose=${onRadius}
      choices=${radii.map((metres) => [metres, distance(Number(metres), units)])} />
  </form>`;
}

/**
 * What is open, nearest first.
 *
 * @param {{eateries: OpenEatery[], chosen: string, onChoose: false | ((id: string) => void),
 *   units: import("../settings/preferences.js").Preferences["units"]}} properties `onChoose` where there is a map.
 */
function List({ eateries, chosen, onChoose, units }) {
  if (!eateries.length) return html`<${Empty} icon="place" sentence=${text("eateries.none")} />`;
  const isChosen = (/** @type {string | undefined} */ id) => Boolean(onChoose) && chosen === id;
  const button = (/** @type {OpenEatery} */ entry) =>
    html`<button type="button" class="row" aria-pressed=${isChosen(entry.id)} onClick=${() => onChoose && onChoose(entry.id ?? "")}>
      <${Eatery} entry=${entry} units=${units} />
    </button>`;
  return html`<h2 role="status">${text("eateries.count", { count: eateries.length })}</h2>
    <ul class="list">
      ${eateries.map(
        (entry) =>
          html`<li key=${entry.id} id=${`eatery-${entry.id}`} class=${`with-symbol ${onChoose ? "" : "still"} ${isChosen(entry.id) ? "selected" : ""}`}>
          ${onChoose ? button(entry) : html`<${Eatery} entry=${entry} units=${units} />`}
        </li>`,
      )}
    </ul>`;
}

/** @param {string} [kind] As the service names it, which is shown where it has no text. */
function kindName(kind = "") {
  return hasText(`eatery.${kind}`) ? text(`eatery.${kind}`) : kind;
}

/** @param {string} diet */
function dietName(diet) {
  return hasText(`diet.${diet}`) ? text(`diet.${diet}`) : diet;
}

/** @param {{entry: OpenEatery, units: import("../settings/preferences.js").Preferences["units"]}} properties */
function Eatery({ entry, units }) {
  const until = entry.closesAt && text("eateries.until", { time: clock(instant(entry.closesAt) ?? 0) });
  const tags = entry.dietaryTags ?? [];
  const about = [kindName(entry.kind), until, entry.address].filter(Boolean).join(" · ");
  return html`<${Badge} name=${entry.name} />
    <span class="main">${entry.name}</span>
    <span class="side">${distance(entry.distanceMetres ?? 0, units)}</span>
    <span class="sub">
      ${about}
      ${tags.length > 0 && html`<span class="diets">${tags.map((/** @type {string} */ tag) => html`<span class="diet" key=${tag}>${dietName(tag)}</span>`)}</span>`}
    </span>`;
}

/**
 * The sentence of a rejection that names the nearest area says more than a general one.
 *
 * @param {unknown} error
 */
function outside(error) {
  const failure = asFailure(error);
  return failure.reason === "OUTSIDE_OPERATING_AREA"
    ? Object.assign(failure, { code: "invalid_argument", reason: "" })
    : failure;
}

import { call, request } from "../api/client.js";
import { asFailure } from "../api/failure.js";
import { Button, Field } from "../frame/controls.js";
import { Empty, PageHead, Problem, Skeleton } from "../frame/page.js";
import { useLoaded } from "../frame/hooks.js";
import { html, useEffect, useState } from "../libraries.js";
import { settings } from "../storage/database.js";
import { instant } from "../texts/formats.js";
import { language, text } from "../texts/texts.js";

/** @typedef {{latitude: number, longitude: number}} Spot In degrees. */

/**
 * A place as the service takes it.
 *
 * @param {Spot} spot
 */
function location({ latitude, longitude }) {
  const micro = (/** @type {number} */ degrees) => Math.round(degrees * 1e6).toString();
  return { latitudeMicrodegrees: micro(latitude), longitudeMicrodegrees: micro(longitude) };
}

/**
 * The place that somebody has typed; null for what is none.
 *
 * @param {string} typed
 * @returns {Spot | null}
 */
export function parseSpot(typed) {
  const parts = /^\s*(-?\d{1,2}(?:\.\d+)?)\s*[,; ]\s*(-?\d{1,3}(?:\.\d+)?)\s*$/.exec(typed);
  if (!parts) return null;
  const [latitude, longitude] = [Number(parts[1]), Number(parts[2])];
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 ? { latitude, longitude } : null;
}

/** @param {number} metres */
function distance(metres) {
  const isFar = metres >= 1000;
  return (isFar ? metres / 1000 : metres).toLocaleString(language.value, {
    style: "unit",
    unit: isFar ? "kilometer" : "meter",
    maximumFractionDigits: isFar ? 1 : 0,
  });
}

/** Eateries that are open near a place, as a list and, where the installation has tiles, as a map. */
export function Eateries() {
  const [spot, setSpot] = useState(/** @type {Spot | null} */ (null));
  const [typed, setTyped] = useState("");
  const [problem, setProblem] = useState("");
  const tiles = useLoaded(
    async (signal) => (await request("GET", "/configuration.json", undefined, { signal })).tiles ?? null,
    [],
  ).value;
  const loaded = useLoaded(
    async (signal) =>
      spot
        ? ((await call("larder.orders.v1.Eateries/ListOpenEateries", { near: location(spot) }, { signal })).eateries ??
          [])
        : null,
    [spot],
  );
  useEffect(() => {
    void settings.get("spot").then((stored) => stored && setTyped(stored));
  }, []);
  const show = (/** @type {Spot} */ next) => {
    setProblem("");
    setSpot(next);
    void settings.set("spot", `${next.latitude.toFixed(5)}, ${next.longitude.toFixed(5)}`);
  };
  const locate = () =>
    new Promise((/** @type {(value?: unknown) => void} */ resolve) => {
      if (!navigator.geolocation) return resolve(setProblem(text("eateries.noLocation")));
      navigator.geolocation.getCurrentPosition(
        ({ coords }) => {
          setTyped(`${coords.latitude.toFixed(5)}, ${coords.longitude.toFixed(5)}`);
          resolve(show(coords));
        },
        () => resolve(setProblem(text("eateries.noLocation"))),
        { timeout: 10000, maximumAge: 60000 },
      );
    });
  const submit = (/** @type {Event} */ event) => {
    event.preventDefault();
    const found = parseSpot(typed);
    if (found) show(found);
    else setProblem(text("eateries.spotRule"));
  };
  const eateries = loaded.value;
  return html`<${PageHead} title=${text("eateries.title")} />
    <form class="form wide" onSubmit=${submit} novalidate>
      <${Field} label=${text("eateries.spot")} value=${typed} onInput=${setTyped} error=${problem} hint=${text("eateries.spotHint")} />
      <div class="actions">
        <${Button} kind="secondary" onClick=${locate}>${text("eateries.here")}<//>
        <${Button} type="submit" kind="primary">${text("eateries.show")}<//>
      </div>
    </form>
    ${tiles && eateries?.length > 0 && spot && html`<${Map} tiles=${tiles} spot=${spot} eateries=${eateries} />`}
    ${loaded.failure && html`<${Problem} failure=${outside(loaded.failure)} again=${loaded.again} />`}
    ${spot && eateries === undefined && !loaded.failure && html`<${Skeleton} />`}
    ${eateries && !eateries.length && html`<${Empty} sentence=${text("eateries.none")} />`}
    <ul class="list">
      ${(eateries ?? []).map(
        (/** @type {any} */ entry) =>
          html`<li key=${entry.id} class="still">
          <span class="main">${entry.name}</span>
          <span class="side">${distance(entry.distanceMetres ?? 0)}</span>
          <span class="sub">
            ${[entry.address, ...(entry.dietaryTags ?? [])].filter(Boolean).join(" · ")}
            ${entry.closesAt && ` · ${text("eateries.until", { time: new Date(instant(entry.closesAt) ?? 0).toLocaleTimeString(language.value, { hour: "numeric", minute: "2-digit" }) })}`}
          </span>
        </li>`,
      )}
    </ul>`;
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

/** @param {{tiles: {url: string, attribution: string}, spot: Spot, eateries: any[]}} properties */
function Map({ tiles, spot, eateries }) {
  const [ground, setGround] = useState(/** @type {HTMLElement | null} */ (null));
  useEffect(() => {
    if (!ground) return;
    /** @type {any} */
    let map;
    let isGone = false;
    void loadLeaflet().then((leaflet) => {
      if (isGone) return;
      map = leaflet.map(ground).setView([spot.latitude, spot.longitude], 15);
      leaflet.tileLayer(tiles.url, { attribution: tiles.attribution, maxZoom: 19 }).addTo(map);
      leaflet.circleMarker([spot.latitude, spot.longitude], { radius: 7 }).addTo(map);
      for (const { name, location } of eateries) {
        const at = [
          Number(location?.latitudeMicrodegrees ?? 0) / 1e6,
          Number(location?.longitudeMicrodegrees ?? 0) / 1e6,
        ];
        const label = document.createElement("span");
        label.textContent = name;
        leaflet.marker(at, { title: name, alt: name }).addTo(map).bindPopup(label);
      }
    });
    return () => {
      isGone = true;
      map?.remove();
    };
  }, [ground, spot, eateries]);
  return html`<div class="map" ref=${setGround} role="region" aria-label=${text("eateries.map")}></div>`;
}

/** @type {Promise<any> | undefined} */
let leaflet;

/** Leaflet, loaded when the first map is shown. */
function loadLeaflet() {
  leaflet ??= new Promise((resolve, reject) => {
    const base = new URL("../../libraries/leaflet/", import.meta.url);
    const style = Object.assign(document.createElement("link"), {
      rel: "stylesheet",
      href: new URL("leaflet.css", base).href,
    });
    document.head.append(style);
    import("../../libraries/leaflet/leaflet.js").then(resolve, reject);
  });
  return leaflet;
}

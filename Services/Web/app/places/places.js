import { call } from "../api/client.js";
import { Badge } from "../frame/badge.js";
import { Button, Switch } from "../frame/controls.js";
import { useLoaded, useStore } from "../frame/hooks.js";
import { Icon } from "../frame/icons.js";
import { say, sayFailure } from "../frame/messages.js";
import { Empty, PageHead, Problem, Skeleton } from "../frame/page.js";
import { html, useState } from "../libraries.js";
import { ConsentNeeded } from "../profile/consent-needed.js";
import { preferences } from "../settings/preferences.js";
import { distance } from "../texts/formats.js";
import { language, text } from "../texts/texts.js";
import { allowNoticing, changes, noticingState, stopNoticing, tellPlaces } from "./device.js";
import { PlaceSheet } from "./place-sheet.js";
import { isKindOn } from "./watch.js";

/** @typedef {import("./typed-place.js").Place} Place */

/** @param {AbortSignal} signal */
async function load(signal) {
  const [list, consents, choices] = await Promise.all([
    call("larder.notifications.v1.TemptingPlaces/ListPlaces", {}, { signal }),
    call("larder.auth.v1.Consents/ListConsents", {}, { signal }),
    call("larder.notifications.v1.NoticePreferences/GetNoticePreferences", {}, { signal }),
  ]);
  const isAllowed = (consents.consents ?? []).some(({ kind, given }) => given && kind === "CONSENT_KIND_LOCATION");
  return { places: list.places ?? [], isAllowed, isOn: isKindOn(choices.preferences) };
}

/** @param {Place} place */
function set(place) {
  return call("larder.notifications.v1.TemptingPlaces/SetPlace", { place });
}

/** @param {Place} place */
function unset({ id }) {
  return call("larder.notifications.v1.TemptingPlaces/RemovePlace", { placeId: id });
}

/** Places that tempt, where their owner is reminded, and whether this device notices that they have come to one. */
export function Places() {
  const loaded = useLoaded(load, []);
  const [open, setOpen] = useState(/** @type {{first: Place, isNew: boolean} | null} */ (null));
  const value = loaded.value;
  const again = () => {
    loaded.again();
    tellPlaces();
  };
  const undo = (/** @type {() => Promise<unknown>} */ body) => async () => {
    await body();
    again();
  };
  const saved = (/** @type {Place} */ place) => {
    const former = open?.isNew ? undefined : open?.first;
    setOpen(null);
    again();
    say(text(former ? "places.changed" : "places.added"), {
      undo: undo(() => (former ? set(former) : unset(place))),
    });
  };
  const remove = async (/** @type {Place} */ place) => {
    await unset(place);
    setOpen(null);
    again();
    say(text("places.removed"), { undo: undo(() => set(place)) });
  };
  const begin = () => setOpen({ first: { id: crypto.randomUUID() }, isNew: true });
  const add = html`<${Button} kind="primary" onClick=${begin}><${Icon} name="add" size=${20} /> ${text("places.add")}<//>`;
  return html`<${PageHead} title=${text("places.title")} fallback="/settings" />
    <p class="lead">${text("places.lead")}</p>
    ${loaded.failure && !value && html`<${Problem} failure=${loaded.failure} again=${loaded.again} />`}
    ${!value && !loaded.failure && html`<${Skeleton} />`}
    ${value && !value.isAllowed && html`<section class="card padded"><${ConsentNeeded} sentence=${text("places.consent")} /></section>`}
    ${value?.isAllowed && html`<${ThisDevice} isOn=${value.isOn} />`}
    ${value?.isAllowed && !value.places.length && html`<${Empty} icon="place" sentence=${text("places.empty")}>${add}<//>`}
    ${
      value?.isAllowed &&
      value.places.length > 0 &&
      html`<ul class="list places">
        ${byName(value.places).map((place) => html`<${Row} key=${place.id} place=${place} onOpen=${() => setOpen({ first: place, isNew: false })} />`)}
      </ul>
      <div class="actions">${add}</div>`
    }
    ${
      open &&
      html`<${PlaceSheet}
        first=${open.first}
        isNew=${open.isNew}
        onClose=${() => setOpen(null)}
        onSaved=${saved}
        onRemove=${open.isNew ? undefined : () => remove(open.first)}
      />`
    }`;
}

/** @param {Place[]} places */
function byName(places) {
  return [...places].sort((one, other) => (one.name ?? "").localeCompare(other.name ?? "", language.value));
}

/** @param {{place: Place, onOpen: () => void}} properties */
function Row({ place, onOpen }) {
  const { units } = useStore(preferences);
  return html`<li class="with-symbol">
    <button type="button" class="row" onClick=${onOpen}>
      <${Badge} icon="place" />
      <span class="main">${place.name}</span>
      <span class="side"></span>
      <span class="sub">${text("places.within", { distance: distance(place.radiusMetres ?? 0, units) })}</span>
    </button>
  </li>`;
}

/**
 * Whether this device notices places. The browser is only asked once its owner wants that.
 *
 * @param {{isOn: boolean}} properties Whether reminders come by any channel.
 */
function ThisDevice({ isOn }) {
  const count = useStore(changes);
  const state = useLoaded(noticingState, [count]);
  const [isBusy, setBusy] = useState(false);
  const change = async (/** @type {boolean} */ next) => {
    setBusy(true);
    try {
      if (!next) await stopNoticing();
      else if ((await allowNoticing()) === "on") say(text("places.deviceOn"));
    } catch (error) {
      sayFailure(error);
    }
    setBusy(false);
    state.again();
  };
  const present = state.value;
  if (!present) return null;
  const isMissing = present === "missing" || present === "refused";
  return html`<section class="noticing">
    <h2>${text("notices.device")}</h2>
    <div class="card switches">
      <${Switch}
        label=${text("places.device")}
        hint=${text("places.device.why")}
        isOn=${present === "on"}
        isDisabled=${isBusy || present === "missing"}
        onChange=${change}
      />
    </div>
    ${isMissing && html`<div class="notice doubt" role="status"><${Icon} name="doubt" size=${20} /> <p>${text(`places.device.${present}`)}</p></div>`}
    ${
      !isOn &&
      html`<div class="notice doubt column" role="status">
        <p>${text("places.kindOff")}</p>
        <a class="button secondary" href="/notices">${text("notices.title")}</a>
      </div>`
    }
  </section>`;
}

import { call } from "../api/client.js";
import { placeProblem } from "../eateries/place-problem.js";
import { devicePlace, typedSpot } from "../eateries/place.js";
import { useChecking } from "../frame/checking.js";
import { Button, Field, Select } from "../frame/controls.js";
import { DraftNote, useDraft } from "../frame/draft.js";
import { useStore } from "../frame/hooks.js";
import { useSaving } from "../frame/saving.js";
import { Sheet, SheetFoot } from "../frame/sheet.js";
import { html, useRef } from "../libraries.js";
import { preferences } from "../settings/preferences.js";
import { distance } from "../texts/formats.js";
import { text } from "../texts/texts.js";
import { noteStay } from "./device.js";
import { fieldAt, placeOf, radii, typedPlace, wrongPlace } from "./typed-place.js";

/** @typedef {import("./typed-place.js").Place} Place */
/** @typedef {import("./typed-place.js").TypedPlace} TypedPlace */

/**
 * The form of a place that tempts, which is added or changed.
 *
 * @param {{first: Place, isNew: boolean, onClose: () => void, onSaved: (saved: Place) => void,
 *   onRemove?: () => Promise<void>}} properties `first` is the one that is changed, or what a new one begins with.
 */
export function PlaceSheet({ first, isNew, onClose, onSaved, onRemove }) {
  const { units } = useStore(preferences);
  const id = first.id ?? "";
  const draft = useDraft(`place ${isNew ? "new" : id}`, typedPlace(first));
  const { value } = draft;
  const { shown, leave, check, changed, reject } = useChecking(wrongPlace(value));
  const { failure, isBusy, attempt, submitting } = useSaving({ reject, fieldAt });
  // Where its owner is, if that was asked for.
  const here = useRef("");
  const change = (/** @type {Partial<TypedPlace>} */ part) => {
    changed();
    draft.change(part);
  };
  const locate = async () => {
    try {
      here.current = typedSpot(await devicePlace());
      change({ spot: here.current });
    } catch (reason) {
      reject({ spot: placeProblem(reason) });
    }
  };
  const save = async () => {
    if (!check()) return;
    const saved = await call("larder.notifications.v1.TemptingPlaces/SetPlace", { place: placeOf(id, value) });
    if (value.spot && value.spot === here.current) await noteStay(id);
    await draft.forget();
    onSaved(saved);
  };
  const remove = async () => {
    await onRemove?.();
    await draft.forget();
  };
  const cancel = () => {
    void draft.forget();
    onClose();
  };
  const field = (/** @type {"name" | "spot"} */ name, /** @type {string} */ title, more = {}) =>
    html`<${Field} label=${text(title)} value=${value[name]} error=${shown[name]} ...${more}
      onInput=${(/** @type {string} */ typed) => change({ [name]: typed })} onBlur=${() => value[name] && leave(name)} />`;
  const offered = radii.includes(value.radius) ? radii : [value.radius, ...radii];
  return html`<${Sheet} title=${text(isNew ? "places.add" : "places.change")} onClose=${onClose}>
    <form onSubmit=${submitting(save)} novalidate>
      <${DraftNote} draft=${draft} />
      ${field("name", "places.name", { hasFocus: true })}
      ${field("spot", "eateries.spot", { hint: text("profile.home.hint") })}
      <${Button} kind="secondary" onClick=${locate}>${text("eateries.here")}<//>
      <${Select}
        label=${text("places.radius")}
        chosen=${String(value.radius)}
        onChoose=${(/** @type {string} */ next) => change({ radius: Number(next) })}
        choices=${offered.map((metres) => [String(metres), distance(metres, units)])}
      />
      ${failure && html`<p class="error" role="alert">${failure}</p>`}
      <${SheetFoot} onCancel=${onRemove ? undefined : cancel} isBusy=${isBusy}>
        ${onRemove && html`<${Button} kind="secondary danger" onClick=${() => attempt(remove)}>${text("remove")}<//>`}
      <//>
    </form>
  <//>`;
}

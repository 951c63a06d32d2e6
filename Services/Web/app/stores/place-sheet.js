import { placeProblem } from "../eateries/place-problem.js";
import { devicePlace, location, parseSpot, spotOf, typedSpot } from "../eateries/place.js";
import { Button, Field } from "../frame/controls.js";
import { Icon } from "../frame/icons.js";
import { useSaving } from "../frame/saving.js";
import { Sheet, SheetFoot } from "../frame/sheet.js";
import { html, useState } from "../libraries.js";
import { text } from "../texts/texts.js";

/** @typedef {import("../api/types.js").Catalog.Store} Store */

/**
 * The form of where a store of somebody's own is.
 *
 * @param {{store: Store, onClose: () => void, onPlace: (location: Store["location"]) => Promise<void>}} properties `onPlace` gets
 *   nothing where that is taken back.
 */
export function PlaceSheet({ store, onClose, onPlace }) {
  const { name = "", location: former } = store;
  const [typed, setTyped] = useState(former ? typedSpot(spotOf(former)) : "");
  const [wrong, setWrong] = useState("");
  const reject = (/** @type {Record<string, string>} */ found) => setWrong(found.place ?? "");
  const fieldAt = (/** @type {string} */ path) => (path.startsWith("location") ? "place" : undefined);
  const { failure, isBusy, attempt, submitting } = useSaving({ reject, fieldAt });
  const save = async () => {
    const spot = parseSpot(typed);
    setWrong(spot ? "" : text("eateries.spotRule"));
    if (spot) await onPlace(location(spot));
  };
  const locate = async () => {
    try {
      setTyped(typedSpot(await devicePlace()));
      setWrong("");
    } catch (reason) {
      setWrong(placeProblem(reason));
    }
  };
  return html`<${Sheet} title=${text("stores.own.where", { name })} onClose=${onClose}>
    <form onSubmit=${submitting(save)} novalidate>
      <p class="hint">${text("stores.own.why")}</p>
      <${Button} kind="secondary" onClick=${locate}><${Icon} name="here" /> ${text("stores.own.here")}<//>
      <${Field} label=${text("eateries.spot")} hint=${text("profile.home.hint")} value=${typed} onInput=${setTyped} error=${wrong} />
      ${failure && html`<p class="error" role="alert">${failure}</p>`}
      <${SheetFoot} onCancel=${former ? undefined : onClose} isBusy=${isBusy}>
        ${former && html`<${Button} kind="secondary danger" onClick=${() => attempt(() => onPlace(undefined))}>${text("remove")}<//>`}
      <//>
    </form>
  <//>`;
}

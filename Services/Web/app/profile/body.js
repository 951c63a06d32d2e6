import { call } from "../api/client.js";
import { Button, Field } from "../frame/controls.js";
import { useSaving } from "../frame/saving.js";
import { html, useState } from "../libraries.js";
import { text } from "../texts/texts.js";
import { ConsentNeeded } from "./consent-needed.js";

/** The form's fields, by the request's. */
const fields = /** @type {Record<string, string>} */ ({
  "body.height_centimetres": "height",
  "body.weight_kilograms": "weight",
});

/**
 * A whole number that is typed; 0 for nothing, undefined for anything else.
 *
 * @param {string} typed
 */
function wholeNumber(typed) {
  return /^\d{0,4}$/.test(typed.trim()) ? Number(typed) : undefined;
}

/**
 * Height and weight, which are stored with consent only.
 *
 * @param {{profile: import("./profile.js").Profile, isAllowed: boolean, onSave: import("./profile.js").Saved}} properties
 */
export function Body({ profile, isAllowed, onSave }) {
  const former = profile.body ?? {};
  const [height, setHeight] = useState(String(former.heightCentimetres || ""));
  const [weight, setWeight] = useState(String(former.weightKilograms || ""));
  const [wrong, setWrong] = useState(/** @type {Record<string, string>} */ ({}));
  const { failure, isBusy, submitting } = useSaving({ reject: setWrong, fieldAt: (path) => fields[path] });
  const save = async () => {
    const body = { heightCentimetres: wholeNumber(height), weightKilograms: wholeNumber(weight) };
    const found = {
      ...(body.heightCentimetres === undefined && { height: text("profile.wholeNumber") }),
      ...(body.weightKilograms === undefined && { weight: text("profile.wholeNumber") }),
    };
    setWrong(found);
    if (Object.keys(found).length) return;
    const next = await call("larder.auth.v1.Profiles/SetBodyDetails", { body });
    onSave(next, () => call("larder.auth.v1.Profiles/SetBodyDetails", { body: former }));
  };
  if (!isAllowed) {
    return html`<section class="form"><h2>${text("profile.body")}</h2>
      <${ConsentNeeded} sentence=${text("profile.body.consent")} /></section>`;
  }
  return html`<form class="form" onSubmit=${submitting(save)} novalidate>
    <h2>${text("profile.body")}</h2>
    <${Field} label=${text("profile.height")} mode="numeric" value=${height} onInput=${setHeight} error=${wrong.height} />
    <${Field} label=${text("profile.weight")} mode="numeric" value=${weight} onInput=${setWeight} error=${wrong.weight} />
    ${failure && html`<p class="error" role="alert">${failure}</p>`}
    <${Button} type="submit" kind="primary" isBusy=${isBusy} label=${text("profile.body.save")}>${text("save")}<//>
  </form>`;
}

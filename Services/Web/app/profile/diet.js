import { call } from "../api/client.js";
import { Switch } from "../frame/controls.js";
import { sayFailure } from "../frame/messages.js";
import { html, useState } from "../libraries.js";
import { text } from "../texts/texts.js";

/** @typedef {import("../api/types.js").Auth.DietaryTag} DietaryTag */

/** What can be chosen. */
export const dietaryTags = /** @type {const} */ ([
  "DIETARY_TAG_VEGETARIAN",
  "DIETARY_TAG_VEGAN",
  "DIETARY_TAG_PESCATARIAN",
  "DIETARY_TAG_HALAL",
  "DIETARY_TAG_KOSHER",
  "DIETARY_TAG_GLUTEN_FREE",
  "DIETARY_TAG_LACTOSE_FREE",
  "DIETARY_TAG_NUT_FREE",
  "DIETARY_TAG_EGG_FREE",
  "DIETARY_TAG_SHELLFISH_FREE",
]);

/**
 * What somebody eats and what not.
 *
 * @param {{profile: import("./profile.js").Profile, onSave: import("./profile.js").Saved}} properties
 */
export function Diet({ profile, onSave }) {
  const [isBusy, setBusy] = useState(false);
  const chosen = profile.diet?.tags ?? [];
  const set = (/** @type {DietaryTag[]} */ tags) =>
    call("larder.auth.v1.Profiles/SetDietaryPreferences", { diet: { tags } });
  const change = async (/** @type {DietaryTag} */ tag, /** @type {boolean} */ isOn) => {
    setBusy(true);
    try {
      onSave(await set(isOn ? [...chosen, tag] : chosen.filter((each) => each !== tag)), () => set(chosen));
    } catch (error) {
      sayFailure(error);
    }
    setBusy(false);
  };
  return html`<section>
    <h2>${text("profile.diet")}</h2>
    <div class="card switches">
      ${dietaryTags.map(
        (tag) =>
          html`<${Switch}
          key=${tag}
          label=${text(`profile.${tag}`)}
          isOn=${chosen.includes(tag)}
          isDisabled=${isBusy}
          onChange=${(/** @type {boolean} */ isOn) => change(tag, isOn)}
        />`,
      )}
    </div>
  </section>`;
}

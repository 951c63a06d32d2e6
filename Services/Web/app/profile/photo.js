import { call } from "../api/client.js";
import { Failure } from "../api/failure.js";
import { Button } from "../frame/controls.js";
import { useStore } from "../frame/hooks.js";
import { Icon } from "../frame/icons.js";
import { useSaving } from "../frame/saving.js";
import { html, useRef } from "../libraries.js";
import { text } from "../texts/texts.js";
import { learnOwn, own, OwnBadge } from "./own.js";
import { croppedPhoto } from "./cropping.js";

/** @typedef {import("./profile.js").Profile} Profile */

/**
 * The picture of an address of the form `data:…;base64,…`.
 *
 * @param {string} address
 */
function pictureOf(address) {
  return address.slice(address.indexOf(",") + 1);
}

/**
 * Stores a photo, or none.
 *
 * @param {string} photo Its address; empty to remove it.
 * @returns {Promise<Profile>}
 */
async function store(photo) {
  const profile = photo
    ? await call("larder.auth.v1.Profiles/SetPhoto", { picture: pictureOf(photo) }, { timeout: 60000 })
    : await call("larder.auth.v1.Profiles/RemovePhoto", {});
  await learnOwn();
  return profile;
}

/**
 * The photo, which is cut to a square and made smaller here before it is sent.
 *
 * @param {{onSave: import("./profile.js").Saved}} properties
 */
export function Photo({ onSave }) {
  const photo = useStore(own)?.photo ?? "";
  const input = useRef(/** @type {HTMLInputElement | null} */ (null));
  const { failure, isBusy, attempt } = useSaving();
  const change = async (/** @type {string} */ next) => onSave(await store(next), () => store(photo));
  const choose = (/** @type {{currentTarget: HTMLInputElement}} */ event) => {
    const [file] = event.currentTarget.files ?? [];
    const { currentTarget } = event;
    if (!file) return;
    void attempt(async () => {
      // The same file again is another choice.
      currentTarget.value = "";
      const cropped = await croppedPhoto(file).catch((reason) => {
        throw new Failure("invalid_argument", text(`profile.photo.${reason === "small" ? "small" : "unreadable"}`));
      });
      await change(cropped);
    });
  };
  return html`<section class="profile-photo" aria-label=${text("profile.photo")}>
    <${OwnBadge} isLarge />
    <div>
      <div class="actions">
        <${Button} kind="secondary" isBusy=${isBusy} onClick=${() => input.current?.click()}>
          <${Icon} name="camera" size=${20} /> ${text(photo ? "profile.photo.replace" : "profile.photo.choose")}
        <//>
        ${photo && html`<${Button} kind="plain danger" onClick=${() => attempt(() => change(""))}>${text("profile.photo.remove")}<//>`}
      </div>
      <p class="hint">${text("profile.photo.hint")}</p>
      ${failure && html`<p class="error" role="alert">${failure}</p>`}
    </div>
    <input type="file" accept="image/*" ref=${input} onChange=${choose} aria-label=${text("profile.photo")} hidden />
  </section>`;
}

import { call } from "../api/client.js";
import { Button, Field, Select } from "../frame/controls.js";
import { useSaving } from "../frame/saving.js";
import { html, useState } from "../libraries.js";
import { text } from "../texts/texts.js";

/** @typedef {import("../api/types.js").Auth.PersonalDetails} PersonalDetails */

const genders = /** @type {const} */ (["GENDER_UNSPECIFIED", "GENDER_FEMALE", "GENDER_MALE", "GENDER_OTHER"]);

/**
 * Phone, department, birthdate and gender.
 *
 * @param {{profile: import("./profile.js").Profile, onSave: import("./profile.js").Saved}} properties
 */
export function Details({ profile, onSave }) {
  const former = profile.details ?? {};
  const [entries, setEntries] = useState(/** @type {PersonalDetails} */ (former));
  const [wrong, setWrong] = useState(/** @type {Record<string, string>} */ ({}));
  const fieldAt = (/** @type {string} */ path) => /^details\.(phone|department|birthdate)$/.exec(path)?.[1];
  const { failure, isBusy, submitting } = useSaving({ reject: setWrong, fieldAt });
  const save = async () => {
    setWrong({});
    const expectedVersion = profile.detailsVersion ?? "0";
    const request = { details: entries, expectedVersion };
    const next = await call("larder.auth.v1.Profiles/UpdateDetails", request);
    onSave(next, () =>
      call("larder.auth.v1.Profiles/UpdateDetails", { details: former, expectedVersion: next.detailsVersion }),
    );
  };
  /**
   * @param {"phone" | "department" | "birthdate"} name
   * @param {object} more
   */
  const field = (name, more) =>
    html`<${Field}
    label=${text(`profile.${name}`)}
    name=${name}
    value=${entries[name] ?? ""}
    error=${wrong[name]}
    onInput=${(/** @type {string} */ value) => {
      setEntries({ ...entries, [name]: value });
      setWrong({ ...wrong, [name]: "" });
    }}
    ...${more}
  />`;
  return html`<form class="form" onSubmit=${submitting(save)} novalidate>
    <h2>${text("profile.details")}</h2>
    ${field("phone", { type: "tel", complete: "tel", hint: text("profile.phone.hint") })}
    ${field("department", { complete: "organization" })}
    ${field("birthdate", { type: "date", complete: "bday" })}
    <${Select}
      label=${text("profile.gender")}
      chosen=${entries.gender ?? "GENDER_UNSPECIFIED"}
      onChoose=${(/** @type {typeof genders[number]} */ gender) => setEntries({ ...entries, gender })}
      choices=${genders.map((gender) => [gender, text(`profile.${gender}`)])}
    />
    ${failure && html`<p class="error" role="alert">${failure}</p>`}
    <${Button} type="submit" kind="primary" isBusy=${isBusy} label=${text("profile.details.save")}>${text("save")}<//>
  </form>`;
}

import { call } from "../api/client.js";
import { Button, Field, Select } from "../frame/controls.js";
import { useSaving } from "../frame/saving.js";
import { html, useState } from "../libraries.js";
import { text } from "../texts/texts.js";
import { learnOwn } from "./own.js";

/** @typedef {import("../api/types.js").Auth.PersonalDetails} PersonalDetails */

/** The form's fields, by the request's. */
const fields = /** @type {Record<string, string>} */ ({
  "details.display_name": "displayName",
  "details.phone": "phone",
  "details.department": "department",
  "details.birthdate": "birthdate",
});
const genders = /** @type {const} */ (["GENDER_UNSPECIFIED", "GENDER_FEMALE", "GENDER_MALE", "GENDER_OTHER"]);

/**
 * Name, phone, department, birthdate and gender.
 *
 * @param {{profile: import("./profile.js").Profile, onSave: import("./profile.js").Saved}} properties
 */
export function Details({ profile, onSave }) {
  const former = profile.details ?? {};
  const [entries, setEntries] = useState(/** @type {PersonalDetails} */ (former));
  const [wrong, setWrong] = useState(/** @type {Record<string, string>} */ ({}));
  const { failure, isBusy, submitting } = useSaving({ reject: setWrong, fieldAt: (path) => fields[path] });
  const update = async (/** @type {import("../api/types.js").Auth.UpdateDetailsRequest} */ request) => {
    const next = await call("larder.auth.v1.Profiles/UpdateDetails", request);
    await learnOwn();
    return next;
  };
  const save = async () => {
    setWrong({});
    const expectedVersion = profile.detailsVersion ?? "0";
    const next = await update({ details: entries, expectedVersion });
    // A name that is missing would be left as it is.
    const details = { ...former, displayName: former.displayName ?? "" };
    onSave(next, () => update({ details, expectedVersion: next.detailsVersion }));
  };
  /**
   * @param {"displayName" | "phone" | "department" | "birthdate"} name
   * @param {object} more
   */
  const field = (name, more) =>
    html`<${Field}
    label=${text(name === "displayName" ? "signUp.name" : `profile.${name}`)}
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
    ${field("displayName", { complete: "name", hint: text("signUp.nameHint") })}
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

import { appearance, changeAppearance, palettes, sizes } from "../frame/appearance.js";
import { Button, Select, Switch } from "../frame/controls.js";
import { useStore } from "../frame/hooks.js";
import { Icon } from "../frame/icons.js";
import { sayFailure } from "../frame/messages.js";
import { PageHead } from "../frame/page.js";
import { html, useState } from "../libraries.js";
import { offeredCurrencies } from "../purchases/likely-currency.js";
import { OwnBadge, useOwnName } from "../profile/own.js";
import { person } from "../session/session.js";
import { leave } from "../session/sign-out.js";
import { settings } from "../storage/database.js";
import { language, languages, text, useLanguage } from "../texts/texts.js";
import { Tip } from "../tutorials/tip.js";
import { keepings, prefer, preferences, unitSystems } from "./preferences.js";
import { share } from "./shared.js";

/** @type {string[]} */
const timeZones = /** @type {any} */ (Intl).supportedValuesOf("timeZone");

/** Language, looks, units, photos and the session of this browser. */
export function Settings() {
  const present = useStore(language);
  const shown = useStore(appearance);
  const preferred = useStore(preferences);
  const who = useStore(person);
  const name = useOwnName() || who?.username;
  // Until its texts are there, so that a choice is seen at once.
  const [asked, setAsked] = useState(/** @type {string | null} */ (null));
  const speak = async (/** @type {keyof typeof languages} */ next) => {
    setAsked(next);
    try {
      await useLanguage(next);
      // Before anything else is waited for: what the account had before wins no more from then on.
      share("language");
      await settings.set("language", next);
    } catch (error) {
      sayFailure(error);
    }
    setAsked(null);
  };
  const look = (/** @type {Partial<import("../frame/appearance.js").Appearance>} */ change) => {
    changeAppearance(change);
    share(...("palette" in change ? ["theme", "palette"] : ["text_size"]));
  };
  const choose = (
    /** @type {Partial<import("./preferences.js").Preferences>} */ change,
    /** @type {string} */ field,
  ) => {
    prefer(change);
    share(field);
  };
  return html`<${PageHead} title=${text("settings.title")} />
    ${
      who &&
      html`<section class="card account-card" data-tour="account">
      <${OwnBadge} />
      <p>${name !== who.username && html`<strong class="named">${name}</strong>`}${text("settings.signedIn", { name: who.username })}</p>
      <${Button} kind="secondary" onClick=${leave}>${text("menu.signOut")}<//>
    </section>`
    }
    <${Choice} name=${text("settings.language")} chosen=${asked ?? present} onChoose=${speak} choices=${Object.entries(languages)} />
    <${Choice}
      tour="looks"
      name=${text("settings.palette")}
      chosen=${shown.palette}
      onChoose=${(/** @type {import("../frame/appearance.js").Appearance["palette"]} */ palette) => look({ palette })}
      choices=${palettes.map((name) => [name, text(`settings.palette.${name}`)])}
    />
    <${Choice}
      name=${text("settings.size")}
      chosen=${shown.size}
      onChoose=${(/** @type {import("../frame/appearance.js").Appearance["size"]} */ size) => look({ size })}
      choices=${sizes.map((name) => [name, text(`settings.size.${name}`)])}
    />
    <${Choice}
      name=${text("settings.units")}
      chosen=${preferred.units}
      onChoose=${(/** @type {import("./preferences.js").Preferences["units"]} */ units) => choose({ units }, "units")}
      choices=${unitSystems.map((name) => [name, text(`settings.units.${name}`)])}
    />
    <${Choice}
      tip="keeping"
      name=${text("settings.keeping")}
      chosen=${preferred.keeping}
      onChoose=${(/** @type {import("./preferences.js").Preferences["keeping"]} */ keeping) => prefer({ keeping })}
      choices=${keepings.map((name) => [name, text(`settings.keeping.${name}`)])}
    />
    ${
      who &&
      html`<div class="card form padded">
      <${Select}
        label=${text("settings.currency")}
        chosen=${preferred.currency}
        onChoose=${(/** @type {string} */ currency) => choose({ currency }, "currency")}
        choices=${[["", text("settings.unchosen")], ...offered(preferred.currency, offeredCurrencies)]}
      />
      <${Select}
        label=${text("settings.timeZone")}
        chosen=${preferred.timeZone}
        onChoose=${(/** @type {string} */ timeZone) => choose({ timeZone }, "time_zone")}
        choices=${[["", text("settings.unchosen")], ...offered(preferred.timeZone, timeZones)]}
      />
      <${Switch}
        label=${text("settings.choices")}
        hint=${text("settings.choices.why")}
        isOn=${!preferred.forgetsChoices}
        onChange=${(/** @type {boolean} */ isOn) =>
          choose({ forgetsChoices: !isOn, ...(!isOn && { choices: {} }) }, "forgets_choices")}
      />
    </div>`
    }
    <ul class="list links" data-tour="privacy">
      ${who && html`<li><a href="/profile"><span class="main">${text("profile.title")}</span><${Icon} name="forward" size=${20} /></a></li>`}
      ${who && html`<li><a href="/plan"><span class="main">${text("plan.title")}</span><${Icon} name="forward" size=${20} /></a></li>`}
      ${who && html`<li><a href="/devices"><span class="main">${text("devices.title")}</span><${Icon} name="forward" size=${20} /></a></li>`}
      ${who && html`<li><a href="/password"><span class="main">${text("password.change")}</span><${Icon} name="forward" size=${20} /></a></li>`}
      ${who && html`<li><a href="/email"><span class="main">${text("email.title")}</span><${Icon} name="forward" size=${20} /></a></li>`}
      ${who && html`<li><a href="/factors"><span class="main">${text("factors.title")}</span><${Icon} name="forward" size=${20} /></a></li>`}
      ${who && html`<li><a href="/consents"><span class="main">${text("consents.title")}</span><${Icon} name="forward" size=${20} /></a></li>`}
      ${who && html`<li><a href="/my-data"><span class="main">${text("myData.title")}</span><${Icon} name="forward" size=${20} /></a></li>`}
      ${who && html`<li><a href="/notices"><span class="main">${text("notices.title")}</span><${Icon} name="forward" size=${20} /></a></li>`}
      ${who && html`<li><a href="/places"><span class="main">${text("places.title")}</span><${Icon} name="forward" size=${20} /></a></li>`}
      <li><a href="/terms"><span class="main">${text("terms.page")}</span><${Icon} name="forward" size=${20} /></a></li>
      <li><a href="/help"><span class="main">${text("help.title")}</span><${Icon} name="forward" size=${20} /></a></li>
    </ul>`;
}

/**
 * Choices that are called as they are, with the one that was made elsewhere.
 *
 * @param {string} chosen
 * @param {string[]} values
 */
function offered(chosen, values) {
  const all = chosen && !values.includes(chosen) ? [chosen, ...values] : values;
  return all.map((value) => [value, value.replaceAll("_", " ")]);
}

/**
 * @param {{name: string, chosen: string, onChoose: (choice: any) => void, choices: [string, string][], tour?: string,
 *   tip?: import("../tutorials/tips.js").TipName}} properties
 */
function Choice({ name, chosen, onChoose, choices, tour, tip }) {
  return html`<fieldset class="choice" data-tour=${tour}>
    <legend>${name}</legend>
    ${tip && html`<${Tip} name=${tip} />`}
    <div class="card">
      ${choices.map(
        ([value, label]) =>
          html`<label key=${value} lang=${value in languages ? value : undefined}>
          <input type="radio" name=${name} checked=${value === chosen} onChange=${() => onChoose(value)} /> <span>${label}</span>
        </label>`,
      )}
    </div>
  </fieldset>`;
}

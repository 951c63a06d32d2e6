import { appearance, changeAppearance, palettes, sizes } from "../frame/appearance.js";
import { Badge } from "../frame/badge.js";
import { Button } from "../frame/controls.js";
import { useStore } from "../frame/hooks.js";
import { Icon } from "../frame/icons.js";
import { sayFailure } from "../frame/messages.js";
import { PageHead } from "../frame/page.js";
import { html } from "../libraries.js";
import { person } from "../session/session.js";
import { leave } from "../session/sign-out.js";
import { settings } from "../storage/database.js";
import { language, languages, text, useLanguage } from "../texts/texts.js";
import { keepings, prefer, preferences, unitSystems } from "./preferences.js";

/** Language, looks, units, photos and the session of this browser. */
export function Settings() {
  const present = useStore(language);
  const look = useStore(appearance);
  const preferred = useStore(preferences);
  const who = useStore(person);
  const speak = async (/** @type {keyof typeof languages} */ next) => {
    try {
      await useLanguage(next);
      await settings.set("language", next);
    } catch (error) {
      sayFailure(error);
    }
  };
  return html`<${PageHead} title=${text("settings.title")} />
    ${
      who &&
      html`<section class="card account-card">
      <${Badge} name=${who.username} />
      <p>${text("settings.signedIn", { name: who.username })}</p>
      <${Button} kind="secondary" onClick=${leave}>${text("menu.signOut")}<//>
    </section>`
    }
    <${Choice} name=${text("settings.language")} chosen=${present} onChoose=${speak} choices=${Object.entries(languages)} />
    <${Choice}
      name=${text("settings.palette")}
      chosen=${look.palette}
      onChoose=${(/** @type {import("../frame/appearance.js").Appearance["palette"]} */ palette) => changeAppearance({ palette })}
      choices=${palettes.map((name) => [name, text(`settings.palette.${name}`)])}
    />
    <${Choice}
      name=${text("settings.size")}
      chosen=${look.size}
      onChoose=${(/** @type {import("../frame/appearance.js").Appearance["size"]} */ size) => changeAppearance({ size })}
      choices=${sizes.map((name) => [name, text(`settings.size.${name}`)])}
    />
    <${Choice}
      name=${text("settings.units")}
      chosen=${preferred.units}
      onChoose=${(/** @type {import("./preferences.js").Preferences["units"]} */ units) => prefer({ units })}
      choices=${unitSystems.map((name) => [name, text(`settings.units.${name}`)])}
    />
    <${Choice}
      name=${text("settings.keeping")}
      chosen=${preferred.keeping}
      onChoose=${(/** @type {import("./preferences.js").Preferences["keeping"]} */ keeping) => prefer({ keeping })}
      choices=${keepings.map((name) => [name, text(`settings.keeping.${name}`)])}
    />
    <ul class="list links">
      ${who && html`<li><a href="/devices"><span class="main">${text("devices.title")}</span><${Icon} name="forward" size=${20} /></a></li>`}
      ${who && html`<li><a href="/password"><span class="main">${text("password.change")}</span><${Icon} name="forward" size=${20} /></a></li>`}
      ${who && html`<li><a href="/email"><span class="main">${text("email.title")}</span><${Icon} name="forward" size=${20} /></a></li>`}
      ${who && html`<li><a href="/factors"><span class="main">${text("factors.title")}</span><${Icon} name="forward" size=${20} /></a></li>`}
      ${who && html`<li><a href="/consents"><span class="main">${text("consents.title")}</span><${Icon} name="forward" size=${20} /></a></li>`}
      ${who && html`<li><a href="/my-data"><span class="main">${text("myData.title")}</span><${Icon} name="forward" size=${20} /></a></li>`}
      ${who && html`<li><a href="/notices"><span class="main">${text("notices.title")}</span><${Icon} name="forward" size=${20} /></a></li>`}
      <li><a href="/terms"><span class="main">${text("terms.page")}</span><${Icon} name="forward" size=${20} /></a></li>
      <li><a href="/help"><span class="main">${text("help.title")}</span><${Icon} name="forward" size=${20} /></a></li>
    </ul>`;
}

/** @param {{name: string, chosen: string, onChoose: (choice: any) => void, choices: [string, string][]}} properties */
function Choice({ name, chosen, onChoose, choices }) {
  return html`<fieldset class="choice">
    <legend>${name}</legend>
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

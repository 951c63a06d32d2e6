import { appearance, changeAppearance, palettes, sizes } from "../frame/appearance.js";
import { Button } from "../frame/controls.js";
import { PageHead } from "../frame/page.js";
import { sayFailure } from "../frame/messages.js";
import { useStore } from "../frame/hooks.js";
import { html } from "../libraries.js";
import { person, signOut } from "../session/session.js";
import { settings } from "../storage/database.js";
import { language, languages, text, useLanguage } from "../texts/texts.js";

/** Language, looks and the session of this browser. */
export function Settings() {
  const present = useStore(language);
  const look = useStore(appearance);
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
    <${Choice} name=${text("settings.language")} chosen=${present} onChoose=${speak} choices=${Object.entries(languages)} />
    <${Choice}
      name=${text("settings.palette")}
      chosen=${look.palette}
      onChoose=${(/** @type {any} */ palette) => changeAppearance({ palette })}
      choices=${palettes.map((name) => [name, text(`settings.palette.${name}`)])}
    />
    <${Choice}
      name=${text("settings.size")}
      chosen=${look.size}
      onChoose=${(/** @type {any} */ size) => changeAppearance({ size })}
      choices=${sizes.map((name) => [name, text(`settings.size.${name}`)])}
    />
    ${
      who &&
      html`<section class="facts">
      <p>${text("settings.signedIn", { name: who.username })}</p>
      <${Button} kind="secondary" onClick=${signOut}>${text("menu.signOut")}<//>
    </section>`
    }`;
}

/** @param {{name: string, chosen: string, onChoose: (choice: any) => void, choices: [string, string][]}} properties */
function Choice({ name, chosen, onChoose, choices }) {
  return html`<fieldset class="choice">
    <legend>${name}</legend>
    ${choices.map(
      ([value, label]) =>
        html`<label key=${value} lang=${value in languages ? value : undefined}>
        <input type="radio" name=${name} checked=${value === chosen} onChange=${() => onChoose(value)} /> <span>${label}</span>
      </label>`,
    )}
  </fieldset>`;
}

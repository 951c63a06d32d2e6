import { call } from "../api/client.js";
import { Switch } from "../frame/controls.js";
import { PageHead, Problem, Skeleton } from "../frame/page.js";
import { say, sayFailure } from "../frame/messages.js";
import { useLoaded } from "../frame/hooks.js";
import { html, useState } from "../libraries.js";
import { text } from "../texts/texts.js";
import { setConsent } from "./set-consent.js";

/** What the owner of the data allows, each on its own and withdrawn at any time. */
export function Consents() {
  const loaded = useLoaded((signal) => call("larder.auth.v1.Consents/ListConsents", {}, { signal }), []);
  const [busy, setBusy] = useState("");
  const set = async (
    /** @type {import("../api/types.js").Auth.ConsentKind} */ kind,
    /** @type {boolean} */ given,
    isUndo = false,
  ) => {
    setBusy(kind);
    try {
      await setConsent(kind, given);
      say(text(given ? "consents.given" : "consents.withdrawn"), isUndo ? {} : { undo: () => set(kind, !given, true) });
    } catch (error) {
      sayFailure(error);
    }
    setBusy("");
    loaded.again();
  };
  return html`<${PageHead} title=${text("consents.title")} />
    <p class="lead">${text("consents.lead")}</p>
    ${loaded.failure && !loaded.value && html`<${Problem} failure=${loaded.failure} again=${loaded.again} />`}
    ${!loaded.value && !loaded.failure && html`<${Skeleton} rows=${8} />`}
    <div class="card switches">
      ${(loaded.value?.consents ?? []).map(
        ({ kind = "CONSENT_KIND_UNSPECIFIED", given }) =>
          html`<${Switch}
          key=${kind}
          label=${text(`consent.${kind}`)}
          hint=${text(`consent.${kind}.why`)}
          isOn=${Boolean(given)}
          isDisabled=${busy === kind}
          onChange=${(/** @type {boolean} */ next) => set(kind, next)}
        />`,
      )}
    </div>`;
}

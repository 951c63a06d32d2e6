import { call } from "../api/client.js";
import { Switch } from "../frame/controls.js";
import { useLoaded } from "../frame/hooks.js";
import { say, sayFailure } from "../frame/messages.js";
import { PageHead, Problem, Skeleton } from "../frame/page.js";
import { titleOf } from "../inbox/entries.js";
import { html, useState } from "../libraries.js";
import { text } from "../texts/texts.js";

/** Which kinds of messages come to the inbox. */
export function Notices() {
  const loaded = useLoaded(
    (signal) => call("larder.notifications.v1.NoticePreferences/GetNoticePreferences", {}, { signal }),
    [],
  );
  const [busy, setBusy] = useState("");
  const set = async (/** @type {string} */ kind, /** @type {boolean} */ isOn, isUndo = false) => {
    setBusy(kind);
    try {
      const request = { kind, channel: /** @type {const} */ ("NOTICE_CHANNEL_INBOX"), isOn };
      await call("larder.notifications.v1.NoticePreferences/SetNoticePreference", request);
      say(text(isOn ? "notices.on" : "notices.off"), isUndo ? {} : { undo: () => set(kind, !isOn, true) });
    } catch (error) {
      sayFailure(error);
    }
    setBusy("");
    loaded.again();
  };
  return html`<${PageHead} title=${text("notices.title")} fallback="/settings" />
    <p class="lead">${text("notices.lead")}</p>
    ${loaded.failure && !loaded.value && html`<${Problem} failure=${loaded.failure} again=${loaded.again} />`}
    ${!loaded.value && !loaded.failure && html`<${Skeleton} rows=${2} />`}
    <div class="card switches">
      ${(loaded.value?.preferences ?? []).map(({ kind = "", title, channels }) => {
        const inbox = channels?.find(({ channel }) => channel === "NOTICE_CHANNEL_INBOX");
        if (!inbox) return null;
        return html`<${Switch}
          key=${kind}
          label=${titleOf({ kind, title })}
          hint=${inbox.isOptional ? "" : text("notices.always")}
          isOn=${Boolean(inbox.isOn)}
          isDisabled=${busy === kind || !inbox.isOptional}
          onChange=${(/** @type {boolean} */ next) => set(kind, next)}
        />`;
      })}
    </div>`;
}

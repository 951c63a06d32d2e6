import { Field, Select, Switch } from "../frame/controls.js";
import { html } from "../libraries.js";
import { ownZone } from "../storage/sending.js";
import { text } from "../texts/texts.js";
import { Tip } from "../tutorials/tip.js";

/** @typedef {import("../api/types.js").Notifications.NoticeTimes} Times */

/**
 * A time of the day as a field has it, such as `07:30`.
 *
 * @param {number} minute After midnight.
 */
function clockOf(minute) {
  return `${String(Math.floor(minute / 60)).padStart(2, "0")}:${String(minute % 60).padStart(2, "0")}`;
}

/**
 * Minutes after midnight; null for no time.
 *
 * @param {string} clock
 */
function minuteOf(clock) {
  const [hours, minutes] = clock.split(":").map(Number);
  return clock && hours * 60 + minutes < 1440 ? hours * 60 + minutes : null;
}

/**
 * Quiet hours, the times of daily messages and reminders, and the time zone of all of them.
 *
 * @param {{times: Times, isBusy: boolean, setTimes: (times: Times) => Promise<unknown>,
 *   make: (sentence: string, change: () => Promise<unknown>, back: () => Promise<unknown>) => void}} properties
 */
export function QuietTimes({ times, isBusy, setTimes, make }) {
  const quiet = times.quietHours;
  // Who has chosen nothing is where their browser is.
  const zone = times.timeZone && times.timeZone !== "UTC" ? times.timeZone : ownZone();
  const set = (/** @type {Times} */ change) =>
    make(
      text("notices.changed"),
      () => setTimes({ ...times, timeZone: zone, ...change }),
      () => setTimes(times),
    );
  const edge = (/** @type {"fromMinute" | "untilMinute"} */ name) => (/** @type {string} */ value) => {
    const minute = minuteOf(value);
    const next = { fromMinute: 0, untilMinute: 0, ...quiet, [name]: minute ?? 0 };
    if (minute !== null && next.fromMinute !== next.untilMinute) set({ quietHours: next });
  };
  const zones = [...new Set([zone, ownZone(), ...Intl.supportedValuesOf("timeZone")])];
  return html`<fieldset class="notices">
    <legend>${text("notices.when")}</legend>
    <${Tip} name="digest" />
    <div class="card switches">
      <${Switch}
        label=${text("notices.quiet")}
        hint=${text("notices.quiet.why")}
        isOn=${Boolean(quiet)}
        isDisabled=${isBusy}
        onChange=${(/** @type {boolean} */ next) => set({ quietHours: next ? { fromMinute: 1320, untilMinute: 420 } : undefined })}
      />
    </div>
    ${
      quiet &&
      html`<div class="columns">
        <${Field} label=${text("notices.from")} type="time" value=${clockOf(quiet.fromMinute ?? 0)} onInput=${edge("fromMinute")} />
        <${Field} label=${text("notices.until")} type="time" value=${clockOf(quiet.untilMinute ?? 0)} onInput=${edge("untilMinute")} />
      </div>`
    }
    <${Field}
      label=${text("notices.digest")}
      type="time"
      value=${clockOf(times.digestMinute ?? 0)}
      onInput=${(/** @type {string} */ value) => {
        const digestMinute = minuteOf(value);
        if (digestMinute !== null) set({ digestMinute });
      }}
    />
    <${Field}
      label=${text("notices.reminder")}
      hint=${text("notices.reminder.why", { kind: text("notice.entry_reminder") })}
      type="time"
      value=${clockOf(times.reminder?.minute ?? 0)}
      onInput=${(/** @type {string} */ value) => {
        const minute = minuteOf(value);
        if (minute !== null) set({ reminder: { minute } });
      }}
    />
    <${Select}
      label=${text("notices.zone")}
      chosen=${zone}
      choices=${zones.map((name) => [name, name.replaceAll("_", " ")])}
      onChoose=${(/** @type {string} */ timeZone) => set({ timeZone })}
    />
  </fieldset>`;
}

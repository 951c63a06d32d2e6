import { call } from "../api/client.js";
import { Button, Select, Switch } from "../frame/controls.js";
import { useLoaded } from "../frame/hooks.js";
import { say, sayFailure } from "../frame/messages.js";
import { PageHead, Problem, Skeleton } from "../frame/page.js";
import { titleOf } from "../inbox/entries.js";
import { html, useRef, useState } from "../libraries.js";
import { tellPlaces } from "../places/device.js";
import { ownZone } from "../storage/sending.js";
import { text } from "../texts/texts.js";
import { QuietTimes } from "./notice-times.js";
import { allowPush, pushState, stopPush } from "./push.js";

/** @typedef {import("../api/types.js").Notifications.NoticePreference} Preference */
/** @typedef {import("../api/types.js").Notifications.NoticeChannel} Channel */
/** @typedef {import("../api/types.js").Notifications.NoticeFrequency} Frequency */
/** @typedef {import("../api/types.js").Notifications.NoticeTimes} Times */

/** @type {Frequency[]} */
const frequencies = ["NOTICE_FREQUENCY_AT_ONCE", "NOTICE_FREQUENCY_HOURLY", "NOTICE_FREQUENCY_DAILY"];

/** The kind that comes at an hour of the day. */
const reminders = "entry_reminder";
/** The kind that comes where somebody is. */
const places = "place_reminder";

/** Which kinds of messages come, where and when. */
export function Notices() {
  const loaded = useLoaded(
    (signal) => call("larder.notifications.v1.NoticePreferences/GetNoticePreferences", {}, { signal }),
    [],
  );
  const [isBusy, setBusy] = useState(false);
  const latest = useRef(/** @type {Promise<unknown>} */ (Promise.resolve()));
  const times = loaded.value?.times ?? {};
  /**
   * Makes a change, shows it and offers to take it back.
   *
   * @param {string} sentence
   * @param {() => Promise<unknown>} change
   * @param {() => Promise<unknown>} [back]
   */
  const make = async (sentence, change, back) => {
    setBusy(true);
    try {
      await change();
      say(sentence, back ? { undo: () => make(text("notices.undone"), back) } : {});
    } catch (error) {
      sayFailure(error);
    }
    setBusy(false);
    loaded.again();
  };
  const setTimes = async (/** @type {Times} */ next) => {
    // The next change, which may come before this one is answered, is one of these.
    loaded.change((value) => ({ ...value, times: next }));
    // They are replaced as a whole: one change after the other, so that the last one stays.
    const change = latest.current.then(() => call("larder.notifications.v1.NoticePreferences/SetNoticeTimes", next));
    latest.current = change.catch(() => undefined);
    await change;
  };
  const setOwnZone = async () => {
    // An hour of the day is one of the reader's.
    if (times.timeZone === "UTC") await setTimes({ ...times, timeZone: ownZone() });
  };
  const setChannel = async (
    /** @type {string} */ kind,
    /** @type {Channel} */ channel,
    /** @type {boolean} */ isOn,
  ) => {
    if (kind === reminders && isOn) await setOwnZone();
    await call("larder.notifications.v1.NoticePreferences/SetNoticePreference", { kind, channel, isOn });
    if (kind === places) tellPlaces();
  };
  const setFrequency = async (/** @type {string} */ kind, /** @type {Frequency} */ frequency) => {
    await setOwnZone();
    await call("larder.notifications.v1.NoticePreferences/SetNoticeFrequency", { kind, frequency });
  };
  const preferences = loaded.value?.preferences ?? [];
  const mailAll = () => {
    const has = (
      /** @type {Preference} */ { channels = [] },
      /** @type {Channel} */ wanted,
      /** @type {boolean} */ isOn,
    ) => channels.some((each) => each.channel === wanted && Boolean(each.isOn) === isOn);
    // Those alone that would come to this device.
    const silent = preferences.filter(
      (each) => has(each, "NOTICE_CHANNEL_WEB_PUSH", true) && has(each, "NOTICE_CHANNEL_EMAIL", false),
    );
    const set = (/** @type {boolean} */ isOn) => async () => {
      for (const { kind = "" } of silent) await setChannel(kind, "NOTICE_CHANNEL_EMAIL", isOn);
    };
    return make(text("notices.mailedInstead"), set(true), set(false));
  };
  return html`<${PageHead} title=${text("notices.title")} fallback="/settings" />
    <p class="lead">${text("notices.lead")}</p>
    ${loaded.failure && !loaded.value && html`<${Problem} failure=${loaded.failure} again=${loaded.again} />`}
    ${!loaded.value && !loaded.failure && html`<${Skeleton} rows=${6} />`}
    ${loaded.value && html`<${ThisDevice} onMail=${mailAll} />`}
    ${preferences.map(
      (preference) =>
        html`<${Kind} key=${preference.kind} preference=${preference} isBusy=${isBusy} make=${make}
          setChannel=${setChannel} setFrequency=${setFrequency} />`,
    )}
    ${loaded.value && html`<${QuietTimes} times=${times} isBusy=${isBusy} make=${make} setTimes=${setTimes} />`}`;
}

/**
 * Where and how often messages of a kind come.
 *
 * @param {{preference: Preference, isBusy: boolean,
 *   make: (sentence: string, change: () => Promise<unknown>, back: () => Promise<unknown>) => void,
 *   setChannel: (kind: string, channel: Channel, isOn: boolean) => Promise<unknown>,
 *   setFrequency: (kind: string, frequency: Frequency) => Promise<unknown>}} properties
 */
function Kind({ preference, isBusy, make, setChannel, setFrequency }) {
  const { kind = "", title, channels = [], frequency = "NOTICE_FREQUENCY_AT_ONCE", urgency } = preference;
  const goesOut = channels.some(({ channel, isOn }) => isOn && channel !== "NOTICE_CHANNEL_INBOX");
  return html`<fieldset class="notices">
    <legend>${titleOf({ kind, title })}</legend>
    <div class="card switches">
      ${channels.map(
        ({ channel = "NOTICE_CHANNEL_UNSPECIFIED", isOn, isOptional }) =>
          html`<${Switch}
            key=${channel}
            label=${text(`notices.${channel}`)}
            hint=${isOptional ? "" : text("notices.always")}
            isOn=${Boolean(isOn)}
            isDisabled=${isBusy || !isOptional}
            onChange=${(/** @type {boolean} */ next) =>
              make(
                text(next ? "notices.on" : "notices.off"),
                () => setChannel(kind, channel, next),
                () => setChannel(kind, channel, !next),
              )}
          />`,
      )}
    </div>
    ${kind === places && html`<p><a class="button secondary" href="/places">${text("places.manage")}</a></p>`}
    ${
      goesOut &&
      urgency !== "NOTICE_URGENCY_URGENT" &&
      // A reminder is about its own day.
      kind !== reminders &&
      kind !== places &&
      html`<${Select}
        label=${text("notices.frequency")}
        chosen=${frequency}
        choices=${frequencies.map((choice) => [choice, text(`notices.${choice}`)])}
        onChoose=${(/** @type {Frequency} */ next) =>
          make(
            text("notices.changed"),
            () => setFrequency(kind, next),
            () => setFrequency(kind, frequency),
          )}
      />`
    }
  </fieldset>`;
}

/**
 * Whether messages come to this browser while the app is closed. The browser is only asked once its owner wants that.
 *
 * @param {{onMail: () => unknown}} properties
 */
function ThisDevice({ onMail }) {
  const state = useLoaded(pushState, []);
  const change = (/** @type {() => Promise<unknown>} */ body, /** @type {string} */ sentence) => async () => {
    try {
      await body();
      if ((await pushState()) !== "refused") say(sentence);
    } catch (error) {
      sayFailure(error);
    }
    state.again();
  };
  if (!state.value) return null;
  return html`<section class="card padded">
    <h2>${text("notices.device")}</h2>
    <p>${text(`notices.device.${state.value}`)}</p>
    ${
      state.value === "off" &&
      html`<${Button} kind="primary" onClick=${change(allowPush, text("notices.deviceOn"))}>${text("notices.allow")}<//>`
    }
    ${
      state.value === "on" &&
      html`<${Button} kind="secondary" onClick=${change(stopPush, text("notices.deviceOff"))}>${text("notices.stop")}<//>`
    }
    ${
      (state.value === "refused" || state.value === "missing") &&
      html`<${Button} kind="secondary" onClick=${onMail}>${text("notices.byMail")}<//>`
    }
  </section>`;
}

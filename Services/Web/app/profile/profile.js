import { call } from "../api/client.js";
import { useLoaded } from "../frame/hooks.js";
import { say, sayFailure } from "../frame/messages.js";
import { PageHead, Problem, Skeleton } from "../frame/page.js";
import { html } from "../libraries.js";
import { text } from "../texts/texts.js";
import { Body } from "./body.js";
import { Details } from "./details.js";
import { Diet } from "./diet.js";
import { Photo } from "./photo.js";
import { Home } from "./home.js";
import { Stores } from "./stores.js";

/** @typedef {import("../api/types.js").Auth.Profile} Profile */

/**
 * Shows a profile that was saved; with what takes it back.
 *
 * @typedef {(profile: Profile, undo: () => Promise<Profile>) => void} Saved
 */

/** @param {AbortSignal} signal */
async function load(signal) {
  const [profile, consents] = await Promise.all([
    call("larder.auth.v1.Profiles/GetProfile", {}, { signal }),
    call("larder.auth.v1.Consents/ListConsents", {}, { signal }),
  ]);
  const given = (consents.consents ?? []).filter(({ given }) => given).map(({ kind }) => kind);
  return { profile, given };
}

/** What somebody says about themselves; nothing of it has to be said. */
export function ProfilePage() {
  const loaded = useLoaded(load, []);
  const saved = (
    /** @type {Profile} */ profile,
    /** @type {(() => Promise<Profile>) | undefined} */ undo = undefined,
  ) => {
    loaded.change((value) => ({ ...value, profile }));
    if (!undo) return say(text("profile.restored"));
    const back = async () => {
      try {
        saved(await undo());
      } catch (error) {
        sayFailure(error);
      }
    };
    say(text("profile.saved"), { undo: back });
  };
  const profile = loaded.value?.profile;
  const given = loaded.value?.given ?? [];
  return html`<${PageHead} title=${text("profile.title")} fallback="/settings" />
    <p class="lead">${text("profile.lead")}</p>
    ${loaded.failure && !profile && html`<${Problem} failure=${loaded.failure} again=${loaded.again} />`}
    ${!profile && !loaded.failure && html`<${Skeleton} rows=${6} />`}
    ${
      profile &&
      html`
      <${Photo} onSave=${saved} />
      <${Details} key=${`details ${profile.detailsVersion ?? 0}`} profile=${profile} onSave=${saved} />
      <${Diet} profile=${profile} onSave=${saved} />
      <${Body} key=${`body ${JSON.stringify(profile.body)}`} profile=${profile} isAllowed=${given.includes("CONSENT_KIND_HEALTH_DATA")} onSave=${saved} />
      <${Home} key=${`home ${JSON.stringify(profile.home)}`} profile=${profile} isAllowed=${given.includes("CONSENT_KIND_LOCATION")} onSave=${saved} />
      <${Stores} profile=${profile} onSave=${saved} />`
    }`;
}

import { call } from "../api/client.js";
import { Badge } from "../frame/badge.js";
import { ConfirmSheet } from "../frame/confirm-sheet.js";
import { Button } from "../frame/controls.js";
import { useLoaded } from "../frame/hooks.js";
import { say, sayFailure } from "../frame/messages.js";
import { PageHead, Problem, Skeleton } from "../frame/page.js";
import { html, useState } from "../libraries.js";
import { ago, instant } from "../texts/formats.js";
import { text } from "../texts/texts.js";

/** @typedef {import("../api/types.js").Auth.Session} Session */

/**
 * A page of the sessions.
 *
 * @param {string} token Empty for the first one.
 * @param {AbortSignal} [signal]
 */
async function load(token, signal) {
  const answer = await call("larder.auth.v1.Sessions/ListSessions", { page: { size: 50, token } }, { signal });
  return { entries: answer.sessions ?? [], token: answer.nextPageToken ?? "" };
}

/**
 * What a session's device is called.
 *
 * @param {Session} session
 */
function nameOf({ device }) {
  return device || text("devices.unnamed");
}

/** The devices on which the user is signed in, each of which can be signed out. */
export function Devices() {
  const loaded = useLoaded((signal) => load("", signal), []);
  const [ending, setEnding] = useState(/** @type {Session | "others" | null} */ (null));
  const entries = loaded.value?.entries ?? [];
  const token = loaded.value?.token ?? "";
  const next = async () => {
    try {
      const page = await load(token);
      const known = new Set(entries.map(({ id }) => id));
      loaded.change((value) => ({
        entries: [...value.entries, ...page.entries.filter(({ id }) => !known.has(id))],
        token: page.token,
      }));
    } catch (error) {
      sayFailure(error);
    }
  };
  const close = () => setEnding(null);
  const keep = (/** @type {(session: Session) => boolean} */ isKept, rest = token) => {
    loaded.change((value) => ({ entries: value.entries.filter(isKept), token: rest }));
    close();
  };
  const end = async (/** @type {Session} */ session) => {
    await call("larder.auth.v1.Sessions/EndSession", { sessionId: session.id });
    keep(({ id }) => id !== session.id);
    say(text("devices.ended", { name: nameOf(session) }));
  };
  const endOthers = async () => {
    await call("larder.auth.v1.Sessions/EndOtherSessions", {});
    keep(({ isCurrent = false }) => isCurrent, "");
    say(text("devices.othersEnded"));
  };
  return html`<${PageHead} title=${text("devices.title")} fallback="/settings" />
    <p class="lead">${text("devices.lead")}</p>
    ${loaded.failure && !loaded.value && html`<${Problem} failure=${loaded.failure} again=${loaded.again} />`}
    ${!loaded.value && !loaded.failure && html`<${Skeleton} />`}
    <ul class="list">
      ${entries.map((session) => html`<${Device} key=${session.id} session=${session} onEnd=${() => setEnding(session)} />`)}
    </ul>
    ${token && html`<div class="more-button"><${Button} kind="secondary" onClick=${next}>${text("more")}<//></div>`}
    ${
      entries.some(({ isCurrent }) => !isCurrent) &&
      html`<div class="actions">
      <${Button} kind="plain danger" onClick=${() => setEnding("others")}>${text("devices.endOthers")}<//>
    </div>`
    }
    ${
      ending === "others" &&
      html`<${ConfirmSheet} title=${text("devices.endOthers")} sentence=${text("devices.endWhy")}
      label=${text("devices.end")} onConfirm=${endOthers} onClose=${close} />`
    }
    ${
      ending &&
      ending !== "others" &&
      html`<${ConfirmSheet} title=${text("devices.endNamed", { name: nameOf(ending) })} sentence=${text("devices.endWhy")}
      label=${text("devices.end")} onConfirm=${() => end(ending)} onClose=${close} />`
    }`;
}

/** @param {{session: Session, onEnd: () => void}} properties */
function Device({ session, onEnd }) {
  const [used, since] = [ago(instant(session.lastUsedAt)), ago(instant(session.signedInAt))];
  return html`<li class="with-symbol still">
    <${Badge} icon="device" kind=${session.isCurrent ? "" : "grey"} />
    <span class="main">${nameOf(session)}</span>
    <span class="side">${session.isCurrent && text("devices.this")}</span>
    <span class="sub">${text("devices.use", { used, since })}</span>
    ${
      !session.isCurrent &&
      html`<span class="actions">
      <${Button} kind="secondary" onClick=${onEnd} label=${text("devices.endNamed", { name: nameOf(session) })}>
        ${text("devices.end")}
      <//>
    </span>`
    }
  </li>`;
}

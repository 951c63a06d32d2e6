import { account, call, failureOf, heading } from "../api/client.js";
import { asFailure } from "../api/failure.js";
import { Button, Field } from "../frame/controls.js";
import { useStore } from "../frame/hooks.js";
import { say } from "../frame/messages.js";
import { PageHead } from "../frame/page.js";
import { useSaving } from "../frame/saving.js";
import { html, useState } from "../libraries.js";
import { person } from "../session/session.js";
import { leaveNow } from "../session/sign-out.js";
import { day, instant, today } from "../texts/formats.js";
import { text } from "../texts/texts.js";
import { CurrentPassword } from "./current-password.js";
import { periods } from "./periods.js";
import { useProof } from "./proof.js";

/**
 * The form's fields, by the request's.
 *
 * @type {Record<string, "username" | "password">}
 */
const fields = { username: "username", current_password: "password" };

/**
 * Until when an account that is being closed can be reopened. The session that closes it ends, too, perhaps before the response.
 *
 * @param {Promise<import("../api/types.js").Auth.CloseAccountResponse>} closing
 */
async function endOf(closing) {
  try {
    return new Date(instant((await closing).reopenableUntil) ?? 0);
  } catch (error) {
    if (asFailure(error).reason !== "SESSION_ENDED") throw error;
    // Where the response has been lost.
    const end = new Date();
    end.setMonth(end.getMonth() + periods.months);
    return end;
  }
}

/** Saves a copy of everything that is stored of the user, once all of it has come. */
async function download() {
  const answer = await fetch("/files/my-data", { headers: heading(account) });
  if (!answer.ok) throw await failureOf(answer, account);
  const file = URL.createObjectURL(await answer.blob());
  const link = document.createElement("a");
  link.href = file;
  link.download = "larder-export.zip";
  link.click();
  setTimeout(() => URL.revokeObjectURL(file), 60000);
}

/** A copy of what is stored of the user, and the end of the account. */
export function MyData() {
  const saving = useSaving();
  const { proving, proof } = useProof();
  const save = () =>
    saving.attempt(async () => {
      await proving(download);
      say(text("myData.saved"));
    });
  return html`<${PageHead} title=${text("myData.title")} fallback="/settings" />
    <h2>${text("myData.copy")}</h2>
    <p class="lead">${text("myData.copyLead")}</p>
    ${saving.failure && html`<p class="error" role="alert">${saving.failure}</p>`}
    <div class="actions">
      <${Button} kind="secondary" onClick=${save} isBusy=${saving.isBusy}>${text("myData.download")}<//>
    </div>
    <p><a href="/imports">${text("imports.title")}</a></p>
    <h2>${text("myData.close")}</h2>
    <p class="lead">${text("myData.closeLead", periods)}</p>
    <${CloseForm} />
    ${proof}`;
}

/** Closes the account, once its user name and password are typed. */
function CloseForm() {
  const who = useStore(person);
  const [typed, setTyped] = useState({ username: "", password: "" });
  const [wrong, setWrong] = useState(/** @type {Record<string, string>} */ ({}));
  const { failure, isBusy, submitting } = useSaving({ reject: setWrong, fieldAt: (path) => fields[path] });
  const { proving, proof } = useProof();
  /**
   * @param {"username" | "password"} name
   * @param {string} value
   */
  const change = (name, value) => {
    setTyped({ ...typed, [name]: value });
    setWrong({ ...wrong, [name]: "" });
  };
  const close = async () => {
    const isOwn = typed.username.trim().toLowerCase() === who?.username.toLowerCase();
    const found = {
      ...(!isOwn && { username: text("myData.enterUsername", { name: who?.username ?? "" }) }),
      ...(!typed.password && { password: text("password.enterCurrent") }),
    };
    setWrong(found);
    if (Object.keys(found).length) return;
    const request = { username: typed.username.trim(), currentPassword: typed.password };
    const end = await proving(() => endOf(call("larder.auth.v1.AccountClosing/CloseAccount", request)));
    await leaveNow();
    say(text("myData.closed", { day: day(today(end)) }));
  };
  return html`<form class="form" onSubmit=${submitting(close)} novalidate>
    <${Field}
      label=${text("myData.username", { name: who?.username ?? "" })}
      value=${typed.username}
      onInput=${(/** @type {string} */ value) => change("username", value)}
      error=${wrong.username}
      complete="off"
      name="confirmation"
      isRequired
    />
    <${CurrentPassword}
      isSignedIn
      value=${typed.password}
      onInput=${(/** @type {string} */ value) => change("password", value)}
      error=${wrong.password}
    />
    ${failure && html`<p class="error" role="alert">${failure}</p>`}
      <${Button} type="submit" kind="plain danger" isBusy=${isBusy}>${text("myData.closeButton")}<//>
    </form>
    ${proof}`;
}

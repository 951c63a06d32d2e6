import { call } from "../api/client.js";
import { asFailure } from "../api/failure.js";
import { Button, Field } from "../frame/controls.js";
import { say } from "../frame/messages.js";
import { PageHead } from "../frame/page.js";
import { go } from "../frame/router.js";
import { useSaving } from "../frame/saving.js";
import { html, useState } from "../libraries.js";
import { text } from "../texts/texts.js";
import { CurrentPassword } from "./current-password.js";
import { FactorAnswer } from "./factor-answer.js";
import { periods } from "./periods.js";

/** Reopens a closed account. */
export function Reopen() {
  const [name, setName] = useState("");
  const [password, setPassword] = useState("");
  const [missing, setMissing] = useState("");
  const [challenge, setChallenge] = useState(/** @type {import("./factor-answer.js").FactorChallenge | null} */ (null));
  const { failure, isBusy, submitting } = useSaving();
  const finish = () => {
    say(text("reopen.done"));
    go("/sign-in", { replace: true });
  };
  const reopen = async () => {
    const isMissing = !name.trim() || !password;
    setMissing(isMissing ? text("signIn.missing") : "");
    if (isMissing) return;
    const request = { name: name.trim(), password, acceptsChallenge: true };
    const answer = await call("larder.auth.v1.AccountClosing/ReopenAccount", request);
    if (answer.challenge) return setChallenge(answer.challenge);
    finish();
  };
  const complete = async (/** @type {import("./factor-answer.js").Answer} */ answer) => {
    const token = challenge?.token ?? "";
    try {
      await call("larder.auth.v1.AccountClosing/CompleteReopening", { token, answer });
    } catch (error) {
      const failure = asFailure(error);
      if (failure.reason !== "CHALLENGE_EXPIRED") throw failure;
      setChallenge(null);
      return setMissing(failure.sentence);
    }
    finish();
  };
  if (challenge)
    return html`<div class="account">
      <${PageHead} key="second" title=${text("reopen.title")} fallback="/sign-in" />
      <p class="lead">${text("factor.lead")}</p>
      <${FactorAnswer}
        challenge=${challenge}
        onAnswer=${complete}
        sendCode=${() => call("larder.auth.v1.Sessions/SendSignInCode", { token: challenge.token ?? "" })}
        label=${text("reopen.button")}
      />
    </div>`;
  const problem = missing || failure;
  return html`<div class="account">
    <${PageHead} title=${text("reopen.title")} fallback="/sign-in" />
    <p class="lead">${text("reopen.lead", periods)}</p>
    <form class="form" onSubmit=${submitting(reopen)} novalidate>
      <${Field} label=${text("signIn.name")} value=${name} onInput=${setName} complete="username" name="username" isRequired />
      <${CurrentPassword} value=${password} onInput=${setPassword} />
      ${problem && html`<p class="error" role="alert">${problem}</p>`}
      <${Button} type="submit" kind="primary large" isBusy=${isBusy}>${text("reopen.button")}<//>
    </form>
  </div>`;
}

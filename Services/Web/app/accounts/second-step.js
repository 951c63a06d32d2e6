import { call } from "../api/client.js";
import { asFailure } from "../api/failure.js";
import { Button } from "../frame/controls.js";
import { PageHead } from "../frame/page.js";
import { html } from "../libraries.js";
import { completeSignIn } from "../session/session.js";
import { text } from "../texts/texts.js";
import { FactorAnswer, passkeyFailure } from "./factor-answer.js";
import { usePasskey } from "./passkeys.js";

/**
 * The second step of signing in.
 *
 * @param {{challenge: import("./factor-answer.js").FactorChallenge, isRemembered: boolean, onDone: () => void,
 *   onOver: (sentence: string) => void}} properties `onOver` begins again, with what is to be said.
 */
export function SecondStep({ challenge, isRemembered, onDone, onOver }) {
  const token = challenge.token ?? "";
  const answer = async (/** @type {import("./factor-answer.js").Answer} */ given) => {
    try {
      await completeSignIn(token, given, isRemembered);
    } catch (error) {
      const failure = asFailure(error);
      if (failure.reason === "CHALLENGE_EXPIRED") return onOver(failure.sentence);
      throw failure;
    }
    onDone();
  };
  return html`<${PageHead} title=${text("factor.title")} hasBack=${false} />
    <p class="lead">${text("factor.lead")}</p>
    <${FactorAnswer}
      challenge=${challenge}
      onAnswer=${answer}
      sendCode=${() => call("larder.auth.v1.Sessions/SendSignInCode", { token })}
      label=${text("signIn.button")}
    />
    <p class="other"><${Button} kind="plain" onClick=${() => onOver("")}>${text("factor.again")}<//></p>`;
}

/**
 * Signs in with a passkey alone.
 *
 * @param {boolean} isRemembered
 */
export async function signInWithPasskey(isRemembered) {
  const challenge = await call("larder.auth.v1.Sessions/BeginPasskeySignIn", {});
  let passkey;
  try {
    passkey = await usePasskey(challenge.passkey ?? {});
  } catch (error) {
    throw passkeyFailure(error);
  }
  await completeSignIn(challenge.token ?? "", { passkey }, isRemembered);
}

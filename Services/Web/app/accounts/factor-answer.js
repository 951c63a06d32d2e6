import { Failure } from "../api/failure.js";
import { Button, Field } from "../frame/controls.js";
import { say } from "../frame/messages.js";
import { useSaving } from "../frame/saving.js";
import { html, useState } from "../libraries.js";
import { text } from "../texts/texts.js";
import { hasPasskeys, usePasskey } from "./passkeys.js";

/** @typedef {import("../api/types.js").Auth.FactorChallenge} FactorChallenge */
/** @typedef {{code?: string, passkey?: import("../api/types.js").Auth.PasskeyAssertion}} Answer */

/**
 * The failure when the browser could not use a passkey, or its owner did not want to.
 *
 * @param {unknown} error
 */
export function passkeyFailure(error) {
  if (!(error instanceof DOMException)) return error;
  return new Failure("failed_precondition", "", {
    reason: error.name === "InvalidStateError" ? "PASSKEY_KNOWN" : "PASSKEY_FAILED",
  });
}

/**
 * Asks for an answer to a challenge: a code or a passkey.
 *
 * @param {{challenge: FactorChallenge, onAnswer: (answer: Answer) => Promise<void>, sendCode: () => Promise<unknown>,
 *   label: string}} properties `label` names what a right answer does.
 */
export function FactorAnswer({ challenge, onAnswer, sendCode, label }) {
  const [code, setCode] = useState("");
  const [wrong, setWrong] = useState("");
  const { failure, isBusy, attempt, submitting } = useSaving();
  const kinds = challenge.kinds ?? [];
  const hasCodes = kinds.some((kind) => kind !== "FACTOR_KIND_PASSKEY");
  const submit = async () => {
    if (!code.trim()) return setWrong(text("factor.codeMissing"));
    await onAnswer({ code: code.trim() });
  };
  const sign = async () => {
    let passkey;
    try {
      passkey = await usePasskey(challenge.passkey ?? {});
    } catch (error) {
      throw passkeyFailure(error);
    }
    await onAnswer({ passkey });
  };
  const mail = async () => {
    await sendCode();
    say(text("factor.mailed"));
  };
  return html`<form class="form" onSubmit=${submitting(submit)} novalidate>
    ${
      hasCodes &&
      html`<${Field}
      label=${text("factor.code")}
      hint=${text(kinds.includes("FACTOR_KIND_EMAIL_CODE") ? "factor.codeHintMail" : "factor.codeHint")}
      value=${code}
      name="code"
      complete="one-time-code"
      error=${wrong}
      onInput=${(/** @type {string} */ value) => {
        setCode(value);
        setWrong("");
      }}
      isRequired
    />`
    }
    ${failure && html`<p class="error" role="alert">${failure}</p>`}
    ${hasCodes && html`<${Button} type="submit" kind="primary large" isBusy=${isBusy}>${label}<//>`}
    ${
      challenge.passkey &&
      hasPasskeys &&
      html`<${Button} kind=${hasCodes ? "secondary" : "primary large"} onClick=${() => attempt(sign)}>${text("factor.usePasskey")}<//>`
    }
    ${
      kinds.includes("FACTOR_KIND_EMAIL_CODE") &&
      html`<${Button} kind="secondary" onClick=${() => attempt(mail)}>${text("factor.mail")}<//>`
    }
  </form>`;
}
